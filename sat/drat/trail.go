package drat

import "math"

// A trail is a list of assumptions, grouped into levels, with the literals that follow from
// them by unit propagation. Level 0 contains the literals that follow without assumptions.
// Every level is fully propagated and free of conflicts, except the level under construction.
type trail struct {
	clauses *clauses
	value   []int8  // by literal: 1 true, -1 false, 0 open
	level   []int32 // by variable with a value: the level that set it
	reason  []ref   // by variable with a value: the clause that implied it; 0: none
	lits    []lit   // true literals, in order
	levels  []level // from level 1
	assumed []lit   // assumptions of the last call of conflicts; levels cover a prefix of them

	inconsistent bool // conflict at level 0
	propagations int  // number of literals made true

	seen  []int8  // by variable: see collect; nil if nobody asks for hints
	hints []int32 // see collect
}

type level struct {
	begin int // where its literals begin in lits
	end   int // where its assumptions end in assumed
}

func (t *trail) grow() {
	t.value = append(t.value, 0, 0)
	t.level = append(t.level, 0)
	t.reason = append(t.reason, 0)
	if t.seen != nil {
		t.seen = append(t.seen, 0)
	}
}

// never is the level that falseSince returns for a literal that is not false.
const never = math.MaxInt

func (t *trail) falseSince(l lit) int {
	if t.value[l] >= 0 {
		return never
	}
	return int(t.level[l>>1])
}

// conflicts assumes the literals and reports whether this leads to a conflict. After a conflict,
// the trail ends before the level that caused the conflict.
//
// The assumptions of this call and of the last call may begin in the same way. The levels whose
// assumptions are all in this common beginning stay. Each further assumption in the common
// beginning gets a level of its own, because the next call will probably begin with the same
// assumption. The remaining assumptions form one level, because it is several times as fast to set
// all these literals first and then propagate them together. For 24,733 lemmas of about 60
// literals, one level took 3.0 s and separate levels took 12.2 s.
func (t *trail) conflicts(assume []lit) bool {
	if t.inconsistent {
		return true
	}
	common := 0
	for common < min(len(assume), len(t.assumed)) && assume[common] == t.assumed[common] {
		common++
	}
	keep, end := 0, 0
	for keep < len(t.levels) && t.levels[keep].end <= common {
		end = t.levels[keep].end
		keep++
	}
	t.back(keep)
	t.assumed = append(t.assumed[:0], assume...)
	for ; end < common; end++ {
		if !t.assume(end, end+1) {
			return true
		}
	}
	return end < len(assume) && !t.assume(end, len(assume))
}

// assume adds a level with the assumptions t.assumed[from:to]. On a conflict it returns false
// and adds no level.
func (t *trail) assume(from, to int) bool {
	n, begin := len(t.levels), len(t.lits)
	t.levels = append(t.levels, level{begin, to})
	for _, l := range t.assumed[from:to] {
		switch t.value[l] {
		case 0:
			t.set(l, 0)
		case -1:
			t.collect([]lit{l}, 0)
			t.back(n)
			return false
		}
	}
	if !t.propagate(begin) {
		t.back(n)
		return false
	}
	return true
}

func (t *trail) back(n int) {
	if n >= len(t.levels) {
		return
	}
	begin := t.levels[n].begin
	for _, l := range t.lits[begin:] {
		t.value[l], t.value[l^1] = 0, 0
	}
	t.lits = t.lits[:begin]
	t.levels = t.levels[:n]
}

// forget takes back the level of l if the clause is the reason that l is true. A literal at
// level 0 stays true.
func (t *trail) forget(l lit, why ref) {
	if v := l >> 1; t.value[l] > 0 && t.level[v] > 0 && t.reason[v] == why {
		t.back(int(t.level[v]) - 1)
	}
}

func (t *trail) set(l lit, why ref) {
	t.value[l], t.value[l^1] = 1, -1
	t.level[l>>1] = int32(len(t.levels))
	t.reason[l>>1] = why
	t.lits = append(t.lits, l)
	t.propagations++
}

// propagate propagates the literals on the trail from begin on, through binary clauses first.
// It returns false on a conflict.
func (t *trail) propagate(begin int) bool {
	binary := begin
	for long := binary; long < len(t.lits); long++ {
		for ; binary < len(t.lits); binary++ {
			l := t.lits[binary] ^ 1
			for _, other := range t.clauses.binary[l] {
				switch t.value[other] {
				case 0:
					t.set(other, because(l))
				case -1:
					t.collect([]lit{l, other}, because(l))
					return false
				}
			}
		}
		if !t.visit(t.lits[long] ^ 1) {
			return false
		}
	}
	return true
}

// visit handles the clauses that watch l, which has become false. It finds another literal to watch
// in each of these clauses. If a clause has no other literal to watch, visit makes the second
// watched literal of the clause true. It returns false if this second literal is already false.
func (t *trail) visit(l lit) bool {
	c := t.clauses
	ws := c.watched[l]
	n := 0
	for i, w := range ws {
		if t.value[w.other] > 0 {
			ws[n] = w
			n++
			continue
		}
		lits := c.lits(w.at)
		if lits[0] == l {
			lits[0], lits[1] = lits[1], l
		}
		first := lits[0]
		if t.value[first] <= 0 {
			k := 2
			for k < len(lits) && t.value[lits[k]] < 0 {
				k++
			}
			if k < len(lits) {
				lits[1], lits[k] = lits[k], l
				c.watched[lits[1]] = append(c.watched[lits[1]], watch{first, w.at})
				continue
			}
			if t.value[first] < 0 {
				n += copy(ws[n:], ws[i:])
				c.watched[l] = ws[:n]
				t.collect(nil, w.at)
				return false
			}
			t.set(first, w.at)
		}
		ws[n] = watch{first, w.at}
		n++
	}
	c.watched[l] = ws[:n]
	return true
}
