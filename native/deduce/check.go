package deduce

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// A Lost trigger is a deduction that a step untriggered before it was performed.
type Lost struct {
	Rule  *Rule
	Bit        // of the deduction
	After Step // the step that untriggered it
}

// Error says so; a rule with a lost trigger is a defect.
func (l *Lost) Error() string {
	return fmt.Sprintf("rule %s triggers that value %d goes from site %d, and no more after rule %s took value %d from site %d",
		l.Rule.Name, l.Value, l.Site, l.After.Rule.Name, l.After.Value, l.After.Site)
}

// Walk performs deductions in random order, in which it asks every rule about
// the whole state anew after each step. It is the slow check of Run: a rule that
// does not remain triggered, which Run's memory would hide, is found by the first
// trigger that it loses and may end elsewhere. It goes on behind a lost trigger,
// without the deduction. The error is ctx.Err().
func (p *Problem) Walk(ctx context.Context, rng *rand.Rand, use func(r *Rule) bool) (*Result, *Lost, error) {
	w := walker{Problem: p, use: use}
	res := &Result{State: append(State(nil), p.Start...), Level: -1}
	var lost *Lost
	triggered := w.triggered(res.State)
	for len(triggered) > 0 && !w.empty(res.State) {
		if err := ctx.Err(); err != nil {
			return res, lost, err
		}
		st := triggered[rng.IntN(len(triggered))]
		res.State[st.Site] &^= 1 << st.Value
		res.Level = max(res.Level, st.Rule.Level)
		res.Steps = append(res.Steps, st)
		if w.empty(res.State) { // the end, and nothing more is asked of rules
			break
		}
		next := w.triggered(res.State)
		if lost == nil {
			lost = missing(triggered, next, st)
		}
		triggered = next
	}
	res.Empty = w.empty(res.State)
	return res, lost, nil
}

type walker struct {
	*Problem
	use func(r *Rule) bool
}

func (w *walker) empty(s State) bool {
	for _, left := range s {
		if left == 0 {
			return true
		}
	}
	return false
}

// triggered lists the deductions that are triggered in the state, each once for
// a rule.
func (w *walker) triggered(s State) []Step {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	var list []Step
	for i := range w.Rules {
		r := &w.Rules[i]
		if w.use != nil && !w.use(r) {
			continue
		}
		seen := map[Bit]bool{}
		r.Find(s, all, func(site, value int, p Pattern) {
			if at := (Bit{site, value}); s.Has(site, value) && !seen[at] {
				seen[at] = true
				list = append(list, Step{r, at, p})
			}
		})
	}
	return list
}

// missing is a deduction of before that is neither performed nor in after.
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
