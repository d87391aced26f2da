package sudoku

import (
	"fmt"
	"strings"

	"counterproof/native/deduce"
)

// tabulate makes the tables for the rules about chains. Exactly one member of each
// group is true. The first groups hold the values of a cell, one group per cell. The
// other groups hold the cells for a value in a row, column or box. The field excludes
// lists what a value in a cell excludes: first the value in other cells, then the other
// values of the cell.
func (l *layout) tabulate() {
	literal := func(at, v int) int32 { return int32(at*l.n + v) }
	for at := range l.of {
		var group []int32
		for v := range l.n {
			group = append(group, literal(at, v))
			var excluded []int32
			for _, peer := range l.peers[at] {
				excluded = append(excluded, literal(peer, v))
			}
			for other := range l.n {
				if other != v {
					excluded = append(excluded, literal(at, other))
				}
			}
			l.excludes = append(l.excludes, excluded)
		}
		l.groups = append(l.groups, group)
	}
	for _, cells := range l.units {
		for v := range l.n {
			var group []int32
			for _, at := range cells {
				group = append(group, literal(at, v))
			}
			l.groups = append(l.groups, group)
		}
	}
}

// chains returns the rules about chains for one board. It also returns a function that
// gives the chain of a step, or nil if the step belongs to another rule.
func (l *layout) chains() (rules []rule, chain func(st *deduce.Step) []deduce.Implication) {
	all := map[string]*deduce.Chains{}
	cells := l.n * l.n
	add := func(name string, level, from, to int, across bool, statement string) {
		c := &deduce.Chains{Values: l.n, Groups: l.groups[from:to], Excludes: func(literal int32) []int32 {
			excluded := l.excludes[literal]
			if across {
				return excluded
			}
			return excluded[:len(excluded)-l.n+1]
		}}
		all[name] = c
		rules = append(rules, rule{c.Rule(name, level, statement), func(st *deduce.Step) string {
			return l.tellChain(st, c.Chain(st), from)
		}})
	}
	add("colouring", hard, cells, len(l.groups), false,
		"A chain of cells shows that a cell cannot hold a digit. If the cell held it, some row, column or box with two places left for the digit would have only one. The digit in that place would leave another row, column or box with only one place, and so on, until the first cell itself could not hold the digit.")
	add("xy-chain", hard, 0, cells, false,
		"A chain of cells with two values each shows that a cell cannot have a value. If the cell had it, the first cell of the chain would lose one of its values and take the other. Then the next cell would lose one of its values and take the other, and so on, until the first cell itself could not have its value.")
	add("chain", extreme, 0, len(l.groups), true,
		"A chain shows that a cell cannot have a value. It mixes the two kinds of links: a row, column or box with only one place left for a digit, as in colouring, and a cell with only one value left, as in an xy-chain.")
	return rules, func(st *deduce.Step) []deduce.Implication {
		if c := all[st.Rule.Name]; c != nil {
			return c.Chain(st)
		}
		return nil
	}
}

// tellChain describes a chain in words. The parameter from is the index of the first
// group of the layout that the rule uses.
func (l *layout) tellChain(st *deduce.Step, chain []deduce.Implication, from int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", l.cell(st.Site), l.value(st.Value))
	for _, x := range chain {
		v := l.value(x.From.Value)
		g := x.Group + from - l.n*l.n // number of the unit and value; negative for the values of a cell
		switch {
		case x.To == deduce.None && g < 0:
			fmt.Fprintf(&b, ", %s would have no value", l.cell(x.From.Site))
		case x.To == deduce.None:
			fmt.Fprintf(&b, ", %s would have no place for %s", l.unit(g/l.n), v)
		case g < 0:
			fmt.Fprintf(&b, ", %s would be %s and not %s", l.cell(x.To.Site), l.value(x.To.Value), v)
		default:
			fmt.Fprintf(&b, ", %s would have its %s at %s", l.unit(g/l.n), v, l.cell(x.To.Site))
		}
	}
	return b.String()
}
