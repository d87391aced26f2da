// Package laplace describes the puzzle Laplace's Ashes, from a note of 3 April 2006, and a variant
// of this puzzle. Numbers in a grid must be found from sums of neighbours.
//
// The native method is exact linear algebra; see native/linear. The package does not use formulas
// for the nullity, but its tests do.
package laplace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
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
		fmt.Sprintf("'diff -3..3 1,-2/0,1': the kernel ('sum' or 'diff'), the range, and the rows of clues. A range may contain at most 4096 integers, all from -%d to %d. There may be at most %d cells, and clues may range from -%d to %d", maxEnd, maxEnd, maxCells, maxClue, maxClue),
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
	maxValues = 4096
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

func (b *Board) Sites() []int { return slices.Repeat([]int{b.hi - b.lo + 1}, len(b.clues)) }

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

// Check implements encode.Instance. For each clue, Check adds the numbers of the cells in site
// order. It stops when the remaining cells cannot bring the sum to the clue. If several clues are
// broken, Check names the clue whose failure is known after the fewest sites. If several clues fail
// after the same number of sites, Check names a clue with the fewest cells.
func (b *Board) Check(s encode.Solution) error {
	broken, last, depth, wide := -1, len(b.clues), 0, b.wide()
	var view [9]deduce.Term
	for i, clue := range b.clues {
		if slices.Contains(b.gone, i) {
			continue
		}
		cells := b.sees(view[:0], i)
		least, most := b.bounds(cells) // of the sum, given the numbers that have been read
		at, k := -1, 0                 // the last site that has been read, and the number of them
		for ; k < len(cells) && cells[k].Of <= last && least <= clue && clue <= most; k++ {
			at = cells[k].Of
			l, m := b.bounds(cells[k : k+1])
			x := cells[k].Weight * (b.lo + s.At(wide, at))
			least, most = least-l+x, most-m+x
		}
		if (least > clue || clue > most) && cmp.Or(at-last, k-depth) < 0 {
			broken, last, depth = i, at, k
		}
	}
	if broken < 0 {
		return nil
	}
	cells := b.sees(view[:0], broken)
	sites := wording.Fill(depth, func(k int) int { return cells[k].Of })
	return &encode.Violation{
		Rule:  "the sum at row " + strconv.Itoa(broken/b.w+1) + ", column " + strconv.Itoa(broken%b.w+1) + " cannot be " + strconv.Itoa(b.clues[broken]),
		Sites: sites,
	}
}

// bounds returns the range of the sum of the numbers in some cells.
func (b *Board) bounds(cells []deduce.Term) (least, most int) {
	for _, cell := range cells {
		least += min(cell.Weight*b.lo, cell.Weight*b.hi)
		most += max(cell.Weight*b.lo, cell.Weight*b.hi)
	}
	return least, most
}

// sees appends the cells whose numbers the clue of cell i uses, in site order, with their factors.
func (b *Board) sees(cells []deduce.Term, i int) []deduce.Term {
	r, c := i/b.w, i%b.w
	if b.kernel == sum {
		for y := max(r-1, 0); y <= min(r+1, b.h-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, b.w-1); x++ {
				cells = append(cells, deduce.Term{Of: y*b.w + x, Weight: 1})
			}
		}
		return cells
	}
	if r > 0 {
		cells = append(cells, deduce.Term{Of: i - b.w, Weight: 1})
	}
	if c > 0 {
		cells = append(cells, deduce.Term{Of: i - 1, Weight: -1})
	}
	if c < b.w-1 {
		cells = append(cells, deduce.Term{Of: i + 1, Weight: 1})
	}
	if r < b.h-1 {
		cells = append(cells, deduce.Term{Of: i + b.w, Weight: -1})
	}
	return cells
}

// A step leads from a cell to another cell. The clue of the second cell uses the number in the
// first cell, multiplied by the field weight.
type step struct{ down, right, weight int }

// steps holds the steps of each kernel. The rules of the puzzle say which numbers a clue uses, such
// as the number above it. A step has the opposite direction, from the number to the clue, so in
// this example it leads to the cell below.
var steps = map[kernel][]step{
	sum: {
		{-1, -1, 1}, {-1, 0, 1}, {-1, 1, 1},
		{0, -1, 1}, {0, 0, 1}, {0, 1, 1},
		{1, -1, 1}, {1, 0, 1}, {1, 1, 1},
	},
	diff: {{1, 0, 1}, {0, -1, 1}, {-1, 0, -1}, {0, 1, -1}},
}

// Encode makes an integer for each cell. For each clue, it requires that the integers that the clue
// uses have the right sum.
func (b *Board) Encode(e *encode.Encoder) {
	terms := make([][]constraint.Term, len(b.clues))
	for i := range b.clues {
		cell := &constraint.Int{Lo: b.lo, Is: wording.Fill(b.hi-b.lo+1, func(v int) encode.Lit { return e.Is(i, v) })}
		for _, s := range steps[b.kernel] {
			if y, x := i/b.w+s.down, i%b.w+s.right; y >= 0 && y < b.h && x >= 0 && x < b.w {
				terms[y*b.w+x] = append(terms[y*b.w+x], constraint.Term{Weight: s.weight, Of: cell})
			}
		}
	}
	for i, clue := range b.clues {
		if !slices.Contains(b.gone, i) {
			e.Sum(clue, clue, terms[i]...)
		}
	}
}

func (b *Board) matrix() linear.Matrix {
	a := make(linear.Matrix, len(b.clues))
	for i := range a {
		a[i] = make([]int, len(b.clues))
		for j := range a[i] {
			dr, dc := j/b.w-i/b.w, j%b.w-i%b.w
			switch {
			case b.kernel == sum && dr*dr <= 1 && dc*dc <= 1:
				a[i][j] = 1
			case b.kernel == diff && dr*dr+dc*dc == 1:
				a[i][j] = dc - dr
			}
		}
	}
	return a
}

// Reduce implements encode.Instance. The native problem is a system of linear equations whose
// unknowns have bounds. The system is made and solved by elimination only at its first use.
func (b *Board) Reduce() []encode.Reduction { return b.reduce(b.linear) }

func (b *Board) linear() *linear.System {
	b.once.Do(func() { b.system = b.newSystem() })
	return b.system
}

func (b *Board) newSystem() *linear.System {
	n := len(b.clues)
	return &linear.System{A: b.matrix(), B: b.clues, Lo: slices.Repeat([]int{b.lo}, n), Hi: slices.Repeat([]int{b.hi}, n)}
}
