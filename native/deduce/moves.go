package deduce

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Moves says how the steps of a rule form moves. With the zero value, the steps with the same
// Pattern form a move.
type Moves struct {
	// Reason returns the reason of a step, as a comparable value. Steps of the rule with equal
	// reasons form a move. If Reason is nil, the reason is the Pattern.
	Reason func(st *Step) any
	// Places returns the sites that have only one value left because of the pattern of a step. If
	// Places is nil, the rule only removes values.
	Places func(st *Step) []int
	// Spreads says that each step follows from the fact that the first site of its pattern has one
	// value left. A move that places this site also performs the step.
	Spreads bool
	// Echoes says that each step restates which values the first site of its pattern has lost. A
	// move that changes or places this site also performs the step.
	Echoes bool
	// Cost says how hard it is to see the pattern of a step, compared with the other patterns of
	// the level. An example is the length of a chain. Without random choice, the cheapest move of a
	// level comes first. If Cost is nil, the cost is 0.
	Cost func(st *Step) int
	// CoveredBy returns the names of easier rules that together perform a step in the state s, or
	// nil if there are no such rules. For example, a naked pair with a settled cell is two naked
	// singles. If all these rules are in use, RunMoves leaves the step to them.
	CoveredBy func(st *Step, s State) []string
}

// A Move consists of all steps of a rule that have the same reason, and of their plain
// consequences.
type Move struct {
	Rule  *Rule
	First int // index in Result.Steps of the move's first step
	Own   int // number of steps that have the reason
	N     int // number of all steps; the steps from First+Own on are consequences
}

// RunMoves does what Run does, but in moves. A move performs all triggered deductions of a rule
// that have the same reason. It also performs the plain consequences of these deductions. The
// consequences are steps of two kinds of rules. A rule with Moves.Spreads acts on the sites that
// the move settles. A rule with Moves.Echoes acts on the sites that the move changes. Only rules
// that are not harder than the rule of the move can have such consequences. The options choose
// among moves instead of steps.
//
// Unless a site loses its last value, RunMoves ends in the same state as Run and needs the same
// hardest level.
func (p *Problem) RunMoves(ctx context.Context, st *native.Stats, o Options) (*Result, error) {
	m := newMover(p, o)
	return m.repeat(ctx, st, func() bool {
		g := m.next()
		if g != nil {
			m.move(g)
		}
		return g != nil
	})
}

// A mover is an engine for moves: it keeps the triggered deductions in groups with the same rule
// and the same reason.
type mover struct {
	*engine
	groups [][]*group // by level: the groups with deductions that might not have been performed yet
	named  map[name]*group
	used   map[string]bool // the names of the rules in use
}

type name struct {
	rule   *Rule
	reason any
}

// A group holds the triggered deductions of a rule that have the same reason. If a rule finds a
// deduction again, the group keeps the newer pattern, because the newer pattern was found in a
// state in which more was known.
type group struct {
	rule   *Rule
	rank   int // place of the rule in its level
	steps  []Step
	index  map[Bit]int // for each bit: the index in steps of the step that removes it
	queued bool        // whether it is in mover.groups
}

func newMover(p *Problem, o Options) *mover {
	m := &mover{named: map[name]*group{}, used: map[string]bool{}}
	m.engine = newEngine(p, o, func(_ *engine, r *Rule, rank int) Emit {
		m.used[r.Name] = true
		return func(site, value int, p Pattern) {
			m.emitted++
			if st := (Step{r, Bit{site, value}, p}); m.open(st) && !m.covered(&st) {
				m.add(st, rank)
			}
		}
	})
	m.groups = make([][]*group, len(m.levels))
	return m
}

func (m *mover) covered(st *Step) bool {
	if st.Rule.CoveredBy == nil {
		return false
	}
	names := st.Rule.CoveredBy(st, m.State)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !m.used[name] })
}

func (m *mover) add(st Step, rank int) {
	key := name{st.Rule, nil}
	if st.Rule.Reason != nil {
		key.reason = st.Rule.Reason(&st)
	} else {
		key.reason = fmt.Sprint(st.Pattern)
	}
	g := m.named[key]
	if g == nil {
		g = &group{rule: st.Rule, rank: rank}
		m.named[key] = g
	}
	if !g.queued {
		g.queued, g.steps, g.index = true, nil, map[Bit]int{}
		m.groups[st.Rule.Level] = append(m.groups[st.Rule.Level], g)
	}
	if i, ok := g.index[st.Bit]; ok {
		g.steps[i] = st
		return
	}
	g.index[st.Bit] = len(g.steps)
	g.steps = append(g.steps, st)
}

