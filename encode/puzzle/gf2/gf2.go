// Package gf2 is the puzzle of linear equations modulo 2, with any matrix and any right-hand side.
// The boards of Lights Out and PushPull are such equations. The post "solving pushpull puzzles" of 20
// November 2016 found no program that solves them.
//
// The native method is elimination over GF(2); see native/gf2.
package gf2

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/native/gf2"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "gf2",
	Title: "Equations modulo 2",
	Rules: "Give every unknown the value 0 or 1 so that all equations hold modulo 2. " +
		"Each row of the matrix is an equation. It has a 1 for every unknown that occurs in the equation, and a 0 for every other unknown. " +
		"The number to the right of the row is the sum: the unknowns of the equation have an odd sum if this number is 1, and an even sum if it is 0.",
	Signs: "In a drawing of a solution, the values of the unknowns are in the first line, which ends with '| x'. Each value is above the column of its unknown.",
	Paper: "Each row below the first is an equation. Write 0 or 1 into every cell of the first row, which is marked x. Above a blue 1 the value counts: the sum of these values must be odd if the number to the right of the row is 1, and even if it is 0. " +
		"In the answers, a 1 above which the value is 1 is yellow. Each row has an odd number of yellow cells exactly if the number to its right is 1.",
	Sites:   "The sites are the unknowns, in the order of the columns. The value is the value of the unknown, 0 or 1.",
	Example: example,
	Source:  "one solution: the determinant of the matrix is 1, which is odd",
	Styles:  constraint.XorStyles,
	Formats: []string{
		fmt.Sprintf("'110|1/011|0/111|1': the rows of the matrix joined by '/'. Each row has a bit for each unknown, '|', and the right-hand side of the equation. There may be at most %d equations and %d unknowns", maxSide, maxSide),
		"the matrix with a line for each equation. There may be blanks or commas between the bits. Without '|', the last bit of each row is the right-hand side; then there must be two rows or more",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Generate: encode.Generator(sizeError, small, generate),
	Size:     encode.Size{H: 5, W: 5},
	Sizes:    "3x3 3 equations; 5x5 5 equations; 8x8 8 equations",
	Daily:    encode.Daily{Week: "4x4, 4x4, 5x5, 5x5, 6x6, 7x7, 8x8"},
}

const example = "110|1/011|0/111|1"

// maxSide is the largest number of equations, and of unknowns. If each equation has a random half of
// the unknowns, the formula of the largest system is as large as that of the largest Lights Out ID.
const maxSide = 1024

// A Board is one system of equations.
type Board struct {
	lights toggle.Board // a light for each equation, which is on if the right-hand side is 1, and a button for each unknown
	ones   []bool       // the matrix, row-major
}

func newBoard(n int, ones, right []bool) *Board {
	b := &Board{toggle.Board{H: 1, W: n, Lit: right, Words: toggle.Words{Presses: "ones", Effect: "changes some equation"}}, ones}
	b.lights.Puzzle = b
	b.lights.Show = func(title string, right []bool, s *encode.Solution) (text string, shown *grid.Board) {
		if s != nil {
			text = s.Format(b.Sites())
		}
		return text, newBoard(n, ones, right).matrix(title, s)
	}
	return b
}

func (b *Board) row(i int) []bool { return b.ones[i*b.lights.W : (i+1)*b.lights.W] }

// unknowns returns the unknowns that occur in equation i.
func (b *Board) unknowns(i int) []int {
	return encode.Where(b.row(i), func(one bool) bool { return one })
}

// Sites implements encode.Instance.
func (b *Board) Sites() []int { return b.lights.Sites() }

func (b *Board) rows(bar string) []string {
	return wording.Fill(len(b.lights.Lit), func(i int) string { return digits(b.row(i)) + bar + digits(b.lights.Lit[i:i+1]) })
}

func digits(bits []bool) string {
	return string(wording.Each(bits, func(one bool) byte {
		if one {
			return '1'
		}
		return '0'
	}))
}

func (b *Board) String() string { return strings.Join(b.rows("|"), "/") }

func parse(text string) (*Board, error) {
	rows := encode.OneLine(text).Split("/", maxSide+1)
	var ones, right []bool
	width := 0 // of the first row, with the right-hand side
	for i, row := range rows {
		left, last, bar := row.Cut("|")
		bits, err := read(left)
		after, wrong := read(last)
		if err = cmp.Or(err, wrong); err != nil {
			return nil, err
		}
		bits = append(bits, after...)
		if i == 0 {
			width = len(bits)
		}
		switch {
		case i == maxSide:
			return nil, row.Errorf("want at most %d equations", maxSide)
		case bar && len(after) != 1:
			return nil, last.Errorf("want one bit after '|', the right-hand side, got %d", len(after))
		case !bar && len(rows) == 1:
			return nil, row.End().Errorf("want '|' and the right-hand side, as in %s", example)
		case len(bits) < 2 || len(bits) > maxSide+1:
			return nil, row.Errorf("want 1 to %d unknowns and the right-hand side, got %d bits", maxSide, len(bits))
		case len(bits) != width:
			return nil, row.Errorf("want %d bits like the first row, with the right-hand side, got %d", width, len(bits))
		}
		ones, right = append(ones, bits[:width-1]...), append(right, bits[width-1])
	}
	return newBoard(width-1, ones, right), nil
}

