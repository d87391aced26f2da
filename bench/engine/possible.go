package engine

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// Possible has by site the values that the site has in some solution, bit v for
// the value v, found by SAT in the puzzle's default style: of those within the
// given state, nil for all. No site may have more than 64 values. Where there is
// no solution, no site has a value. It asks for solutions that have a value not
// yet seen until there is none, so that there are at most as many as values. The
// error is ctx.Err(), or about the formula.
func Possible(ctx context.Context, p *encode.Puzzle, in encode.Instance, within []uint64, st *cnf.Stats) ([]uint64, error) {
	sites := in.Sites()
	var lits []cnf.Lit // by site and value
	enc, err := encode.CNFAnd(p, in, p.Styles[0], func(e *encode.Encoder) {
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
		var unseen []cnf.Lit
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
		err := sat.Blocking{F: &f}.Search(ctx, st, func(m cnf.Model) bool {
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
