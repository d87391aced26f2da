package sherlock

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A company records, for the rule "company", which icons cannot share a column and which columns an
// icon cannot have. It treats columns like icons: icons and columns are both called members, and
// two members are together if they are in the same column. Columns are numbered after the icons and
// form a category of their own.
//
// A company draws three kinds of conclusions. Two members cannot be together if some
// category has no member that can be with both. If a can be with only one member b of a
// category, then b cannot be with the other members of a's category. If a cannot be
// with b, the clue "either a b c" puts a with c, so a cannot be with the other members
// of c's category. Losing columns never makes it possible for two members to be
// together, so every conclusion stays valid.
type company struct {
	*reasoner
	icons, size int        // number of icons, and of all members
	can         [][]uint64 // by member and category: the members of the category that it can be with
	apart       []parting  // by pair of members, a*size+b
	found       [][2]int   // pairs parted by conclusions, in order
}

// A parting is the reason why two members of a company cannot be together.
type parting struct {
	from   cause
	number int32 // index in found; negative for the causes said and lost
	// by is, for the cause nobody, the category; for elsewhere, twice the clue, plus 1 if its c is
	// ruled out; for taken, the rival.
	by int32
}

type cause byte

const (
	none      cause = iota // they can be together
	said                   // the clues say so, or they are in the same category
	lost                   // the icon has lost the column
	nobody                 // no member of a category can be with both
	elsewhere              // a clue "either" puts the icon with another icon of the category
	taken                  // one of the two has a rival, a member of the same category, that can only be with the other
)

func (r *reasoner) newCompany(s deduce.State) *company {
	c := &company{reasoner: r, icons: len(s), size: len(s) + r.n}
	c.apart = make([]parting, c.size*c.size)
	c.can = wording.Fill(c.size, func(int) []uint64 { return slices.Repeat([]uint64{r.all}, c.size/r.n) })
	for a := range c.size {
		for b := range a {
			switch {
			case a/r.n == b/r.n, a < c.icons && r.never[r.class[a]][r.class[b]] != 0:
				c.part(a, b, parting{from: said, number: -2})
			case a >= c.icons && b < c.icons && !s.Has(b, a-c.icons):
				c.part(a, b, parting{from: lost, number: -1})
			}
		}
	}
	for before := -1; before < len(c.found); {
		before = len(c.found)
		c.nobody()
		c.elsewhere()
		c.taken()
	}
	return c
}

// part records that the members a and b cannot be together, unless that was known already.
func (c *company) part(a, b int, why parting) {
	if c.apart[a*c.size+b].from != none {
		return
	}
	if why.from > lost {
		why.number = int32(len(c.found))
		c.found = append(c.found, [2]int{a, b})
	}
	c.apart[a*c.size+b], c.apart[b*c.size+a] = why, why
	c.can[a][b/c.n] &^= 1 << (b % c.n)
	c.can[b][a/c.n] &^= 1 << (a % c.n)
}

// nobody looks at every pair of members. If some category has no member that can be with both,
// nobody records that the two cannot be together.
func (c *company) nobody() {
	for a := range c.size {
		for b := range a - a%c.n {
			if c.apart[a*c.size+b].from != none {
				continue
			}
			for k, can := range c.can[a] {
				if can&c.can[b][k] == 0 {
					c.part(a, b, parting{from: nobody, by: int32(k)})
					break
				}
			}
		}
	}
}

// elsewhere looks for clues "either a b c" such that a cannot be with b or cannot be
// with c. Then a must be with the other one. elsewhere reports whether it found
// anything new.
func (c *company) elsewhere() {
	for k, x := range c.clues {
		if x.kind != either {
			continue
		}
		for i := 1; i <= 2; i++ {
			a, not, with := c.choice(int32(2*k + i - 1))
			if c.apart[a*c.size+not].from == none {
				continue
			}
			for b := with - with%c.n; b < with-with%c.n+c.n; b++ {
				if b != with && b != a {
					c.part(a, b, parting{from: elsewhere, by: int32(2*k + i - 1)})
				}
			}
		}
	}
}

