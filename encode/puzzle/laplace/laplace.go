// Package laplace describes the puzzle Laplace's Ashes, from a note of 3 April 2006, and a variant
// of this puzzle. Numbers in a grid must be found from sums of neighbours.
//
// The native method is exact linear algebra; see native/linear. The package does not use formulas
// for the nullity, but its tests do.
package laplace

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/native/linear"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "laplace",
	Title: "Laplace's Ashes",
	Rules: "Fill the grid with integers so that sums or differences of neighbouring integers give the clues. " +
		"With the kernel 'sum', the clue of a cell is the sum of the integers in the cell and its eight neighbours. " +
		"With the kernel 'diff', the clue of a cell is the integer above it plus the integer to its right, minus the integer to its left, minus the integer below it. " +
		"Cells outside the grid count as 0, and all integers must lie in the range that the notation states.",
	Paper: "The small number in a cell is its clue. Above the grid are the name of the kernel, and the smallest and the largest integer that may be used. " +
		"Write an integer into every cell.",
	Sites:   "The sites are the cells in reading order. The value is the integer in the cell minus the lower end of the range.",
	Example: "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15",
	Source:  "one solution: the example of the note on puzzles of 3 April 2006; the determinant is -1",
	// The style log is first. For counting sum boards with values 0..9, the style log is 8 to 16
	// times as fast as the style order (3x4 to 6x6). For diff 3x4 with 0..255, it is about 70 to 90
	// times as fast. For sum 3x4 with 0..255, the style order needs more clauses than an Encoder
	// accepts. For diff boards with few values, the style order is as fast as the style log (3x4)
	// or up to twice as fast (3x5, 4x4). These are medians of three runs of BenchmarkCount; single
	// runs differ by half.
	Styles: []string{"log", "order"},
	Formats: []string{
		fmt.Sprintf("'diff -3..3 1,-2/0,1': the kernel ('sum' or 'diff'), the range, and the rows of clues. A range may contain at most 256 integers, all from -%d to %d. There may be at most %d cells, and clues may range from -%d to %d", maxEnd, maxEnd, maxCells, maxClue, maxClue),
		"the same on several lines: the kernel and the range, then a line for each row, with commas or blanks between the clues. What follows '|' on a line is ignored",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Generate: encode.Generator(encode.Area(1, maxCells), small, generate),
	Size:     encode.Size{H: 3, W: 4},
	Sizes:    "2x3; 3x4; 4x5",
	Daily:    encode.Daily{Week: "2x3, 3x3, 3x4, 4x4, 4x5, 5x5, 5x6"},
}

const (
	maxCells  = 1024
	maxValues = 256
	maxEnd    = 1_000_000  // the limit for both ends of the range
	maxClue   = 10_000_000 // the sum of nine cells is always smaller
)

type kernel string

const (
	sum  kernel = "sum"  // the cell and its eight neighbours
	diff kernel = "diff" // up + right - down - left
)

// A Board is one instance: a kernel, a range for the numbers, and the clues.
type Board struct {
	kernel kernel
	lo, hi int // the range of the numbers
	h, w   int
	clues  []int // row-major
	gone   []int // the clues that Check, Encode and Draw ignore; nil unless Relaxed made the board
	solved bool  // the text from which the board was read also had the numbers of a solution

	once   sync.Once
	system *linear.System // made by Reduce
}

func (b *Board) String() string {
	rows := grid.Joined(grid.Decimals(b.clues), b.w, ",")
	return fmt.Sprintf("%s %d..%d %s", b.kernel, b.lo, b.hi, strings.Join(rows, "/"))
}

func (b *Board) Sites() []int {
	return slices.Repeat([]int{b.hi - b.lo + 1}, len(b.clues))
}

