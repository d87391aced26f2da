package battleships

import (
	"context"
	"fmt"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
	"counterproof/encode/reason"
	"counterproof/native"
	"counterproof/native/bars"
	"counterproof/native/deduce"
)

// The levels of the rules.
const (
	easy = iota
	normal
	hard
	probing
)

var levels = []string{"easy", "normal", "hard", "probing"}

// A site's two values.
const (
	water = iota
	ship
)

// A reasoner finds what the rules conclude on one board. It is for one goroutine.
type reasoner struct {
	*Board
	ctx     context.Context // of a search; a rule that sees it done finds nothing
	h, w    int
	lines   []line
	lineOf  [][2]int // by cell: its row and column in lines, -1: the sum is missing
	lengths []int    // of the ships, each once, the longest first
	number  []int    // of the ships of each length
	found   []finding
	rules   []deduce.Rule
	ruled   []bool // by index of a berth: it has no room; nil: nothing is noted
}

// A line is a row or a column with its sum.
type line struct {
	name  string
	cells []int
	sum   int
	down  bool
}

// A finding is what a pattern rests on, and how to say so.
type finding struct {
	facts func() []deduce.Bit
	say   func(st *deduce.Step) string
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx, h: len(b.rows), w: len(b.cols)}
	r.lineOf = make([][2]int, r.h*r.w)
	for i := range r.lineOf {
		r.lineOf[i] = [2]int{-1, -1}
	}
	add := func(side int, name string, sum, first, step, n int) {
		if sum == missing {
			return
		}
		l := line{name: name, sum: sum, down: side == 1}
		for k := range n {
			l.cells = append(l.cells, first+k*step)
			r.lineOf[first+k*step][side] = len(r.lines)
		}
		r.lines = append(r.lines, l)
	}
	for i, sum := range b.rows {
		add(0, fmt.Sprintf("row %d", i+1), sum, i*r.w, 1, r.w)
	}
	for i, sum := range b.cols {
		add(1, fmt.Sprintf("column %d", i+1), sum, i, r.w, r.h)
	}
	r.number = make([]int, maxSide+1)
	for _, n := range b.fleet {
		if r.number[n]++; r.number[n] == 1 {
			r.lengths = append(r.lengths, n)
		}
	}
	r.rules = []deduce.Rule{
		{Name: "hint", Level: easy, Find: r.whole(r.hint),
			Statement: "A circle has water on all four sides; an end goes on to its one side and has water on the others; a middle lies along the line in which it has a ship beside it, across the one in which it has water or the edge."},
		{Name: "touching", Level: easy, Find: r.whole(r.touching),
			Statement: "A ship cell has water at its four corners."},
		{Name: "full line", Level: easy, Find: r.whole(r.full),
			Statement: "In a row or column that has all its ship cells the others are water."},
		{Name: "short line", Level: easy, Find: r.whole(r.short),
			Statement: "In a row or column with as many cells left as it needs all of them are ship cells."},
		{Name: "too long", Level: normal, Find: r.whole(r.long),
			Statement: "A cell is water that would make a ship longer than all ships of the fleet that are not finished elsewhere."},
		{Name: "open end", Level: normal, Find: r.whole(r.open),
			Statement: "A ship that water would end with a length of which the fleet has no ship, or none that is not finished elsewhere, goes on."},
		{Name: "line ways", Level: hard, Find: r.whole(r.ways),
			Statement: fmt.Sprintf("What all ways to fill a row or column with up to %d open cells have in common is so: its ship cells stand in ships that are not finished elsewhere, or alone where a ship crosses.", maxWays)},
		{Name: "no room", Level: hard, Find: r.whole(r.room),
			Statement: "A cell is water where no ship of the fleet has room: on cells that are not water, beside none that is a ship cell, with no sum passed or left out of reach, and not finished elsewhere."},
		{Name: "ship part", Level: hard, Find: r.whole(r.part),
			Statement: "What all ships have in common that have room over a ship cell, and around it, is so."},
		{Name: "only places", Level: hard, Find: r.whole(r.places),
			Statement: fmt.Sprintf("Where the ships of a length have %d places or fewer, what all ways to choose them have in common is so.", maxPlaces)},
		{Name: "try cell", Level: probing, Find: r.whole(r.probe),
			Statement: "Where one value of a cell leads the rules of the other levels to a cell that can be neither ship nor water, it has the other."},
		{Name: "try ship", Level: probing, Find: r.whole(r.ships),
			Statement: fmt.Sprintf("Where the ships of a length have %d places or fewer, what the rules of the other levels come to from every place for the one or for one more is so; places that lead to a cell that can be neither count for nothing.", maxTried)},
	}
	for i := range r.rules {
		r.rules[i].Facts = func(st *deduce.Step) []deduce.Bit { return r.found[st.Clue].facts() }
	}
	return r
}

