// Package minesweeper implements partly opened boards of the game Minesweeper. The question is
// which covered cells hold a mine. A board is written as a drawing, with or without the total
// number of mines, or as a game ID of Simon Tatham's Mines. A game ID contains the hidden mines;
// its sites and clues belong to the board as it is after the first square was opened.
//
// The native method is native/sums, which solves sums over the cells next to numbers, together with
// a total. The facts of Explain treat all ways to place the mines as equally likely. How a player
// reached the board does not matter.
//
// Numbers are not removable clues (clues.HasClues). An opened cell is not a site, so a board with
// one number fewer has one more site, and its solutions are longer.
package minesweeper

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "minesweeper",
	Title: "Minesweeper",
	Rules: "Find out which covered cells hold a mine. " +
		"The number in an open cell counts the mines in the cells around it (up to eight cells). An open cell without a number has no mines around it. " +
		"If the total number of mines is given, the board holds exactly this number of mines. The total includes the mines that are already known.",
	Paper: "Dark cells are covered and light cells are open. The number above the board is the number of all mines. " +
		"Mark each covered cell as a mine or as safe. In the answers, discs are mines.",
	Sites:   "The sites are the covered cells ('?') in reading order. The value is 1 for a mine and 0 for none. In a game ID, the sites are the cells that are still covered after the first square of the ID is opened.",
	Example: "mines=2 ????/1221/....",
	Source:  "one solution, by hand: the 1s have a mine each in the left and in the right pair of cells, so that the 2s have the cells in the middle",
	// The totalizer is the default. The first 500 configurations of each of twenty
	// 16x16 boards with 40 mines, opened at random, took 1.7 s with totalizers, 1.6 s
	// with adders, 3.9 s with networks and 11.0 s with counters. On 9x9 boards the
	// totalizer is fastest.
	Styles: []string{"totalizer", "adder", "network", "counter"},
	Formats: []string{
		"'mines=2 ?2./*2./?1.': rows joined by '/', at most 40000 cells. '1' to '8' is an open cell, '.' or '0' an open cell without mines around it, and " +
			"'?' a covered cell. '*' is a known mine, which is counted in 'mines='. 'mines=' may be left out",
		"game IDs of Simon Tatham's Mines, 'WxH:X,Y,mBITMAP' (width first), at most 40000 cells. 'X,Y' is the column and row, counted from 0, of the square that is opened first. It may be left out. " +
			"The bitmap is masked ('m') or unmasked ('u' or nothing). " +
			"The canonical ID is masked, and leaves out the number of mines and the letters that may follow the size",
		"a board drawn in lines, with or without a line 'mines=10' above or below it. Empty lines separate boards, and blanks at the ends of a line are ignored",
	},
	Parse:     func(text string) (encode.Instance, error) { return parse(text) },
	Generate:  encode.Generator(sizeError, small, generate),
	Random:    random,
	Size:      encode.Size{H: 9, W: 9, N: 10, R: 5, C: 5},
	Sizes:     "9x9n10X4Y4 beginner 9x9, 10 mines; 16x16n40 intermediate 16x16, 40 mines; 30x16n99 expert 16x30, 99 mines",
	Ambiguous: true,
	Daily:     encode.Daily{Week: "7x7n7 easy, 9x9n10 easy, 9x9n10 normal, 9x9n14 normal, 9x9n14 hard, 12x12n28 hard, 16x16n45 exact"},
}

// A cell of a board shows a number from 0 to 8 or one of these values.
const (
	covered int8 = -1
	flagged int8 = -2 // a known mine
	silent  int8 = -3 // an open cell whose number was left out; only Relaxed makes such cells
)

// marks lists the characters of the values of cells: flagged, covered, and 0 to 8.
const marks = "*?.12345678"

// A Board is one instance. It can belong to a game, which knows where the mines are.
type Board struct {
	h, w  int
	cells []int8 // by cell, in reading order
	mines int    // total, including known mines; -1 if it is not given
	game  *game  // nil if the board does not belong to a game
}

// clone returns a copy of the board that does not belong to a game.
func (b *Board) clone() *Board {
	return &Board{h: b.h, w: b.w, cells: slices.Clone(b.cells), mines: b.mines}
}

func (b *Board) String() string {
	if b.game != nil {
		return b.game.String()
	}
	text := strings.Join(b.rows(nil), "/")
	if b.mines >= 0 {
		return fmt.Sprintf("mines=%d %s", b.mines, text)
	}
	return text
}

func (b *Board) rows(s *encode.Solution) []string {
	rows := make([]string, b.h)
	site := 0
	for r := range rows {
		line := make([]byte, b.w)
		for c := range line {
			switch n := b.cells[r*b.w+c]; {
			case n == covered && s != nil:
				line[c] = "-*"[(*s)[site]]
				site++
			case n == silent:
				line[c] = '_'
			default:
				line[c] = marks[n-flagged]
			}
		}
		rows[r] = string(line)
	}
	return rows
}

func (b *Board) Sites() []int {
	_, _, cells := b.Layout()
	return slices.Repeat([]int{2}, len(cells))
}

// Draw implements encode.Instance. Without a solution, the lines joined by '/' can be read by Parse.
// With a solution, '*' is a mine and '-' is a covered cell without a mine.
func (b *Board) Draw(s *encode.Solution) string {
	text := strings.Join(b.rows(s), "\n") + "\n"
	if b.mines >= 0 {
		return fmt.Sprintf("mines=%d\n%s", b.mines, text)
	}
	return text
}

// These are the colours of a picture. The digits have the colours of the game, but some
// are darker so that they can be read on the grey of an open cell.
const (
	openFill    draw.Colour = 0xe4e4e4ff
	coveredFill draw.Colour = 0xa9b4c2ff
)

