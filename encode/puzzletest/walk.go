package puzzletest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/encode/capability/deduction"
	"counterproof/native/deduce"
)

// A Lost is a step that was not performed, but that its rule did not find again after another step.
// Such a rule has a defect.
type Lost struct {
	deduction.Step
	After deduction.Step
}

func (l *Lost) Error() string {
	return fmt.Sprintf("rule %s no longer removes value %d from site %d after rule %s removed value %d from site %d",
		l.Rule.Name, l.Gone.Value, l.Gone.Site, l.After.Rule.Name, l.After.Gone.Value, l.After.Gone.Site)
}

// Walk performs steps in random order. After each step, it asks the function triggered for all steps
// that are possible in the new state. Each step must stay possible until it is performed, because
// otherwise runs can end in different states. Deduce cannot check this, because it keeps the steps that
// it has found. Walk also returns the first step that does not stay possible, and continues without it.
func Walk(rng *rand.Rand, start []uint64, triggered func(state []uint64) []deduction.Step) (state []uint64, steps []deduction.Step, lost *Lost) {
	state = slices.Clone(start)
	var before []deduction.Step
	for !slices.Contains(state, 0) { // rules need not handle a state in which a site has no value left
		now := triggered(state)
		if lost == nil && before != nil {
			lost = missing(before, now, steps[len(steps)-1])
		}
		if len(now) == 0 {
			break
		}
		st := now[rng.IntN(len(now))]
		state[st.Gone.Site] &^= 1 << st.Gone.Value
		steps = append(steps, st)
		before = now
	}
	return state, steps, lost
}

// missing returns a step that only the list before contains, or nil if there is none. It ignores the
// step after, which was performed after the list before was made.
func missing(before, now []deduction.Step, after deduction.Step) *Lost {
	type key struct {
		rule string
		gone deduction.Gone
	}
	still := map[key]bool{}
	for _, st := range now {
		still[key{st.Rule.Name, st.Gone}] = true
	}
	for _, st := range before {
		if st.Gone != after.Gone && !still[key{st.Rule.Name, st.Gone}] {
			return &Lost{st, after}
		}
	}
	return nil
}

// walk calls Walk for the board, and checks the sentence of each step. The result is as if Deduce had
// performed the steps.
func (b *deduced) walk(rng *rand.Rand, use func(deduction.Rule) bool) (*deduction.Result, *Lost) {
	start := b.deduce(deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
	end := &deduction.Result{}
	possible := func(state []uint64) []deduction.Step {
		performed := func(st deduction.Step) bool { return state[st.Gone.Site]>>st.Gone.Value&1 == 0 }
		if i := slices.IndexFunc(end.Steps, performed); i >= 0 {
			b.sentence(end, i)
		}
		end = b.deduce(deduction.Options{Use: use, From: state, Triggered: true})
		return end.Steps
	}
	state, steps, lost := Walk(rng, start, possible)
	possible(state)
	end.Steps = steps
	place := b.places()
	for _, st := range steps {
		if place[st.Rule.Level] > place[end.Level] {
			end.Level = st.Rule.Level
		}
	}
	if end.Broken && end.Unique() {
		sound := b.deduce(deduction.Options{Use: func(r deduction.Rule) bool { return !r.Unique && use(r) }})
		end.Assumed = !sound.Broken
	}
	return end, lost
}

// places returns the place of each level in the order of the rules, and -1 for no level.
func (b *deduced) places() map[string]int {
	place := map[string]int{"": -1}
	for i, r := range b.in.Rules() {
		if _, ok := place[r.Level]; !ok {
			place[r.Level] = i
		}
	}
	return place
}

// Fewer makes a random state of the problem. It makes a second state by removing some values from
// the first state. It returns an error if a rule finds a deduction in the first state but not in
// the second, although the value to remove is still in the second state. A rule whose patterns need
// only false bits never causes this error. A rule might remember what it found. So Fewer calls the
// function fresh before each use of a rule, to get a new problem.
func Fewer(rng *rand.Rand, fresh func() *deduce.Problem) error {
	p := fresh()
	width := 0 // largest number of values of a site, as bits
	for _, left := range p.Start {
		width = max(width, bits.Len64(left))
	}
	if width == 0 {
		return nil
	}
	lose := func(s deduce.State) deduce.State {
		s = slices.Clone(s)
		for range rng.IntN(1 + len(s)) {
			s[rng.IntN(len(s))] &^= 1 << rng.IntN(width)
		}
		return s
	}
	more := lose(p.Start)
	less := lose(more)
	for i := range p.Rules {
		after := found(fresh(), i, less)
		for at := range found(fresh(), i, more) {
			if less.Has(at.Site, at.Value) && !after[at] {
				return fmt.Errorf("rule %s finds %v in the state %b, but not with fewer values in %b", p.Rules[i].Name, at, more, less)
			}
		}
	}
	return nil
}

// found returns the bits that the rule with the given index would remove in a state.
func found(p *deduce.Problem, rule int, s deduce.State) map[deduce.Bit]bool {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	found := map[deduce.Bit]bool{}
	p.Rules[rule].Find(s, all, func(site, value int, _ deduce.Pattern) { found[deduce.Bit{Site: site, Value: value}] = true })
	return found
}
