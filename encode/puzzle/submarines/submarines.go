// Package submarines describes the puzzle of 0/1 matrices with given row and column sums. It is
// Battleships with ships of one cell that may touch. The native method and the theory behind
// Explain are in native/margins.
package submarines

import (
	"context"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
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

func (b *Board) String() string {
	return "rows=" + join(b.rows) + " cols=" + join(b.cols)
}

func join(sums []int) string { return strings.Join(grid.Decimals(sums), ",") }

// Warnings warns if the board was read from a table with filled cells, because these are ignored.
func (b *Board) Warnings() []string { return b.warnings }

func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, len(b.rows)*len(b.cols))
}

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
			if s != nil && (*s)[r*w+c] == 1 {
				cell.Disc = true
			}
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
