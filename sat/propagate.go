package sat

import (
	"slices"

	"counterproof/sat/cnf"
)

// A lit is a literal as an index: 2(v-1) if variable v is true, and 2(v-1)+1 if it is false.
type lit int32

func toLit(l cnf.Lit) lit {
	if l < 0 {
		return lit(-2*l - 1)
	}
	return lit(2*l - 2)
}

func (l lit) not() lit { return l ^ 1 }

func (l lit) cnf() cnf.Lit {
	if l&1 != 0 {
		return cnf.Lit(-l.variable())
	}
	return cnf.Lit(l.variable())
}

func (l lit) variable() int { return int(l>>1) + 1 }

// A trail is a formula under a growing list of true literals. The trail does unit propagation with
// occurrence lists and counters. Its literals can be undone from the end. It learns no clauses.
//
// Binary clauses are stored as lists of implied literals, each pair once. The formula may repeat a
// pair: two pieces that overlap in three cells exclude each other three times. A longer clause is a
// row that counts its literals. Counters beat watched literals here because Cubes needs them
// anyway, to know how many options a group has left.
type trail struct {
	value   []int8    // by literal: 1 true, -1 false, 0 open
	implied [][]lit   // by literal: the literals that binary clauses imply if it is true
	rows    [][]lit   // the clauses that are not in implied, then the groups that are not clauses
	clauses int       // number of rows that are clauses; the other rows propagate nothing
	in      [][]int32 // by literal: the rows that contain it
	left    []int32   // by row: number of literals that are not false
	sat     []int32   // by row: number of true literals

	lits    []lit  // true literals, in order
	head    int    // lits[:head] are propagated and counted in left and sat
	counted []bool // by variable-1: projected
	open    int    // number of projected variables without a value

	groups  []int32       // the row of each group
	gone    []elimination // eliminated variables; they have no value and are in no clause
	derived []lit         // literals that eliminate found to be true
	units   []lit         // derived, then the unit clauses
	empty   bool          // whether a clause is empty
}

// newTrail builds a trail, which has no literals until begin propagates the unit clauses. If the
// parameter resolve is true, it first resolves auxiliary variables away with the function
// eliminate.
func newTrail(f *cnf.Formula, resolve bool) *trail {
	t := &trail{
		value:   make([]int8, 2*f.NumVars),
		in:      make([][]int32, 2*f.NumVars),
		counted: make([]bool, f.NumVars),
	}
	for _, v := range f.Vars() {
		t.counted[v-1] = true
		t.open++
	}
	t.implied = implications(f)
	if resolve {
		t.gone, t.derived = eliminate(f, t.implied)
		t.units = slices.Clip(t.derived)
	}
	once(t.implied)
	rowOf := map[string]int32{}
	for _, c := range f.Clauses {
		if len(c) == 2 && c[0].Var() != c[1].Var() {
			continue
		}
		lits, tautology := normal(c)
		switch {
		case tautology:
		case len(lits) == 0:
			t.empty = true
		case len(lits) == 1:
			t.units = append(t.units, lits[0])
		default:
			t.row(rowOf, lits)
		}
	}
	t.clauses = len(t.rows)
	for _, g := range f.Groups {
		lits, _ := normal(g)
		t.groups = append(t.groups, t.row(rowOf, lits))
	}
	return t
}

// begin propagates the unit clauses and the given literals. It returns false if they contradict each
// other or the rest of the formula.
func (t *trail) begin(given []cnf.Lit) bool {
	ok := !t.empty
	for _, u := range t.units {
		ok = ok && t.decide(u)
	}
	for _, l := range given {
		ok = ok && t.decide(toLit(l))
	}
	return ok
}

