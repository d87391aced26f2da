package battleships

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

// A trial applies the rules below level probing to suppositions. The rules reach the same state in
// any order. So a trial first applies the rules without a supposition. The result is the state
// base, from which each supposition starts. After a supposition, the rules first look only at the
// supposed cells.
type trial struct {
	*reasoner
	rules []deduce.Rule
	base  *deduce.Result
}

func (r *reasoner) trial(s deduce.State) (*trial, bool) {
	easier := slices.DeleteFunc(slices.Clone(r.rules), func(rule deduce.Rule) bool { return rule.Level >= probing })
	t := &trial{reasoner: r, rules: easier}
	p := deduce.Problem{Start: s, Rules: t.rules}
	var err error
	t.base, err = p.Run(r.ctx, new(native.Stats), deduce.Options{})
	return t, err == nil
}

type branch struct {
	*deduce.Result
	supposed []deduce.Bit
}

func (t *trial) suppose(supposed ...deduce.Bit) (*branch, bool) {
	b := &branch{t.base, supposed}
	p := deduce.Problem{Start: slices.Clone(t.base.State)}
	var sites []int32
	for _, x := range supposed {
		if p.Start.Has(x.Site, x.Value) {
			p.Start[x.Site] &^= 1 << x.Value
			sites = append(sites, int32(x.Site))
		}
	}
	if len(sites) == 0 || t.base.Empty {
		return b, true
	}
	for _, rule := range t.rules {
		find, first := rule.Find, true
		rule.Find = func(s deduce.State, changed []int32, emit deduce.Emit) {
			if first { // the engine starts with all sites
				first = false
				changed = slices.Concat(sites, changed[len(s):])
			}
			find(s, changed, emit)
		}
		p.Rules = append(p.Rules, rule)
	}
	var err error
	if b.Result, err = p.Run(t.ctx, new(native.Stats), deduce.Options{}); err != nil {
		return nil, false
	}
	b.Steps = slices.Concat(t.base.Steps, b.Steps)
	return b, true
}

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
			b, ok := t.suppose(supposed)
			if !ok {
				return
			}
			if b.Empty {
				steps, facts := b.needed(supposed)
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
			trial.each(s, length, list, others, emit)
		}
	}
}

func (t *trial) each(s deduce.State, length int, list, others []berth, emit deduce.Emit) {
	r := t.reasoner
	some := make(deduce.State, len(s)) // values that some branch leaves
	var branches []*branch
	for _, p := range list {
		var supposed []deduce.Bit
		for i, value := range r.zone(p) {
			if x := (deduce.Bit{Site: i, Value: 1 - value}); s.Has(i, x.Value) {
				supposed = append(supposed, x)
			}
		}
		b, ok := t.suppose(supposed...)
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
					_, more := b.needed(bit)
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
func (r *reasoner) agreed(length int, list []berth, branches []*branch) string {
	open := encode.Keep(list, encode.Where(branches, func(b *branch) bool { return !b.Empty }))
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

// needed returns the steps and the facts that remove the value goal or, if the branch leads to a
// contradiction, all values of a cell. The facts leave out the suppositions.
func (b *branch) needed(goal deduce.Bit) (steps []deduce.Step, facts []deduce.Bit) {
	goals := []deduce.Bit{goal}
	if b.Empty {
		goals = deduce.AppendBits(nil, 1<<water|1<<ship, slices.Index(b.State, 0))
	}
	return deduce.Needed(b.Steps, goals, func(x deduce.Bit) bool { return slices.Contains(b.supposed, x) })
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
