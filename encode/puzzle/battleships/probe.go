package battleships

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// trial applies the rules below level probing to suppositions.
func (r *reasoner) trial(s deduce.State) (*technique.Trial, bool) {
	easier := slices.DeleteFunc(slices.Clone(r.rules), func(rule deduce.Rule) bool { return rule.Level >= probing })
	return technique.NewTrial(r.ctx, easier, s)
}

const both = 1<<water | 1<<ship

// probe implements the rule "try cell": it tries both values of each cell. A value needs no trial
// of its own if the rules derived it in the trial of another value that led to no contradiction.
// The trial of the derived value would find nothing more.
func (r *reasoner) probe(s deduce.State, _ []int32, emit deduce.Emit) {
	defer r.sift(s)()
	t, ok := r.trial(s)
	if !ok {
		return
	}
	fine := make(deduce.State, len(s))
	for i, left := range s {
		for v := range deduce.Each(left) {
			if fine.Has(i, v) {
				continue
			}
			supposed := deduce.Bit{Site: i, Value: 1 - v}
			b, ok := t.Suppose(supposed)
			if !ok {
				return
			}
			if b.Empty {
				steps, facts := b.Needed(both)
				emit(i, v, r.note(supposed, nil, facts, func(*deduce.Step) string { return r.chain(i, v, steps) }))
				continue
			}
			for j := range b.State {
				if b.State.One(j) {
					fine[j] |= b.State[j]
				}
			}
		}
	}
}

// maxTried limits the rule "try ship". The rule skips a length if a ship of that length has more
// than maxTried possible places.
const maxTried = 48

func (r *reasoner) ships(s deduce.State, _ []int32, emit deduce.Emit) {
	defer r.sift(s)()
	trial, ok := r.trial(s)
	if !ok {
		return
	}
	done, t := r.finished(s), r.tally(s)
	for _, length := range r.lengths {
		others := slices.DeleteFunc(slices.Clone(done), func(p berth) bool { return p.length != length })
		others = others[:min(len(others), r.number[length]-1)] // the finished ships that are set aside
		if list, ok := r.fitting(s, t, length, maxTried, others); ok {
			r.each(trial, s, length, list, others, emit)
		}
	}
}

func (r *reasoner) each(t *technique.Trial, s deduce.State, length int, list, others []berth, emit deduce.Emit) {
	some := make(deduce.State, len(s)) // values that some branch leaves
	var branches []*technique.Branch
	for _, p := range list {
		var supposed []deduce.Bit
		for i, value := range r.zone(p) {
			if x := (deduce.Bit{Site: i, Value: 1 - value}); s.Has(i, x.Value) {
				supposed = append(supposed, x)
			}
		}
		b, ok := t.Suppose(supposed...)
		if !ok {
			return
		}
		branches = append(branches, b)
		if b.Empty {
			continue
		}
		same := true
		for i, left := range b.State {
			some[i] |= left
			same = same && some[i] == s[i]
		}
		if same {
			return
		}
	}
	was := slices.Clone(s)
	for i, left := range s {
		for v := range deduce.Each(left &^ some[i]) {
			bit := deduce.Bit{Site: i, Value: v}
			p := r.later(length, nil, func() []deduce.Bit {
				facts := r.limits(was, length)
				for _, q := range others {
					facts = r.known(facts, q)
				}
				for _, b := range branches {
					_, more := b.Needed(both, bit)
					facts = append(facts, more...)
				}
				return unique(facts)
			}, func(st *deduce.Step) string { return r.agreed(length, list, branches) })
			emit(i, v, p)
		}
	}
}

// agreed returns a sentence for a step. The sentence says that the ship must be in one of the
// places, and that the conclusion of the step follows from each place.
func (r *reasoner) agreed(length int, list []berth, branches []*technique.Branch) string {
	open := encode.Keep(list, encode.Where(branches, func(b *technique.Branch) bool { return !b.Empty }))
	which := "the ship"
	if r.number[length] > 1 {
		which = "one more ship"
	}
	if len(open) == 0 {
		return fmt.Sprintf("%s of %s can be nowhere", which, wording.Plural(length, "cell"))
	}
	other := ""
	if n := len(list) - len(open); n > 0 {
		other = fmt.Sprintf(" (%s to a cell that can be neither)", [2]string{"1 other place leads", fmt.Sprintf("%d other places lead", n)}[min(n-1, 1)])
	}
	return fmt.Sprintf("%s of %s can only be in %s%s, and all of these agree on some cells", which, wording.Plural(length, "cell"), r.named(open), other)
}

// chain describes the steps that lead from the supposition that cell i has the value v to a
// contradiction.
func (r *reasoner) chain(i, v int, steps []deduce.Step) string {
	var words []string
	for k, st := range steps {
		would := ""
		if k == 0 {
			would = "would be "
		}
		words = append(words, r.cell(st.Site)+" "+would+[...]string{"ship", "water"}[st.Value])
	}
	if last := len(steps) - 1; last >= 0 {
		words[last] = r.cell(steps[last].Site) + " could be neither ship nor water"
	}
	return fmt.Sprintf("if %s were %s, then %s", r.cell(i), [...]string{"water", "a ship cell"}[v], technique.Parts(words))
}