func parse(text string) (*Board, error) {
	name, rest, ok := encode.OneLine(text).Cut(" ")
	b := &Board{kernel: kernel(name.Text)}
	if b.kernel != sum && b.kernel != diff {
		return nil, name.Errorf("want sum or diff, got %q", name.Text)
	}
	if !ok {
		return nil, rest.Errorf("want a space and the range after %s", name.Text)
	}
	n := strings.IndexAny(rest.Text+" ", " /") // in drawings, the range ends a row
	if err := b.span(rest.Until(n)); err != nil {
		return nil, err
	}
	if n == len(rest.Text) {
		return nil, rest.End().Errorf("want a space and the clues after the range")
	}
	return b, b.read(rest.From(n + 1))
}

func (b *Board) span(text encode.Span) error {
	lo, hi, ok := text.Cut("..")
	if !ok {
		return text.Errorf("want a range such as 0..9, got %q", text.Text)
	}
	if b.lo, ok = integer(lo.Text, maxEnd); !ok {
		return lo.Errorf("want an integer from -%d to %d, got %q", maxEnd, maxEnd, lo.Text)
	}
	if b.hi, ok = integer(hi.Text, maxEnd); !ok {
		return hi.Errorf("want an integer from -%d to %d, got %q", maxEnd, maxEnd, hi.Text)
	}
	switch {
	case b.lo > b.hi:
		return text.Errorf("want a range with a value in it, got %q", text.Text)
	case b.hi-b.lo >= maxValues:
		return text.Errorf("want a range of at most %d values, got %d", maxValues, b.hi-b.lo+1)
	}
	return nil
}

func (b *Board) read(text encode.Span) error {
	for _, row := range text.Split("/", maxCells+1) {
		row, numbers, solved := row.Cut("|")
		fields := numberSpans(row)
		if solved && len(numberSpans(numbers)) != len(fields) {
			return numbers.Errorf("want as many numbers as clues after '|', or none, got %q", numbers.Text)
		}
		b.solved = b.solved || solved
		for n, f := range fields {
			clue, ok := integer(f.Text, maxClue)
			if !ok {
				return f.Errorf("want a clue, an integer from -%d to %d, got %q", maxClue, maxClue, f.Text)
			}
			if len(b.clues) == maxCells {
				return f.Errorf("want at most %d clues", maxCells)
			}
			if b.h > 0 && n == b.w {
				return f.Errorf("want rows of %d clues like the first", b.w)
			}
			b.clues = append(b.clues, clue)
		}
		if b.h == 0 {
			b.w = len(fields)
		}
		b.h++
		if len(fields) < b.w {
			return fields[len(fields)-1].End().Errorf("want rows of %d clues like the first, got %d", b.w, len(fields))
		}
	}
	return nil
}

// numberSpans divides a row at its commas or, if it has none, into words.
func numberSpans(row encode.Span) []encode.Span {
	if words := row.Words(maxCells + 1); len(words) > 0 && !strings.Contains(row.Text, ",") {
		return words
	}
	return row.Split(",", maxCells+1)
}

func (b *Board) Warnings() []string {
	if b.solved {
		return []string{"ignored the numbers of the solution to the right of '|', because a board has only clues"}
	}
	return nil
}

// integer reads an integer whose absolute value is at most the parameter most. It returns false for
// any other text, for example one with a plus sign or leading zeros.
func integer(text string, most int) (int, bool) {
	if len(text) > 10 {
		return 0, false
	}
	v, err := strconv.Atoi(text)
	return v, err == nil && strconv.Itoa(v) == text && v >= -most && v <= most
}

// Orbit implements encode.HasOrbit. The kernel sum has all rotations and reflections. A reflection at a diagonal
// and a half turn map the kernel diff to itself or to its negative. They also negate the clues in the second
// case.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		if b.kernel == diff && t.Down != t.Across {
			return nil
		}
		image := &Board{kernel: b.kernel, lo: b.lo, hi: b.hi, clues: encode.Keep(b.clues, t.Cells(b.h, b.w))}
		image.h, image.w = t.Size(b.h, b.w)
		for i := range image.clues {
			if b.kernel == diff && t.Down != t.Swap {
				image.clues[i] *= -1
			}
		}
		return image
	})
}
