package exactcover

import (
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/covering"
	"counterproof/native/cover"
)

// ReduceGiven implements encode.TakesGiven. An option with the given value 0 is left out. An option
// with the given value 1 gets an additional item that must be covered and that no other option
// contains.
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
	return covering.Reduce(less, func(options []int) encode.Solution {
		s := make([]byte, len(p.Options))
		for _, o := range options {
			s[kept[o]] = 1
		}
		return encode.Solution(s)
	})
}
