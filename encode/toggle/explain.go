package toggle

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
	"counterproof/native"
	"counterproof/native/gf2"
)

const (
	maxKernel  = 20_000 // bits of a kernel that are printed
	maxInverse = 100    // rows of an inverse that are printed
	maxDrawn   = 3      // kernel vectors in the picture
)

// Explain says what linear algebra knows about the board: rank, nullity,
// whether it is solvable and how often, the fewest presses (min_presses, and
// fewest, one such solution), a basis of the kernel, and the inverse where
// there is one. An equation of the system is a light, an unknown a button, a
// right-hand side whether it is lit. The error is ctx.Err().
func (b *Board) Explain(ctx context.Context, system gf2.System) (*encode.Explanation, error) {
	st := new(native.Stats)
	e, err := gf2.Eliminate(ctx, st, system.A, system.B)
	if err != nil {
		return nil, err
	}
	x := &encode.Explanation{}
	fact := func(name string, value any, text string) {
		x.Facts = append(x.Facts, encode.Fact{Name: name, Value: value, Text: text})
	}
	fact("rank", e.Rank(), "")
	fact("nullity", e.Nullity(), "")
	fact("solvable", e.Solvable(), "")
	fact("solutions", e.Count().String(), "")

	board := b.picture("no solution", nil)
	fewest, ok, err := e.Lightest(ctx, st)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		fact("min_presses", nil, fmt.Sprintf("not looked for: the 2^%d solutions take more than %.1g steps", e.Nullity(), float64(gf2.MaxSteps)))
		board.Title = "some solution"
		s := Presses(e.Solution(), len(b.Lit))
		board.Cell = b.picture("", &s).Cell
	case fewest != nil:
		s := Presses(fewest, len(b.Lit))
		fact("min_presses", fewest.Weight(), "")
		fact("fewest", s.Format(b.Sites()), strings.TrimSuffix(b.Draw(&s), "\n"))
		board = b.picture(fmt.Sprintf("fewest presses: %d", fewest.Weight()), &s)
	}

	pictures := []*grid.Picture{board}
	if len(b.Lit)*e.Nullity() > maxKernel {
		fact("kernel", nil, fmt.Sprintf("%d vectors of %d bits: too much to print", e.Nullity(), len(b.Lit)))
	} else {
		kernel := make([][][]int, e.Nullity())
		drawings := make([]string, e.Nullity())
		dark := &Board{b.H, b.W, make([]bool, len(b.Lit))}
		for i := range kernel {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s := Presses(e.Kernel(i), len(b.Lit))
			drawings[i] = dark.Draw(&s)
			for r := range b.H {
				row := make([]int, b.W)
				for c := range row {
					row[c] = int(s[r*b.W+c])
				}
				kernel[i] = append(kernel[i], row)
			}
			if i < maxDrawn {
				pictures = append(pictures, dark.picture(fmt.Sprintf("kernel %d", i+1), &s))
			}
		}
		text := "only the empty set of presses changes nothing"
		if len(kernel) > 0 {
			text = beside(drawings, b.W)
		}
		fact("kernel", kernel, text)
	}

	if e.Nullity() == 0 && len(b.Lit) <= maxInverse {
		inverse, err := gf2.Inverse(ctx, st, system.A)
		if err != nil {
			return nil, err
		}
		rows := make([][]int, inverse.Rows)
		var text []string
		for i := range rows {
			rows[i] = make([]int, inverse.Cols)
			for j := range rows[i] {
				if inverse.At(i, j) {
					rows[i][j] = 1
				}
			}
			text = append(text, strings.Trim(fmt.Sprint(rows[i]), "[]"))
		}
		fact("inverse", rows, strings.Join(text, "\n"))
	}
	x.SVG = func(w io.Writer) error { return grid.WriteSVG(w, pictures...) }
	return x, nil
}

// Presses is the solution of n buttons that a vector is.
func Presses(x gf2.Vector, n int) encode.Solution {
	s := make([]byte, n)
	for i := range s {
		if x.At(i) {
			s[i] = 1
		}
	}
	return encode.Solution(s)
}

// Reduce is the native method for a system: "gf2". The system is asked for when
// a search begins.
func (b *Board) Reduce(system func() gf2.System) []encode.Reduction {
	return []encode.Reduction{{
		Method:  "gf2",
		Version: gf2.Version,
		Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return system().Search(ctx, st, func(x gf2.Vector) bool { return yield(Presses(x, len(b.Lit))) })
		},
		Count: func(ctx context.Context, st *native.Stats) (*big.Int, error) {
			return system().Count(ctx, st)
		},
	}}
}
