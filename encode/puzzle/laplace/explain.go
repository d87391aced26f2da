package laplace

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/linear"
)

const (
	maxMatrix  = 144     // a matrix with more rows is not printed
	maxKernel  = 1 << 16 // a kernel with more numbers is not printed: 32x32 has 63 vectors
	maxVectors = 12      // the largest number of vectors in a text
	page       = 100     // the number of characters in a line of vectors
	maxPicture = 3       // the largest number of vectors in the picture
	maxNodes   = 150_000 // the largest number of nodes for counting, and again for finding the numbers of a picture
)

// Explain implements encode.Explainable. The facts are:
//
//   - matrix and inverse, with one row for each clue, for up to 144 cells; inverse only if all its
//     entries are integers
//   - determinant, rank and nullity
//   - kernel, a basis of the null vectors of the matrix that have integer entries; each vector is
//     a grid of h rows of w numbers
//   - solution, if the nullity is 0: the only solution if any rational numbers are allowed
//   - in_range, whether the numbers of this solution are integers within the range
//   - rule, how to find the numbers without the inverse, in words
//   - derivation, for up to 36 cells: the steps that find all grids whose clues are 0
//   - solutions, the number of solutions within the range
//
// The error is ctx.Err(). The picture shows a solution. The function Picture searches for this
// solution, and returns ctx.Err() if the context ends.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	return b.explain(ctx, maxNodes)
}

func explainInverse(ctx context.Context, a linear.Matrix, x *encode.Explanation) error {
	inverse, err := linear.Inverse(ctx, a)
	if err != nil {
		return err
	}
	all := slices.Concat(inverse...)
	rows := slices.Chunk(wording.Each(all, (*big.Rat).Num), len(a))
	x.Add("inverse", slices.Collect(rows), aligned(len(a), wording.Each(all, (*big.Rat).RatString)))
	return nil
}

func (b *Board) explain(ctx context.Context, limit int64) (*encode.Explanation, error) {
	a := b.matrix()
	x := &encode.Explanation{}
	if len(a) <= maxMatrix {
		x.Add("matrix", [][]int(a), aligned(len(a), grid.Decimals(slices.Concat(a...))))
	}
	// A reflection of the board changes neither determinant, and short rows keep the matrix narrow.
	det, err := linear.Det(ctx, newBoard(b.kernel, 0, 0, max(b.h, b.w), min(b.h, b.w)).matrix())
	if err != nil {
		return nil, err
	}
	x.Add("determinant", det, "")
	e, err := linear.Reduce(ctx, a)
	if err != nil {
		return nil, err
	}
	x.Add("rank", e.Rank(), "")
	x.Add("nullity", e.Nullity(), "")
	vectors, err := b.explainKernel(ctx, e, x)
	if err != nil {
		return nil, err
	}
	if det.CmpAbs(big.NewInt(1)) == 0 && len(a) <= maxMatrix {
		if err := explainInverse(ctx, a, x); err != nil {
			return nil, err
		}
	}
	if err := b.explainSolution(ctx, a, e, x); err != nil {
		return nil, err
	}

	x.Add("rule", rules[b.kernel], "")
	if len(a) <= maxDerived {
		steps := b.derive()
		x.Add("derivation", steps, strings.Join(steps, "\n"))
	}

	system := b.newSystem()
	limited := func() *native.Stats { return &native.Stats{Limit: native.Limit{Nodes: limit}} }
	n, err := system.Count(ctx, limited())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		x.Add("solutions", nil, "not counted: "+err.Error())
	default:
		x.Add("solutions", n.String(), "")
	}
	several := n != nil && n.CmpAbs(big.NewInt(1)) > 0
	x.Picture = func() (*draw.Picture, error) { return b.picture(ctx, system, limited(), several, vectors) }
	return x, nil
}

func (b *Board) picture(ctx context.Context, system *linear.System, limited *native.Stats, several bool, vectors [][]*big.Int) (*draw.Picture, error) {
	board := b.numbered(nil)
	system.Search(ctx, limited, func(x []int) bool {
		board = b.numbered(slices.Clone(x))
		if several {
			board.Title += ", one of several"
		}
		return false
	})
	if ctx.Err() != nil { // otherwise the board would lack its numbers
		return nil, ctx.Err()
	}
	pictures := []*grid.Board{board}
	for i, v := range vectors[:min(len(vectors), maxPicture)] {
		pictures = append(pictures, b.vector(i, v))
	}
	return grid.Draw(pictures...), nil
}

func (b *Board) explainKernel(ctx context.Context, e *linear.Echelon, x *encode.Explanation) ([][]*big.Int, error) {
	if e.Nullity()*len(b.clues) > maxKernel {
		x.Add("kernel", nil, fmt.Sprintf("%d vectors of %d numbers: too much to print", e.Nullity(), len(b.clues)))
		return nil, nil
	}
	vectors, err := e.Kernel(ctx)
	if err != nil {
		return nil, err
	}
	grids := [][][]*big.Int{}
	var drawings []string
	for _, v := range vectors {
		grids = append(grids, slices.Collect(slices.Chunk(v, b.w)))
		drawings = append(drawings, aligned(b.w, wording.Each(v, (*big.Int).String)))
	}
	text := "only the board of zeros makes all sums 0"
	if len(drawings) > 0 {
		text = grid.Beside(drawings[:min(len(drawings), maxVectors)], page, 4)
	}
	if more := len(drawings) - maxVectors; more > 0 {
		text += fmt.Sprintf("\nand %d more vectors", more)
	}
	x.Add("kernel", grids, text)
	return vectors, nil
}

func (b *Board) explainSolution(ctx context.Context, a linear.Matrix, e *linear.Echelon, x *encode.Explanation) error {
	numbers, err := linear.Solve(ctx, a, b.clues)
	switch {
	case err != nil:
		return err
	case numbers == nil:
		x.Add("solution", nil, "none, whatever the range: the clues contradict each other")
		return nil
	case e.Nullity() > 0:
		return nil
	}
	within := true
	var values []any // integers as numbers, fractions as strings
	for _, v := range numbers {
		if values = append(values, v.RatString()); v.IsInt() {
			values[len(values)-1] = v.Num()
		}
		within = within && v.IsInt() && v.Cmp(big.NewRat(int64(b.lo), 1)) >= 0 && v.Cmp(big.NewRat(int64(b.hi), 1)) <= 0
	}
	rows := slices.Chunk(values, b.w)
	x.Add("solution", slices.Collect(rows), aligned(b.w, wording.Each(numbers, (*big.Rat).RatString)))
	text := fmt.Sprintf("no: some number is not in %d..%d", b.lo, b.hi)
	if within {
		text = "yes"
	}
	x.Add("in_range", within, text)
	return nil
}

func (b *Board) vector(i int, v []*big.Int) *grid.Board {
	return &grid.Board{
		Title: fmt.Sprintf("kernel %d", i+1),
		H:     b.h, W: b.w,
		Cell: func(r, c int) grid.Cell {
			x := v[r*b.w+c]
			switch x.Sign() {
			case 1:
				return grid.Cell{Fill: draw.Yellow, Text: x.String()}
			case -1:
				return grid.Cell{Fill: draw.Sky, Text: x.String()}
			}
			return grid.Cell{}
		},
	}
}
