package deduce

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
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

func (w *walker) empty(s State) bool { return slices.Contains(s, 0) }

// triggered lists the deductions that are triggered in the state, each once for
// a rule.
func (w *walker) triggered(s State) []Step {
	all := everywhere(s)
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

// Fewer draws a state of the problem, and one with less left, and returns an error
// if a rule finds a deduction in the first and not in the second: sound or not, a
// pattern of false bits is still there. fresh makes the problem anew, so that a
// rule that remembers what it found finds it by itself; it is called twice for
// each rule.
func Fewer(rng *rand.Rand, fresh func() *Problem) error {
	p := fresh()
	width := 0 // of the widest site, in bits
	for _, left := range p.Start {
		width = max(width, bits.Len64(left))
	}
	if width == 0 {
		return nil
	}
	lose := func(s State) State {
		s = append(State(nil), s...)
		for range rng.IntN(1 + len(s)) {
			s[rng.IntN(len(s))] &^= 1 << rng.IntN(width)
		}
		return s
	}
	more := lose(p.Start)
	less := lose(more)
	for i := range p.Rules {
		after := fresh().finds(i, less)
		for at := range fresh().finds(i, more) {
			if less.Has(at.Site, at.Value) && !after[at] {
				return fmt.Errorf("rule %s finds %v in %b and not in %b", p.Rules[i].Name, at, more, less)
			}
		}
	}
	return nil
}

// finds are the bits that one rule finds in a state.
func (p *Problem) finds(rule int, s State) map[Bit]bool {
	found := map[Bit]bool{}
	p.Rules[rule].Find(s, everywhere(s), func(site, value int, _ Pattern) { found[Bit{site, value}] = true })
	return found
}

// everywhere is all sites, as if they had changed.
func everywhere(s State) []int32 {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}
