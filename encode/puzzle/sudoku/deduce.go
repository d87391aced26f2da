package sudoku

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

const easy, normal, hard, extreme = 0, 1, 2, 3

var levelNames = []string{"easy", "normal", "hard", "extreme"}

// Rules returns rules of which none assumes that the board has only one solution. The rules about
// chains are the only ones that suppose a value, and each link of a chain follows from the previous
// link only. There are no groups of cells in chains, no finned fish and no nets. By level, the rules
// are:
//
//	easy     naked single, hidden single
//	normal   pointing, claiming, naked pair, hidden pair
//	hard     naked triple, naked quadruple, hidden triple, hidden quadruple,
//	         X-wing, swordfish, jellyfish, colouring, xy-chain
//	extreme  chain
func (b *Board) Rules() []deduction.Rule { return b.reasoning().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasoning().Deduce(ctx, b, st, o)
}

func (b *Board) reasoning() *technique.Set {
	l := layouts(b.box)
	return &technique.Set{
		Levels: levelNames,
		Start:  b.domains(),
		Rules:  slices.Concat(l.rules, l.chains()),
		Text: func(st *deduce.Step) string {
			return fmt.Sprintf("%s, so %s is not %s", st.Tell(), l.cell(st.Site), l.value(st.Value))
		},
		Sentence: l.moveText,
		Picture:  func(s deduce.State, m *technique.Move) *draw.Picture { return b.drawState(l, s, m) },
	}
}

// A geometry describes the boards of one size. A unit is a row, a column or a
// box. The units are numbered from 0: first the rows, then the columns, then the boxes.
type geometry struct {
	n        int
	all      uint64          // all values
	units    [][]int         // by unit: its cells in reading order
	of       [][3]int        // by cell: the indices of its row, column and box in units
	peers    [][]int         // by cell: the other cells of its units, each once
	self     [][]int         // by cell: only the cell, for patterns of one cell
	groups   [][]int32       // groups of values, for chains
	excludes [][]int32       // by cell * n + value: the values that it excludes
	rules    []deduce.Rule   // all rules except chains
	regions  technique.Units // the same as units, for rules about sets
}

// layouts returns the layout for a box. It makes the layout when it is first used.
var layouts = byBox(newLayout)

func newLayout(box box) *geometry {
	n := box.side()
	l := &geometry{n: n, all: 1<<n - 1, units: box.groups()}
	for at := range n * n {
		unit := box.units(at)
		l.of = append(l.of, [3]int{unit[0], n + unit[1], 2*n + unit[2]})
		l.self = append(l.self, []int{at})
	}
	l.peers = wording.Fill(n*n, func(at int) []int {
		units := wording.Each(l.of[at][:], func(u int) []int { return l.units[u] })
		return technique.AppendNew([]int{at}, slices.Concat(units...)...)[1:]
	})
	l.regions = technique.Units{
		All:     l.all,
		Sites:   func(unit int) []int { return l.units[unit] },
		Must:    func(int) uint64 { return l.all },
		Touched: func(changed []int32) iter.Seq[int] { return l.touched(changed).each },
		TellNaked: func(steps []deduce.Step) string {
			return fmt.Sprintf("in %s the cells in %s can only hold %s", l.unitNames(unitsOf(steps)), l.cells(steps[0].Sites), l.values(steps[0].Values))
		},
		TellHidden: func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 0 {
				return fmt.Sprintf("%s has no place for %s", l.unit(st.Clue), technique.Or(l.names(st.Values)))
			}
			return fmt.Sprintf("%s has places for %s only in %s", l.unit(st.Clue), l.values(st.Values), l.cells(st.Sites))
		},
	}
	l.tabulate()
	l.rules = slices.Concat(l.singles(), l.locked(), l.sets())
	return l
}

// A unitSet tells for each unit whether the set contains it.
type unitSet [3 * mostSide]bool

func (l *geometry) touched(changed []int32) *unitSet {
	var units unitSet
	for _, at := range changed {
		for _, u := range l.of[at] {
			units[u] = true
		}
	}
	return &units
}

func (t *unitSet) each(yield func(unit int) bool) {
	for u, in := range t {
		if in && !yield(u) {
			return
		}
	}
}

func (l *geometry) cell(at int) string { return layout.CellName(at, l.n) }

func (l *geometry) cells(list []int) string { return technique.CellList(list, l.n) }

func (l *geometry) unit(u int) string { return fmt.Sprintf("%s %d", kinds[u/l.n], u%l.n+1) }

func (l *geometry) value(v int) string { return symbols[v+1 : v+2] }

func (l *geometry) values(set uint64) string { return technique.And(l.names(set)) }

func (l *geometry) names(set uint64) []string { return technique.Names(set, l.value) }

