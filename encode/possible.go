package encode

import (
	"context"
	"slices"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// Possible returns, for each site, the set of values that the site has in at least one solution:
// bit v stands for the value v. If the parameter within is not nil, Possible looks only for the
// values in within, and the sets may lack other values. If there is no solution, the set of every
// site is empty. No site may have more than 64 values.
//
// Possible writes the formula in the puzzle's default style. Then it repeatedly asks the solver for
// a solution with at least one new value. So there is at most one search for each value. The error
// is ctx.Err() or an error of CNFAnd.
func Possible(ctx context.Context, p *Puzzle, in Instance, within []uint64, st *cnf.Stats, solver func(*cnf.Formula) cnf.Solver) ([]uint64, error) {
	sites := in.Sites()
	seen := make([][]bool, len(sites))
	for i, n := range sites {
		seen[i] = wording.Fill(n, func(v int) bool { return within != nil && within[i]>>v&1 == 0 })
	}
	possible := make([]uint64, len(sites))
	err := FindUnseen(ctx, p, in, seen, st, solver, func(s Solution) {
		for i, v := range s.Values(false) {
			possible[i] |= 1 << v
		}
	})
	return possible, err
}

// FindUnseen looks for solutions with values that no earlier solution had. The caller says in
// seen[i][v] whether value v of site i needs no further solution. FindUnseen passes each solution
// that it finds to the function found, and marks the values of the solution as seen. If FindUnseen
// returns nil, the values that are still unseen do not occur in any solution.
//
// Each solution has a new value, so there is at most one search for each value. The error is
// ctx.Err() or an error of CNFAnd.
func FindUnseen(ctx context.Context, p *Puzzle, in Instance, seen [][]bool, st *cnf.Stats, solver func(*cnf.Formula) cnf.Solver, found func(Solution)) error {
	wide := Wide(in.Sites())
	var lits []Lit // by site and value
	enc, err := CNFAnd(ctx, p, in, p.Styles[0], 0, func(e *Encoder) {
		for i, values := range seen {
			for v := range values {
				lits = append(lits, e.Is(i, v))
			}
		}
	})
	if err != nil {
		return err
	}
	for {
		unseen := Keep(lits, Where(slices.Concat(seen...), func(done bool) bool { return !done }))
		if len(unseen) == 0 {
			return nil
		}
		f := enc.Formula
		f.Clauses = append(slices.Clip(enc.Clauses), unseen)
		any := false
		err := solver(&f).Search(ctx, st, func(m cnf.Model) bool {
			any = true
			s := enc.Decode(m)
			for i, v := range s.Values(wide) {
				seen[i][v] = true
			}
			found(s)
			return false
		})
		if err != nil || !any {
			return err
		}
	}
}
