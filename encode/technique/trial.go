package technique

import (
	"context"
	"slices"

	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A Trial applies rules to suppositions. The rules reach the same state in any order. So a Trial first
// applies the rules without a supposition. The result is the branch Base, from which each supposition
// starts.
type Trial struct {
	Base  *Branch
	ctx   context.Context
	rules []deduce.Rule
}

// A Branch holds what follows from a supposition. Its list of steps begins with the steps of the base.
type Branch struct {
	State    deduce.State
	Steps    []deduce.Step
	Empty    bool         // some site has no value left
	Supposed []deduce.Bit // the bits that are supposed to be false
}

// NewTrial returns a Trial that starts from a state. The rules must be sorted by their levels. NewTrial
// returns false if the context ends.
func NewTrial(ctx context.Context, rules []deduce.Rule, s deduce.State) (*Trial, bool) {
	t := &Trial{&Branch{State: slices.Clone(s), Empty: slices.Contains(s, 0)}, ctx, rules}
	return t, t.run(t.Base, wording.Fill(len(s), func(i int) int32 { return int32(i) }))
}

// Suppose supposes that bits are false. It returns false if the context ends.
func (t *Trial) Suppose(supposed ...deduce.Bit) (*Branch, bool) {
	b := &Branch{slices.Clone(t.Base.State), slices.Clip(t.Base.Steps), t.Base.Empty, supposed}
	var changed []int32
	for _, x := range supposed {
		if b.State.Has(x.Site, x.Value) {
			b.State[x.Site] &^= 1 << x.Value
			b.Empty = b.Empty || b.State[x.Site] == 0
			changed = append(changed, int32(x.Site))
		}
	}
	return b, t.run(b, changed)
}

// run performs all steps that a rule finds before it asks the next rule, the easiest rules first.
func (t *Trial) run(b *Branch, changed []int32) bool {
	asked := make([]int, len(t.rules)) // by rule: the number of changes about which it has been asked
	for i := 0; i < len(t.rules) && !b.Empty; {
		if t.ctx.Err() != nil {
			return false
		}
		first, done := asked[i], len(b.Steps)
		if asked[i] = len(changed); first == len(changed) {
			i++
			continue
		}
		t.rules[i].Find(b.State, changed[first:], func(site, value int, p deduce.Pattern) {
			if b.State.Has(site, value) {
				b.Steps = append(b.Steps, deduce.Step{Rule: &t.rules[i], Bit: deduce.Bit{Site: site, Value: value}, Pattern: p})
			}
		})
		found := b.Steps[done:]
		b.Steps = b.Steps[:done]
		for _, st := range found { // a rule can find a step twice
			if b.State.Has(st.Site, st.Value) && !b.Empty {
				b.State[st.Site] &^= 1 << st.Value
				b.Empty = b.State[st.Site] == 0
				b.Steps, changed = append(b.Steps, st), append(changed, int32(st.Site))
			}
		}
		if len(b.Steps) > done {
			i = 0
		}
	}
	return t.ctx.Err() == nil
}

// Needed returns the steps and the facts that remove the goals or, if the branch leads to a
// contradiction, the given values of a site without a value. The facts leave out the suppositions.
func (b *Branch) Needed(all uint64, goals ...deduce.Bit) (steps []deduce.Step, facts []deduce.Bit) {
	if b.Empty {
		goals = deduce.AppendBits(nil, all, slices.Index(b.State, 0))
	}
	return deduce.Needed(b.Steps, goals, func(x deduce.Bit) bool { return slices.Contains(b.Supposed, x) })
}
