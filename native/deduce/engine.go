package deduce

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

// An engine keeps the triggered deductions that have not been performed, because they remain
// triggered. So the engine asks a rule only about the sites that have changed since it last asked
// this rule.
type engine struct {
	Result
	rand     *rand.Rand
	anyOrder bool
	levels   []level
	changed  []int32 // the sites, in the order of their changes; a site may occur several times
	emitted  int64
}

type level struct {
	rules   []asker
	pending []Step // the triggered deductions, from head on
	head    int    // keeps the memory of pending in use
}

type asker struct {
	*Rule
	asked int  // the number of entries of engine.changed about which the rule has been asked
	emit  Emit // receives its deductions
}

// newEngine calls emit once for each rule in use. The parameter rank is the place of the rule in its level.
func newEngine(p *Problem, o Options, emit func(e *engine, r *Rule, rank int) Emit) *engine {
	e := &engine{rand: o.Rand, anyOrder: o.AnyOrder && o.Rand != nil}
	e.State = slices.Clone(p.Start)
	e.Level = -1
	for i := range p.Rules {
		r := &p.Rules[i]
		if o.Use != nil && !o.Use(r) {
			continue
		}
		for len(e.levels) <= r.Level {
			e.levels = append(e.levels, level{})
		}
		l := &e.levels[r.Level]
		l.rules = append(l.rules, asker{Rule: r, emit: emit(e, r, len(l.rules))})
	}
	e.changed = everywhere(e.State)
	e.Empty = slices.Contains(e.State, 0)
	return e
}

// pend returns a function that adds each deduction of a rule to the pending ones, once.
func (e *engine) pend(r *Rule, _ int) Emit {
	seen := make(State, len(e.State))
	return func(site, value int, p Pattern) {
		e.emitted++
		if e.State.Has(site, value) && !seen.Has(site, value) {
			seen[site] |= 1 << value
			l := &e.levels[r.Level]
			l.pending = append(l.pending, Step{r, Bit{site, value}, p})
		}
	}
}

// repeat calls act until it returns false or a site has no value left.
func (e *engine) repeat(ctx context.Context, st *native.Stats, act func() bool) (*Result, error) {
	for {
		if err := st.Poll(ctx, int64(len(e.Steps)), e.emitted); err != nil {
			return &e.Result, err
		}
		if e.Empty || !act() {
			break
		}
	}
	st.Nodes += int64(len(e.Steps))
	st.Updates += e.emitted
	return &e.Result, nil
}

// next chooses the deduction to perform next. It returns false if no deduction is triggered. In any
// order, it prefers a rule of an easier level that removes the same value.
func (e *engine) next() (Step, bool) {
	var all []Step
	for i := range e.levels {
		l := &e.levels[i]
		e.ask(l)
		if e.rand == nil {
			if st, ok := l.first(e.State); ok {
				return st, true
			}
			continue
		}
		l.pending = slices.DeleteFunc(l.pending, func(st Step) bool { return !e.State.Has(st.Site, st.Value) })
		if all = append(all, l.pending...); len(all) > 0 && !e.anyOrder {
			break
		}
	}
	if len(all) == 0 {
		return Step{}, false
	}
	st := all[e.rand.IntN(len(all))]
	return all[slices.IndexFunc(all, func(o Step) bool {
		return o.Bit == st.Bit && (o.Rule == st.Rule || o.Rule.Level < st.Rule.Level)
	})], true
}

func (e *engine) ask(l *level) {
	for i := range l.rules {
		e.askRule(&l.rules[i])
	}
}

func (e *engine) askRule(a *asker) {
	if a.asked < len(e.changed) {
		a.Find(e.State, e.changed[a.asked:], a.emit)
		a.asked = len(e.changed)
	}
}

func (l *level) first(s State) (Step, bool) {
	for l.head < len(l.pending) {
		st := l.pending[l.head]
		l.head++
		if s.Has(st.Site, st.Value) {
			return st, true
		}
	}
	l.pending, l.head = l.pending[:0], 0
	return Step{}, false
}

func (e *engine) perform(st Step) {
	e.State[st.Site] &^= 1 << st.Value
	e.Empty = e.State[st.Site] == 0
	e.changed = append(e.changed, int32(st.Site))
	e.Level = max(e.Level, st.Rule.Level)
	e.Steps = append(e.Steps, st)
}

// Triggered lists the deductions that are triggered in the state s. Each rule lists a deduction only
// once. The function use chooses rules; nil means all.
func (p *Problem) Triggered(s State, use func(r *Rule) bool) []Step {
	all := everywhere(s)
	var list []Step
	for i := range p.Rules {
		r := &p.Rules[i]
		if use != nil && !use(r) {
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

func everywhere(s State) []int32 {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// Final returns the state in which Run ends, and its hardest level, but no steps. It performs all deductions
// that a rule finds before it asks the next rule. It also ends in a settled state that the function solves
// accepts, because sound rules find nothing more in a solution. The function use chooses rules; nil means all.
func (p *Problem) Final(ctx context.Context, st *native.Stats, use func(r *Rule) bool, solves func(s State) bool) (*Result, error) {
	f := &finisher{lost: make(State, len(p.Start))}
	f.engine = newEngine(p, Options{Use: use}, func(*engine, *Rule, int) Emit { return f.lose })
	return f.repeat(ctx, st, func() bool { return !(f.State.Settled() && solves(f.State)) && f.advance() })
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
