package exactcover

import (
	"fmt"

	"counterproof/encode"
)

// SiteName implements encode.HasSiteNames. Options count from 1, as in drawings.
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
			return fmt.Sprintf("item %s must be covered %s and has only %s", item.Name, encode.Plural(item.Lo, "time"), encode.Plural(holding[i], "option"))
		}
		total += item.Lo
		fixed = fixed && item.Lo == item.Hi
	}
	if fixed && step > 1 && total%step != 0 {
		return fmt.Sprintf("the number of items that each option covers is a multiple of %d, and the number of items to cover is %d", step, total)
	}
	return ""
}
