// Package covering turns an exact cover problem into the native methods of a puzzle. It knows no
// puzzle rules.
package covering

import (
	"context"
	"io"
	"math/big"
	"sync"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/cover"
)

// ordered has the results of cover.Ordered, by the name of the first engine, for a problem that is not
// built yet. Commands ask for the methods of each board.
var ordered = func() map[string][]cover.Method {
	all := map[string][]cover.Method{}
	for _, m := range cover.Ordered(new(cover.Problem), "") {
		all[m.Name] = cover.Ordered(new(cover.Problem), m.Name)
	}
	return all
}()

// Later returns a Reduction for every engine of native/cover. The parameter first is the name of the
// engine whose method comes first. Later gets the problem and the function decode, which turns the
// chosen options into a solution, from the function build. It calls build only once, at the first
// use of one of the methods. The options come in any order, and decode may change their slice.
func Later(first string, build func() (p *cover.Problem, decode func(options []int) encode.Solution)) []encode.Reduction {
	built := sync.OnceValues(build)
	engines := sync.OnceValue(func() []cover.Method {
		p, _ := built()
		return cover.Ordered(p, first)
	})
	texts := map[string]func(io.Writer) error{"dlx": func(w io.Writer) error {
		p, _ := built()
		return p.WriteText(w)
	}}
	reductions := make([]encode.Reduction, 0, len(ordered[first]))
	for i, m := range ordered[first] {
		r := encode.Reduction{
			Method:  m.Name,
			Version: m.Version,
			Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				_, decode := built()
				var chosen []int
				return engines()[i].Solver.Search(ctx, st, func(options []int) bool {
					chosen = append(chosen[:0], options...)
					return yield(decode(chosen))
				})
			},
			Texts: texts,
		}
		if m.Counter != nil {
			r.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
				return engines()[i].Counter.Count(ctx, st)
			}
		}
		reductions = append(reductions, r)
	}
	return reductions
}
