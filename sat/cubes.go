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
	t, ok := newTrail(c.F)
	if !ok {
		st.Closed++
		return nil
	}
	s := &splitter{ctx: ctx, st: st, f: c.F, depth: c.Depth, handOver: handOver, t: t, yield: yield}
	s.certifier = newCertifier(c.F)
	s.free = byFrequency(c.F)
	s.residual = newResidual(t)
	s.model = make(cnf.Model, c.F.NumVars)
	s.split(0)
	return s.err
}

// A splitter is one run of Cubes.
type splitter struct {
	ctx       context.Context
	st        *native.Stats
	f         *cnf.Formula
	depth     int
	handOver  int
	t         *trail
	free      []lit
	residual  *residual
	certifier *certifier
	model     cnf.Model
	yield     func(cnf.Model) bool
	err       error
}

// split lists the models under the trail; false: stop, with the error in s.err.
func (s *splitter) split(depth int) bool {
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
func (s *splitter) branch(depth int) []lit {
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

// solve lists the models of the cube on the trail; false: stop.
func (s *splitter) solve() bool {
	s.st.Cubes++
	clauses, vars := s.residual.reduce(s.t)
	e := newEngine(clauses, len(vars), s.st)
	for {
		if s.err = s.ctx.Err(); s.err != nil {
			return false
		}
		small, ok := e.solve()
		if !ok {
			return true
		}
		for i, v := range vars {
			s.model[v-1] = small[i]
		}
		if !s.emit() {
			return false
		}
		block := s.residual.block(s.t, blocking(s.f, s.model))
		if len(block) == 0 { // one solution in this cube
			return true
		}
		e.add(block)
	}
}

// emit completes the model by the trail, certifies it and yields it.
func (s *splitter) emit() bool {
	for _, l := range s.t.lits {
		s.model[l.variable()-1] = l&1 == 0
	}
	if s.err = s.certifier.check(s.model); s.err != nil {
		return false
	}
	return s.yield(s.model)
}
