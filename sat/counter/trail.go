package counter

import (
	"cmp"
	"slices"
)

// A lit is a literal: 2v means that variable v is true, and 2v+1 that it is false. Variables are
// numbered from 0.
type lit int32

func (l lit) not() lit   { return l ^ 1 }
func (l lit) index() int { return int(l >> 1) }

// A reason says why a literal is true: 0 for a decision, a positive number for the clause of the
// arena that begins there, and -1-l for a clause of two literals with the other literal l.
type reason int32

// header is the number of places in the arena before the literals of a clause: its length, and how
// many levels its literals had when it was learned, or 0 for a clause of the formula.
const header = 2

type watcher struct {
	clause  int32
	blocker lit // a literal of the clause; if it is true, the clause need not be visited
}

// A trail holds an assignment, the clauses, and what unit propagation concludes. It learns from conflicts
// as Marques-Silva and Sakallah describe (GRASP, 1999), and watches two literals of each long clause
// (Moskewicz et al., Chaff, 2001).
type trail struct {
	value  []int8 // by literal: 1 true, -1 false, 0 open
	level  []int32
	phase  []lit // by variable: 1 if it was false last
	reason []reason
	lits   []lit
	ends   []int32 // by level: the length of lits before the level
	head   int     // how many of lits are propagated

	pairs   [][]lit // by literal l: the literals that l implies by a clause of two literals
	watches [][]watcher
	arena   []lit
	long    []int32 // the clauses of the formula with more than two literals
	learned []int32

	activity []float64
	bump     float64
	conflict [2]lit // the clause of two literals that propagate found false
	seen     []bool
	out      []lit // the clause that analyse computes
	marked   []lit // the literals of this clause before it was shortened
	open     int   // how many literals of the clause have the level that analyse resolves
	most     int   // reduce is due when more clauses are learned

	refuted bool  // the clauses have no models, because of unit clauses
	limit   int64 // refute gives up when there are more conflicts; 0: never

	proof [][]lit // copies of the learned clauses, if prove is true
	prove bool

	conflicts, decisions int64
}

func newTrail(vars int) *trail {
	return &trail{
		value: make([]int8, 2*vars), level: make([]int32, vars), phase: slices.Repeat([]lit{1}, vars), reason: make([]reason, vars), arena: make([]lit, 1),
		pairs: make([][]lit, 2*vars), watches: make([][]watcher, 2*vars),
		activity: make([]float64, vars), bump: 1, seen: make([]bool, vars), most: 8000,
	}
}

// add adds a clause of at least two literals, none of which is repeated. The first two are watched.
func (t *trail) add(clause []lit, levels int) reason {
	if levels == 0 && len(clause) == 2 {
		t.pairs[clause[0].not()] = append(t.pairs[clause[0].not()], clause[1])
		t.pairs[clause[1].not()] = append(t.pairs[clause[1].not()], clause[0])
		return 0
	}
	t.arena = append(append(t.arena, lit(len(clause)), lit(levels)), clause...)
	ref := int32(len(t.arena) - len(clause))
	if levels == 0 {
		t.long = append(t.long, ref)
	} else {
		t.learned = append(t.learned, ref)
	}
	t.watch(ref)
	return reason(ref)
}

func (t *trail) watch(ref int32) {
	if t.arena[ref-header] < 2 {
		return
	}
	a, b := t.arena[ref], t.arena[ref+1]
	t.watches[a.not()] = append(t.watches[a.not()], watcher{ref, b})
	t.watches[b.not()] = append(t.watches[b.not()], watcher{ref, a})
}

func (t *trail) clause(ref int32) []lit { return t.arena[ref : ref+int32(t.arena[ref-header])] }

func (t *trail) depth() int { return len(t.ends) }

func (t *trail) decide(l lit, r reason) {
	t.ends = append(t.ends, int32(len(t.lits)))
	t.decisions++
	t.assign(l, r)
}

func (t *trail) assign(l lit, r reason) {
	t.value[l], t.value[l.not()] = 1, -1
	t.level[l.index()], t.reason[l.index()] = int32(len(t.ends)), r
	t.lits = append(t.lits, l)
}

// undo removes all levels after the given number of levels.
func (t *trail) undo(levels int) {
	if levels >= len(t.ends) {
		return
	}
	end := int(t.ends[levels])
	for _, l := range t.lits[end:] {
		t.value[l], t.value[l.not()] = 0, 0
		t.phase[l.index()] = l & 1
	}
	t.lits, t.ends, t.head = t.lits[:end], t.ends[:levels], end
}

// propagate assigns what the clauses imply. It returns a clause that is false, or nil.
func (t *trail) propagate() []lit {
	if t.refuted {
		return []lit{}
	}
	for t.head < len(t.lits) {
		l := t.lits[t.head]
		t.head++
		for _, o := range t.pairs[l] {
			switch t.value[o] {
			case 0:
				t.assign(o, reason(-1-l.not()))
			case -1:
				t.conflict = [2]lit{o, l.not()}
				return t.conflict[:]
			}
		}
		if broken := t.visit(l); broken != nil {
			return broken
		}
	}
	return nil
}

