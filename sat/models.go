package sat

import (
	"context"
	"iter"
	"slices"

	"counterproof/sat/cnf"
)

// Models yields the models of a formula, one for each solution under its projection, in any
// order. The caller may keep the models. If the search fails, for example with ctx.Err(),
// Models yields the error last.
func Models(ctx context.Context, f *cnf.Formula) iter.Seq2[cnf.Model, error] {
	return func(yield func(cnf.Model, error) bool) {
		stopped := false
		err := Cubes{F: f, Depth: -1}.Search(ctx, new(cnf.Stats), func(m cnf.Model) bool {
			stopped = !yield(slices.Clone(m), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// Count returns the number of models of a formula under its projection. It lists them all.
func Count(ctx context.Context, f *cnf.Formula) (int64, error) {
	n := int64(0)
	err := Cubes{F: f, Depth: -1}.Search(ctx, new(cnf.Stats), func(cnf.Model) bool {
		n++
		return true
	})
	return n, err
}
