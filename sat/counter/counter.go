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
	s, ok := prepare(c.F)
	if !ok {
		return new(big.Int), nil
	}
	s.ctx = ctx
	n := s.run()
	st.Conflicts += s.conflicts
	st.Decisions += s.decisions
	return n, s.err
}

func prepare(f *cnf.Formula) (s *search, ok bool) {
	n := f.NumVars
	s = &search{broken: []lit{}, trail: newTrail(n), cache: newCache(cacheBytes), projected: make([]bool, n), hint: make([]float64, n), occurs: make([][]lit, n)}
	for _, v := range f.Vars() {
		s.projected[v-1] = true
	}
	for _, c := range f.Clauses {
		if !s.addClause(c) {
			return s, false
		}
	}
	for c, ref := range s.long {
		clause := s.clause(ref)
		for _, l := range clause {
			list := append(s.occurs[l.index()], lit(c), lit(len(clause)-1))
			for _, o := range clause {
				if o != l {
					list = append(list, o)
				}
			}
			s.occurs[l.index()] = list
			s.hint[l.index()]++
		}
	}
	for v := range n {
		s.vars = append(s.vars, int32(v))
		s.hint[v] += float64(len(s.pairs[2*v]) + len(s.pairs[2*v+1]))
	}
	for c := range s.long {
		s.clauses = append(s.clauses, int32(c))
	}
	s.walk.near, s.walk.state = make([]bool, n), make([]state, len(s.long))
	return s, s.propagate() == nil
}

func (s *search) addClause(clause []cnf.Lit) bool {
	var c []lit
	for _, l := range clause {
		x := lit(2 * (l.Var() - 1))
		if l < 0 {
			x++
		}
		c = append(c, x)
	}
	slices.Sort(c)
	c = slices.Compact(c)
	for i := range c {
		if i > 0 && c[i] == c[i-1].not() {
			return true
		}
	}
	switch len(c) {
	case 0:
		return false
	case 1:
		if s.value[c[0]] == 0 {
			s.assign(c[0], 0)
		}
		return s.value[c[0]] > 0
	}
	s.add(c, 0)
	return true
}
