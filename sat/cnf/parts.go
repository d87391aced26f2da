package cnf

import (
	"context"
	"iter"
	"slices"
)

// Parts returns formulas that together have exactly the projected models that the cubes select. No
// two formulas share a projected model. If ctx ends, some formulas may be missing.
//
// The cubes may overlap, so branch splits them into branches that do not overlap. If a cube has a
// literal of a variable that is not projected, branches could still share projected models. In this
// case the only part is one formula with an additional variable for each cube.
func (s *Split) Parts(ctx context.Context) iter.Seq[*Formula] {
	return func(yield func(*Formula) bool) {
		switch {
		case s.Whole:
			yield(s.Formula)
		case s.cubesProjected():
			s.branch(ctx, nil, s.Cubes, yield)
		default:
			yield(s.selected())
		}
	}
}

func (s *Split) cubesProjected() bool {
	projected := make([]bool, s.Formula.NumVars+1)
	for _, l := range s.Formula.Free {
		projected[l.Var()] = true
	}
	return !slices.ContainsFunc(s.Cubes, func(cube []Lit) bool {
		return slices.ContainsFunc(cube, func(l Lit) bool { return !projected[l.Var()] })
	})
}

// branch yields formulas for the models within a cube and with the literals of path, which are unit
// clauses and not in the cubes. It splits on the first literal of the first cube, because cubes can
// be the leaves of a search tree. If yield returns false, branch returns false.
func (s *Split) branch(ctx context.Context, path, cubes [][]Lit, yield func(*Formula) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	if len(cubes) == 0 {
		return true
	}
	if slices.ContainsFunc(cubes, func(cube []Lit) bool { return len(cube) == 0 }) {
		return yield(s.Formula.and(path...)) // an empty cube contains all models of this branch
	}
	first := cubes[0][0]
	for _, l := range []Lit{first, -first} {
		var rest [][]Lit
		for _, cube := range cubes {
			if !slices.Contains(cube, -l) {
				if slices.Contains(cube, l) {
					cube = slices.DeleteFunc(slices.Clone(cube), func(x Lit) bool { return x == l })
				}
				rest = append(rest, cube)
			}
		}
		if !s.branch(ctx, append(slices.Clip(path), []Lit{l}), rest, yield) {
			return false
		}
	}
	return true
}

// selected adds a variable for each cube, which implies its literals. At least one must be true.
func (s *Split) selected() *Formula {
	var clauses [][]Lit
	var some []Lit
	for i, cube := range s.Cubes {
		chosen := Lit(s.Formula.NumVars + 1 + i)
		some = append(some, chosen)
		for _, l := range cube {
			clauses = append(clauses, []Lit{-chosen, l})
		}
	}
	f := s.Formula.and(append(clauses, some)...)
	f.NumVars += len(some)
	return f
}

// Rest returns a formula whose models are the models of s.Formula that no cube selects.
func (s *Split) Rest() *Formula {
	var clauses [][]Lit
	for _, cube := range s.Cubes {
		clauses = append(clauses, Negated(cube))
	}
	return s.Formula.and(clauses...)
}

func (f *Formula) and(clauses ...[]Lit) *Formula {
	both := *f
	both.Clauses = slices.Concat(f.Clauses, clauses)
	return &both
}
