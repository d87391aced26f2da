package battleships

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
)

// styles lists the encodings of the cardinality constraints. The constraints are on the sums and on
// the number of ships of each length. BenchmarkSAT lists all solutions of the 45 published boards
// that have at most 500 solutions without their hints. Gophersat took 12.7 s with totalizers, 15.5
// s with adders, 19.0 s with networks and 23.5 s with counters. Clasp took 3.0, 4.2, 4.8 and 3.8 s.
var styles = []string{"totalizer", "counter", "network", "adder"}

func (b *Board) Encode(e *encode.Encoder) {
	f := &formula{Encoder: e, b: b, height: len(b.rows), width: len(b.cols)}
	f.water()
	f.sums()
	f.given()
	f.placements()
}

type formula struct {
	*encode.Encoder
	b             *Board
	height, width int
}

// cell returns the literal that says that a cell is a ship cell, or 0 beyond the edge.
func (f *formula) cell(r, c int) encode.Lit {
	if r < 0 || c < 0 || r >= f.height || c >= f.width {
		return 0
	}
	return f.Is(r*f.width+c, 1)
}

func (f *formula) water() {
	for r := 0; r+1 < f.height; r++ {
		for c := 0; c+1 < f.width; c++ {
			f.Add(-f.cell(r, c), -f.cell(r+1, c+1))
			f.Add(-f.cell(r, c+1), -f.cell(r+1, c))
		}
	}
}

func (f *formula) sums() {
	for i, sum := range slices.Concat(f.b.rows, f.b.cols) {
		if sum == missing {
			continue
		}
		line := grid.Line(f.height, f.width, i)
		f.Exactly(sum, wording.Each(line, func(at int) encode.Lit { return f.Is(at, 1) })...)
	}
}

func (f *formula) given() {
	for i, hint := range f.b.given {
		if hint == none {
			continue
		}
		r, c := i/f.width, i%f.width
		if hint == 'w' {
			f.allWater(f.cell(r, c))
			continue
		}
		f.allShip(f.cell(r, c))
		if hint == part {
			continue
		}
		around := [4]encode.Lit{f.cell(r-1, c), f.cell(r+1, c), f.cell(r, c-1), f.cell(r, c+1)}
		if hint == 'm' {
			f.middle(around[0], around[1], around[2], around[3])
			continue
		}
		if on := strings.IndexByte("btrl", hint); on >= 0 { // the ship continues there
			f.allShip(around[on])
			around[on] = 0
		}
		f.allWater(around[:]...)
	}
}

// allShip requires that all cells are ship cells. A cell beyond the edge is 0 and makes the formula
// unsatisfiable.
func (f *formula) allShip(cells ...encode.Lit) {
	for _, l := range cells {
		if l == 0 {
			f.Add()
		} else {
			f.Add(l)
		}
	}
}

func (f *formula) allWater(cells ...encode.Lit) {
	for _, l := range cells {
		if l != 0 {
			f.Add(-l)
		}
	}
}

// middle adds the constraint of a hint that shows the middle of a ship. The ship must
// continue to two opposite neighbours and not to the other two.
func (f *formula) middle(north, south, west, east encode.Lit) {
	upright, flat := north != 0 && south != 0, west != 0 && east != 0
	switch {
	case upright && flat:
		f.Add(-north, south)
		f.Add(north, -south)
		f.Add(-west, east)
		f.Add(west, -east)
		f.Add(north, west) // at least one of them; both would touch at a corner
	case upright:
		f.allShip(north, south)
		f.allWater(west, east)
	case flat:
		f.allShip(west, east)
		f.allWater(north, south)
	default:
		f.Add()
	}
}

// A placement is a ship of the given length whose first cell is in row r and column c. It
// continues in the direction (dr, dc).
type placement struct {
	r, c, dr, dc, length int
}

// pattern returns literals that are all true exactly if a ship lies in the placement p. The
// literals say that the cells of p are ship cells and that there is water at both ends. For a ship
// of one cell, they say that there is water on all four sides. The water along a longer ship
// follows from the corner constraints.
func (f *formula) pattern(p placement) []encode.Lit {
	lits := wording.Fill(p.length, func(i int) encode.Lit { return f.cell(p.r+i*p.dr, p.c+i*p.dc) })
	around := [][2]int{{p.r - p.dr, p.c - p.dc}, {p.r + p.length*p.dr, p.c + p.length*p.dc}}
	if p.length == 1 {
		around = append(around, [2]int{p.r - p.dc, p.c - p.dr}, [2]int{p.r + p.dc, p.c + p.dr})
	}
	for _, at := range around {
		if l := f.cell(at[0], at[1]); l != 0 {
			lits = append(lits, -l)
		}
	}
	return lits
}

// placements makes an auxiliary variable for each placement of a ship of the fleet. The variable is
// true exactly if the ship lies there. For each length, the right number of these variables must be
// true. Every ship cell must be in a placement whose variable is true. This rule excludes ships of
// other lengths.
//
// The last rule follows from the other constraints if the board has all its sums and no ship is too
// long. Clauses that forbid runs longer than the longest ship could replace the rule. A test used
// 39 published boards with 20 to 100 solutions. Compared with these clauses, gophersat needed 5%
// fewer conflicts with the rule, and 6% fewer with the rule and the clauses together. Forbidding
// placements whose row or column has too small a sum saved nothing. Another encoding counts, for
// each length, the ships of at least that length at their first cells. That encoding took a third
// fewer clauses but 6% more conflicts.
func (f *formula) placements() {
	over := make([][]encode.Lit, f.width*f.height) // by cell: the placements that cover it
	for length, number := range f.b.numbers() {
		if number == 0 {
			continue
		}
		var all []encode.Lit
		for r := range f.height {
			for c := range f.width {
				for _, p := range []placement{{r, c, 0, 1, length}, {r, c, 1, 0, length}} {
					if r+(length-1)*p.dr >= f.height || c+(length-1)*p.dc >= f.width || length == 1 && p.dr == 1 {
						continue
					}
					l := f.and(f.pattern(p)...)
					all = append(all, l)
					for i := range length {
						at := (r+i*p.dr)*f.width + c + i*p.dc
						over[at] = append(over[at], l)
					}
				}
			}
		}
		f.Exactly(number, all...)
	}
	for i, lits := range over {
		f.Add(append(lits, -f.Is(i, 1))...)
	}
}

func (f *formula) and(lits ...encode.Lit) encode.Lit {
	l := f.Fresh()
	back := []encode.Lit{l}
	for _, x := range lits {
		f.Add(-l, x)
		back = append(back, -x)
	}
	f.Add(back...)
	return l
}
