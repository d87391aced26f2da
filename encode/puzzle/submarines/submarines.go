// Package submarines describes the puzzle of 0/1 matrices with given row and column sums. It is
// Battleships with ships of one cell that may touch. The native method and the theory behind
// Explain are in native/margins.
package submarines

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/native/margins"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "submarines",
	Title: "Submarines",
	Rules: "Place submarines so that every row and every column holds as many submarines as its sum says. " +
		"A cell holds at most one submarine, and submarines may touch.",
	Paper:   "The numbers right of the board and below it are the sums of the rows and columns. Draw a disc for each submarine, and mark water with a dot.",
	Sites:   "The sites are the cells in reading order. The value is 1 for a submarine and 0 for water.",
	Example: "rows=2,1,3 cols=1,2,3",
	Source:  "one solution: a worked example of the note on puzzles of 3 April 2006",
	Styles:  constraint.CardinalityStyles,
	Formats: []string{
		"'rows=2,1,3 cols=1,2,3': the sums of the rows from the top and of the columns from the left. Each sum may range from 0 to 40000, and there may be at most 40000 cells",
		"a table: '? ? ? | 2' for each row, then '------+' and the sums of the columns. Cells that are already filled (0, 1 or '.' instead of '?') are ignored",
	},
	Parse:    parse,
	Import:   read,
	Generate: encode.Generator(sizeError, small, generate),
	Random:   random,
	Size:     encode.Size{H: 6, W: 6},
	Sizes:    "4x4; 6x6; 8x8; 10x10",
	Daily:    encode.Daily{Week: "4x4, 5x5, 6x6, 7x7, 8x8, 9x9, 10x10"},
}

// A Board is one instance: the sums of its rows and columns.
type Board struct {
	rows, cols []int
	gone       []int // the lines whose sums Check, Encode and Draw ignore; nil unless Relaxed made the board
	warnings   []string
}

func (b *Board) String() string { return "rows=" + join(b.rows) + " cols=" + join(b.cols) }

func join(sums []int) string { return strings.Join(grid.Decimals(sums), ",") }

// Warnings warns if the board was read from a table with filled cells, because these are ignored.
func (b *Board) Warnings() []string { return b.warnings }

func (b *Board) Sites() []int { return slices.Repeat([]int{2}, len(b.rows)*len(b.cols)) }

// Draw draws the board as a table in the form that Import reads, with '.' for water and '1' for
// submarines, or with '?' in every cell if s is nil.
func (b *Board) Draw(s *encode.Solution) string {
	h, w := len(b.rows), len(b.cols)
	sums := grid.Without(b.gone, slices.Concat(b.rows, b.cols))
	return grid.Sums(sums[:h], sums[h:], func(r, c int) string {
		if s == nil {
			return "?"
		}
		return [2]string{".", "1"}[(*s)[r*w+c]]
	})
}

func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	return grid.Draw(b.picture(s, "", nil))
}

// picture draws the board with its sums, and the solution s unless it is nil. The cells for which
// the parameter free is true are yellow.
func (b *Board) picture(s *encode.Solution, title string, free []bool) *grid.Board {
	w := len(b.cols)
	return &grid.Board{
		Title: title,
		H:     len(b.rows),
		W:     w,
		Cell: func(r, c int) (cell grid.Cell) {
			cell.Disc = s != nil && (*s)[r*w+c] == 1
			if free != nil && free[r*w+c] {
				cell.Fill = draw.Yellow
			}
			return cell
		},
		Right:  grid.Decimals(b.rows),
		Bottom: grid.Decimals(b.cols),
		Clues:  grid.LineClues(encode.Left(len(b.rows)+w, nil)),
	}
}

func (b *Board) Spots() []play.Spot { return b.picture(nil, "", nil).AllSpots() }

func (b *Board) Look(_, value int) play.Look {
	return play.Look{Mark: [2]play.Mark{play.CrossMark, play.DiscMark}[value]}
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		rows, cols := grid.Turned(t, b.rows, b.cols)
		return &Board{rows: rows, cols: cols}
	})
}

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.rows)*len(b.cols), nil)
}

