package sherlock

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

// relate fills in the fields class and never of the reasoner. They say which icons
// share a column and which cannot share one according to the clues.
func (r *reasoner) relate() {
	size := len(r.Sites())
	r.class = encode.Left(size, nil)
	join := func(a, b int) {
		from, to := r.class[a], r.class[b]
		for i, c := range r.class {
			if c == from {
				r.class[i] = to
			}
		}
	}
	for _, c := range r.clues {
		for _, x := range c.relations() {
			if x.ok(0) && !x.ok(1) && !x.ok(2) {
				join(c.icons[x.i], c.icons[x.j])
			}
		}
	}
	r.never = make([][]int, size)
	for i := range r.never {
		r.never[i] = make([]int, size)
	}
	part := func(a, b, why int) {
		if a, b = r.class[a], r.class[b]; r.never[a][b] == 0 {
			r.never[a][b], r.never[b][a] = why, why
		}
	}
	for i := range size {
		for j := i - i%r.n; j < i; j++ {
			part(i, j, ofCategory)
		}
	}
	for k, c := range r.clues {
		for _, x := range c.relations() {
			if !x.ok(0) {
				part(c.icons[x.i], c.icons[x.j], k+1)
			}
		}
		if c.kind == either {
			part(c.icons[1], c.icons[2], k+1)
		}
	}
}

// findPartner implements the rule partner, which removes a column from an icon. In the pattern,
// Clue is a category of which no icon can be in that column together with this icon. Sites holds
// the icons of the category that have lost the column. The other icons of the category are kept
// apart from this icon by clues.
func (r *reasoner) findPartner(s deduce.State, changed []int32, emit deduce.Emit) {
	for category := range deduce.Each(r.touched(changed)) {
		first := category * r.n
		for x := range s {
			never := r.never[r.class[x]]
			if x/r.n == category {
				continue
			}
			var can uint64
			var sites []int
			for y := first; y < first+r.n; y++ {
				if never[r.class[y]] == 0 {
					can |= s[y]
					sites = append(sites, y)
				}
			}
			for v := range deduce.Each(s[x] &^ can) {
				emit(x, v, deduce.Pattern{Sites: sites, Values: 1 << v, Clue: category})
			}
		}
	}
}

func (r *reasoner) partnerFacts(st *deduce.Step) (facts []deduce.Bit) {
	for _, y := range st.Sites {
		facts = append(facts, deduce.Bit{Site: y, Value: st.Value})
	}
	return facts
}

func (r *reasoner) tellPartner(steps []deduce.Step) string {
	st := &steps[0]
	var columns uint64
	for _, x := range steps {
		columns |= x.Values
	}
	var words []string
	for y := st.Clue * r.n; y < (st.Clue+1)*r.n; y++ {
		if !slices.Contains(st.Sites, y) {
			words = append(words, r.parted(y, st.Site))
		}
	}
	if len(st.Sites) > 0 {
		be := " are not in "
		if len(st.Sites) == 1 {
			be = " is not in "
		}
		words = append(words, r.names(st.Sites)+be+r.places(columns, "or"))
	}
	return fmt.Sprintf("no %s can be with %s in %s, because %s", r.categories[st.Clue], r.name(st.Site), r.places(columns, "or"), technique.Parts(words))
}

// ofCategory is the entry of the field never for two different icons of the same
// category. The entry k+1 means that the clue with index k keeps the two icons apart.
const ofCategory = -1

func (r *reasoner) parted(a, b int) string {
	for x := range r.class { // find two icons of one category, one with each of a and b
		for y := range r.class {
			if r.class[x] != r.class[a] || r.class[y] != r.class[b] || x/r.n != y/r.n || x == y {
				continue
			}
			switch {
			case x == a && y == b:
				return fmt.Sprintf("%s and %s are both of category %s", r.name(a), r.name(b), r.categories[a/r.n])
			case x == a:
				return fmt.Sprintf("%s shares its column with %s and not with %s", r.name(b), r.name(y), r.name(a))
			case y == b:
				return fmt.Sprintf("%s shares its column with %s and not with %s", r.name(a), r.name(x), r.name(b))
			}
			return fmt.Sprintf("%s shares its column with %s, and %s with %s", r.name(a), r.name(x), r.name(b), r.name(y))
		}
	}
	x := r.sentence(r.clues[r.never[r.class[a]][r.class[b]]-1])
	return fmt.Sprintf("by the clue %q, %s and %s cannot share a column", x, r.name(a), r.name(b))
}

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
