package sat

import (
	"context"
	"math"
	"slices"

	"counterproof/sat/cnf"
)

// handOver is the number of projected variables without a value at which a cube
// of automatic depth goes to the solver. Eight calendar days, pairwise, by the
// processor's time: 0.8 s at 35, a third of it in gophersat; 1.0 s and half at
// 40; 1.8 s and two thirds at 50; 4.8 s and three quarters at 120. A fixed depth
// of 5 took 1.4 s, of 4 5.2 s.
const handOver = 40

// maxWays ends the splitting of a formula that gets no smaller by it: the product
// of the options along a path. Calendar days stay at some 1,000 cubes; a bound of
// 2^16 gave them larger cubes and cost a factor of two, 2^12 one of six.
const maxWays = 1 << 22

// Cubes splits F into cubes first and lists the models of each with a solver
// of its own.
//
// A cube is the group with the fewest options left, split by its options: the
// first, or not the first but the second, and so on, and last none of them, which
// propagation closes unless F does not say that the group has one. Where no
// group is open the split is by the free variable in the most clauses. So
// cubes are disjoint and cover F whether or not its groups are what they claim.
// The solver gets what propagation leaves of F, renumbered; auxiliaries that only
// link two variables are resolved away first, so the styles of at-most-one end in
// the same cubes.
//
// Memory does not grow with the number of solutions, but by a blocking clause
// each within a cube.
type Cubes struct {
	F     *cnf.Formula
	Depth int   // decisions on a cube's path; negative: chosen by what is left
	Proof Proof // where the proof of completeness goes; nil: none
}

// Search implements cnf.Solver. st.Cubes counts the cubes handed to the
// solver, st.Closed those that propagation alone closed: refuted, or left with
// no open variable. Errors are those of Blocking.
func (c Cubes) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	return c.search(ctx, st, yield, handOver)
}

func (c Cubes) search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool, handOver int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, ok := newRun(ctx, c.F, c.Proof, true, st, yield)
	if !ok {
		st.Closed++
		return s.err
	}
	s.depth, s.handOver, s.leaf = c.Depth, handOver, s.list
	s.split(0, 1)
	return s.err
}

// List yields the cubes that Search would hand over, and those that propagation
// left no open variable, in their order: the literals decided on the path, the
// options before the chosen one negated, so that no assignment is in two cubes
// and every model of F is in one. Cubes that propagation refutes are left out. A
// cube is valid until yield returns; false stops.
func (c Cubes) List(ctx context.Context, yield func(cube []cnf.Lit) bool) error {
	return c.cubes(ctx, yield, handOver)
}

func (c Cubes) cubes(ctx context.Context, yield func(cube []cnf.Lit) bool, handOver int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, ok := newRun(ctx, c.F, nil, true, &cnf.Stats{}, nil)
	if !ok {
		return nil
	}
	s.depth, s.handOver = c.Depth, handOver
	s.leaf = func() bool { return yield(s.decided) }
	s.split(0, 1)
	return s.err
}

// A run is one search by Cubes, or by Blocking, whose formula is one cube.
type run struct {
	ctx       context.Context
	st        *cnf.Stats
	f         *cnf.Formula
	yield     func(cnf.Model) bool
	t         *trail
	residual  *residual
	certifier *certifier
	proof     *lemmas
	model     cnf.Model
	err       error // why it stopped; nil: by yield
	restart   bool  // a new solver for each model, without a proof

	depth    int
	handOver int
	free     []lit
	leaf     func() bool // what to do with a cube; false: stop
	decided  []cnf.Lit   // on the path, options and refuted options
}

// newRun propagates the unit clauses of f; false: f has no model, or an error of
// the proof.
func newRun(ctx context.Context, f *cnf.Formula, proof Proof, resolve bool, st *cnf.Stats, yield func(cnf.Model) bool) (*run, bool) {
	t, ok := newTrail(f, resolve)
	s := &run{
		ctx: ctx, st: st, f: f, yield: yield, t: t,
		residual:  newResidual(t),
		certifier: newCertifier(f),
		model:     make(cnf.Model, f.NumVars),
		proof:     newLemmas(proof),
		free:      byFrequency(f),
	}
	for _, l := range t.derived {
		if s.err = s.proof.add(l); s.err != nil {
			return s, false
		}
	}
	if !ok {
		s.close()
	}
	return s, ok
}

// split lists the models under the trail and closes it in the proof; false: stop,
// with the error in s.err.
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

// each splits by the options, one after the other, and last by none of them.
func (s *run) each(options []lit, depth, ways int) bool {
	t := s.t
	for _, l := range options {
		switch {
		case t.value[l] < 0:
			continue
		case t.value[l] > 0: // the others are refuted
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
		if !t.decide(l.not()) { // the caller undoes it
			s.st.Closed++
			return s.close()
		}
	}
	return s.split(depth, ways) // none of them
}

// full reports whether propagation left no open variable.
func (s *run) full() bool { return len(s.t.lits)+len(s.t.gone) == s.f.NumVars }

// list lists the models of a cube; false: stop.
func (s *run) list() bool {
	if s.full() {
		s.st.Closed++
		return s.emit() && s.close()
	}
	s.st.Cubes++
	return s.solve()
}

// branch returns the literals to split by, nil to hand over.
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

// shortest is the first open projected variable of the shortest open clause
// that has one, binary clauses left out. On Lights Out, written as parities, a
// value shortens its parities, and the next one goes on there until they imply
// something: the 256 solutions of the 9x9 board, style direct, took 0.01 s, where
// splitting by the most frequent free variable took 25 s.
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
		if least == 2 { // no open clause is shorter
			break
		}
	}
	return best, ok
}

// byFrequency lists the free variables of f, those in the most clauses first.
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
