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
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/bars"
	"counterproof/native/deduce"
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

func (b *Board) Sites() []int { return slices.Repeat([]int{2}, len(b.given)) }

// A line is a row or a column whose sum is known.
type line struct {
	number int // as in grid.Line
	name   string
	cells  []int
	sum    int
	down   bool
}

func (b *Board) lines() []*line {
	h, w := len(b.rows), len(b.cols)
	sums := slices.Concat(b.rows, b.cols)
	return wording.Each(b.sums(), func(i int) *line { return &line{i, grid.LineName(h, i), grid.Line(h, w, i), sums[i], i >= h} })
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

// A berth is a place for a ship. The field first is the index of its first cell. The
// berth extends to the right, or downwards if down is true.
type berth struct {
	first, length int
	down          bool
}

// onward returns the direction of a berth. A berth of one cell counts as horizontal.
func (p berth) onward() [2]int {
	if p.down {
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

func (r *reasoner) cells(p berth) []int {
	d := p.onward()
	return wording.Fill(p.length, func(k int) int { return p.first + k*(d[0]*r.w+d[1]) })
}

// ends returns the cells before and after the berth, with -1 for a cell beyond the edge.
// For a berth of one cell it returns all four neighbours.
func (r *reasoner) ends(p berth) []int {
	d := p.onward()
	last := p.first + (p.length-1)*(d[0]*r.w+d[1])
	ends := []int{r.step(p.first, [2]int{-d[0], -d[1]}), r.step(last, d)}
	if p.length == 1 {
		ends = append(ends, r.step(p.first, [2]int{-1, 0}), r.step(p.first, [2]int{1, 0}))
	}
	return ends
}

// finished returns the ships that are known completely: their cells are ship cells, and there is
// water or the edge at their ends. A finished ship stays finished in later states.
func (r *reasoner) finished(s deduce.State) (list []berth) {
	for i := range s {
		if !isShip(s, i) {
			continue
		}
		for _, down := range [2]bool{false, true} {
			p := berth{i, 1, down}
			d := p.onward()
			if isShip(s, r.step(i, [2]int{-d[0], -d[1]})) {
				continue
			}
			for at := r.step(i, d); isShip(s, at); at = r.step(at, d) {
				p.length++
			}
			if (p.length > 1 || !down) && !slices.ContainsFunc(r.ends(p), func(at int) bool { return !isWater(s, at) }) {
				list = append(list, p)
			}
		}
	}
	return list
}

func (r *reasoner) known(facts []deduce.Bit, p berth) []deduce.Bit {
	return gone(gone(facts, ship, r.cells(p)...), water, r.ends(p)...)
}

// parts returns the sites and the facts of ship cells, of the water at their ends, and of other
// finished ships.
func (r *reasoner) parts(cells, ends []int, others []berth) (sites []int, facts []deduce.Bit) {
	facts = gone(gone(nil, ship, cells...), water, ends...)
	sites = slices.DeleteFunc(slices.Concat(cells, ends), func(at int) bool { return at < 0 })
	for _, p := range others {
		facts = r.known(facts, p)
		sites = append(sites, r.cells(p)...)
	}
	return sites, unique(facts)
}

// spent lists finished ships of the given length, at most as many as the fleet has of this length.
// It skips the ships that cover the cell in the parameter but. The second result reports whether
// there are as many such ships as the fleet has.
func (r *reasoner) spent(done []berth, length, but int) ([]berth, bool) {
	other := func(p berth) bool { return p.length != length || slices.Contains(r.cells(p), but) }
	list := slices.DeleteFunc(slices.Clone(done), other)
	list = list[:min(len(list), r.number[length])]
	return list, len(list) == r.number[length]
}

func unique(facts []deduce.Bit) []deduce.Bit {
	slices.SortStableFunc(facts, func(x, y deduce.Bit) int { return 2*(x.Site-y.Site) + x.Value - y.Value })
	return slices.Compact(facts)
}

func (r *reasoner) run(s deduce.State, i int, d [2]int) (cells []int) {
	for at := r.step(i, d); isShip(s, at); at = r.step(at, d) {
		cells = append(cells, at)
	}
	return cells
}

func (r *reasoner) long(s deduce.State, _ []int32, emit deduce.Emit) {
	done := r.finished(s)
	for i := range s {
		if !s.Has(i, ship) {
			continue
		}
		for k := 0; k < 4; k += 2 {
			cells := append(r.run(s, i, sides[k]), r.run(s, i, sides[k+1])...)
			length := len(cells) + 1
			if length == 1 && k > 0 {
				continue
			}
			var others []berth
			ok := true
			for n := length; n <= max(r.h, r.w) && ok; n++ {
				var list []berth
				list, ok = r.spent(done, n, i)
				others = append(others, list...)
			}
			if !ok {
				continue
			}
			sites, facts := r.parts(cells, nil, others)
			p := r.note(fmt.Sprint(sites, length), sites, facts, func(*deduce.Step) string {
				switch {
				case len(r.fleet) == 0:
					return "there are no ships"
				case length == 1:
					return "all ships are found"
				case len(others) == 0:
					return fmt.Sprintf("%s would be part of a ship of %d cells or more, and the longest has %d", r.cell(i), length, r.fleet[0])
				}
				return fmt.Sprintf("%s would be part of a ship of %d cells or more, and all of these are found", r.cell(i), length)
			})
			if length > 1 && len(r.fleet) > 0 {
				r.several(p, "more ship cells there would make a ship of %d cells or more, and no such ship is left to find", length)
			}
			emit(i, ship, p)
		}
	}
}

// open implements the rule "open end": it finds cells in which a ship must continue,
// because it cannot end at its present length.
func (r *reasoner) open(s deduce.State, _ []int32, emit deduce.Emit) {
	done := r.finished(s)
	for i := range s {
		if !s.Has(i, water) {
			continue
		}
		for k, d := range sides {
			cells := r.run(s, i, d)
			if len(cells) == 0 {
				continue
			}
			last := cells[len(cells)-1]
			ends := []int{r.step(last, d)}
			if len(cells) == 1 {
				for j, e := range sides {
					if j/2 != k/2 {
						ends = append(ends, r.step(last, e))
					}
				}
			}
			if slices.ContainsFunc(ends, func(at int) bool { return !isWater(s, at) }) {
				continue
			}
			others, ok := r.spent(done, len(cells), last)
			if !ok {
				continue
			}
			sites, facts := r.parts(cells, ends, others)
			emit(i, water, r.note([2]int{i, k}, sites, facts, func(*deduce.Step) string {
				which := fmt.Sprintf("the fleet has no ship of %s", wording.Plural(len(cells), "cell"))
				if len(others) > 0 {
					which = fmt.Sprintf("no other ship of %s is left to find", wording.Plural(len(cells), "cell"))
				}
				return fmt.Sprintf("%s, and the ship at %s has no other way to continue", which, r.cell(last))
			}))
		}
	}
}
