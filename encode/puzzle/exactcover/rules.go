package exactcover

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/cover"
	"counterproof/sat/cnf"
)

// Check checks every item. If several items break the rules, Check returns the violation whose last
// site comes first. A violation without sites comes before all other violations.
func (p Problem) Check(s encode.Solution) error {
	var worst *encode.Violation
	report := func(rule string, sites []int) {
		if worst == nil || len(sites) == 0 || len(worst.Sites) > 0 && sites[len(sites)-1] < worst.Sites[len(worst.Sites)-1] {
			worst = &encode.Violation{Rule: rule, Sites: sites}
		}
	}
	// For each item: the number of chosen options with it, the first of them, the colour that this one gives to the
	// item, and the first later one that does not give it this colour, or 0.
	covers := make([]struct{ n, first, colour, clash int }, len(p.Items))
	for o, option := range p.Options {
		if s[o] == 0 {
			continue
		}
		for _, use := range option {
			c := &covers[use.Item]
			switch {
			case c.n == 0:
				c.first, c.colour = o, use.Colour
			case c.clash == 0 && (use.Colour != c.colour || c.colour == 0):
				c.clash = o
			}
			c.n++
		}
	}
	// with returns the options that have an item and are chosen, or not chosen.
	with := func(item int, chosen bool) (options []int) {
		for o, option := range p.Options {
			for _, use := range option {
				if use.Item == item && (s[o] != 0) == chosen {
					options = append(options, o)
				}
			}
		}
		return options
	}
	for i, item := range p.Items {
		switch c := covers[i]; {
		case item.Secondary && c.clash > 0:
			report(fmt.Sprintf("secondary item %s is in two chosen options that do not give it the same colour", item.Name), []int{c.first, c.clash})
		case item.Secondary:
		case c.n > item.Hi:
			report(fmt.Sprintf("item %s is covered %s", item.Name, wording.Plural(c.n, "time")), with(i, true)[:item.Hi+1])
		case c.n < item.Lo:
			report(fmt.Sprintf("item %s is covered %s", item.Name, wording.Plural(c.n, "time")), with(i, false))
		}
	}
	if worst == nil {
		return nil
	}
	return worst
}

// Encode implements encode.Instance. The formula has one projected variable for each option. For
// each item that must be covered exactly once, exactly one of the variables of its options is true.
func (p Problem) Encode(e *encode.Encoder) {
	holding := make([][]encode.Lit, len(p.Items))
	grouped := make([]bool, len(p.Options))
	for o, option := range p.Options {
		for _, use := range option {
			holding[use.Item] = append(holding[use.Item], encode.Lit(o+1))
			if item := p.Items[use.Item]; once(item) {
				grouped[o] = true
			}
		}
	}
	var groups [][]encode.Lit
	for i, item := range p.Items {
		if once(item) {
			groups = append(groups, holding[i])
		}
	}
	var free []encode.Lit
	for o, in := range grouped {
		if !in {
			free = append(free, encode.Lit(o+1))
		}
	}
	e.Project(groups, free, func(m cnf.Model) encode.Solution {
		return p.solution(encode.Where(m[:len(p.Options)], func(chosen bool) bool { return chosen }))
	})
	for o := range p.Options {
		e.Gives(encode.Lit(o+1), o, 1)
	}
	for i, item := range p.Items {
		switch {
		case item.Secondary:
			p.encodeSecondary(e, i, holding[i])
		case once(item):
			e.ExactlyOne(holding[i]...)
		default:
			e.Between(item.Lo, item.Hi, holding[i]...)
		}
	}
}

func (p Problem) solution(chosen []int) encode.Solution {
	s := make([]byte, len(p.Options))
	for _, o := range chosen {
		s[o] = 1
	}
	return encode.Solution(s)
}

func once(item cover.Item) bool { return !item.Secondary && item.Lo == 1 && item.Hi == 1 }

// encodeSecondary writes the constraint of a secondary item: at most one chosen option has the
// item, or all chosen options with the item give it the same colour. If several options give the
// item the same colour, an auxiliary variable states whether one of these options is chosen. The
// clauses determine this variable, so the number of models stays the same.
func (p Problem) encodeSecondary(e *encode.Encoder, item int, holding []encode.Lit) {
	byColour := map[int][]encode.Lit{}
	var colours []int
	for _, l := range holding {
		for _, use := range p.Options[l-1] {
			if use.Item == item {
				if byColour[use.Colour] == nil {
					colours = append(colours, use.Colour)
				}
				byColour[use.Colour] = append(byColour[use.Colour], l)
			}
		}
	}
	uses := append([]encode.Lit(nil), byColour[0]...)
	for _, c := range colours {
		with := byColour[c]
		switch {
		case c == 0:
		case len(with) == 1 || len(colours) == 1:
			uses = append(uses, with[0]) // the only option with the colour, or the item has only one colour
		default:
			has := e.Fresh()
			for _, l := range with {
				e.Add(-l, has)
			}
			e.Add(append([]encode.Lit{-has}, with...)...)
			uses = append(uses, has)
		}
	}
	e.AtMostOne(uses...)
}

func (p Problem) Reduce() []encode.Reduction {
	return p.ReduceGiven(slices.Repeat([]int{clues.NotGiven}, len(p.Options)))
}
