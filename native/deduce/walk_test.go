package deduce

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Lost is a deduction that was not performed, but that its rule did not find again after another
// step.
type Lost struct {
	Rule  *Rule
	Bit        // the bit that the deduction removes
	After Step // the step after which the rule did not find the deduction
}

// Error names the rule, the deduction and the step after which the rule did not find the deduction.
// Such a rule has a defect.
func (l *Lost) Error() string {
	return fmt.Sprintf("rule %s no longer removes value %d from site %d after rule %s removed value %d from site %d",
		l.Rule.Name, l.Value, l.Site, l.After.Rule.Name, l.After.Value, l.After.Site)
}

// Walk performs deductions in random order and, after each step, asks every rule about the whole
// state. Walk checks that the deductions of each rule remain triggered until they are
// performed. If a deduction does not remain triggered, runs can end in different states. Run cannot
// check this, because Run keeps the deductions that it has found. Walk returns the first deduction
// that does not remain triggered, and continues without that deduction. The error is ctx.Err().
func (p *Problem) Walk(ctx context.Context, rng *rand.Rand, use func(r *Rule) bool) (*Result, *Lost, error) {
	res := &Result{State: slices.Clone(p.Start), Level: -1, Empty: slices.Contains(p.Start, 0)}
	var lost *Lost
	var before []Step
	for !res.Empty { // rules need not handle a state in which a site has no value left
		triggered := p.Triggered(res.State, use)
		if lost == nil && before != nil {
			lost = missing(before, triggered, res.Steps[len(res.Steps)-1])
		}
		if err := ctx.Err(); err != nil || len(triggered) == 0 {
			return res, lost, err
		}
		st := triggered[rng.IntN(len(triggered))]
		res.State[st.Site] &^= 1 << st.Value
		res.Empty = res.State[st.Site] == 0
		res.Level = max(res.Level, st.Rule.Level)
		res.Steps = append(res.Steps, st)
		before = triggered
	}
	return res, lost, nil
}

// missing compares two lists of deductions, the parameters before and after. It returns a deduction
// that only the first list contains, or nil if there is none. It ignores the step st, which was
// performed after the first list was made.
func missing(before, after []Step, st Step) *Lost {
	type key struct {
		rule *Rule
		bit  Bit
	}
	still := map[key]bool{}
	for _, s := range after {
		still[key{s.Rule, s.Bit}] = true
	}
	for _, s := range before {
		if s.Bit != st.Bit && !still[key{s.Rule, s.Bit}] {
			return &Lost{s.Rule, s.Bit, st}
		}
	}
	return nil
}