func (b *Board) drawState(l *geometry, s deduce.State, m *technique.Move) *draw.Picture {
	cells := technique.Cells(s, l.n, l.value, m)
	for at := range cells {
		if b.clues[at] > 0 && cells[at].Fill == 0 {
			cells[at].Fill = given
		}
	}
	return grid.Draw(&grid.Board{
		Title: m.Title(), H: l.n, W: l.n, BoxH: b.h, BoxW: b.w,
		Cell: func(r, c int) grid.Cell { return cells[r*l.n+c] },
	})
}

func (l *geometry) moveText(m *technique.Move) string {
	st := m.Lead()
	if m.Given {
		return fmt.Sprintf("%s: %s at %s removes %s", m.Name(), l.values(st.Values), l.cell(st.Sites[0]), l.removed(m, m.Steps))
	}
	text := m.Name() + ": "
	switch {
	case st.Chain() != nil:
		return text + m.Tell() + ": this contradiction removes " + l.removed(m, m.Steps)
	case st.Rule.Places == nil:
		return text + m.Tell() + ", which removes " + l.removed(m, m.Steps)
	case st.Rule.Spreads:
		return fmt.Sprintf("%s%s is %s, the only value left there, which removes %s", text, l.cell(st.Sites[0]), l.values(st.Values), l.removed(m, m.Steps))
	}
	gone := l.values(m.Gone()[st.Site]) + " there"
	if rest := m.Steps[m.Own:]; len(rest) > 0 {
		gone += ", and " + l.removed(m, rest)
	}
	return fmt.Sprintf("%s%s is %s, the only place for %s in %s, which removes %s",
		text, l.cell(st.Sites[0]), l.values(st.Values), l.values(st.Values), l.unit(st.Clue), gone)
}

func unitsOf(steps []deduce.Step) []int {
	return technique.AppendNew(nil, wording.Each(steps, func(st deduce.Step) int { return st.Clue })...)
}

func (l *geometry) unitNames(units []int) string {
	return technique.And(wording.Each(units, l.unit))
}

func (l *geometry) removed(m *technique.Move, steps []deduce.Step) string {
	text := technique.Removed(steps, l.values, func(sites []int) string { return l.several(m, sites) })
	if at := m.Empty(); at >= 0 {
		return text + ", and leaves no value at " + l.cell(at)
	}
	if left := m.Beyond(); len(left) > 0 {
		text += ", and leaves only " + technique.Parts(wording.Each(left, func(b deduce.Bit) string { return l.value(b.Value) + " at " + l.cell(b.Site) }))
	}
	return text
}

// several names cells. If there are many cells, and the move places a value or is about a naked
// set, several calls them the rest of one or more units.
func (l *geometry) several(m *technique.Move, cells []int) string {
	var units []int
	switch st := m.Lead(); {
	case len(cells) <= technique.Few:
	case st.Rule.Places != nil:
		units = l.of[st.Sites[0]][:]
	case strings.HasPrefix(st.Rule.Name, "naked "):
		units = unitsOf(m.Steps[:m.Own])
	}
	seen := slices.DeleteFunc(slices.Clone(units), func(u int) bool {
		return !slices.ContainsFunc(cells, func(at int) bool { return slices.Contains(l.units[u], at) })
	})
	if len(seen) == 0 {
		return l.cells(cells)
	}
	return "the rest of " + l.unitNames(seen)
}

// tabulate makes the tables for the rules about chains. Exactly one member of each group is true.
// The first groups hold the values of a cell, one group per cell. The other groups hold the cells
// for a value in a row, column or box. The field excludes lists what a value in a cell excludes:
// first the same value in other cells, then the other values in the same cell.
func (l *geometry) tabulate() {
	literal := func(at, v int) int32 { return int32(at*l.n + v) }
	for at := range l.of {
		l.groups = append(l.groups, wording.Each(encode.Left(l.n, nil), func(v int) int32 { return literal(at, v) }))
		for v := range l.n {
			excluded := wording.Each(l.peers[at], func(peer int) int32 { return literal(peer, v) })
			for other := range l.n {
				if other != v {
					excluded = append(excluded, literal(at, other))
				}
			}
			l.excludes = append(l.excludes, excluded)
		}
	}
	for _, cells := range l.units {
		for v := range l.n {
			l.groups = append(l.groups, wording.Each(cells, func(at int) int32 { return literal(at, v) }))
		}
	}
}

