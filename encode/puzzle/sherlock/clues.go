package sherlock

import (
	"fmt"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) clueRules() []deduce.Rule {
	joined := func(name string, level int, joins func() *table, ok func(*join) bool, statement string) deduce.Rule {
		return deduce.Rule{
			Name: name, Level: level, Statement: statement,
			Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
				r.arcs(joins(), s, changed, emit, ok)
			},
			Facts: func(st *deduce.Step) []deduce.Bit { return joins().joins[st.Clue].facts(st) },
			Tell:  func(steps []deduce.Step) string { return r.tellJoin(&joins().joins[steps[0].Clue], steps) },
			Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return st.Clue }},
		}
	}
	one := func(name string, level int, k kind, icons int, statement string) deduce.Rule {
		return joined(name, level, func() *table { return r.single }, func(x *join) bool {
			c := r.clues[x.clues[0]]
			return c.kind == k && len(c.icons) == icons
		}, statement)
	}
	byIcon := deduce.Moves{Reason: func(st *deduce.Step) any { return [2]int{st.Clue, st.Site} }}
	return []deduce.Rule{
		one("same", easy, same, 2, "'same a b': an icon loses the columns that the other one has lost."),
		one("same three", easy, same, 3, "'same a b c': an icon loses each column that at least one of the other two has lost."),
		one("differ", easy, differ, 2, "'differ a b': if one icon has only one column left, the other icon loses this column."),
		one("left", easy, left, 2, "'left a b': a loses b's last possible column and all columns to the right of it. b loses a's first possible column and all columns to the left of it."),
		one("next", easy, next, 2, "'next a b': an icon loses a column if the other icon has lost the columns on both sides of this column."),
		one("apart", easy, apart, 2, "'apart a b': an icon loses a column if every column that the other icon has left is a neighbour of this column. If both icons are in the same category, the rule also considers that they cannot share a column."),
		one("directly", easy, directly, 2, "'directly a b': a loses the columns whose right neighbour b has lost. b loses the columns whose left neighbour a has lost."),
		one("apart1", easy, apart1, 2, "'apart1 a b': an icon loses a column if the other icon has lost the columns two to the left and two to the right of this column."),
		one("apart2", easy, apart2, 2, "'apart2 a b': an icon loses a column if the other icon has lost the columns three to the left and three to the right of this column."),
		one("between", normal, between, 3, "'between a b c': the rule lists all ways to place the three icons in consecutive columns that they have left, in this order or reversed. An icon loses the columns that it has in none of these ways."),
		one("gap", normal, gap, 3, "'gap a b c': suppose that a is in some column. If c cannot then be two columns away, or if b would have to be in the column between them, a loses the supposed column. The same holds with a and c exchanged. If a and c have only two columns left in total, b loses the column between these two."),
		one("without", normal, without, 3, "'without a b c': a loses the columns that c has lost, and c loses the columns that a has lost. If b has only one column left, a and c lose it. If a and c have only one column left, b loses it."),
		one("either", normal, either, 3, "'either a b c': a loses the columns that both b and c have lost. If a cannot share a column with b, it must share one with c, so c loses the columns that a has lost. If a and b have only one column left, the same for both, c loses this column. The same holds with b and c exchanged."),
		{
			Name: "partner", Level: normal, Statement: "Take an icon, a column and another category. Suppose that, by the clues, this icon cannot share a column with any of the icons of that category that can still be in the column. Then the icon loses the column. " +
				"By clues such as 'next', 'left' and 'differ', two icons cannot share a column. " +
				"If 'same' or 'without' puts x and y into the same column, x cannot share a column with the other icons of y's category. Likewise, y cannot share a column with the other icons of x's category.",
			Find: r.findPartner, Facts: r.partnerFacts, Tell: r.tellPartner, Moves: byIcon,
		},
		proven("company", hard, func(s deduce.State, emit deduce.Emit) { r.findCompany(s, emit) },
			"The rule works out which icons can be together, which means in the same column. It treats the columns as one more category of icons. Two icons cannot be together if some category has no icon that can be with both. "+
				"If x can be with only one icon y of another category, y cannot be with any other icon of x's category. "+
				"By 'either a b c', a must be with c if a cannot be with b, and a must be with b if a cannot be with c. "+
				"The rule repeats these conclusions until nothing new follows. Then each icon loses the columns that it cannot be with."),
		joined("two clues", hard, func() *table { return r.doubles() }, func(*join) bool { return true },
			"The rule takes two clues that name a common icon. It also takes two clues if other clues put an icon of the first and an icon of the second into the same column. It lists all ways to obey both clues with the columns that their icons have left. An icon loses the columns that it has in none of these ways."),
		proven("trial", extreme, func(s deduce.State, emit deduce.Emit) { r.findTrials(s, emit) },
			"The rule supposes that an icon x is in a column. It draws conclusions from single clues, from icons with only one column left, and from columns that only one icon of a category can still have. If some icon then has no column left, x loses the supposed column."),
	}
}

// proven returns a rule whose steps have proofs.
func proven(name string, level int, find func(deduce.State, deduce.Emit), statement string) deduce.Rule {
	return deduce.Rule{
		Name: name, Level: level, Statement: statement,
		Find:  func(s deduce.State, _ []int32, emit deduce.Emit) { find(s, emit) },
		Facts: func(st *deduce.Step) []deduce.Bit { return st.Proof.(*proof).facts },
		Tell:  func(steps []deduce.Step) string { return steps[0].Proof.(*proof).words() },
		Moves: deduce.Moves{
			Reason: func(st *deduce.Step) any { return st.Proof },
			Cost:   func(st *deduce.Step) int { return st.Proof.(*proof).length },
		},
	}
}

func (b *Board) sentence(c clue) string {
	names := wording.Each(c.icons, func(icon int) any { return b.name(icon) })
	if c.numbered() {
		names = append(names, strconv.Itoa(c.column+1))
	}
	if c.kind == same && len(names) == 3 {
		return fmt.Sprintf("%s, %s and %s share a column", names...)
	}
	return fmt.Sprintf(forms[c.kind].sentence, names...)
}

func (r *reasoner) tellJoin(x *join, steps []deduce.Step) string {
	words := wording.Each(x.clues, func(k int) string { return r.sentence(r.clues[k]) })
	words = append(words, wording.Each(x.merged, func(m [2]int) string { return r.name(m[0]) + " shares its column with " + r.name(m[1]) })...)
	var needs, left uint64
	for i := range steps {
		needs |= x.needs(&steps[i])
		left = steps[i].Values // a later step has fewer values left, so the last step counts
	}
	for i, icon := range x.icons {
		lost := needs >> (8 * i) & 255
		if lost == 0 {
			continue
		}
		if left := left >> (8 * i) & 255; left&(left-1) == 0 && left != 0 {
			words = append(words, r.name(icon)+" is in "+r.places(left, "or"))
		} else {
			words = append(words, r.name(icon)+" is not in "+r.places(lost, "or"))
		}
	}
	return technique.Parts(words)
}

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
	r.never = wording.Fill(size, func(int) []int { return make([]int, size) })
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

func (r *reasoner) partnerFacts(st *deduce.Step) []deduce.Bit {
	return wording.Each(st.Sites, func(y int) deduce.Bit { return deduce.Bit{Site: y, Value: st.Value} })
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