func (b *Board) ValueName(_, value int) string { return [...]string{"water", "submarine"}[value] }

// Obstacle uses the test of Gale and Ryser, which finds a reason on every board that has no
// solution.
func (b *Board) Obstacle() string { return b.failure(b.problem().Test()) }

// Demands implements clues.HasDemands. The clues are the sums of the rows, then of the columns.
func (b *Board) Demands() []string {
	sums := slices.Concat(b.rows, b.cols)
	return wording.Fill(len(sums), func(i int) string { return fmt.Sprintf("the %d of %s", sums[i], grid.LineName(len(b.rows), i)) })
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	if len(gone) == 0 {
		return b
	}
	return clues.Relaxed{Instance: &Board{rows: b.rows, cols: b.cols, gone: gone}}
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.picture(nil, "", nil).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil, "", nil).ClueSpots() }

func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	return grid.Sign(cell, ".1", "want '.' for water or 1 for a submarine")
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(b, lines, 0, len(b.rows), len(b.cols))
}

// Check goes through the cells in reading order, and stops at the first cell that gives its row or
// column too many submarines or too much water. The sites of the Violation are the cells of that
// row or column with the same value, up to this cell.
func (b *Board) Check(s encode.Solution) error {
	h, w := len(b.rows), len(b.cols)
	sums := slices.Concat(b.rows, b.cols)
	left := make([][2]int, h+w) // by line and value: the number of cells that may still have this value
	for i, sum := range sums {
		n := w
		if i >= h {
			n = h
		}
		switch {
		case slices.Contains(b.gone, i):
			left[i] = [2]int{n, n}
		case sum > n:
			return &encode.Violation{Rule: grid.LineName(h, i) + " needs " + wording.Plural(sum, "submarine") + " but has " + wording.Plural(n, "cell")}
		default:
			left[i] = [2]int{n - sum, sum}
		}
	}
	for at, v := range []byte(s) {
		for _, i := range [2]int{at / w, h + at%w} {
			if left[i][v]--; left[i][v] < 0 {
				has := [2]string{"fewer", "more"}[v]
				other := func(site int) bool { return site > at || s[site] != v }
				return &encode.Violation{
					Rule:  fmt.Sprintf("%s needs %s and has %s", grid.LineName(h, i), wording.Plural(sums[i], "submarine"), has),
					Sites: slices.DeleteFunc(grid.Line(h, w, i), other),
				}
			}
		}
	}
	return nil
}

// Encode requires that in each row and column as many cells are true as its sum says.
func (b *Board) Encode(e *encode.Encoder) {
	for i, sum := range slices.Concat(b.rows, b.cols) {
		if slices.Contains(b.gone, i) {
			continue
		}
		line := grid.Line(len(b.rows), len(b.cols), i)
		e.Exactly(sum, wording.Each(line, func(at int) encode.Lit { return e.Is(at, 1) })...)
	}
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("margins", margins.Version, b.problem())}
}

func (b *Board) problem() *margins.Problem { return &margins.Problem{Rows: b.rows, Cols: b.cols} }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	cells := make([]byte, len(values))
	for i, v := range values {
		if cells[i] = margins.Open; v != clues.NotGiven {
			cells[i] = byte(v)
		}
	}
	return []encode.Reduction{encode.Native("margins", margins.Version, &margins.Fixed{Problem: *b.problem(), Cells: cells})}
}

const (
	maxCells = 40_000
	maxSum   = 40_000
)