func (m *mover) sweep(level int) {
	m.groups[level] = slices.DeleteFunc(m.groups[level], func(g *group) bool {
		g.queued = slices.ContainsFunc(g.steps, m.open)
		return !g.queued
	})
}

func (m *mover) open(st Step) bool { return m.State.Has(st.Site, st.Value) }

// next chooses the group for the next move. It returns nil if no deduction is triggered. Unless the
// options ask for a random choice, it takes the easiest group of the easiest level. In any order, it
// replaces the chosen group by a group of an easier level that performs all its deductions.
func (m *mover) next() *group {
	var all []*group
	for i := range m.levels {
		m.ask(&m.levels[i])
		m.sweep(i)
		found := m.groups[i]
		if m.rand == nil {
			if len(found) > 0 {
				return slices.MinFunc(found, easier)
			}
			continue
		}
		if all = append(all, found...); len(all) > 0 && !m.anyOrder {
			break
		}
	}
	if len(all) == 0 {
		return nil
	}
	g := all[m.rand.IntN(len(all))]
	return all[slices.IndexFunc(all, func(e *group) bool {
		return e == g || e.rule.Level < g.rule.Level && m.includes(e, g)
	})]
}

func (m *mover) includes(e, g *group) bool {
	return !slices.ContainsFunc(g.steps, func(st Step) bool {
		_, ok := e.index[st.Bit]
		return !ok && m.open(st)
	})
}

// easier compares two groups of a level by their costs and then by the order of their rules. Groups
// of rules with Moves.Echoes come last.
func easier(a, b *group) int { return cmp.Or(a.cost()-b.cost(), a.rank-b.rank) }

func (g *group) cost() (n int) {
	if g.rule.Echoes {
		n = 1 << 30 // last in its level
	}
	if g.rule.Cost != nil {
		n += g.rule.Cost(&g.steps[0])
	}
	return n
}

func (m *mover) move(g *group) {
	v := Move{Rule: g.rule, First: len(m.Steps)}
	var placed, touched []int
	if g.rule.Places != nil {
		placed = g.rule.Places(&g.steps[0])
	}
	m.performAll(g, &touched)
	v.Own = len(m.Steps) - v.First
	for again := true; again && !m.Empty; {
		again = false
		for i := range m.levels[:g.rule.Level+1] {
			l := &m.levels[i]
			for k := range l.rules {
				if a := &l.rules[k]; (a.Spreads || a.Echoes) && !m.Empty {
					m.askRule(a)
					again = m.takeAlong(a.Rule, placed, &touched) || again
				}
			}
		}
	}
	v.N = len(m.Steps) - v.First
	m.Moves = append(m.Moves, v)
}

// takeAlong performs those steps of a rule that are plain consequences of the current move, which
// settles the sites placed. It adds the changed sites to touched, and reports whether there were any.
func (m *mover) takeAlong(r *Rule, placed []int, touched *[]int) bool {
	before := len(m.Steps)
	for _, g := range m.groups[r.Level] {
		at := g.steps[0].Sites
		if g.rule != r || len(at) == 0 || m.Empty {
			continue
		}
		if slices.Contains(placed, at[0]) || r.Echoes && slices.Contains(*touched, at[0]) {
			m.performAll(g, touched)
		}
	}
	return len(m.Steps) > before
}

// performAll performs the open deductions of a group, until a site has no value left. It appends
// the sites that it changes to the list touched.
func (m *mover) performAll(g *group, touched *[]int) {
	for _, st := range g.steps {
		if m.open(st) && !m.Empty {
			m.perform(st)
			*touched = append(*touched, st.Site)
		}
	}
}

// Possible yields all moves that are possible in the start state, the easiest first, until yield
// returns false. Each move is a Result with only this move, performed on the start state. A run
// that begins with any of these moves ends in the state in which RunMoves ends, unless a site loses
// its last value. Rand has no effect.
func (p *Problem) Possible(ctx context.Context, st *native.Stats, o Options, yield func(*Result) bool) error {
	o.Rand = nil
	m := newMover(p, o)
	found := int64(0)
	defer func() {
		st.Nodes += found
		st.Updates += m.emitted
	}()
	for i := range m.levels {
		if m.Empty {
			return nil
		}
		m.ask(&m.levels[i])
		m.sweep(i)
		slices.SortStableFunc(m.groups[i], easier)
		for _, g := range m.groups[i] {
			if err := st.Poll(ctx, found, m.emitted); err != nil {
				return err
			}
			one := newMover(p, o)
			one.move(g)
			found++
			if !yield(&one.Result) {
				return nil
			}
		}
	}
	return nil
}
