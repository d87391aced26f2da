package sherlock

import (
	"fmt"
	"slices"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

// A trial supposes that an icon is in a column, and removes the columns that other icons then
// cannot have. It uses single clues, icons with only one column left, and columns left for only one
// icon of a category. It ends when nothing new follows or an icon has no column left.
type trial struct {
	*reasoner
	s     deduce.State
	steps []removal
	queue []int // icons that have lost columns
	empty int   // an icon without a column, or -1
}

type removal struct {
	deduce.Bit
	by   source
	what int    // the join, the icon with one column left, or the only icon left for a column
	left uint64 // columns left for the icons of the join, packed
}

type source byte

const (
	byClue source = iota
	bySingle
	byPlace
)

// A refutation explains why the supposition of a trial is impossible: its consequences,
// and the lost columns that they rely on.
type refutation struct {
	facts  []deduce.Bit
	sites  []int // sites of the facts
	length int   // number of columns removed on the way
	words  string
}

// findTrials implements the rule trial, which makes a trial for every icon and each of the columns
// left for this icon. It remembers the columns that were refuted before. It computes what follows
// without a supposition only once, for all trials. It emits the columns with the shortest
// refutations first.
func (r *reasoner) findTrials(s deduce.State, _ []int32, emit deduce.Emit) {
	base := &trial{reasoner: r, s: slices.Clone(s), empty: slices.Index(s, 0)}
	for icon := range s {
		base.queue = append(base.queue, icon)
	}
	base.run()
	var found []deduce.Bit
	for icon := range s {
		for v := range deduce.Each(s[icon]) {
			at := deduce.Bit{Site: icon, Value: v}
			if _, ok := r.refuted[at]; !ok {
				if r.ctx.Err() != nil {
					return
				}
				t := &trial{reasoner: r, s: slices.Clone(base.s), steps: slices.Clip(base.steps), empty: base.empty}
				t.suppose(at)
				if t.run(); t.empty < 0 {
					continue
				}
				r.refuted[at] = len(r.refutations)
				r.refutations = append(r.refutations, t.trace(at, s))
			}
			found = append(found, at)
		}
	}
	slices.SortStableFunc(found, func(a, b deduce.Bit) int {
		return r.refutations[r.refuted[a]].length - r.refutations[r.refuted[b]].length
	})
	for _, at := range found {
		k := r.refuted[at]
		emit(at.Site, at.Value, deduce.Pattern{Sites: r.refutations[k].sites, Clue: k})
	}
}

func (t *trial) suppose(at deduce.Bit) {
	if t.s[at.Site] &= 1 << at.Value; t.s[at.Site] == 0 {
		t.empty = at.Site
	}
	t.queue = append(t.queue, at.Site)
}

func (t *trial) remove(x removal) {
	if !t.s.Has(x.Site, x.Value) {
		return
	}
	t.steps = append(t.steps, x)
	if t.s[x.Site] &^= 1 << x.Value; t.s[x.Site] == 0 {
		t.empty = x.Site
	}
	t.queue = append(t.queue, x.Site)
}

func (t *trial) run() {
	for len(t.queue) > 0 && t.empty < 0 {
		icon := t.queue[0]
		t.queue = t.queue[1:]
		t.category(icon / t.n * t.n)
		for _, k := range t.single.by[icon] {
			x := &t.single.joins[k]
			left := x.left(t.s)
			for bit := range deduce.Each(left &^ x.supported(left)) {
				t.remove(removal{deduce.Bit{Site: x.icons[bit/8], Value: bit % 8}, byClue, k, left})
			}
		}
	}
}

// category applies the rules naked single and hidden single to the category whose first icon is
// the parameter first. If no icon of the category can take some column, category
// removes all columns from all icons of the category, so that the trial ends.
func (t *trial) category(first int) {
	var once, twice uint64
	for _, left := range t.s[first : first+t.n] {
		twice |= once & left
		once |= left
	}
	for i := first; i < first+t.n; i++ {
		left := t.s[i]
		if left&(left-1) == 0 && left&twice != 0 {
			for j := first; j < first+t.n; j++ {
				if j != i && t.s[j]&left != 0 {
					t.remove(removal{deduce.Bit{Site: j, Value: t.s.Value(i)}, bySingle, i, 0})
				}
			}
		}
		for v := range deduce.Each(left&^twice | t.all&^once) {
			for gone := range deduce.Each(left &^ (1 << v)) {
				t.remove(removal{deduce.Bit{Site: i, Value: gone}, byPlace, i, 1 << v})
			}
		}
	}
}

func (r *reasoner) rests(x removal) (facts []deduce.Bit) {
	switch x.by {
	case byClue:
		j := &r.single.joins[x.what]
		return j.facts(&deduce.Step{Bit: x.Bit, Pattern: deduce.Pattern{Values: x.left}})
	case bySingle:
		return deduce.AppendBits(nil, x.what, r.all&^(1<<x.Value))
	}
	first := x.what / r.n * r.n
	for i := first; i < first+r.n; i++ {
		if i != x.what {
			facts = deduce.AppendBits(facts, i, x.left)
		}
	}
	return facts
}

// trace makes the refutation after a trial has failed. trace goes back through the removals to find
// those that the contradiction needs, and the lost columns of the state s on which they rely.
func (t *trial) trace(at deduce.Bit, s deduce.State) refutation {
	need := make(deduce.State, len(t.s))
	want := func(b deduce.Bit) {
		if b.Site != at.Site || b.Value == at.Value { // do not ask for what is supposed
			need[b.Site] |= 1 << b.Value
		}
	}
	var f refutation
	var steps []removal
	for v := range t.n {
		want(deduce.Bit{Site: t.empty, Value: v})
	}
	for _, x := range slices.Backward(t.steps) {
		if !need.Has(x.Site, x.Value) {
			continue
		}
		need[x.Site] &^= 1 << x.Value
		steps = append(steps, x)
		for _, b := range t.rests(x) {
			want(b)
		}
	}
	slices.Reverse(steps)
	f.length = len(steps)
	f.words = t.describe(steps, at, s)
	for i, lost := range need {
		if lost != 0 {
			f.facts = deduce.AppendBits(f.facts, i, lost)
			f.sites = append(f.sites, i)
		}
	}
	return f
}

func (t *trial) describe(steps []removal, at deduce.Bit, s deduce.State) string {
	s = slices.Clone(s)
	s[at.Site] = 1 << at.Value
	var words []string
	for i := 0; i < len(steps); {
		icon, columns := steps[i].Site, uint64(0)
		for ; i < len(steps) && steps[i].Site == icon; i++ {
			columns |= 1 << steps[i].Value
		}
		switch s[icon] &^= columns; {
		case s[icon] == 0 && icon == t.empty:
		case s[icon] != 0 && s[icon]&(s[icon]-1) == 0:
			words = append(words, t.name(icon)+" would be in "+t.places(s[icon], "or"))
		default:
			words = append(words, t.name(icon)+" would not be in "+t.places(columns, "or"))
		}
	}
	end := t.name(t.empty) + " would have no column"
	if last := len(steps) - 1; last >= 0 && steps[last].by == byPlace && steps[last].Site == t.empty {
		end = fmt.Sprintf("no %s would be left for %s", t.categories[t.empty/t.n], t.places(steps[last].left, "and"))
	}
	return fmt.Sprintf("if %s were in %s, then %s", t.name(at.Site), t.places(1<<at.Value, "or"), technique.Parts(append(words, end)))
}
