package exactcover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/board/grid"
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
	with := func(item int, chosen bool) []int {
		return encode.Where(encode.Left(len(s), nil), func(o int) bool {
			return (s[o] != 0) == chosen && slices.ContainsFunc(p.Options[o], func(use cover.Use) bool { return use.Item == item })
		})
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
	return worst.OrNil()
}

// Encode implements encode.Instance. The formula has one projected variable for each option. For
// each item that must be covered exactly once, exactly one of the variables of its options is true.
func (p Problem) Encode(e *encode.Encoder) {
	holding := make([][]encode.Lit, len(p.Items))
	for o, option := range p.Options {
		for _, use := range option {
			holding[use.Item] = append(holding[use.Item], encode.Lit(o+1))
		}
	}
	groups := encode.Keep(holding, encode.Where(p.Items, once))
	free := encode.Where(p.Options, func(option cover.Option) bool {
		return !slices.ContainsFunc(option, func(use cover.Use) bool { return once(p.Items[use.Item]) })
	})
	e.Project(groups, wording.Each(free, func(o int) encode.Lit { return encode.Lit(o + 1) }), func(m cnf.Model) encode.Solution {
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
	return encode.Solution(encode.Put(make([]byte, len(p.Options)), chosen, 1))
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
			uses = append(uses, e.Or(with...))
		}
	}
	e.AtMostOne(uses...)
}

func (p Problem) Reduce() []encode.Reduction {
	return p.ReduceGiven(slices.Repeat([]int{clues.NotGiven}, len(p.Options)))
}

// SiteName implements layout.HasSiteNames. Options count from 1, as in drawings.
func (p Problem) SiteName(site int) string { return fmt.Sprintf("option %d", site+1) }

func (p Problem) ValueName(_, value int) string { return [...]string{"not chosen", "chosen"}[value] }

// Obstacle looks for a primary item with too few options. Then it looks for a number k such that
// each option covers a multiple of k primary items. There is no solution if the total number of
// times that items must be covered is not a multiple of k.
func (p Problem) Obstacle() string {
	holding := make([]int, len(p.Items))
	step := 0 // the greatest common divisor of the numbers of primary items in the options so far
	for _, option := range p.Options {
		covers := 0
		for _, use := range option {
			holding[use.Item]++
			if !p.Items[use.Item].Secondary {
				covers++
			}
		}
		for step != 0 {
			covers, step = step, covers%step
		}
		step = covers
	}
	total, fixed := 0, true
	for i, item := range p.Items {
		switch {
		case item.Secondary:
			continue
		case holding[i] == 0 && item.Lo > 0:
			return fmt.Sprintf("no option covers item %s", item.Name)
		case holding[i] < item.Lo:
			return fmt.Sprintf("item %s must be covered %s and has only %s", item.Name, wording.Plural(item.Lo, "time"), wording.Plural(holding[i], "option"))
		}
		total += item.Lo
		fixed = fixed && item.Lo == item.Hi
	}
	if fixed && step > 1 && total%step != 0 {
		return fmt.Sprintf("the number of items that each option covers is a multiple of %d, and the number of items to cover is %d", step, total)
	}
	return ""
}

// ReduceGiven leaves out an option with the given value 0. An option with the given value 1 gets an
// additional item that must be covered and that no other option contains.
func (p Problem) ReduceGiven(values []int) []encode.Reduction {
	less := &cover.Problem{Items: slices.Clone(p.Items), Colours: p.Colours}
	name := "given"
	for slices.ContainsFunc(p.Items, func(it cover.Item) bool { return strings.HasPrefix(it.Name, name) }) {
		name += "'"
	}
	var kept []int // by option: its index in p.Options
	for o, option := range p.Options {
		if values[o] == 0 {
			continue
		}
		if values[o] == 1 {
			less.Items = append(less.Items, cover.Item{Name: name + strconv.Itoa(o), Lo: 1, Hi: 1})
			option = append(slices.Clip(option), cover.Use{Item: len(less.Items) - 1})
		}
		less.Options = append(less.Options, option)
		kept = append(kept, o)
	}
	return covering.Later(cover.Methods(less)[0].Name, func() (*cover.Problem, func(options []int) encode.Solution) {
		return less, func(options []int) encode.Solution { return p.solution(encode.Keep(kept, options)) }
	})
}

// ReadDrawing implements encode.HasDrawing. A chosen option begins with '*'.
func (p Problem) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 1, len(p.Options))
	if err != nil {
		return "", err
	}
	chosen := make([]byte, len(lines))
	for o, line := range lines {
		switch {
		case strings.HasPrefix(line.Text, "* "):
			chosen[o] = 1
		case !strings.HasPrefix(line.Text, "  "):
			return "", line.Errorf("want '* ' before a chosen option and two blanks before another, got %q", line.Text)
		}
	}
	return encode.Solution(chosen), nil
}