func (r *reasoner) set() *reason.Set {
	start := reason.Start(r.Sites())
	for i, letter := range r.given {
		switch letter {
		case none:
		case 'w':
			start[i] = 1 << water
		default:
			start[i] = 1 << ship
		}
	}
	return &reason.Set{
		Levels: levels,
		Start:  start,
		Rules:  r.rules,
		Text: func(st *deduce.Step) string {
			return r.found[st.Clue].say(st) + ", so " + r.cell(st.Site) + [...]string{" is a ship cell", " is water"}[st.Value]
		},
		Picture: r.drawState,
	}
}

// Rules implements encode.Deducible.
//
//	easy     hint, touching, full line, short line
//	normal   too long, open end
//	hard     line ways, no room, ship part, only places
//	probing  try cell, try ship
//
// No rule takes one solution for granted.
func (b *Board) Rules() []encode.Rule { return newReasoner(context.Background(), b).set().List() }

// Deduce implements encode.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o encode.Deducing) (*encode.Deduced, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

// A finder emits what its patterns trigger, as a rule's Find does.
type finder func(s deduce.State, changed []int32, emit deduce.Emit)

// whole is a rule for states in which no site is empty; in others everything is
// triggered, as then no trigger is lost.
func (r *reasoner) whole(find finder) finder {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		for _, i := range changed {
			if s[i] == 0 {
				r.everything(s, r.note(nil, nil, func(*deduce.Step) string { return r.cell(int(i)) + " can be neither" }), emit)
				return
			}
		}
		find(s, changed, emit)
	}
}

// everything goes where there is no solution.
func (r *reasoner) everything(s deduce.State, p deduce.Pattern, emit deduce.Emit) {
	for i, left := range s {
		for v := range deduce.Each(left) {
			emit(i, v, p)
		}
	}
}

// note keeps a finding for its pattern.
func (r *reasoner) note(sites []int, facts []deduce.Bit, say func(st *deduce.Step) string) deduce.Pattern {
	return r.later(sites, func() []deduce.Bit { return facts }, say)
}

// later is a finding whose facts are found when they are asked for.
func (r *reasoner) later(sites []int, facts func() []deduce.Bit, say func(st *deduce.Step) string) deduce.Pattern {
	r.found = append(r.found, finding{facts, say})
	return deduce.Pattern{Sites: sites, Clue: len(r.found) - 1}
}

// cell names a cell.
func (r *reasoner) cell(i int) string { return fmt.Sprintf("row %d, column %d", i/r.w+1, i%r.w+1) }

// at is the cell in a row and a column; -1: it is not on the board.
func (r *reasoner) at(row, c int) int {
	if row < 0 || c < 0 || row >= r.h || c >= r.w {
		return -1
	}
	return row*r.w + c
}

// step is the cell next to another in a direction, -1 beyond the edge.
func (r *reasoner) step(i int, d [2]int) int { return r.at(i/r.w+d[0], i%r.w+d[1]) }

// sides are the directions up, down, left and right.
var sides = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// isWater reports whether a cell is known as water, or is beyond the edge (-1).
func isWater(s deduce.State, i int) bool { return i < 0 || !s.Has(i, ship) }

func isShip(s deduce.State, i int) bool { return i >= 0 && !s.Has(i, water) }

// gone appends the bit that makes a cell water or a ship cell.
func gone(facts []deduce.Bit, i, known int) []deduce.Bit {
	if i < 0 {
		return facts
	}
	return append(facts, deduce.Bit{Site: i, Value: 1 - known})
}

// drawState draws a state, and of the next step its pattern in pale yellow, and what
// goes from which cell.
func (r *reasoner) drawState(s deduce.State, st *deduce.Step) *draw.Picture {
	known := make([]bars.Kind, len(s))
	for i, left := range s {
		known[i] = [...]bars.Kind{bars.Unknown, bars.Zero, bars.One, bars.Unknown}[left]
	}
	if st == nil {
		return grid.Draw(r.picture(r.shared(known), ""))
	}
	p := r.picture(r.shared(known), st.Rule.Name)
	plain := p.Cell
	pattern := map[int]bool{}
	for _, i := range st.Sites {
		pattern[i] = true
	}
	for _, f := range st.Facts() {
		pattern[f.Site] = true
	}
	p.Cell = func(row, c int) grid.Cell {
		i := row*r.w + c
		if i == st.Site {
			marks := []grid.Mark{{Text: "~"}, {Text: "■"}}
			marks[st.Value].Struck = true
			return grid.Cell{Fill: draw.Yellow, Marks: marks}
		}
		cell := plain(row, c)
		if pattern[i] {
			cell.Fill = draw.PaleYellow
			if known[i] == bars.Zero {
				cell.Text = "~"
			}
		}
		return cell
	}
	return grid.Draw(p)
}