// parse reads a board in the canonical notation, or a table whose lines are joined by spaces.
func parse(text string) (encode.Instance, error) {
	if strings.Contains(text, "|") {
		t := newTable(text)
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		if extra := t.word(); extra.Text != "" {
			return nil, extra.Errorf("want the end of the table, got %q", extra.Text)
		}
		return b, nil
	}
	if !strings.HasPrefix(text, "rows=") {
		return nil, encode.Errorf(1, 1, "want rows=2,1,3 cols=1,2,3, got %q", text)
	}
	rows, cols, ok := encode.OneLine(text).From(len("rows=")).Cut(" cols=")
	if !ok {
		return nil, cols.Errorf(`want " cols=" and the sums of the columns`)
	}
	b := &Board{}
	var err error
	if b.rows, err = sums(rows); err != nil {
		return nil, err
	}
	if b.cols, err = sums(cols); err != nil {
		return nil, err
	}
	if n := len(b.rows) * len(b.cols); n > maxCells {
		return nil, cols.Errorf("a board has at most %d cells, got %d", maxCells, n)
	}
	return b, nil
}

func sums(list encode.Span) ([]int, error) {
	var all []int
	for _, f := range list.Split(",", maxCells+1) {
		n, ok := encode.Number(f.Text, maxSum)
		if !ok {
			return nil, f.Errorf("want a number from 0 to %d, got %q", maxSum, f.Text)
		}
		all = append(all, n)
	}
	return all, nil
}

// read reads one or more tables, one after the other. If the file has no '|', or if a line begins
// with rows= as in the canonical notation, the file has one board on each line, and read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	text := files.Uncomment(string(data), false)
	if !strings.Contains(text, "|") {
		return nil, encode.ErrOneLine
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t\r"), "rows=") {
			return nil, encode.ErrOneLine
		}
	}
	var all []encode.Instance
	for t := newTable(text); len(all) == 0 || t.ahead.Text != ""; {
		b, err := t.board()
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// A table reads tables word by word. It ignores line ends, because they are missing in copies of
// the note on puzzles of 3 April 2006, from which the notation comes.
type table struct {
	ahead encode.Span // the next word; empty at the end of the text
	rest  encode.Span // the text after the word ahead
}

func newTable(text string) *table {
	t := &table{rest: encode.OneLine(text)}
	t.word()
	return t
}

// word returns the next word and moves behind it. At the end of the text, the word is empty.
func (t *table) word() encode.Span {
	w := t.ahead
	t.ahead, t.rest = t.rest.Word()
	return w
}

func (t *table) sum() (int, error) {
	w := t.word()
	n, ok := encode.Number(w.Text, maxSum)
	if !ok {
		return 0, w.Errorf("want a number from 0 to %d, got %s", maxSum, w)
	}
	return n, nil
}

func (t *table) board() (*Board, error) {
	b := &Board{}
	first, filled := t.ahead, 0
	width := 0
	for {
		here := 0
		w := t.word()
		for ; w.Text != "|"; w = t.word() {
			switch w.Text {
			case "?":
			case "0", "1", ".":
				filled++
			default:
				return nil, w.Errorf("want '?' for a cell, or '|' after the last cell of the row, got %s", w)
			}
			here++
		}
		switch {
		case here == 0:
			return nil, w.Errorf("want a cell, got %s", w)
		case len(b.rows) > 0 && here != width:
			return nil, w.Errorf("want rows of %d cells like the first, got %d", width, here)
		}
		width = here
		sum, err := t.sum()
		if err != nil {
			return nil, err
		}
		if b.rows = append(b.rows, sum); len(b.rows)*width > maxCells {
			return nil, w.Errorf("a board has at most %d cells, got %d", maxCells, len(b.rows)*width)
		}
		if rule := t.ahead.Text; strings.HasSuffix(rule, "+") {
			if strings.Trim(rule, "-") != "+" {
				return nil, t.ahead.Errorf("want a line like ------+, got %s", t.ahead)
			}
			t.word()
			break
		}
	}
	for range width {
		sum, err := t.sum()
		if err != nil {
			return nil, err
		}
		b.cols = append(b.cols, sum)
	}
	if filled > 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("line %d, column %d: the table has filled cells (%d); they are ignored, because only the sums are clues",
			first.Line, first.Column, filled))
	}
	return b, nil
}