// chains returns the rules about chains for one board.
func (l *geometry) chains() []deduce.Rule {
	cells := l.n * l.n
	chain := func(name string, level, from, to int, across bool, statement string) deduce.Rule {
		c := &deduce.Chains{Values: l.n, Groups: l.groups[from:to], Excludes: func(literal int32) []int32 {
			excluded := l.excludes[literal]
			if across {
				return excluded
			}
			return excluded[:len(excluded)-l.n+1]
		}}
		r := c.Rule(name, level, statement)
		r.CoveredBy = technique.Short
		r.Tell = func(steps []deduce.Step) string { return l.tellChain(steps, from) }
		return r
	}
	return []deduce.Rule{
		chain("colouring", hard, cells, len(l.groups), false,
			"A chain of cells shows that a cell cannot have a value. If the cell had the value, some row, column or box with two places left for the value would have only one place left. The value in that place would leave only one place in another row, column or box, and so on. At the end, the cell from which the argument started could not have the value."),
		chain("xy-chain", hard, 0, cells, false,
			"A chain of cells with two values each shows that a cell cannot have a value. If the cell had the value, the first cell of the chain would lose one of its two values and take the other. Then the next cell of the chain would lose one of its two values and take the other, and so on. At the end, the cell from which the argument started could not have the supposed value."),
		chain("chain", extreme, 0, len(l.groups), true,
			"A chain shows that a cell cannot have a value. The chain mixes the links of two rules: a row, column or box with only one place left for a value (as in 'colouring'), and a cell with only one value left (as in 'xy-chain')."),
	}
}

// tellChain describes in words how a chain refutes the steps, and the contradiction at its end. The
// parameter from is the index of the first group of the layout that the rule uses.
func (l *geometry) tellChain(steps []deduce.Step, from int) string {
	chain := steps[0].Chain()
	var b strings.Builder
	b.WriteString(l.supposed(steps))
	for i, x := range chain {
		b.WriteString([...]string{", then ", ", so "}[min(i, 1)])
		v := l.value(x.From.Value)
		g := x.Group + from - l.n*l.n // number of the unit and value; negative for the values of a cell
		switch {
		case x.To == deduce.None && g < 0:
			fmt.Fprintf(&b, "%s would have no value", l.cell(x.From.Site))
		case x.To == deduce.None:
			fmt.Fprintf(&b, "%s would have no place for %s", l.unit(g/l.n), v)
		case g < 0:
			fmt.Fprintf(&b, "%s would be %s and not %s", l.cell(x.To.Site), l.value(x.To.Value), v)
		default:
			fmt.Fprintf(&b, "%s would have its %s at %s", l.unit(g/l.n), v, l.cell(x.To.Site))
		}
	}
	if last := chain[len(chain)-1].To; last != deduce.None {
		b.WriteString(l.clash(steps, last))
	}
	return b.String()
}

// supposed describes the supposition that steps refute: "if row 1, column 2 were 3 or 4". Cells with the
// same values come together.
func (l *geometry) supposed(steps []deduce.Step) string {
	values := (&technique.Move{Steps: steps}).Gone()
	sites, _ := technique.Group(steps, func(st deduce.Step) int { return st.Site })
	sets, with := technique.Group(sites, func(at int) uint64 { return values[at] })
	return technique.Or(wording.Each(sets, func(set uint64) string {
		name := technique.Or(l.names(set))
		if cells := with[set]; len(cells) > 1 {
			return fmt.Sprintf("if one of the cells in %s were %s", l.cells(cells), name)
		}
		return fmt.Sprintf("if %s were %s", l.cell(with[set][0]), name)
	}))
}

func (l *geometry) clash(steps []deduce.Step, end deduce.Bit) string {
	var units []string
	for _, st := range steps {
		if st.Site == end.Site {
			return fmt.Sprintf(", which cannot be both %s and %s", l.value(end.Value), l.value(st.Value))
		}
		u := l.of[st.Site][slices.IndexFunc(l.of[st.Site][:], func(u int) bool { return slices.Contains(l.units[u], end.Site) })]
		if name := l.unit(u); !slices.Contains(units, name) {
			units = append(units, name)
		}
	}
	return fmt.Sprintf(", and %s would have %s twice", technique.Or(units), l.value(end.Value))
}

// As implements encode.Convertible. As a map, the regions are the cells in reading order, the colours are
// the values, and cells are neighbours if they share a row, a column or a box.
func (b *Board) As(puzzle string) (string, error) {
	if puzzle != "map" {
		return "", fmt.Errorf("a sudoku can be written as a map, but not as an instance of %s", puzzle)
	}
	var edges []string
	for at, peers := range layouts(b.box).peers {
		for _, peer := range slices.Sorted(slices.Values(peers)) {
			if peer > at {
				edges = append(edges, fmt.Sprintf("%d-%d", at, peer))
			}
		}
	}
	text := fmt.Sprintf("regions=%d colours=%d edges=%s", len(b.clues), b.side(), strings.Join(edges, ","))
	given := wording.Each(b.clued(), func(at int) string { return fmt.Sprintf("%d:%d", at, b.clues[at]-1) })
	if len(given) > 0 {
		text += " given=" + strings.Join(given, ",")
	}
	return text, nil
}