// visit propagates a true literal in the long clauses that watch its negation.
func (t *trail) visit(l lit) []lit {
	ws := t.watches[l]
	kept := 0
next:
	for i, w := range ws {
		if t.value[w.blocker] > 0 {
			ws[kept] = w
			kept++
			continue
		}
		c := t.clause(w.clause)
		if c[0] == l.not() {
			c[0], c[1] = c[1], c[0]
		}
		w.blocker = c[0]
		if t.value[c[0]] > 0 {
			ws[kept] = w
			kept++
			continue
		}
		for k := 2; k < len(c); k++ {
			if t.value[c[k]] >= 0 {
				c[1], c[k] = c[k], c[1]
				t.watches[c[1].not()] = append(t.watches[c[1].not()], w)
				continue next
			}
		}
		ws[kept] = w
		kept++
		if t.value[c[0]] < 0 {
			kept += copy(ws[kept:], ws[i+1:])
			t.watches[l] = ws[:kept]
			return c
		}
		t.assign(c[0], reason(w.clause))
	}
	t.watches[l] = ws[:kept]
	return nil
}

// analyse resolves a false clause with the reasons of its literals of the last level. The result is
// in t.out: the only literal of this level, and literals of earlier levels. If last is true, it
// resolves on until this literal has no reason. If then no literal of the level is left, t.out has
// only literals of earlier levels, and the result is false.
func (t *trail) analyse(clause []lit, last bool) bool {
	t.out, t.open = append(t.out[:0], 0), 0
	for _, l := range clause {
		t.mark(l)
	}
	left := false
	for i := len(t.lits) - 1; t.open > 0; i-- {
		l := t.lits[i]
		if !t.seen[l.index()] {
			continue
		}
		r := t.reason[l.index()]
		if t.open == 1 && (!last || r == 0) {
			t.out[0], left = l.not(), true
			break
		}
		t.seen[l.index()] = false
		t.open--
		if r < 0 {
			t.mark(lit(-1 - r))
			continue
		}
		for _, o := range t.clause(int32(r)) {
			if o != l {
				t.mark(o)
			}
		}
	}
	t.shorten(left)
	return left
}

func (t *trail) mark(l lit) {
	v := l.index()
	if t.seen[v] || t.level[v] == 0 {
		return
	}
	t.seen[v] = true
	if t.activity[v] += t.bump; t.activity[v] > 1e100 {
		for i := range t.activity {
			t.activity[i] *= 1e-100
		}
		t.bump *= 1e-100
	}
	if int(t.level[v]) == len(t.ends) {
		t.open++
	} else {
		t.out = append(t.out, l)
	}
}

// shorten leaves out literals that the others imply, and moves the one with the latest level to the
// front, or to the second place if the first is the only one of the last level.
func (t *trail) shorten(left bool) {
	t.marked = append(t.marked[:0], t.out...)
	front := 0
	if left {
		front = 1
	}
	kept := t.out[:front]
	for _, l := range t.out[1:] {
		if t.implied(l) {
			continue
		}
		kept = append(kept, l)
		if n := len(kept) - 1; t.level[l.index()] > t.level[kept[front].index()] {
			kept[n], kept[front] = kept[front], l
		}
	}
	for _, l := range t.marked {
		t.seen[l.index()] = false
	}
	t.out = kept
	t.bump *= 1 / 0.95
}

// implied reports whether the reason of a false literal has only literals of the clause besides it.
func (t *trail) implied(l lit) bool {
	r := t.reason[l.index()]
	switch {
	case r == 0:
		return false
	case r < 0:
		o := lit(-1 - r).index()
		return t.seen[o] || t.level[o] == 0
	}
	for _, o := range t.clause(int32(r)) {
		if v := o.index(); o != l.not() && !t.seen[v] && t.level[v] > 0 {
			return false
		}
	}
	return true
}

// learn adds the clause in t.out.
func (t *trail) learn() reason {
	t.conflicts++
	if t.prove {
		t.proof = append(t.proof, slices.Clone(t.out))
	}
	levels, last := 1, t.level[t.out[0].index()]
	slices.SortFunc(t.out[min(2, len(t.out)):], func(a, b lit) int { return int(t.level[b.index()] - t.level[a.index()]) })
	for _, l := range t.out {
		if at := t.level[l.index()]; at != last {
			levels, last = levels+1, at
		}
	}
	return t.add(t.out, levels)
}

// reduce forgets half of the learned clauses: among those with more than two levels and no literal
// with them as its reason, the ones with the most levels, and the older of two.
func (t *trail) reduce() {
	order := slices.Clone(t.learned)
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(int(t.arena[a-1]-t.arena[b-1]), int(b-a)) })
	gone, moved := map[reason]bool{}, map[reason]reason{}
	for _, ref := range order[len(order)/2:] {
		gone[reason(ref)] = t.arena[ref-1] > 2
	}
	for _, l := range t.lits {
		delete(gone, t.reason[l.index()])
	}
	kept, end := t.learned[:0], t.learned[0]-header
	for _, ref := range t.learned {
		if !gone[reason(ref)] {
			to := end + header
			end += int32(copy(t.arena[end:], t.arena[ref-header:ref+int32(t.arena[ref-header])]))
			moved[reason(ref)], kept = reason(to), append(kept, to)
		}
	}
	t.arena, t.learned, t.most = t.arena[:end], kept, max(t.most, 2*len(kept))+500
	for _, l := range t.lits {
		if to, ok := moved[t.reason[l.index()]]; ok {
			t.reason[l.index()] = to
		}
	}
	for i := range t.watches {
		t.watches[i] = t.watches[i][:0]
	}
	for _, ref := range slices.Concat(t.long, t.learned) {
		t.watch(ref)
	}
}

// latest returns the largest level of the literals.
func (t *trail) latest(lits []lit) int {
	level := int32(0)
	for _, l := range lits {
		level = max(level, t.level[l.index()])
	}
	return int(level)
}
