package battleships

import "counterproof/encode"

// styles are those of the cardinalities: of the sums and of the ships of each
// length. All solutions of the 45 published boards with up to 500 from their sums
// alone took gophersat 12.7 s with totalizers, 15.5 s with adders, 19.0 s with
// networks and 23.5 s with counters, and clasp 3.0, 4.2, 4.8 and 3.8 s.
var styles = []string{"totalizer", "counter", "network", "adder"}

// Encode implements encode.Instance.
func (b *Board) Encode(e *encode.Encoder) {
	f := &formula{Encoder: e, b: b, height: len(b.rows), width: len(b.cols)}
	f.water()
	f.sums()
	f.given()
	f.placements()
}

// A formula is written for a board.
type formula struct {
	*encode.Encoder
	b             *Board
	height, width int
}

// cell is the literal of a ship cell; false: it is not on the board.
func (f *formula) cell(r, c int) (encode.Lit, bool) {
	if r < 0 || c < 0 || r >= f.height || c >= f.width {
		return 0, false
	}
	return f.Is(r*f.width+c, 1), true
}

// water keeps ships from touching at a corner; that they do not touch otherwise,
// their lengths see to.
func (f *formula) water() {
	for r := 0; r+1 < f.height; r++ {
		for c := 0; c+1 < f.width; c++ {
			nw, _ := f.cell(r, c)
			ne, _ := f.cell(r, c+1)
			sw, _ := f.cell(r+1, c)
			se, _ := f.cell(r+1, c+1)
			f.Add(-nw, -se)
			f.Add(-ne, -sw)
		}
	}
}

func (f *formula) sums() {
	for r, sum := range f.b.rows {
		if sum == missing {
			continue
		}
		var lits []encode.Lit
		for c := range f.width {
			l, _ := f.cell(r, c)
			lits = append(lits, l)
		}
		f.Exactly(sum, lits...)
	}
	for c, sum := range f.b.cols {
		if sum == missing {
			continue
		}
		var lits []encode.Lit
		for r := range f.height {
			l, _ := f.cell(r, c)
			lits = append(lits, l)
		}
		f.Exactly(sum, lits...)
	}
}

// given writes the clues in the cells.
func (f *formula) given() {
	for i, hint := range f.b.given {
		if hint == none {
			continue
		}
		r, c := i/f.width, i%f.width
		// The neighbours as literals that say "ship"; 0 is beyond the edge.
		north, _ := f.cell(r-1, c)
		south, _ := f.cell(r+1, c)
		west, _ := f.cell(r, c-1)
		east, _ := f.cell(r, c+1)
		here, _ := f.cell(r, c)
		if hint == 'w' {
			f.allWater(here)
			continue
		}
		f.allShip(here)
		switch hint {
		case 'c':
			f.allWater(north, south, west, east)
		case 't':
			f.allShip(south)
			f.allWater(north, west, east)
		case 'b':
			f.allShip(north)
			f.allWater(south, west, east)
		case 'l':
			f.allShip(east)
			f.allWater(north, south, west)
		case 'r':
			f.allShip(west)
			f.allWater(north, south, east)
		case 'm':
			f.middle(north, south, west, east)
		}
	}
}

// allShip says that there are ships in cells; there is none beyond the edge.
func (f *formula) allShip(cells ...encode.Lit) {
	for _, l := range cells {
		if l == 0 {
			f.Add()
		} else {
			f.Add(l)
		}
	}
}

// allWater says that there is water in cells, as beyond the edge.
func (f *formula) allWater(cells ...encode.Lit) {
	for _, l := range cells {
		if l != 0 {
			f.Add(-l)
		}
	}
}

// middle says that a ship goes on from the middle of four cells to two opposite ones.
func (f *formula) middle(north, south, west, east encode.Lit) {
	upright, flat := north != 0 && south != 0, west != 0 && east != 0
	switch {
	case upright && flat:
		f.Add(-north, south)
		f.Add(north, -south)
		f.Add(-west, east)
		f.Add(west, -east)
		f.Add(north, west) // not both: they touch at a corner
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

// A placement is a ship of a length at a place.
type placement struct {
	r, c, dr, dc, length int
}

// pattern is what is so where the placement is: its cells are ship cells, and
// water ends it; around a ship of one cell, on all sides. The water beside a
// longer ship follows from the corners.
func (f *formula) pattern(p placement) []encode.Lit {
	var lits []encode.Lit
	for i := range p.length {
		l, _ := f.cell(p.r+i*p.dr, p.c+i*p.dc)
		lits = append(lits, l)
	}
	around := [][2]int{{p.r - p.dr, p.c - p.dc}, {p.r + p.length*p.dr, p.c + p.length*p.dc}}
	if p.length == 1 {
		around = append(around, [2]int{p.r - p.dc, p.c - p.dr}, [2]int{p.r + p.dc, p.c + p.dr})
	}
	for _, at := range around {
		if l, ok := f.cell(at[0], at[1]); ok {
			lits = append(lits, -l)
		}
	}
	return lits
}

// placements makes an auxiliary variable for each placement of the fleet's
// lengths, defined in both directions, and says how many of each length are
// true and that every ship cell is in one: so there is no ship of another length.
//
// The last holds for a board with all its sums anyway if no ship is too long.
// On 39 published boards with 20 to 100 solutions it saved gophersat 5 % of the
// conflicts over clauses against runs that are too long; both together saved 6 %,
// and a placement whose row or column has too small a sum, forbidden, nothing. The
// ships of a length or more, counted where they begin, took a third fewer clauses
// and 6 % more conflicts.
func (f *formula) placements() {
	number, longest := map[int]int{}, 0
	for _, length := range f.b.fleet {
		number[length]++
		longest = max(longest, length)
	}
	over := make([][]encode.Lit, f.width*f.height) // the placements over each cell
	for length := 1; length <= longest; length++ {
		if number[length] == 0 {
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
		f.Exactly(number[length], all...)
	}
	for i, lits := range over {
		f.Add(append(lits, -f.Is(i, 1))...)
	}
}

// and is an auxiliary variable that holds exactly if all the literals do.
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