// implications returns a list for each literal: the literals that the binary clauses of f imply if
// this literal is true.
func implications(f *cnf.Formula) [][]lit {
	end := make([]int, 2*f.NumVars)
	binary := func(yield func(l, implied lit)) {
		for _, c := range f.Clauses {
			if len(c) == 2 && c[0].Var() != c[1].Var() {
				yield(toLit(-c[0]), toLit(c[1]))
				yield(toLit(-c[1]), toLit(c[0]))
			}
		}
	}
	total := 0
	binary(func(l, _ lit) { end[l]++; total++ })
	block, at := make([]lit, total), 0
	lists := make([][]lit, 2*f.NumVars)
	for l, n := range end {
		lists[l] = block[at : at : at+n]
		at += n
	}
	binary(func(l, implied lit) { lists[l] = append(lists[l], implied) })
	return lists
}

func once(lists [][]lit) {
	seen := make([]int, len(lists)) // by literal: the last list that has it, plus one
	for l, list := range lists {
		once := list[:0]
		for _, m := range list {
			if seen[m] != l+1 {
				seen[m] = l + 1
				once = append(once, m)
			}
		}
		lists[l] = once
	}
}

func normal(c []cnf.Lit) (lits []lit, tautology bool) {
	lits = make([]lit, len(c))
	for i, l := range c {
		lits[i] = toLit(l)
	}
	slices.Sort(lits)
	lits = slices.Compact(lits)
	for i := 1; i < len(lits); i++ {
		tautology = tautology || lits[i] == lits[i-1].not()
	}
	return lits, tautology
}

