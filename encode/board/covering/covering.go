// Package covering turns an exact cover problem into the native methods of a puzzle. It knows no
// puzzle rules.
package covering

import (
	"context"
	"io"
	"math/big"
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/cover"
)

// Reduce returns a Reduction for every engine of native/cover, the best one for the problem p
// first. The function decode turns the chosen options into the solution. The options come in any
// order. The function decode may change the slice of options.
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

// Later works like Reduce, but gets the problem and the function decode from the function build. It
// calls build only once, at the first use of one of the methods. The parameter first is the name of
// the engine whose method comes first in the result.
func Later(first string, build func() (*cover.Problem, func(options []int) encode.Solution)) []encode.Reduction {
	built := sync.OnceValue(func() []encode.Reduction { return Reduce(build()) })
	methods := cover.Ordered(new(cover.Problem), first)
	reductions := make([]encode.Reduction, 0, len(methods))
	texts := map[string]func(io.Writer) error{"dlx": func(w io.Writer) error { return built()[0].Texts["dlx"](w) }} // all methods write the same text
	for _, m := range methods {
		same := func() *encode.Reduction {
			all := built()
			return &all[slices.IndexFunc(all, func(r encode.Reduction) bool { return r.Method == m.Name })]
		}
		r := encode.Reduction{
			Method:  m.Name,
			Version: m.Version,
			Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				return same().Search(ctx, st, yield)
			},
			Texts: texts,
		}
		if m.Counter != nil {
			r.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) { return same().Count(ctx, st) }
		}
		reductions = append(reductions, r)
	}
	return reductions
}
