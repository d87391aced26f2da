package deduce

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A Lost trigger is a deduction that was triggered, until some other step untriggered it.
type Lost struct {
	Rule  *Rule
	Bit        // of the deduction
	After Step // the step that untriggered it
}

// Error describes the lost trigger. A rule that loses a trigger is a defect.
func (l *Lost) Error() string {
	return fmt.Sprintf("rule %s no longer removes value %d from site %d after rule %s removed value %d from site %d",
		l.Rule.Name, l.Value, l.Site, l.After.Rule.Name, l.After.Value, l.After.Site)
}

// Walk performs deductions in random order and, after each step, asks every rule about the whole
// state. It is the slow check of Run. If the deductions of a rule do not remain triggered, runs may
// end in different states, and the memory of Run would hide that. Walk returns the first trigger
// that is lost and continues without that deduction. The error is ctx.Err().
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
		if w.empty(res.State) { // the end: rules need not handle such a state
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

// walker finds the triggered deductions of a state without any memory.
type walker struct {
	*Problem
	use func(r *Rule) bool
}

func (w *walker) empty(s State) bool { return slices.Contains(s, 0) }

// triggered lists the deductions that are triggered in the state. Each rule lists a deduction only
// once.
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

// missing returns a deduction of before that is neither the step st nor in after. It returns nil if
// there is none.
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

// Fewer draws a state of the problem and a second state with fewer values. It returns an error if a
// rule finds a deduction in the first state and misses it in the second, although the value is left
// there. Whether or not the rule is sound, a pattern of false bits is still present. Rules may
// remember what they found. So Fewer calls fresh twice for each rule, to find the deductions of
// each state with a new problem.
func Fewer(rng *rand.Rand, fresh func() *Problem) error {
	p := fresh()
	width := 0 // largest number of values of a site, as bits
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
				return fmt.Errorf("rule %s finds %v in the state %b, but not with fewer values in %b", p.Rules[i].Name, at, more, less)
			}
		}
	}
	return nil
}

// finds returns the bits that one rule finds in a state.
func (p *Problem) finds(rule int, s State) map[Bit]bool {
	found := map[Bit]bool{}
	p.Rules[rule].Find(s, everywhere(s), func(site, value int, _ Pattern) { found[Bit{site, value}] = true })
	return found
}

// everywhere returns all sites, as if all had changed.
func everywhere(s State) []int32 {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}