// taken looks for members a that can be with only one member b of some category. Then the other
// members of a's own category cannot be with b. If a can be with no member of the category at all,
// taken concludes this for every member b of the category.
func (c *company) taken() {
	for a := range c.size {
		for k, can := range c.can[a] {
			if can&(can-1) != 0 || k == a/c.n {
				continue
			}
			for with := k * c.n; with < (k+1)*c.n; with++ {
				if can&^(1<<(with-k*c.n)) != 0 {
					continue
				}
				for b := a - a%c.n; b < a-a%c.n+c.n; b++ {
					if b != a {
						c.part(with, b, parting{from: taken, by: int32(a)})
					}
				}
			}
		}
	}
}

// A story explains why two members of a company cannot be together. It lists other
// pairs that cannot be together, each after the pairs that it follows from. The facts
// are the lost columns that the explanation relies on.
type story struct {
	steps []chapter
	facts []deduce.Bit
}

// A chapter says why the members a and b cannot be together, where a is the smaller number.
type chapter struct {
	parting
	a, b int
}

// findCompany implements the rule company.
func (r *reasoner) findCompany(s deduce.State, emit deduce.Emit) {
	c := r.newCompany(s)
	for _, p := range c.found {
		icon, v := min(p[0], p[1]), max(p[0], p[1])-c.icons
		if icon >= c.icons || v < 0 {
			continue
		}
		at := deduce.Bit{Site: icon, Value: v}
		if r.companies[at] == nil {
			t := &story{}
			c.explain(t, p, map[[2]int]bool{})
			r.companies[at] = &proof{t.facts, len(t.steps), func() string { return r.tellCompany(t.steps) }}
		}
		r.companies.emit(at, emit)
	}
}

// explain adds to the story t the pair p and the reason why its members cannot be together. Before
// p, it adds the other pairs from which this follows. It skips the pairs in the map done, because
// the story already has them.
func (c *company) explain(t *story, p [2]int, done map[[2]int]bool) {
	a, b := min(p[0], p[1]), max(p[0], p[1])
	why := c.apart[a*c.size+b]
	if done[[2]int{a, b}] || why.from == said {
		return
	}
	done[[2]int{a, b}] = true
	switch why.from {
	case lost:
		t.facts = append(t.facts, deduce.Bit{Site: a, Value: b - c.icons})
		return
	case nobody:
		first := int(why.by) * c.n
		for z := first; z < first+c.n; z++ {
			c.explain(t, c.earlier([2]int{a, z}, [2]int{b, z}), done)
		}
	case elsewhere:
		icon, not, _ := c.choice(why.by)
		c.explain(t, [2]int{icon, not}, done)
	case taken:
		with := c.kept(why, a, b)
		for z := with - with%c.n; z < with-with%c.n+c.n; z++ {
			if z != with {
				c.explain(t, [2]int{int(why.by), z}, done)
			}
		}
	}
	t.steps = append(t.steps, chapter{why, a, b})
}

// earlier returns p or q, whichever pair of members the company recorded first. Pairs that cannot
// be together directly by a clue or a lost column count as earlier than all others. At least one of
// the two pairs must be recorded.
func (c *company) earlier(p, q [2]int) [2]int {
	x, y := c.apart[p[0]*c.size+p[1]], c.apart[q[0]*c.size+q[1]]
	if y.from == none || x.from != none && x.number <= y.number {
		return p
	}
	return q
}

// kept interprets a parting of a and b that the method taken found. Some third member can be with
// only one member of a category, and this only member is a or b. kept returns this only member.
func (r *reasoner) kept(why parting, a, b int) int {
	if a/r.n == int(why.by)/r.n {
		return b
	}
	return a
}

// choice interprets a parting that the method elsewhere found by a clue "either a b c". It returns
// a, then the one of b and c that a cannot be with, and then the other one.
func (r *reasoner) choice(by int32) (icon, not, with int) {
	x := r.clues[by/2].icons
	return x[0], x[1+by%2], x[2-by%2]
}

