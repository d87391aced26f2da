package deduce

import (
	"cmp"
	"maps"
	"slices"
)

// Needed goes back through the steps that follow from a supposition. It returns, in order, the steps
// that are needed to make the goals false, and the facts on which these steps and goals rest, sorted.
// The facts leave out the bits that are supposed to be false.
func Needed(steps []Step, goals []Bit, supposed func(b Bit) bool) (needed []Step, facts []Bit) {
	open := map[Bit]bool{}
	want := func(bits []Bit) {
		for _, b := range bits {
			if !supposed(b) {
				open[b] = true
			}
		}
	}
	want(goals)
	for _, st := range slices.Backward(steps) {
		if open[st.Bit] {
			delete(open, st.Bit)
			needed = append(needed, st)
			want(st.Facts())
		}
	}
	slices.Reverse(needed)
	facts = slices.SortedStableFunc(maps.Keys(open), func(a, b Bit) int { return cmp.Or(a.Site-b.Site, a.Value-b.Value) })
	return needed, facts
}