// read reads the bits of a text, and skips blanks and commas.
func read(text encode.Span) ([]bool, error) {
	if err := grid.Only(text, "01 \t,", "0 or 1", "x"); err != nil {
		return nil, err
	}
	bits := strings.NewReplacer(" ", "", "\t", "", ",", "").Replace(text.Text)
	return wording.Each([]byte(bits), func(bit byte) bool { return bit == '1' }), nil
}

// Check adds up the columns of the unknowns that are 1. Of several equations that do not hold, it
// names the one whose last unknown comes first.
func (b *Board) Check(s encode.Solution) error {
	n := b.lights.W
	odd := slices.Clone(b.lights.Lit)
	last := make([]int, len(odd)) // for each equation: its last unknown, plus one
	for k, one := range b.ones {
		if one {
			last[k/n] = k%n + 1
			odd[k/n] = odd[k/n] != (s[k%n] == 1)
		}
	}
	broken := encode.Where(odd, func(odd bool) bool { return odd })
	if broken == nil {
		return nil
	}
	wrong := slices.MinFunc(broken, func(a, b int) int { return last[a] - last[b] })
	return &encode.Violation{
		Rule:  fmt.Sprintf("the sum of equation %d is not %s modulo 2", wrong+1, digits(b.lights.Lit[wrong:wrong+1])),
		Sites: b.unknowns(wrong),
	}
}

// Encode writes each equation as one constraint of parity.
func (b *Board) Encode(e *encode.Encoder) {
	for i, right := range b.lights.Lit {
		e.Xor(right, wording.Each(b.unknowns(i), func(j int) encode.Lit { return e.Is(j, 1) })...)
	}
}

// Matrix implements toggle.Puzzle.
func (b *Board) Matrix() *gf2.Matrix {
	m := gf2.NewMatrix(len(b.lights.Lit), b.lights.W)
	for k, one := range b.ones {
		if one {
			m.Set(k/m.Cols, k%m.Cols)
		}
	}
	return m
}

// Reduce implements encode.Instance.
func (b *Board) Reduce() []encode.Reduction { return b.lights.Reduce() }

// ReduceGiven implements clues.TakesGiven.
func (b *Board) ReduceGiven(values []int) []encode.Reduction { return b.lights.ReduceGiven(values) }

// smallSide is the most equations and unknowns of a board for a cross-check, which has at most 512
// solutions.
const smallSide = 9

var sizeError = encode.Sides(maxSide)

// generate makes a random matrix and a random solution. A board with one solution needs at least as
// many equations as unknowns. If these numbers are equal, about 29 % of the matrices have an inverse.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size.H < size.W {
		return nil, &encode.SizeError{Size: size, Want: "at least as many equations (the height) as unknowns (the width), because fewer cannot have one solution"}
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := drawn(rng, size, 0.5)
		b.state(bits(rng, size.W, 0.5))
		return b, nil
	})
}

// small makes a system that may have no solution.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	size := encode.Size{H: 1 + rng.IntN(smallSide), W: 1 + rng.IntN(smallSide)}
	b := drawn(rng, size, rng.Float64())
	if rng.IntN(4) > 0 {
		b.state(bits(rng, size.W, 0.5))
	}
	return b
}

func drawn(rng *rand.Rand, size encode.Size, density float64) *Board {
	return newBoard(size.W, bits(rng, size.H*size.W, density), bits(rng, size.H, 0.5))
}

func bits(rng *rand.Rand, n int, density float64) []bool {
	return wording.Fill(n, func(int) bool { return rng.Float64() < density })
}

// state makes the right-hand side from a solution.
func (b *Board) state(x []bool) {
	for i := range b.lights.Lit {
		b.lights.Lit[i] = false
		for j, one := range b.row(i) {
			b.lights.Lit[i] = b.lights.Lit[i] != (one && x[j])
		}
	}
}

// Parts implements clues.HasParts. The parts are the rows, which are equations, and the columns, which
// are unknowns. The rest keeps the other values of one solution, if there is a solution.
func (b *Board) Parts() []clues.Parts {
	s, ok := encode.Quick(b.Reduce())
	return clues.Lines(len(b.lights.Lit), b.lights.W, func(rows, cols []int) encode.Instance {
		part := newBoard(len(cols), encode.KeepCells(b.ones, b.lights.W, rows, cols), encode.Keep(b.lights.Lit, rows))
		if ok {
			part.state(wording.Each(cols, func(j int) bool { return s[j] == 1 }))
		}
		return part
	})
}

// Size implements layout.HasSize. The height is the number of equations, the width the number of
// unknowns.
func (b *Board) Size() encode.Size { return encode.Size{H: len(b.lights.Lit), W: b.lights.W} }

// Demands implements clues.HasDemands. The clues are the equations.
func (b *Board) Demands() []string {
	return wording.Each(encode.Left(len(b.lights.Lit), nil), func(i int) string { return fmt.Sprintf("equation %d", i+1) })
}

// Relaxed implements clues.HasDemands.
func (b *Board) Relaxed(gone []int) encode.Instance {
	rows := encode.Left(len(b.lights.Lit), gone)
	return newBoard(b.lights.W, encode.KeepCells(b.ones, b.lights.W, rows, encode.Left(b.lights.W, nil)), encode.Keep(b.lights.Lit, rows))
}
