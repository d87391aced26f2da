package exactcover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
	"counterproof/native/cover"
)

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
