package sat

import (
	"cmp"
	"context"
	"math"
	"slices"

	"counterproof/sat/cnf"
)

// handOver is the number of open projected variables at which a cube of automatic depth goes to
// the solver. Six calendar days, style pairwise, took this CPU time:
//
//   - 0.19 s at 10 with 900 cubes, 0.21 s at 20 with 1,400;
//   - 0.26 s at 30, 0.46 s at 40, and 0.72 s at 50 with 3,300 cubes, most of it in gophersat.
//
// 100 boards of Laplace took 28 s at 20 and more than 78 s at 40. On boards of ten other puzzles, the
// two differed by up to a fifth in either direction.
const handOver = 20

// maxWays limits the product of the numbers of options along a path. The limit ends the splitting
// of a formula that does not get smaller. Lower limits cost much. The pentominoes in 5x10 cells took
// about 190 s of CPU time at 2^22, 40 s at 2^26, 23 s at 2^28, 15 s at 2^30, and 13 s from 2^32.
// The proof of their number had 1.5 GB at 2^22, and has 0.12 GB at 2^40.
//
// Random 3-SAT formulas of 170 variables took 7.2 s at 2^22, 1.5 s at 2^30, and 0.8 s without a limit.
// The boards of ten other puzzles end before 2^22.
const maxWays = 1 << 40

// Cubes splits F into cubes and lists the models of each cube with a solver of its own.
//
// A split takes the group with the fewest options left. The branches are: the first option; not the
// first option but the second; and so on; and finally none of the options. Propagation closes the
// last branch if the clauses of F require one option of the group. If no group is open, a split
// takes an open projected variable of the shortest open clause. If there is no such clause, it
// takes the free variable that occurs in the most clauses. So the cubes are disjoint and cover F,
// even if F breaks the promise of its groups.
//
// The solver gets the formula that propagation leaves, renumbered. Auxiliary variables that only
// occur in binary clauses are resolved away first, so all styles of at-most-one end in the same
// cubes.
//
// Within a cube, memory grows by one blocking clause for each solution. The memory does not grow
// from cube to cube.
type Cubes struct {
	F     *cnf.Formula
	Depth int       // number of splits on the path to a cube; negative: chosen by the open variables
	Proof Proof     // receives the proof of completeness; nil: no proof
	Base  *Base     // F, prepared for Cubes; nil: Search prepares F
	Given []cnf.Lit // literals of projected variables, which are unit clauses in addition to F
	later int       // subtracted from handOver; for tests
}

// Search implements cnf.Solver. In st.Cubes, it counts the cubes that it passes to the solver. In
// st.Closed, it counts the cubes that propagation closed, because they are refuted or have no open
// variable left. It returns the same errors as Blocking.Search.
func (c Cubes) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return c.walk(ctx, c.Proof, st, yield, (*run).list)
}

// List yields cubes in the order of Search: those that Search passes to the solver, and those
// that propagation leaves without an open variable. It omits cubes that propagation refutes.
//
// A cube lists the literals decided on its path. It contains the negation of each option that was
// tried before the chosen one. So no assignment is in two cubes, and every model of F is in one
// cube. A cube is valid until yield returns. List stops when yield returns false.
func (c Cubes) List(ctx context.Context, yield func(cube []cnf.Lit) bool) error {
	return c.walk(ctx, nil, &cnf.Stats{}, nil, func(s *run) bool { return yield(s.decided) })
}

// walk splits F and passes each cube, as a run, to the function leaf.
func (c Cubes) walk(ctx context.Context, proof Proof, st *cnf.Stats, yield func(cnf.Model) bool, leaf func(*run) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	base := c.Base
	if base == nil {
		base = Prepare(c.F, true)
	}
	defer base.t.undo(0)
	s, ok := newRun(ctx, base, c.Given, proof, st, yield)
	if !ok {
		st.Closed++
		return s.err
	}
	s.depth, s.handOver, s.leaf = c.Depth, handOver-c.later, func() bool { return leaf(s) }
	s.split(0, 1)
	return s.err
}

// A run is one search by Cubes or by Blocking. Blocking treats the whole formula as one cube.
type run struct {
	*Base
	ctx     context.Context
	st      *cnf.Stats
	yield   func(cnf.Model) bool
	given   []cnf.Lit
	proof   lemmas
	model   cnf.Model
	err     error // why the run stopped; nil if it finished or yield stopped it
	restart bool  // start a new solver for each model, without a proof
	more    func() [][]cnf.Lit

	depth    int
	handOver int
	leaf     func() bool // handles a cube; returns false to stop
	decided  []cnf.Lit   // decisions on the path: options and negated earlier options
}

