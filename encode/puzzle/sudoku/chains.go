package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

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
