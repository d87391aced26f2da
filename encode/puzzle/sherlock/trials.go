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
	steps []deduce.Step
	queue []int // icons that have lost columns
	empty int   // an icon without a column, or -1
}

// findTrials implements the rule trial, which makes a trial for every icon and each of the columns
// left for this icon. It computes what follows without a supposition only once, for all trials. It
// emits the columns with the shortest refutations first.
func (r *reasoner) findTrials(s deduce.State, emit deduce.Emit) {
	t := &trial{reasoner: r, s: slices.Clone(s), queue: slices.Clone(r.icons), empty: slices.Index(s, 0)}
	t.run()
	base := *t
	base.s = slices.Clone(t.s)
	var found []deduce.Bit
	for icon := range s {
		for v := range deduce.Each(s[icon]) {
			at := deduce.Bit{Site: icon, Value: v}
			if r.trials[at] == nil {
				if r.ctx.Err() != nil {
					return
				}
				copy(t.s, base.s)
				t.steps, t.queue, t.empty = t.steps[:len(base.steps)], t.queue[:0], base.empty
				t.suppose(at)
				if t.run(); t.empty < 0 {
					continue
				}
				r.trials[at] = t.refutation(at, s)
			}
			found = append(found, at)
		}
	}
	slices.SortStableFunc(found, func(a, b deduce.Bit) int { return r.trials[a].length - r.trials[b].length })
	for _, at := range found {
		r.trials.emit(at, emit)
	}
}

func (t *trial) suppose(at deduce.Bit) {
	if t.s[at.Site] &= 1 << at.Value; t.s[at.Site] == 0 {
		t.empty = at.Site
	}
	t.queue = append(t.queue, at.Site)
}

func (t *trial) remove(rule *deduce.Rule, icon, column int, p deduce.Pattern) {
	if !t.s.Has(icon, column) {
		return
	}
	t.steps = append(t.steps, deduce.Step{Rule: rule, Bit: deduce.Bit{Site: icon, Value: column}, Pattern: p})
	if t.s[icon] &^= 1 << column; t.s[icon] == 0 {
		t.empty = icon
	}
	t.queue = append(t.queue, icon)
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
				t.remove(&t.oneClue, x.icons[bit/8], bit%8, deduce.Pattern{Values: left, Clue: k})
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
					t.remove(&t.oneColumn, j, t.s.Value(i), deduce.Pattern{Sites: t.icons[i : i+1], Values: left})
				}
			}
		}
		for v := range deduce.Each(left&^twice | t.all&^once) {
			for gone := range deduce.Each(left &^ (1 << v)) {
				t.remove(&t.oneIcon, i, gone, deduce.Pattern{Sites: t.icons[i : i+1], Values: 1 << v, Clue: i / t.n})
			}
		}
	}
}

// refutation explains why a trial has failed: its supposition, that an icon is in a column, and the
// lost columns of the state s leave no column for some icon.
func (t *trial) refutation(at deduce.Bit, s deduce.State) *proof {
	steps, facts := deduce.Needed(t.steps, deduce.AppendBits(nil, t.empty, t.all), func(b deduce.Bit) bool {
		return b.Site == at.Site && b.Value != at.Value
	})
	r, s, empty := t.reasoner, slices.Clone(s), t.empty
	return &proof{facts, len(steps), func() string { return r.describe(steps, at, empty, s) }}
}

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
	if last := len(steps) - 1; last >= 0 && steps[last].Rule == &r.oneIcon && steps[last].Site == empty {
		end = fmt.Sprintf("no %s would be left for %s", r.categories[empty/r.n], r.places(steps[last].Values, "and"))
	}
	return fmt.Sprintf("if %s were in %s, then %s", r.name(at.Site), r.places(1<<at.Value, "or"), technique.Parts(append(words, end)))
}
