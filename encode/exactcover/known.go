package exactcover

import "fmt"

// SiteName implements encode.HasSiteNames. Options count from 1, as in drawings.
func (p Problem) SiteName(site int) string { return fmt.Sprintf("option %d", site+1) }

// ValueName implements encode.HasValueNames.
func (p Problem) ValueName(_, value int) string { return [...]string{"not chosen", "chosen"}[value] }

// Obstacle implements encode.HasObstacle. It looks for a primary item with too few options. Then it
// looks for a number that divides how many primary items each option covers, but not how many must
// be covered in all.
func (p Problem) Obstacle() string {
	holding := make([]int, len(p.Items))
	step := 0 // every option covers a multiple of so many primary items
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
			return fmt.Sprintf("item %s must be covered %d times and has only %d options", item.Name, item.Lo, holding[i])
		}
		total += item.Lo
		fixed = fixed && item.Lo == item.Hi
	}
	if fixed && step > 1 && total%step != 0 {
		return fmt.Sprintf("the number of items that each option covers is a multiple of %d, and %d items must be covered", step, total)
	}
	return ""
}