func newRun(ctx context.Context, b *Base, given []cnf.Lit, proof Proof, st *cnf.Stats, yield func(cnf.Model) bool) (*run, bool) {
	s := &run{
		Base: b, ctx: ctx, st: st, yield: yield, given: given,
		model: make(cnf.Model, b.f.NumVars),
		proof: lemmas{to: cmp.Or[Proof](proof, silent{})},
	}
	for _, l := range b.t.derived {
		if s.err = s.proof.add(l); s.err != nil {
			return s, false
		}
	}
	ok := b.t.begin(given)
	if !ok {
		s.close()
	}
	return s, ok
}

// split splits the formula that the trail leaves and passes each cube to the function leaf. It
// returns false if the search must stop. If the reason is an error, s.err holds this error.
func (s *run) split(depth, ways int) bool {
	if s.err = s.ctx.Err(); s.err != nil {
		return false
	}
	if s.full() {
		return s.leaf()
	}
	options := s.branch(depth, ways)
	if options == nil {
		return s.leaf()
	}
	before := len(s.decided)
	if !s.each(options, depth+1, ways*(len(options)+1)) {
		return false
	}
	s.err = s.proof.forget(s.decided[before:])
	s.decided = s.decided[:before]
	return s.err == nil
}

// each branches on the options one after the other, and finally on the case that none of them is
// true.
func (s *run) each(options []lit, depth, ways int) bool {
	t := s.t
	for _, l := range options {
		switch {
		case t.value[l] < 0:
			continue
		case t.value[l] > 0: // no further option has to be tried
			return s.split(depth, ways)
		}
		mark := len(t.lits)
		ok := false
		s.proof.enter(l)
		s.decided = append(s.decided, l.cnf())
		if t.decide(l) {
			ok = s.split(depth, ways)
		} else {
			s.st.Closed++
			ok = s.close()
		}
		s.decided = s.decided[:len(s.decided)-1]
		s.proof.leave()
		t.undo(mark)
		if !ok {
			return false
		}
		s.decided = append(s.decided, l.not().cnf())
		if !t.decide(l.not()) { // the caller undoes the decision
			s.st.Closed++
			return s.close()
		}
	}
	return s.split(depth, ways) // none of them
}

// full reports whether no variable is open: each one has a value or was resolved away.
func (s *run) full() bool { return len(s.t.lits)+len(s.t.gone) == s.f.NumVars }

func (s *run) list() bool {
	if s.full() {
		s.st.Closed++
		return s.emit() && s.close()
	}
	s.st.Cubes++
	return s.solve()
}

func (s *run) branch(depth, ways int) []lit {
	t := s.t
	if depth == s.depth || s.depth < 0 && (t.open <= s.handOver || ways > maxWays) {
		return nil
	}
	best := int32(-1)
	for _, r := range t.groups {
		if t.sat[r] == 0 && (best < 0 || t.left[r] < t.left[best]) {
			best = r
		}
	}
	if best >= 0 && t.left[best] > 0 {
		options := make([]lit, 0, t.left[best])
		for _, l := range t.rows[best] {
			if t.value[l] == 0 {
				options = append(options, l)
			}
		}
		return options
	}
	if l, ok := s.shortest(); ok {
		return []lit{l}
	}
	for _, l := range s.free {
		if t.value[l] == 0 {
			return []lit{l}
		}
	}
	return nil
}

// shortest returns the first open projected variable of the shortest open clause that has one.
// It ignores binary clauses.
//
// This choice helps on Lights Out, whose clauses encode parities. Giving a variable a value
// shortens its parities. The next split then takes another variable of the same parity, until the
// parity implies a value. The 256 solutions of the 9x9 board in style direct took 0.01 s. Splitting
// by the most frequent free variable took 25 s.
func (s *run) shortest() (best lit, ok bool) {
	t := s.t
	least := int32(math.MaxInt32)
	for r, row := range t.rows[:t.clauses] {
		if t.sat[r] > 0 || t.left[r] >= least {
			continue
		}
		for _, l := range row {
			if t.value[l] == 0 && t.counted[l>>1] {
				best, ok, least = l&^1, true, t.left[r]
				break
			}
		}
		if least == 2 { // an open clause has at least two open literals
			break
		}
	}
	return best, ok
}

// byFrequency lists the free variables of f. The variables that occur most often in clauses
// come first.
func byFrequency(f *cnf.Formula) []lit {
	count := make([]int, f.NumVars)
	for _, c := range f.Clauses {
		for _, l := range c {
			count[l.Var()-1]++
		}
	}
	var free []lit
	for _, l := range f.Free {
		free = append(free, toLit(l)&^1)
	}
	slices.Sort(free)
	free = slices.Compact(free)
	slices.SortStableFunc(free, func(a, b lit) int { return count[b>>1] - count[a>>1] })
	return free
}
