package battleships

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/bars"
	"counterproof/native/deduce"
)

const easy, normal, hard, probing = 0, 1, 2, 3

var levels = []string{"easy", "normal", "hard", "probing"}

const water, ship = 0, 1

// A reasoner finds what the rules conclude on one board. It is not safe for concurrent
// use.
type reasoner struct {
	*Board
	ctx     context.Context // when this context is done, the slow rules stop
	h, w    int
	lines   []*line
	lineOf  [][2]int // by cell: the indices of its row and its column in the field lines, -1 if the sum is missing
	lengths []int    // the different lengths of the ships, longest first
	number  []int    // by length: how many ships have this length
	rules   []deduce.Rule
	ruled   []bool // by index of a berth: true if the method sift found no room for a ship there; nil if there are no such records
}

// A finding holds the facts that a deduction follows from, and the sentences that explain the
// deduction.
type finding struct {
	key   any // findings of the same rule with equal keys have the same reason
	facts func() []deduce.Bit
	say   func(st *deduce.Step) string
	all   string // the sentence for several steps; empty if say does not depend on the step
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx, h: len(b.rows), w: len(b.cols), lines: b.lines()}
	r.lineOf = slices.Repeat([][2]int{{-1, -1}}, r.h*r.w)
	for k, l := range r.lines {
		side := 0
		if l.down {
			side = 1
		}
		for _, at := range l.cells {
			r.lineOf[at][side] = k
		}
	}
	r.lengths, r.number = slices.Compact(slices.Clone(b.fleet)), b.numbers()
	r.rules = []deduce.Rule{
		{Name: "hint", Level: easy, Find: r.hint,
			Statement: "A circle has water on all four sides. Next to an end, the ship continues on one side, and the other three sides are water. Next to a middle, the ship continues on two opposite sides, and the other two are water. One known neighbour of a middle decides the direction of the ship: the ship continues at a ship cell, but not at water or at the edge of the board."},
		{Name: "touching", Level: easy, Find: r.touching,
			Statement: "The four cells diagonal to a ship cell are water."},
		{Name: "full line", Level: easy, Find: r.full,
			Statement: "If a row or column has all its ship cells, its other cells are water."},
		{Name: "short line", Level: easy, Find: r.short,
			Statement: "If a row or column has exactly as many undecided cells as it still needs ship cells, all of these undecided cells are ship cells."},
		{Name: "too long", Level: normal, Find: r.long,
			Statement: "A cell is water if a ship through it would be longer than every unfinished ship of the fleet. A ship is finished if all its cells are known, and known water or the edge of the board lies at its ends."},
		{Name: "open end", Level: normal, Find: r.open,
			Statement: "Take a run of ship cells that can continue only into one cell. If no unfinished ship of the fleet has the length of the run, this cell is a ship cell."},
		{Name: "line ways", Level: hard, Find: r.ways,
			Statement: fmt.Sprintf("The rule lists all ways to fill a row or column that has at most %d undecided cells. In each way, every run of two or more ship cells must be a ship of the fleet that is not already finished elsewhere. A single ship cell may also be part of a ship that crosses the row or column. A cell that has the same value in all these ways takes this value.", maxWays)},
		{Name: "no room", Level: hard, Find: r.room,
			Statement: "A cell is water if no unfinished ship of the fleet fits over it. A ship fits if none of its cells is water, no other ship cell touches it, and every row and column can still have exactly its sum."},
		{Name: "ship part", Level: hard, Find: r.part,
			Statement: "The rule lists all ways to place a ship over a known ship cell. A cell that the ship covers in all these ways is a ship cell. A cell that the ship touches in all these ways, at a side or at a corner, is water."},
		{Name: "only places", Level: hard, Find: r.places,
			Statement: fmt.Sprintf("If the ships of one length have at most %d possible places, the rule lists all ways to choose places for them. A cell that a ship covers in all these ways is a ship cell, and a cell that a ship touches in all these ways is water.", maxPlaces)},
		{Name: "try cell", Level: probing, Find: r.probe,
			Statement: "The rule tries both values of a cell. If one value leads the rules of the easier levels to a cell that can be neither ship nor water, the tried cell has the other value."},
		{Name: "try ship", Level: probing, Find: r.ships,
			Statement: fmt.Sprintf("Take an unfinished ship of the fleet that fits in at most %d places. The rule tries each of these places and drops the places that lead to a contradiction. If the rules of the easier levels draw the same conclusion from each of the remaining places, this conclusion is true.", maxTried)},
	}
	for i := range r.rules {
		r.rules[i].Find = r.whole(r.rules[i].Find)
		r.rules[i].Facts = func(st *deduce.Step) []deduce.Bit { return st.Proof.(*finding).facts() }
		r.rules[i].Reason = func(st *deduce.Step) any { return st.Proof.(*finding).key }
	}
	return r
}

