package drat

import "math"

// A trail is the assumptions, a level each, and what follows from them by unit
// propagation; at level 0 what follows from none. Every level is propagated to
// its end and has no conflict, but for the one at work.
type trail struct {
	clauses *clauses
	value   []int8  // by literal: 1 true, -1 false, 0 open
	level   []int32 // by variable with a value
	reason  []ref   // by variable with a value: the clause that implied it, 0: none
	lits    []lit   // true ones, in order
	assumed []lit   // by level-1
	mark    []int   // by level-1: lits before it

	inconsistent bool // conflict at level 0
	propagations int  // literals made true
}

func (t *trail) grow() {
	t.value = append(t.value, 0, 0)
	t.level = append(t.level, 0)
	t.reason = append(t.reason, 0)
}

// never is falseSince a literal that is not false.
const never = math.MaxInt

// falseSince is the level that made l false.
func (t *trail) falseSince(l lit) int {
	if t.value[l] >= 0 {
		return never
	}
	return int(t.level[l>>1])
}

// conflicts assumes the literals and reports whether that ends in a conflict. If
// so, the trail ends before the assumption that did it. Levels stay as far as
// the assumptions are those of the last call.
func (t *trail) conflicts(assume []lit) bool {
	if t.inconsistent {
		return true
	}
	n := 0
	for n < len(assume) && n < len(t.assumed) && assume[n] == t.assumed[n] {
		n++
	}
	t.back(n)
	for _, l := range assume[n:] {
		if t.value[l] < 0 {
			return true
		}
		t.assumed = append(t.assumed, l)
		t.mark = append(t.mark, len(t.lits))
		if t.value[l] > 0 {
			continue
		}
		t.set(l, 0)
		if !t.propagate() {
			t.back(len(t.assumed) - 1)
			return true
		}
	}
	return false
}

// back takes levels back until n are left.
func (t *trail) back(n int) {
	if n >= len(t.assumed) {
		return
	}
	for _, l := range t.lits[t.mark[n]:] {
		t.value[l], t.value[l^1] = 0, 0
	}
	t.lits = t.lits[:t.mark[n]]
	t.assumed, t.mark = t.assumed[:n], t.mark[:n]
}

// forget takes back the level of l if the clause is why it is true; what is true
// at level 0 stays.
func (t *trail) forget(l lit, why ref) {
	if v := l >> 1; t.value[l] > 0 && t.level[v] > 0 && t.reason[v] == why {
		t.back(int(t.level[v]) - 1)
	}
}

func (t *trail) set(l lit, why ref) {
	t.value[l], t.value[l^1] = 1, -1
	t.level[l>>1] = int32(len(t.assumed))
	t.reason[l>>1] = why
	t.lits = append(t.lits, l)
	t.propagations++
}

// propagate draws the consequences of the last literal on the trail, first by
// the binary clauses; false: a conflict.
func (t *trail) propagate() bool {
	binary := len(t.lits) - 1
	for long := binary; long < len(t.lits); long++ {
		for ; binary < len(t.lits); binary++ {
			l := t.lits[binary] ^ 1
			for _, other := range t.clauses.binary[l] {
				switch t.value[other] {
				case 0:
					t.set(other, because(l))
				case -1:
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

// visit finds each clause that watches l, which has become false, another
// literal to watch, or else makes its other watched literal true; false: that is
// false.
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
