package sherlock

import "counterproof/native/deduce"

func (r *reasoner) categoryRules() []deduce.Rule {
	rules := []deduce.Rule{
		r.units.Naked(easy, 1, "If an icon has only one column left, the other icons of its category lose this column."),
		r.units.Hidden(easy, 1, "If only one icon of a category can still be in a column, this icon loses all its other columns."),
		r.units.Naked(normal, 2, "If two icons of a category have only two columns left in total, the other icons of the category lose these columns."),
		r.units.Hidden(normal, 2, "Take two columns. If only two icons of a category can still be in either of them, these icons lose all their other columns."),
		r.units.Naked(hard, 3, "Take up to three icons of a category, and all columns that at least one of them has left. If there are at most as many columns as icons taken, the other icons of the category lose these columns."),
		r.units.Naked(hard, 4, "The same as 'naked triple', but with up to four icons."),
		r.units.Hidden(hard, 3, "Take up to three columns, and the icons of a category that can still be in at least one of them. If there are at most as many icons as columns taken, these icons lose all their other columns."),
		r.units.Hidden(hard, 4, "The same as 'hidden triple', but with up to four columns."),
	}
	for i := range rules {
		rules[i].Reason, rules[i].Cost = nil, nil // categories have no icon in common, and all sets are as easy to see
	}
	rules[0].Moves = deduce.Moves{Places: patternSites, Spreads: true}
	rules[1].Moves = deduce.Moves{Places: patternSites}
	return rules
}

func patternSites(st *deduce.Step) []int { return st.Sites }

func (r *reasoner) touched(changed []int32) (categories uint64) {
	for _, i := range changed {
		categories |= 1 << (int(i) / r.n)
	}
	return categories
}
