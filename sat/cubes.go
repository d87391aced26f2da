package sat

import (
	"context"
	"slices"

	"counterproof/native"
	"counterproof/sat/cnf"
)

// handOver is the number of projected variables without a value at which a cube
// of automatic depth goes to the solver.
const handOver = 40

// Cubes splits F into cubes first and lists the models of each with a solver
// of its own.
//
// A cube is the group with the fewest options left, split by its options: the
// first, or not the first but the second, and so on, and last none of them, which
// propagation closes unless F does not say that the group has one. Where no
// group is open the split is by the free variable in the most clauses. So
// cubes are disjoint and cover F whether or not its groups are what they claim.
// The solver gets what propagation leaves of F, renumbered.
//
// Memory does not grow with the number of solutions, but by a blocking clause
// each within a cube.
type Cubes struct {
	F     *cnf.Formula
	Depth int // decisions on a cube's path; negative: chosen by what is left
}

// Search implements native.Solver. st.Cubes counts the cubes handed to the
// solver, st.Closed those that propagation alone closed: refuted, or left with
// no open variable. Errors are those of Blocking.
func (c Cubes) Search(ctx context.Context, st *native.Stats, yield func(cnf.Model) bool) error {
	return c.search(ctx, st, yield, handOver)
}

func (c Cubes) search(ctx context.Context, st *native.Stats, yield func(cnf.Model) bool, handOver int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, ok := newRun(ctx, c.F, st, yield)
	if !ok {
		st.Closed++
		return nil
	}
	s.depth, s.handOver = c.Depth, handOver
	s.free = byFrequency(c.F)
	s.split(0)
	return s.err
}

// A run is one search by Cubes, or by Blocking, whose formula is one cube.
type run struct {
	ctx       context.Context
	st        *native.Stats
	f         *cnf.Formula
	yield     func(cnf.Model) bool
	t         *trail
	residual  *residual
	certifier *certifier
	model     cnf.Model
	err       error // why it stopped; nil: by yield

	depth    int
	handOver int
	free     []lit
}

// newRun propagates the unit clauses of f; false: f has no model.
func newRun(ctx context.Context, f *cnf.Formula, st *native.Stats, yield func(cnf.Model) bool) (*run, bool) {
	t, ok := newTrail(f)
	if !ok {
		return nil, false
	}
	return &run{
		ctx: ctx, st: st, f: f, yield: yield, t: t,
		residual:  newResidual(t),
		certifier: newCertifier(f),
		model:     make(cnf.Model, f.NumVars),
	}, true
}

// split lists the models under the trail; false: stop, with the error in s.err.
func (s *run) split(depth int) bool {
	if s.err = s.ctx.Err(); s.err != nil {
		return false
	}
	t := s.t
	if len(t.lits) == s.f.NumVars {
		s.st.Closed++
		return s.emit()
	}
	options := s.branch(depth)
	if options == nil {
		s.st.Cubes++
		return s.solve()
	}
	for _, l := range options {
		switch {
		case t.value[l] < 0:
			continue
		case t.value[l] > 0: // the others are refuted
			return s.split(depth + 1)
		}
		mark := len(t.lits)
		ok := true
		if t.decide(l) {
			ok = s.split(depth + 1)
		} else {
			s.st.Closed++
		}
		t.undo(mark)
		if !ok {
			return false
		}
		if !t.decide(l.not()) { // the caller undoes it
			s.st.Closed++
			return true
		}
	}
	return s.split(depth + 1) // none of them
}

// branch returns the literals to split by, nil to hand over.
func (s *run) branch(depth int) []lit {
	t := s.t
	if depth == s.depth || s.depth < 0 && t.open <= s.handOver {
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
	for _, l := range s.free {
		if t.value[l] == 0 {
			return []lit{l}
		}
	}
	return nil
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
