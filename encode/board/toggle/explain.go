package toggle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/gf2"
)

const (
	maxKernel  = 20_000 // a kernel with more bits is not printed
	maxInverse = 100    // an inverse with more rows is not printed
	maxDrawn   = 3      // the number of kernel vectors in the picture
	page       = 76     // the number of characters in a line of kernel vectors
)

// Words holds the words of a puzzle for the texts of its explanation and of its rules.
type Words struct {
	Presses   string // what a player does with buttons: "presses"
	Effect    string // what a useful set of presses does: "changes some light"
	Light, On string // "light" and "lit"; only for rules
	Pressed   string // "pressed"; only for rules
}

// Explain returns what linear algebra says about the board: rank, nullity, solvability, the number
// of solutions, the smallest number of presses (min_presses), a solution with so few presses
// (fewest), and a basis of the kernel. If the matrix has an inverse that is small enough to print,
// Explain adds the inverse. The picture shows a solution with the fewest presses and some kernel
// vectors. The error is ctx.Err().
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	system := b.System()
	e, err := gf2.Eliminate(ctx, new(native.Stats), system.A, system.B)
	if err != nil {
		return nil, err
	}
	x := &explanation{board: b, system: system, echelon: e}
	x.Add("rank", e.Rank(), "")
	x.Add("nullity", e.Nullity(), "")
	x.Add("solvable", e.Solvable(), "")
	x.Add("solutions", e.Count().String(), "")
	for _, step := range []func(context.Context) error{x.fewest, x.kernel, x.inverse} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	x.Picture = grid.Later(x.pictures...)
	return &x.Explanation, nil
}

type explanation struct {
	encode.Explanation
	board    *Board
	system   gf2.System
	echelon  *gf2.Echelon
	pictures []*grid.Board
}

func (x *explanation) fewest(ctx context.Context) error {
	b := x.board
	if !x.echelon.Solvable() {
		x.show("no solution", b.Lit, nil)
		return nil
	}
	v, ok, err := x.echelon.Lightest(ctx, new(native.Stats))
	if err != nil {
		return err
	}
	if !ok {
		s := b.presses(x.echelon.Solution())
		x.Add("min_presses", nil, fmt.Sprintf("not computed: there are 2^%d solutions, too many to search", x.echelon.Nullity()))
		x.show("a solution", b.Lit, &s)
		return nil
	}
	s := b.presses(v)
	x.Add("min_presses", v.Weight(), "")
	text := x.show(fmt.Sprintf("fewest %s: %d", b.Words.Presses, v.Weight()), b.Lit, &s)
	x.Add("fewest", s.Format(b.Sites()), strings.TrimSuffix(text, "\n"))
	return nil
}

// show adds a board to the picture, and returns the same board as text.
func (x *explanation) show(title string, lit []bool, s *encode.Solution) string {
	b := x.board
	text, shown := "", (*grid.Board)(nil)
	if b.Show != nil {
		text, shown = b.Show(title, lit, s)
	} else {
		plain := &Board{H: b.H, W: b.W, Lit: lit}
		text, shown = plain.Draw(s), plain.picture(title, s)
	}
	x.pictures = append(x.pictures, shown)
	return text
}

func (x *explanation) kernel(ctx context.Context) error {
	b, n := x.board, x.echelon.Nullity()
	if b.buttons()*n > maxKernel {
		x.Add("kernel", nil, fmt.Sprintf("%d vectors of %d bits: too much to print", n, b.buttons()))
		return nil
	}
	dark, first := make([]bool, len(b.Lit)), len(x.pictures)
	vectors := make([][][]int, n)
	drawings := make([]string, n)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := b.presses(x.echelon.Kernel(i))
		bits := wording.Each([]byte(s), func(v byte) int { return int(v) })
		vectors[i] = slices.Collect(slices.Chunk(bits, b.W))
		drawings[i] = x.show(fmt.Sprintf("kernel %d", i+1), dark, &s)
	}
	x.pictures = x.pictures[:first+min(n, maxDrawn)]
	text := fmt.Sprintf("every set of one or more %s %s", b.Words.Presses, b.Words.Effect)
	if n > 0 {
		text = grid.Beside(drawings, page, 2)
	}
	x.Add("kernel", vectors, text)
	return nil
}

func (x *explanation) inverse(ctx context.Context) error {
	n := len(x.board.Lit)
	if x.echelon.Nullity() > 0 || n > maxInverse || n != x.board.buttons() {
		return nil
	}
	inverse, err := gf2.Inverse(ctx, new(native.Stats), x.system.A)
	if err != nil {
		return err
	}
	rows, text := Print(inverse)
	x.Add("inverse", rows, text)
	return nil
}

// Print returns the entries of a matrix, as numbers and as lines of text.
func Print(m *gf2.Matrix) (rows [][]int, text string) {
	var lines []string
	for i := range m.Rows {
		row := make([]int, m.Cols)
		for _, j := range m.Ones(i) {
			row[j] = 1
		}
		rows, lines = append(rows, row), append(lines, strings.Trim(fmt.Sprint(row), "[]"))
	}
	return rows, strings.Join(lines, "\n")
}

func (b *Board) presses(x gf2.Vector) encode.Solution {
	s := make([]byte, b.buttons())
	for i := range s {
		if x.At(i) {
			s[i] = 1
		}
	}
	return encode.Solution(s)
}

// Reduce returns the only native method, "gf2".
func (b *Board) Reduce() []encode.Reduction { return b.ReduceGiven(nil) }

// ReduceGiven implements clues.TakesGiven. Each given value becomes an equation.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	system := func() gf2.System { return b.System().With(values) }
	return []encode.Reduction{encode.Decoded("gf2", gf2.Version, system, b.presses)}
}
