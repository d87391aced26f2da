// Package battleships implements the solitaire puzzle Battleships. The clues are a fleet of
// straight ships, row and column sums (some can be missing) and hints. Ships never touch, not even
// at corners. The package native/bars solves the boards natively.
//
// The ship cells determine the ships, because no two ships touch. A board whose clues contradict
// each other has no solution. In the canonical notation, a cell has at most one hint. The parser of
// CSPLib facts rejects a second hint for a cell. The package does not support variants in which
// ships are allowed to touch or bend, or in which some ships are not placed.
package battleships

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/native/bars"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "battleships",
	Title: "Battleships",
	Rules: "Place the fleet so that no two ships touch and every row and column holds as many ship cells as its sum says. " +
		"Ships lie across or down, and they do not touch at corners either. A sum may be missing. " +
		"Hints show water, a ship of one cell, the middle of a ship, one of its ends, or only that some part of a ship is there.",
	Paper: "The numbers above the board are the lengths of the ships. The numbers right of the board and below it are the sums; a question mark is a missing sum. " +
		"Cells with hints are blue: a wave is water, a disc is a ship of one cell, a square is the middle of a ship, and a half-round shape is an end, whose flat side faces the rest of the ship. A small square is some part of a ship. " +
		"Mark water and draw the ships.",
	Sites:   "The sites are the cells in reading order. The value is 1 for a part of a ship and 0 for water.",
	Example: "rows=0,2,3,1,2,4,2,1,2,3 cols=1,3,3,1,5,1,2,4,0,0 fleet=4,3,3,2,2,2,1,1,1,1 given=........../........../........../........../........../........../........../c........./........../..........",
	Source:  "one solution: CSPLib, prob014, the board of Games Magazine, August 1998",
	Styles:  styles,
	Formats: []string{
		"'rows=1,?,1 cols=3,0,0,1 fleet=3,1 given=..w./...c/....': the sums of 1 to 64 rows from the top and 1 to 64 columns from the left. " +
			"A sum is 0 to 64, or '?' if it is missing. " +
			"'fleet=' lists the lengths of up to 1024 ships, longest first, 1 to 64 each; it may be empty. " +
			"'given=' draws the hints: 'w' water, 'c' circle (a ship of one cell), 'm' middle (of a ship of three or more), 's' some part of a ship, '.' nothing. " +
			"'t', 'b', 'l' and 'r' are ends: 't' is the top end, and the ship continues below. 'given=' is left out if there is no hint. " +
			"A board can also be written over several lines: it begins at 'rows=', and each row of the hints has a line of its own",
		"CSPLib prob014, 'problem(113,[4:1,3:2,2:3,1:4],[ROWS],[COLUMNS],[c@[7,10],w@[1,6]]).': Prolog facts over one or several lines. " +
			"'4:1' means that there is 1 ship of length 4. Hints are letter@[row,column], with rows and columns counted from 1, and '_' is a missing sum. " +
			"A second hint for a cell is refused. Comments run from '%' to the end of the line",
	},
	Parse:    parse,
	Import:   read,
	Generate: encode.Generator(encode.Sides(maxDrawn), small, generate),
	Size:     encode.Size{H: 10, W: 10},
	Sizes:    "6x6; 8x8; 10x10",
	Daily:    encode.Daily{Week: "6x6 easy, 7x7 easy, 8x8 normal, 9x9 normal, 8x8 hard, 9x9 hard, 10x10 hard"},
}

const (
	maxSide  = bars.MaxSide
	maxShips = 1024 // one ship on every other cell of every other row of the largest board
	missing  = -1   // the value of a missing sum
	none     = '.'
	part     = 's' // a hint that does not say which part of a ship the cell is
)

// A Board is one instance.
type Board struct {
	rows, cols []int  // sums; missing for '?'
	fleet      []int  // lengths, longest first
	given      []byte // one letter per cell, in reading order
}

func blank(rows, cols, fleet []int) *Board {
	b := &Board{rows: rows, cols: cols, fleet: fleet}
	b.given = []byte(strings.Repeat(string(none), len(rows)*len(cols)))
	return b
}

func (b *Board) String() string {
	text := "rows=" + strings.Join(sumTexts(b.rows), ",") + " cols=" + strings.Join(sumTexts(b.cols), ",") +
		" fleet=" + strings.Join(grid.Decimals(b.fleet), ",")
	if len(b.hints()) == 0 {
		return text
	}
	rows := slices.Collect(slices.Chunk(b.given, len(b.cols)))
	return text + " given=" + string(bytes.Join(rows, []byte("/")))
}

func sumTexts(sums []int) []string {
	return grid.Without(encode.Where(sums, func(n int) bool { return n == missing }), sums)
}

// numbers returns the number of ships of each length from 0 to maxSide.
func (b *Board) numbers() []int {
	numbers := make([]int, maxSide+1)
	for _, length := range b.fleet {
		numbers[length]++
	}
	return numbers
}

func (b *Board) hints() []int {
	return encode.Where(b.given, func(letter byte) bool { return letter != none })
}

func (b *Board) Sites() []int {
	return slices.Repeat([]int{2}, len(b.given))
}

// A line is a row or a column whose sum is known.
type line struct {
	number int // as in grid.Line
	name   string
	cells  []int
	sum    int
	down   bool
}

func (b *Board) lines() (all []*line) {
	h, w := len(b.rows), len(b.cols)
	sums := slices.Concat(b.rows, b.cols)
	for _, i := range b.sums() {
		all = append(all, &line{i, grid.LineName(h, i), grid.Line(h, w, i), sums[i], i >= h})
	}
	return all
}

// sums returns the indices of the known sums. The rows come first, and column i has the
// index len(b.rows)+i.
func (b *Board) sums() []int {
	return encode.Where(slices.Concat(b.rows, b.cols), func(n int) bool { return n != missing })
}

// Clues counts each hint and each known sum: the hints in reading order, the row sums, the column
// sums.
func (b *Board) Clues() int { return len(b.hints()) + len(b.sums()) }

func (b *Board) Without(groups ...int) clues.HasClues {
	less := &Board{rows: slices.Clone(b.rows), cols: slices.Clone(b.cols), fleet: b.fleet, given: slices.Clone(b.given)}
	hints, sums := b.hints(), b.sums()
	for _, g := range groups {
		if g < len(hints) {
			less.given[hints[g]] = none
			continue
		}
		if i := sums[g-len(hints)]; i < len(b.rows) {
			less.rows[i] = missing
		} else {
			less.cols[i-len(b.rows)] = missing
		}
	}
	return less
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, which also exchange the
// ends of ships.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{fleet: b.fleet, given: encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols)))}
		image.rows, image.cols = grid.Turned(t, b.rows, b.cols)
		exchange := func(pairs string) {
			for i, letter := range image.given {
				if at := strings.IndexByte(pairs, letter); at >= 0 {
					image.given[i] = pairs[at^1]
				}
			}
		}
		if t.Down {
			exchange("tb")
		}
		if t.Across {
			exchange("lr")
		}
		if t.Swap {
			exchange("tlbr")
		}
		return image
	})
}
