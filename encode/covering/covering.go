// Package covering turns an exact cover problem into the native methods of a
// puzzle. It knows no rules.
package covering

import (
	"context"
	"io"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/cover"
)

// Reduce gives every engine of native/cover as a reduction, the best for p
// first. decode turns the chosen options, in any order and its own to change,
// into the solution.
func Reduce(p *cover.Problem, decode func(options []int) encode.Solution) []encode.Reduction {
	var reductions []encode.Reduction
	for _, m := range cover.Methods(p) {
		r := encode.Reduction{
			Method:  m.Name,
			Version: m.Version,
			Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				var chosen []int
				return m.Solver.Search(ctx, st, func(options []int) bool {
					chosen = append(chosen[:0], options...)
					return yield(decode(chosen))
				})
			},
			Texts: map[string]func(io.Writer) error{"dlx": p.WriteText},
		}
		if m.Counter != nil {
			r.Count = m.Counter.Count
		}
		reductions = append(reductions, r)
	}
	return reductions
}
