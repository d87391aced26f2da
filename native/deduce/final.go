package deduce

import (
	"context"

	"counterproof/native"
)

// Final returns the state in which Run ends, and its hardest level, but no steps. It performs all deductions
// that a rule finds before it asks the next rule. It also ends in a settled state that the function solves
// accepts, because sound rules find nothing more in a solution. The function use chooses rules; nil means all.
func (p *Problem) Final(ctx context.Context, st *native.Stats, use func(r *Rule) bool, solves func(s State) bool) (*Result, error) {
	f := &finisher{lost: make(State, len(p.Start))}
	f.engine = newEngine(p, Options{Use: use}, func(*engine, *Rule, int) Emit { return f.lose })
	return f.repeat(ctx, st, 0, func() bool { return !(f.State.Settled() && solves(f.State)) && f.advance() })
}

// A finisher collects what a rule finds.
type finisher struct {
	*engine
	lost  State
	sites []int // those with a lost value
}

func (f *finisher) lose(site, value int, _ Pattern) {
	f.emitted++
	if bit := uint64(1) << value; f.State[site]&bit != 0 {
		if f.lost[site] == 0 {
			f.sites = append(f.sites, site)
		}
		f.lost[site] |= bit
	}
}

// advance performs all deductions of the first rule that finds some, the easiest rules first.
func (f *finisher) advance() bool {
	for i := range f.levels {
		for k := range f.levels[i].rules {
			if f.askRule(&f.levels[i].rules[k]); len(f.sites) == 0 {
				continue
			}
			f.Level = max(f.Level, i)
			for _, site := range f.sites {
				f.State[site] &^= f.lost[site]
				f.lost[site] = 0
				f.Empty = f.Empty || f.State[site] == 0
				f.changed = append(f.changed, int32(site))
			}
			f.sites = f.sites[:0]
			return true
		}
	}
	return false
}
