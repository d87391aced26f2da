// Package counter counts the models of a formula under its projection exactly, without listing them. It
// uses no other solver and knows no puzzle.
//
// The search decides projected variables, learns clauses from conflicts, and splits what remains into
// components that share no variable. It multiplies the counts of components and keeps them in a cache. If
// a component has no projected variable, one model is enough. The parts of the method come from these papers:
//
//   - components: Bayardo and Pehoushek, Counting Models Using Connected Components, AAAI 2000
//   - a cache, and what learned clauses do to it: Sang, Bacchus, Beame, Kautz and Pitassi, Combining Component
//     Caching and Clause Learning for Effective Model Counting, SAT 2004
//   - the walk that finds components, and the way back from a conflict: Thurley, sharpSAT, SAT 2006
//   - an order by a tree decomposition: Korhonen and Järvisalo, SharpSAT-TD, CP 2021
//   - projected variables first: Lagniez and Marquis, A Recursive Algorithm for Projected Model
//     Counting, AAAI 2019
//
// GANAK and sharpSAT-TD compare hashes of components. This package compares whole keys, so a count never
// depends on chance.
package counter

import (
	"context"
	"math/big"
	"slices"

	"counterproof/sat/cnf"
)

// Version must be raised when a change can affect the answers or the cost of the counter.
const Version = 1

// A Counter counts the projected models of F.
type Counter struct {
	F *cnf.Formula
}

// cacheBytes bounds the cache. All else needs memory in proportion to the formula and to the learned clauses.
const cacheBytes = 512 << 20

// Count returns the number of assignments of the projected variables that can be extended to a model.
// If ctx ends first, the error is ctx.Err().
func (c Counter) Count(ctx context.Context, st *cnf.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := prepare(ctx, c.F, (*search).guide)
	n := new(big.Int)
	switch {
	case s.err != nil:
		n = nil
	case ok:
		n = s.run()
	}
	st.Conflicts += s.conflicts
	st.Decisions += s.decisions
	return n, s.err
}

// prepare returns the search for a formula. If unit propagation finds that it has no models, the result is false.
// The function guide prepares the decisions.
func prepare(ctx context.Context, f *cnf.Formula, guide func(s *search, clauses [][]lit)) (s *search, ok bool) {
	var clauses [][]lit
	for _, clause := range f.Clauses {
		if c, always := literals(clause); !always {
			clauses = append(clauses, c)
		}
	}
	s = newSearch(f.NumVars, clauses)
	s.ctx = ctx
	if s.propagate() != nil {
		return s, false
	}
	for _, v := range f.Vars() {
		s.projected[v-1] = true
	}
	for c, ref := range s.long {
		s.plain[c] = !slices.ContainsFunc(s.clause(ref), func(l lit) bool { return !s.projected[l.index()] })
	}
	guide(s, clauses)
	return s, true
}

// guide projects to more variables, and sets the hints of decisions.
func (s *search) guide(clauses [][]lit) {
	if slices.Contains(s.projected, false) && slices.Contains(s.projected, true) {
		s.define(clauses)
	}
	if s.err == nil {
		s.order()
	}
}

// literals returns the literals of a clause, each once. If the clause is always true, it returns true.
func literals(clause []cnf.Lit) (c []lit, always bool) {
	for _, l := range clause {
		x := lit(2 * (l.Var() - 1))
		if l < 0 {
			x++
		}
		c = append(c, x)
	}
	slices.Sort(c)
	c = slices.Compact(c)
	for i, l := range c {
		always = always || i > 0 && l == c[i-1].not()
	}
	return c, always
}

// newSearch returns a search without projected variables. The unit clauses are assigned but not propagated.
func newSearch(vars int, clauses [][]lit) *search {
	s := &search{trail: newTrail(vars), cache: newCache(cacheBytes), projected: make([]bool, vars), hint: make([]float64, vars),
		occurs: make([][]lit, vars), broken: []lit{}}
	for _, c := range clauses {
		switch {
		case len(c) == 0 || len(c) == 1 && s.value[c[0]] < 0:
			s.refuted = true
		case len(c) > 1:
			s.add(c, 0)
		case s.value[c[0]] == 0:
			s.assign(c[0], 0)
		}
	}
	for c, ref := range s.long {
		s.clauses = append(s.clauses, int32(c))
		clause := s.clause(ref)
		for i, l := range clause {
			list := append(s.occurs[l.index()], lit(c), lit(len(clause)-1))
			s.occurs[l.index()] = append(append(list, clause[:i]...), clause[i+1:]...)
			s.hint[l.index()]++
		}
	}
	for v := range vars {
		s.vars = append(s.vars, int32(v))
		s.hint[v] += float64(len(s.pairs[2*v]) + len(s.pairs[2*v+1]))
	}
	s.plain, s.links = make([]bool, len(s.long)), s.pairs
	s.walk.near, s.walk.state = make([]bool, vars), make([]state, len(s.long))
	return s
}