var digitInk = [9]draw.Colour{0, 0x0000ffff, 0x006400ff, 0xc80000ff, 0x00006eff, 0x780000ff, 0x006e6eff, draw.Black, 0x5a5a5aff}

// Picture draws mines as discs. Known mines have the background of an open cell.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.picture(s)) }

func (b *Board) picture(s *encode.Solution) *grid.Board {
	site, clues := b.siteOf(), grid.CellClues(b.shownNumbers())
	if b.mines >= 0 {
		clues = append(clues, grid.Clue{In: grid.InTitle})
	}
	return &grid.Board{
		Clues: clues,
		Title: b.title(),
		H:     b.h,
		W:     b.w,
		Cell: func(r, c int) grid.Cell {
			i := r*b.w + c
			if b.cells[i] != covered {
				return b.shown(i)
			}
			return grid.Cell{Fill: coveredFill, Disc: s != nil && (*s)[site[i]] == 1}
		},
	}
}

func (b *Board) title() string {
	if b.mines < 0 {
		return ""
	}
	return wording.Plural(b.mines, "mine")
}

func (b *Board) shown(i int) grid.Cell {
	if b.cells[i] == flagged {
		return grid.Cell{Fill: openFill, Disc: true}
	}
	return opened(b.cells[i])
}

func opened(n int8) grid.Cell {
	cell := grid.Cell{Fill: openFill}
	if n > 0 {
		cell.Text, cell.Ink = strconv.Itoa(int(n)), digitInk[n]
	}
	return cell
}

// mined returns, for each cell, whether it holds a known mine or a mine of the solution.
func (b *Board) mined(s encode.Solution) []bool {
	site := b.siteOf()
	return wording.Fill(len(b.cells), func(i int) bool { return b.cells[i] == flagged || site[i] >= 0 && s[site[i]] == mine })
}

func (b *Board) siteOf() []int {
	site := slices.Repeat([]int{-1}, len(b.cells))
	_, _, cells := b.Layout()
	for n, i := range cells {
		site[i] = n
	}
	return site
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections. They turn the hidden mines
// of a game and its first cell.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.h, b.w)
		from := t.Cells(b.h, b.w)
		if g := b.game; g != nil {
			return (&game{h: h, w: w, mine: encode.Keep(g.mine, from), first: slices.Index(from, g.first)}).board()
		}
		return &Board{h: h, w: w, cells: encode.Keep(b.cells, from), mines: b.mines}
	})
}

// maxCells is the largest number of cells of a board, and also the largest total.
const maxCells = 40_000

// parse reads a board on one line: a game ID or a drawing whose rows are joined by '/'. In a drawing,
// the total is a row of its own, which is the first one or the last one.
func parse(text string) (*Board, error) {
	if strings.Contains(text, ":") {
		return parseID(text)
	}
	mines, rest, err := total(encode.OneLine(text))
	if err != nil {
		return nil, err
	}
	if mines >= 0 {
		if rest.Text == "" || !strings.Contains(" /", rest.Text[:1]) {
			return nil, rest.Errorf("want a space and the rows after the total, got %q", word(rest))
		}
		rest = rest.From(1)
	}
	rows := grid.Rows(rest.Text, rest.Column)
	if last := len(rows) - 1; mines < 0 && last > 0 {
		if mines, rest, err = total(rows[last]); err != nil {
			return nil, err
		}
		if mines >= 0 {
			rows = rows[:last]
			if rest.Text != "" {
				return nil, rest.Errorf("want nothing after the total on its line, got %q", word(rest))
			}
		}
	}
	return drawn(rows, mines)
}

const beforeTotal = "mines="

// total reads the total, such as "mines=10", at the start of row and returns the text
// that follows. If there is no total, it returns -1 and the whole row.
func total(row encode.Span) (mines int, rest encode.Span, err error) {
	if !strings.HasPrefix(row.Text, beforeTotal) {
		return -1, row, nil
	}
	rest = row.From(len(beforeTotal))
	n, digits := encode.LeadingNumber(rest.Text, maxCells)
	if digits == 0 || n > maxCells {
		return 0, rest, rest.Errorf("want a total of mines from 0 to %d, got %q", maxCells, word(rest))
	}
	return n, rest.From(digits), nil
}

func word(text encode.Span) string {
	if end := strings.IndexAny(text.Text, " \t,/"); end >= 0 {
		text = text.Until(max(end, 1))
	}
	return wording.Short(text.Text)
}

// drawn reads a board from the rows of a drawing. The parameter mines is the total, or
// -1.
func drawn(rows []encode.Span, mines int) (*Board, error) {
	b := &Board{h: len(rows), mines: mines}
	for _, row := range rows {
		if err := grid.Only(row, marks+"0", "'1' to '8' or '.' (open), '?' (covered) or '*' (a known mine)", "-"); err != nil {
			return nil, err
		}
		cells := []byte(strings.ReplaceAll(row.Text, "0", "."))
		b.cells = append(b.cells, wording.Each(cells, func(x byte) int8 { return flagged + int8(strings.IndexByte(marks, x)) })...)
	}
	first := rows[0]
	if first.Text == "" {
		return nil, first.Errorf("want rows of '1' to '8', '.', '?' and '*', joined by '/', got no cells")
	}
	var err error
	if b.w, err = grid.Same(rows); err != nil {
		return nil, err
	}
	if len(b.cells) > maxCells {
		return nil, first.Errorf("want at most %d cells, got %d", maxCells, len(b.cells))
	}
	return b, nil
}
