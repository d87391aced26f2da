package sherlock

import (
	"fmt"
	"math/bits"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

func (r *reasoner) categoryRules() []rule {
	icons := func(st *deduce.Step) (facts []deduce.Bit) {
		for _, i := range st.Sites {
			facts = deduce.AppendBits(facts, i, r.all&^st.Values)
		}
		return facts
	}
	columns := func(st *deduce.Step) (facts []deduce.Bit) {
		var in uint64
		for _, i := range st.Sites {
			in |= 1 << (i % r.n)
		}
		for i := range r.n {
			if in>>i&1 == 0 {
				facts = deduce.AppendBits(facts, st.Clue*r.n+i, st.Values)
			}
		}
		return facts
	}
	naked := func(name string, level, k int, statement string) rule {
		find := func(s deduce.State, changed []int32, emit deduce.Emit) { r.naked(s, changed, k, emit) }
		tell := func(st *deduce.Step) string {
			if len(st.Sites) == 1 {
				return r.name(st.Sites[0]) + " is in " + r.places(st.Values, "or")
			}
			return fmt.Sprintf("%s can only be in %s", technique.And(r.names(st.Sites)), r.places(st.Values, "and"))
		}
		x := deduce.Rule{Name: name, Level: level, Statement: statement, Find: find, Facts: icons}
		x.CoveredBy = technique.Smaller("naked")
		if k == 1 {
			x.Moves = deduce.Moves{Places: patternSites, Spreads: true}
		}
		return rule{Rule: x, Tell: tell}
	}
	hidden := func(name string, level, k int, statement string) rule {
		find := func(s deduce.State, changed []int32, emit deduce.Emit) { r.hidden(s, changed, k, emit) }
		tell := func(st *deduce.Step) string {
			if len(st.Sites) == 0 {
				return fmt.Sprintf("in category %s, nothing can be in %s", r.categories[st.Clue], r.places(st.Values, "or"))
			}
			return fmt.Sprintf("in category %s, only %s can be in %s", r.categories[st.Clue], technique.And(r.names(st.Sites)), r.places(st.Values, "and"))
		}
		x := deduce.Rule{Name: name, Level: level, Statement: statement, Find: find, Facts: columns}
		x.CoveredBy = technique.Smaller("hidden")
		if k == 1 {
			x.Moves = deduce.Moves{Places: patternSites}
		}
		return rule{Rule: x, Tell: tell}
	}
	return []rule{
		naked("naked single", easy, 1, "If an icon has only one column left, the other icons of its category lose this column."),
		hidden("hidden single", easy, 1, "If only one icon of a category can still be in a column, this icon loses all its other columns."),
		naked("naked pair", normal, 2, "If two icons of a category have only two columns left in total, the other icons of the category lose these columns."),
		hidden("hidden pair", normal, 2, "Take two columns. If only two icons of a category can still be in either of them, these icons lose all their other columns."),
		naked("naked triple", hard, 3, "Take up to three icons of a category, and all columns that at least one of them has left. If there are at most as many columns as icons taken, the other icons of the category lose these columns."),
		naked("naked quadruple", hard, 4, "The same as 'naked triple', but with up to four icons."),
		hidden("hidden triple", hard, 3, "Take up to three columns, and the icons of a category that can still be in at least one of them. If there are at most as many icons as columns taken, these icons lose all their other columns."),
		hidden("hidden quadruple", hard, 4, "The same as 'hidden triple', but with up to four columns."),
	}
}

func patternSites(st *deduce.Step) []int { return st.Sites }

func (r *reasoner) touched(changed []int32) (categories uint64) {
	for _, i := range changed {
		categories |= 1 << (int(i) / r.n)
	}
	return categories
}

func (r *reasoner) naked(s deduce.State, changed []int32, k int, emit deduce.Emit) {
	for category := range deduce.Each(r.touched(changed)) {
		first := category * r.n
		deduce.Subsets(s[first:first+r.n], k, func(set, union uint64) {
			p := deduce.Pattern{Values: union, Clue: category, Sites: r.chosen(category, set)}
			for i := range deduce.Each(r.all &^ set) {
				for v := range deduce.Each(s[first+i] & deduce.Takes(set, union)) {
					emit(first+i, v, p)
				}
			}
		})
	}
}

func (r *reasoner) hidden(s deduce.State, changed []int32, k int, emit deduce.Emit) {
	for category := range deduce.Each(r.touched(changed)) {
		first := category * r.n
		var rows [maxColumns]uint64
		for i, left := range s[first : first+r.n] {
			for ; left != 0; left &= left - 1 {
				rows[bits.TrailingZeros64(left)] |= 1 << i
			}
		}
		deduce.Subsets(rows[:r.n], k, func(set, union uint64) {
			p := deduce.Pattern{Values: set, Clue: category, Sites: r.chosen(category, union)}
			for i := range deduce.Each(r.all & deduce.Takes(set, union)) {
				for v := range deduce.Each(s[first+i] &^ set) {
					emit(first+i, v, p)
				}
			}
		})
	}
}

func (r *reasoner) chosen(category int, set uint64) (icons []int) {
	for i := range deduce.Each(set) {
		icons = append(icons, category*r.n+i)
	}
	return icons
}
