package sudoku

import (
	"fmt"
	"strings"

	"counterproof/native/deduce"
)

// weave makes the tables of chains: the groups of a board are the values of each
// cell, then, unit by unit, the places of each value; and what a value excludes
// in other cells, and behind it in its own.
func (l *layout) weave() {
	code := func(at, v int) int32 { return int32(at*l.n + v) }
	for at := range l.of {
		var group []int32
		for v := range l.n {
			group = append(group, code(at, v))
			var taken []int32
			for _, peer := range l.peers[at] {
				taken = append(taken, code(peer, v))
			}
			for other := range l.n {
				if other != v {
					taken = append(taken, code(at, other))
				}
			}
			l.takes = append(l.takes, taken)
		}
		l.groups = append(l.groups, group)
	}
	for _, cells := range l.units {
		for v := range l.n {
			var group []int32
			for _, at := range cells {
				group = append(group, code(at, v))
			}
			l.groups = append(l.groups, group)
		}
	}
}

// chains are the rules about chains, for one board at a time, and of their steps
// the links.
func (l *layout) chains() (rules []rule, links func(st *deduce.Step) []deduce.Link) {
	all := map[string]*deduce.Chains{}
	cells := l.n * l.n
	add := func(name string, level, from, to int, across bool, statement string) {
		c := &deduce.Chains{Values: l.n, Groups: l.groups[from:to], Takes: func(code int32) []int32 {
			taken := l.takes[code]
			if across {
				return taken
			}
			return taken[:len(taken)-l.n+1]
		}}
		all[name] = c
		rules = append(rules, rule{c.Rule(name, level, statement), func(st *deduce.Step) string {
			return l.tellChain(st, c.Links(st), from)
		}})
	}
	add("colouring", hard, cells, len(l.groups), false,
		"A value that a chain of one digit rules out: it takes a place of the digit, so that a unit with two places left has only the other, which takes a place elsewhere, and so on, until the first cell loses the digit.")
	add("xy-chain", hard, 0, cells, false,
		"A value that a chain of cells with two values left rules out: it takes a value from the first, which is left with its other, which takes a value from the next, and so on, until the first value is taken.")
	add("chain", extreme, 0, len(l.groups), true,
		"A value that an alternating chain rules out: as in colouring and in an xy-chain, of places and of values in any order.")
	return rules, func(st *deduce.Step) []deduce.Link {
		if c := all[st.Rule.Name]; c != nil {
			return c.Links(st)
		}
		return nil
	}
}

// tellChain says a chain, whose groups are those of the layout from one on.
func (l *layout) tellChain(st *deduce.Step, links []deduce.Link, from int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", l.cell(st.Site), l.value(st.Value))
	for _, x := range links {
		v := l.value(x.From.Value)
		g := x.Group + from - l.n*l.n // of the units and values, if not negative
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
