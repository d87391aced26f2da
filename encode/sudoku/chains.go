package sudoku

import (
	"fmt"
	"strings"

	"counterproof/native/deduce"
)

// A chain supposes a value in a cell and follows what this forces link by link
// until the value itself is ruled out. A link goes from a value that what is
// supposed takes from a cell, because a cell holds one value and a unit each value
// once, to the value that is then left: the last one of the cell, or the last
// place in the unit, where all others are lost. The links need lost values alone,
// and a chain may go through a value that is lost in the meantime; so it remains.
type chains struct {
	*layout
	found [][]link // by the clue of a step
	web   web      // of the state that find has seen last
}

// A link is: where from goes, to is left in the group, since all the others are
// lost. To.Site is -1 where from itself is the last one.
type link struct {
	from, to deduce.Bit
	group    int // a unit, or -1: the cell of from
}

// Kinds of chains say what their links are.
type kind struct {
	cells, units bool // the values of a cell, the places of a value in a unit
	across       bool // what is supposed in a cell takes the cell's other values
}

func (c *chains) rules() []rule {
	one := func(name string, level int, k kind, statement string) rule {
		return rule{
			deduce.Rule{
				Name: name, Level: level, Statement: statement,
				Find:  func(s deduce.State, _ []int32, emit deduce.Emit) { c.find(s, k, emit) },
				Facts: c.facts,
			},
			c.tell,
		}
	}
	return []rule{
		one("colouring", hard, kind{units: true},
			"A value that a chain of one digit rules out: it takes a place of the digit, so that a unit with two places left has only the other, which takes a place elsewhere, and so on, until the first cell loses the digit."),
		one("xy-chain", hard, kind{cells: true},
			"A value that a chain of cells with two values left rules out: it takes a value from the first, which is left with its other, which takes a value from the next, and so on, until the first value is taken."),
		one("chain", extreme, kind{true, true, true},
			"A value that an alternating chain rules out: as in colouring and in an xy-chain, of places and of values in any order."),
	}
}

// of is the chain of a step, nil for one of another rule.
func (c *chains) of(st *deduce.Step) []link {
	switch st.Rule.Name {
	case "colouring", "xy-chain", "chain":
		return c.found[st.Clue]
	}
	return nil
}

func (c *chains) facts(st *deduce.Step) (facts []deduce.Bit) {
	seen := map[deduce.Bit]bool{}
	for _, x := range c.of(st) {
		var group []deduce.Bit
		if x.group < 0 {
			group = bitsOf(nil, x.from.Site, c.all)
		} else {
			group = c.outside(x.group, nil, 1<<x.from.Value)
		}
		for _, b := range group {
			if b != x.from && b != x.to && !seen[b] {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

func (c *chains) tell(st *deduce.Step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", c.cell(st.Site), c.value(st.Value))
	for _, x := range c.of(st) {
		v := c.value(x.from.Value)
		switch {
		case x.to.Site < 0 && x.group < 0:
			fmt.Fprintf(&b, ", %s would have no value", c.cell(x.from.Site))
		case x.to.Site < 0:
			fmt.Fprintf(&b, ", %s would have no place for %s", c.unit(x.group), v)
		case x.group < 0:
			fmt.Fprintf(&b, ", %s would be %s and not %s", c.cell(x.to.Site), c.value(x.to.Value), v)
		default:
			fmt.Fprintf(&b, ", %s would have its %s at %s", c.unit(x.group), v, c.cell(x.to.Site))
		}
	}
	return b.String()
}

// find emits every value that a chain of the kind rules out.
func (c *chains) find(s deduce.State, k kind, emit deduce.Emit) {
	w := &c.web
	if !w.build(c.layout, s, k) {
		return
	}
	for at, left := range s {
		for v := range each(left) {
			if w.refuted(at, v) {
				x := w.path(deduce.Bit{Site: at, Value: v})
				c.found = append(c.found, x)
				p := deduce.Pattern{Clue: len(c.found) - 1}
				for _, link := range x {
					p.Sites = append(p.Sites, link.from.Site)
					if link.to.Site >= 0 {
						p.Sites = append(p.Sites, link.to.Site)
					}
				}
				emit(at, v, p)
			}
		}
	}
}
