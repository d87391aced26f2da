package encode

import (
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// Possible returns, for each site, the set of values that the site has in some solution: bit v
// stands for the value v. It considers only solutions whose values all occur in the state within,
// or all solutions if within is nil. If there is no solution, the set of every site is empty. No
// site may have more than 64 values.
//
// It writes the formula in the puzzle's default style. Then it repeatedly asks the solver for a
// solution that has some value not seen before. So there are at most as many searches as values.
// The error is ctx.Err() or an error of CNFAnd.
func Possible(ctx context.Context, p *Puzzle, in Instance, within []uint64, st *cnf.Stats, solver func(*cnf.Formula) cnf.Solver) ([]uint64, error) {
	sites := in.Sites()
	var lits []Lit // by site and value
	enc, err := CNFAnd(p, in, p.Styles[0], func(e *Encoder) {
		for i, n := range sites {
			for v := range n {
				lits = append(lits, e.Is(i, v))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	possible := make([]uint64, len(sites))
	for {
		var unseen []Lit
		k := 0
		for i, n := range sites {
			for v := range n {
				if possible[i]>>v&1 == 0 && (within == nil || within[i]>>v&1 == 1) {
					unseen = append(unseen, lits[k])
				}
				k++
			}
		}
		if len(unseen) == 0 {
			return possible, nil
		}
		f := enc.Formula
		f.Clauses = append(slices.Clip(enc.Clauses), unseen)
		found := false
		err := solver(&f).Search(ctx, st, func(m cnf.Model) bool {
			found = true
			for i, v := range []byte(enc.Decode(m)) {
				possible[i] |= 1 << v
			}
			return false
		})
		if err != nil || !found {
			return possible, err
		}
	}
}
