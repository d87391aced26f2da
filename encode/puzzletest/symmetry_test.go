package puzzletest

import (
	"context"
	"errors"
	"math/big"
	"strings"

	"counterproof/encode"
	"counterproof/native"
)

// symmetryMutants returns changes of the Latin square suite that break Canonical or Orbits, and one
// harmless change.
func symmetryMutants() []mutant {
	return []mutant{
		{"Canonical leads out of the solutions", "symmetry", bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) {
				return func(s encode.Solution) encode.Solution { return s[1:] + s[:1] }, nil
			}
		})},
		{"Canonical does not give the first image", "symmetry", bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) {
				return func(s encode.Solution) encode.Solution {
					return max(s, encode.Solution(strings.NewReplacer("\x00", "\x01", "\x01", "\x00").Replace(string(s))))
				}, nil
			}
		})},
		{"Canonical gives up on some boards: only the identity", "symmetry", bend(func(b *bent) {
			if strings.Trim(b.Instance.String(), "./") == "" {
				b.canonical = func() (func(encode.Solution) encode.Solution, error) {
					return func(s encode.Solution) encode.Solution { return s }, nil
				}
			}
		})},
		{"Canonical returns nothing", "symmetry", bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) { return nil, nil }
		})},
		{"a method counts up to symmetries that nobody knows", "symmetry", bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) { return nil, errors.New("too hard") }
		})},
		{"symmetries are not known, and nothing counts up to them", "", bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) { return nil, errors.New("too hard") }
			b.reduce = func(r *encode.Reduction) { r.Orbits = nil }
		})},
		{"Orbits is off by one", "symmetry", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				orbits := r.Orbits
				r.Orbits = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
					n, err := orbits(ctx, st)
					return n.Add(n, big.NewInt(1)), err
				}
			}
		})},
		{"Orbits counts all solutions", "symmetry", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) { r.Orbits = r.Count }
		})},
		{"Orbits returns an error", "cancellation symmetry", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				r.Orbits = func(context.Context, *native.Stats) (*big.Int, error) { return nil, errors.New("too large") }
			}
		})},
		{"Orbits ignores the context", "cancellation", bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) {
				orbits := r.Orbits
				r.Orbits = func(_ context.Context, st *native.Stats) (*big.Int, error) { return orbits(context.Background(), st) }
			}
		})},
	}
}

// marginMutants returns changes of the domino suite that make its answers depend on closed cells
// around the board, or that draw the margin wrongly.
func marginMutants() []mutant {
	return []mutant{
		{"Canonical reflects the drawing", "margin", bend(func(b *bent) {
			in := b.Instance.(*domino)
			b.canonical = func() (func(encode.Solution) encode.Solution, error) {
				return in.within([2]int{0, 0}, [2]int{len(in.rows) - 1, len(in.rows[0]) - 1}), nil
			}
		})},
		{"Canonical forgets a board that is closed at the top", "margin", bend(func(b *bent) {
			if in := b.Instance.(*domino); !strings.Contains(in.rows[0], ".") {
				b.canonical = func() (func(encode.Solution) encode.Solution, error) { return nil, errors.New("forgotten") }
			}
		})},
		{"a closed row at the bottom loses a solution", "margin", bend(func(b *bent) {
			rows := b.Instance.(*domino).rows
			if strings.Contains(rows[0], "#") || strings.Contains(rows[len(rows)-1], ".") {
				return
			}
			b.reduce = func(r *encode.Reduction) {
				search := r.Search
				r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
					n := 0
					return search(ctx, st, func(s encode.Solution) bool { n++; return n == 1 || yield(s) })
				}
			}
		})},
		{"no margin is drawn", "margin", func(s *Suite) { s.Margin = func(text string, _ [4]int) string { return text } }},
		{"a margin that does not parse", "margin", func(s *Suite) { s.Margin = func(text string, _ [4]int) string { return "#" + text } }},
	}
}