func (t *trail) row(rowOf map[string]int32, lits []lit) int32 {
	key := make([]byte, 0, 4*len(lits))
	for _, l := range lits {
		key = append(key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	if r, ok := rowOf[string(key)]; ok {
		return r
	}
	r := int32(len(t.rows))
	rowOf[string(key)] = r
	t.rows = append(t.rows, lits)
	t.left = append(t.left, int32(len(lits)))
	t.sat = append(t.sat, 0)
	for _, l := range lits {
		t.in[l] = append(t.in[l], r)
	}
	return r
}

func (t *trail) decide(l lit) bool {
	if v := t.value[l]; v != 0 {
		return v > 0
	}
	t.push(l)
	for t.head < len(t.lits) {
		l := t.lits[t.head]
		t.head++
		if !t.propagate(l) {
			return false
		}
	}
	return true
}

func (t *trail) push(l lit) {
	t.value[l], t.value[l^1] = 1, -1
	t.lits = append(t.lits, l)
	if t.counted[l>>1] {
		t.open--
	}
}

// propagate updates the counters of all rows that contain the true literal l or its negation, and
// makes implied literals true. It returns false on a conflict. Even then it updates the remaining
// rows, so that undo can reverse the counts.
func (t *trail) propagate(l lit) bool {
	for _, r := range t.in[l] {
		t.sat[r]++
	}
	ok := true
	for _, r := range t.in[l.not()] {
		t.left[r]--
		if t.left[r] > 1 || t.sat[r] > 0 || int(r) >= t.clauses {
			continue
		}
		ok = t.last(r) && ok
	}
	if !ok {
		return false
	}
	for _, m := range t.implied[l] {
		switch t.value[m] {
		case 0:
			t.push(m)
		case -1:
			return false
		}
	}
	return true
}

func (t *trail) last(r int32) bool {
	for _, m := range t.rows[r] {
		if t.value[m] >= 0 {
			if t.value[m] == 0 {
				t.push(m)
			}
			return true
		}
	}
	return false
}

func (t *trail) undo(n int) {
	for i := len(t.lits) - 1; i >= n; i-- {
		l := t.lits[i]
		if i < t.head {
			for _, r := range t.in[l] {
				t.sat[r]--
			}
			for _, r := range t.in[l.not()] {
				t.left[r]++
			}
		}
		t.value[l], t.value[l^1] = 0, 0
		if t.counted[l>>1] {
			t.open++
		}
	}
	t.lits = t.lits[:n]
	t.head = min(t.head, n)
}

// An elimination is an auxiliary variable that was resolved away, together with the literals that
// imply it. When restore completes a model, the variable becomes true if one of these literals is
// true.
type elimination struct {
	variable int
	by       []lit
}

// eliminate resolves away the auxiliary variables of f that occur only in binary clauses. It
// changes the lists of implications in place: two implications through a variable become one
// implication that skips the variable. The projected models stay the same, because restore can
// always find a value for the variable. eliminate also returns the literals that must be true.
//
// This removes the auxiliary variables of an at-most-one in style sequential or product and
// restores the pairs that they stood for. After this step, a cube of 40 options has about 400 short
// clauses in every style. Without this step, a cube kept the auxiliary variables of all groups,
// many of which had no effect. Style product then took three times as long as pairwise.
//
// Auxiliary variables in longer clauses, such as the clauses of an XOR or a sum, stay. Resolving
// them can grow the formula without bound.
func eliminate(f *cnf.Formula, implied [][]lit) (gone []elimination, units []lit) {
	keep := make([]bool, f.NumVars) // by variable-1
	for _, v := range f.Vars() {
		keep[v-1] = true
	}
	for _, c := range f.Clauses {
		if len(c) != 2 || c[0].Var() == c[1].Var() {
			for _, l := range c {
				keep[l.Var()-1] = true
			}
		}
	}
	eliminated := make([]bool, f.NumVars)
	open := func(list []lit) []lit {
		return slices.DeleteFunc(list, func(l lit) bool { return eliminated[l>>1] })
	}
	each := func(list []lit) []lit {
		slices.Sort(list)
		return slices.Compact(list)
	}
	for v, kept := range keep {
		a := lit(2 * v)
		if kept || len(implied[a])*len(implied[a.not()]) > 1<<16 {
			continue
		}
		eliminated[v] = true
		then, by := each(open(implied[a])), each(open(implied[a.not()]))
		for i, l := range by {
			by[i] = l.not()
		}
		for _, p := range by {
			for _, s := range then {
				switch s {
				case p:
				case p.not():
					units = append(units, s)
					keep[s>>1] = true
				default:
					implied[p] = append(implied[p], s)
					implied[s.not()] = append(implied[s.not()], p.not())
				}
			}
		}
		implied[a], implied[a.not()] = nil, nil
		gone = append(gone, elimination{v + 1, by})
	}
	for l, list := range implied {
		implied[l] = open(list)
	}
	return gone, units
}

func restore(gone []elimination, m cnf.Model) {
	for i := len(gone) - 1; i >= 0; i-- {
		e := gone[i]
		m[e.variable-1] = slices.ContainsFunc(e.by, func(l lit) bool { return m[l>>1] == (l&1 == 0) })
	}
}

// probeBudget limits how many literals probe may make true. Using it all takes about a second.
const probeBudget = 20_000_000

// probe looks for failed literals. It assumes each open literal in turn. If propagation then ends
// in a conflict, probe makes the literal false for good and writes its negation as a lemma of the
// proof. It repeats this until a pass finds no failed literal or the budget is spent. It returns
// false if the whole formula is refuted or the proof returned an error.
//
// On a calendar day probe takes 40 ms and refutes a quarter of the placements: those that cut
// off cells that no piece can fill. This pays off once before a long run of the solver, but not
// for Cubes. The splits of Cubes refute the same placements anyway, and probing first doubled
// the time of a short day.
func (s *run) probe() bool {
	t := s.t
	budget := probeBudget
	for last := -1; last != len(t.lits); {
		last = len(t.lits)
		for l := range lit(len(t.value)) {
			if t.value[l] != 0 {
				continue
			}
			if budget <= 0 {
				return true
			}
			mark := len(t.lits)
			ok := t.decide(l)
			budget -= len(t.lits) - mark
			t.undo(mark)
			if ok {
				continue
			}
			if s.err = s.proof.add(l.not()); s.err != nil {
				return false
			}
			if !t.decide(l.not()) {
				s.close()
				return false
			}
		}
	}
	return true
}