func (r *reasoner) member(a int) string {
	if v := a - len(r.class); v >= 0 {
		return r.places(1<<v, "or")
	}
	return r.name(a)
}

func (r *reasoner) tellCompany(chapters []chapter) string {
	var words []string
	for _, why := range chapters {
		a, b := why.a, why.b
		var text string
		switch icons := len(r.class); {
		case why.from == elsewhere:
			icon, not, with := r.choice(why.by)
			text = fmt.Sprintf("%s is not with %s, so %s is with %s", r.name(icon), r.name(not), r.name(icon), r.name(with))
		case why.from == taken:
			with := r.kept(why.parting, a, b)
			text = fmt.Sprintf("%s can only be with %s", r.member(int(why.by)), r.member(with))
		case int(why.by) == len(r.categories):
			text = fmt.Sprintf("%s and %s have no column in common", r.name(a), r.name(b))
		case b >= icons:
			text = fmt.Sprintf("no %s can be with %s in column %d", r.categories[why.by], r.name(a), b-icons+1)
		default:
			text = fmt.Sprintf("no %s can be with both %s and %s", r.categories[why.by], r.name(a), r.name(b))
		}
		if !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	if last := len(words) - 1; last > 0 {
		words[last] = "so " + words[last]
	}
	return strings.Join(words, "; ")
}

// findTrials implements the rule trial. It supposes that an icon is in a column, for every icon and each
// of the columns left for it, and removes the columns that other icons then cannot have. It uses single
// clues, icons with only one column left, and columns left for only one icon of a category. It emits the
// columns with the shortest refutations first.
func (r *reasoner) findTrials(s deduce.State, emit deduce.Emit) {
	t, ok := technique.NewTrial(r.ctx, r.simple, s)
	if !ok {
		return
	}
	s = slices.Clone(s)
	var found []deduce.Bit
	for icon := range s {
		for v := range deduce.Each(s[icon]) {
			at := deduce.Bit{Site: icon, Value: v}
			if r.trials[at] == nil {
				b, ok := t.Suppose(deduce.AppendBits(nil, r.all&^(1<<v), icon)...)
				if !ok {
					return
				}
				if !b.Empty {
					continue
				}
				steps, facts := b.Needed(r.all)
				empty := slices.Index(b.State, 0)
				r.trials[at] = &proof{facts, len(steps), func() string { return r.describe(steps, at, empty, s) }}
			}
			found = append(found, at)
		}
	}
	slices.SortStableFunc(found, func(a, b deduce.Bit) int { return r.trials[a].length - r.trials[b].length })
	for _, at := range found {
		r.trials.emit(at, emit)
	}
}

// describe explains why a supposition fails: it and the lost columns of the state s leave no column for
// some icon.
func (r *reasoner) describe(steps []deduce.Step, at deduce.Bit, empty int, s deduce.State) string {
	s = slices.Clone(s)
	s[at.Site] = 1 << at.Value
	var words []string
	for i := 0; i < len(steps); {
		icon, columns := steps[i].Site, uint64(0)
		for ; i < len(steps) && steps[i].Site == icon; i++ {
			columns |= 1 << steps[i].Value
		}
		switch s[icon] &^= columns; {
		case s[icon] == 0 && icon == empty:
		case s[icon] != 0 && s[icon]&(s[icon]-1) == 0:
			words = append(words, r.name(icon)+" would be in "+r.places(s[icon], "or"))
		default:
			words = append(words, r.name(icon)+" would not be in "+r.places(columns, "or"))
		}
	}
	end := r.name(empty) + " would have no column"
	if last := len(steps) - 1; last >= 0 && steps[last].Rule.Name == "hidden single" && steps[last].Site == empty {
		end = fmt.Sprintf("no %s would be left for %s", r.categories[empty/r.n], r.places(steps[last].Values, "and"))
	}
	return fmt.Sprintf("if %s were in %s, then %s", r.name(at.Site), r.places(1<<at.Value, "or"), technique.Parts(append(words, end)))
}