func (r *reasoner) set() *technique.Set {
	start := technique.Start(r.Sites())
	for i, letter := range r.given {
		switch letter {
		case none:
		case 'w':
			start[i] = 1 << water
		default:
			start[i] = 1 << ship
		}
	}
	return &technique.Set{
		Levels: levels,
		Start:  start,
		Rules:  r.rules,
		Text: func(st *deduce.Step) string {
			return st.Proof.(*finding).say(st) + ", so " + r.cell(st.Site) + [...]string{" is a ship cell", " is water"}[st.Value]
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
}

// Rules returns rules of which none assumes that the board has only one solution. By level, they are:
//
//	easy     hint, touching, full line, short line
//	normal   too long, open end
//	hard     line ways, no room, ship part, only places
//	probing  try cell, try ship
func (b *Board) Rules() []deduction.Rule { return newReasoner(context.Background(), b).set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

// whole wraps the field Find of a rule that works only if every site has a value left. If a changed
// site has no value left, there is no solution. Then whole removes every value and does not call find.
// So each value that is removed in one state is also removed in every state with fewer values.
func (r *reasoner) whole(find func(deduce.State, []int32, deduce.Emit)) func(deduce.State, []int32, deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		for _, i := range changed {
			if s[i] == 0 {
				s.EmitAll(r.note(i, nil, nil, func(*deduce.Step) string { return r.cell(int(i)) + " can be neither" }), emit)
				return
			}
		}
		find(s, changed, emit)
	}
}

func (r *reasoner) note(key any, sites []int, facts []deduce.Bit, say func(st *deduce.Step) string) deduce.Pattern {
	return r.later(key, sites, func() []deduce.Bit { return facts }, say)
}

func (r *reasoner) later(key any, sites []int, facts func() []deduce.Bit, say func(st *deduce.Step) string) deduce.Pattern {
	return deduce.Pattern{Sites: sites, Proof: &finding{key: key, facts: facts, say: say}}
}

func (r *reasoner) several(p deduce.Pattern, format string, args ...any) deduce.Pattern {
	p.Proof.(*finding).all = fmt.Sprintf(format, args...)
	return p
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	f := st.Proof.(*finding)
	text := f.all
	if len(m.Steps) == 1 || text == "" {
		text = f.say(st)
	}
	if at := m.Empty(); at >= 0 {
		return fmt.Sprintf("%s: %s, so %s can be neither ship nor water", st.Rule.Name, text, r.cell(at))
	}
	sites := func(sites []int) string { return technique.CellList(sites, r.w) }
	return fmt.Sprintf("%s: %s, so %s", st.Rule.Name, text, technique.Settled(m.Steps, sites,
		[2]string{"is a ship cell", "is water"}, [2]string{"are ship cells", "are water"}))
}

func (r *reasoner) cell(i int) string { return layout.CellName(i, r.w) }

func (r *reasoner) step(i int, d [2]int) int {
	row, c := i/r.w+d[0], i%r.w+d[1]
	if row < 0 || c < 0 || row >= r.h || c >= r.w {
		return -1
	}
	return row*r.w + c
}

// sides lists the directions up, down, left and right, as steps in rows and columns.
var sides = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

func isWater(s deduce.State, i int) bool { return i < 0 || !s.Has(i, ship) }

func isShip(s deduce.State, i int) bool { return i >= 0 && !s.Has(i, water) }

// gone appends the facts that cells have the value in the parameter known. A fact is the bit of
// the other value, which was removed. For a cell beyond the edge (-1), nothing is appended.
func gone(facts []deduce.Bit, known int, cells ...int) []deduce.Bit {
	for _, i := range cells {
		if i >= 0 {
			facts = append(facts, deduce.Bit{Site: i, Value: 1 - known})
		}
	}
	return facts
}

func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	known := wording.Each(s, func(left uint64) bars.Kind {
		return [...]bars.Kind{bars.Unknown, bars.Zero, bars.One, bars.Unknown}[left]
	})
	letters := r.shared(known)
	for i, letter := range r.given {
		if letter != none && letter != part {
			letters[i] = letter
		}
	}
	p := r.picture(letters, m.Title())
	if m == nil {
		return grid.Draw(p)
	}
	for _, l := range r.lines {
		if m.Lead().Proof.(*finding).key == l.name {
			p.Lines = []int{l.number}
		}
	}
	plain := p.Cell
	pattern := append(m.Sites(), wording.Each(m.Facts(), func(f deduce.Bit) int { return f.Site })...)
	gone := m.Gone()
	p.Cell = func(row, c int) grid.Cell {
		i := row*r.w + c
		if gone[i] != 0 {
			cell := concluded[s[i]&^gone[i]]
			cell.Fill = draw.Yellow
			return cell
		}
		cell := plain(row, c)
		if slices.Contains(pattern, i) {
			cell.Fill = draw.PaleYellow
			if known[i] == bars.Zero {
				cell.Text = "~"
			}
		}
		return cell
	}
	return grid.Draw(p)
}

var concluded = [4]grid.Cell{0: {Text: "?"}, 1 << water: {Text: "~"}, 1 << ship: {Ship: '#'}}
