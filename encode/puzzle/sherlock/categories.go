package sherlock

import (
	"fmt"

	"counterproof/native/deduce"
)

func (r *reasoner) categoryRules() []deduce.Rule {
	naked := func(level, k int, statement string) deduce.Rule {
		x := r.units.Naked(level, k, statement)
		x.Reason, x.Cost = nil, nil // categories have no icon in common, and all sets are as easy to see
		if k == 1 {
			x.Moves = deduce.Moves{Places: patternSites, Spreads: true}
		}
		x.Tell = func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 1 {
				return r.name(st.Sites[0]) + " is in " + r.places(st.Values, "or")
			}
			return fmt.Sprintf("%s can only be in %s", r.names(st.Sites), r.places(st.Values, "and"))
		}
		return x
	}
	hidden := func(level, k int, statement string) deduce.Rule {
		x := r.units.Hidden(level, k, statement)
		x.Reason, x.Cost = nil, nil
		if k == 1 {
			x.Moves = deduce.Moves{Places: patternSites}
		}
		x.Tell = func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 0 {
				return fmt.Sprintf("in category %s, nothing can be in %s", r.categories[st.Clue], r.places(st.Values, "or"))
			}
			return fmt.Sprintf("in category %s, only %s can be in %s", r.categories[st.Clue], r.names(st.Sites), r.places(st.Values, "and"))
		}
		return x
	}
	return []deduce.Rule{
		naked(easy, 1, "If an icon has only one column left, the other icons of its category lose this column."),
		hidden(easy, 1, "If only one icon of a category can still be in a column, this icon loses all its other columns."),
		naked(normal, 2, "If two icons of a category have only two columns left in total, the other icons of the category lose these columns."),
		hidden(normal, 2, "Take two columns. If only two icons of a category can still be in either of them, these icons lose all their other columns."),
		naked(hard, 3, "Take up to three icons of a category, and all columns that at least one of them has left. If there are at most as many columns as icons taken, the other icons of the category lose these columns."),
		naked(hard, 4, "The same as 'naked triple', but with up to four icons."),
		hidden(hard, 3, "Take up to three columns, and the icons of a category that can still be in at least one of them. If there are at most as many icons as columns taken, these icons lose all their other columns."),
		hidden(hard, 4, "The same as 'hidden triple', but with up to four columns."),
	}
}

func patternSites(st *deduce.Step) []int { return st.Sites }

func (r *reasoner) touched(changed []int32) (categories uint64) {
	for _, i := range changed {
		categories |= 1 << (int(i) / r.n)
	}
	return categories
}
