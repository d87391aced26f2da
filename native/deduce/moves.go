package deduce

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Moves says how the steps of a rule form moves. Under the zero value, the steps with the same
// Pattern form a move.
type Moves struct {
	// Reason returns the reason of a step, as a comparable value. Steps of the rule with equal
	// reasons form a move. If it is nil, the reason is the Pattern.
	Reason func(st *Step) any
	// Places returns the sites that the pattern of a step leaves one value. If it is nil, the rule
	// only removes values.
	Places func(st *Step) []int
	// Spreads says that each step follows from the fact that the first site of its pattern has one
	// value left. A move that places this site takes the step along.
	Spreads bool
	// Echoes says that each step restates what the first site of its pattern has lost. A move that
	// changes or places this site takes the step along.
	Echoes bool
	// Cost says how hard the pattern of a step is to see, such as the length of a chain, compared
	// with the patterns of the level. Without chance, the cheapest move of a level comes first. If
	// it is nil, the cost is 0.
	Cost func(st *Step) int
}

// A Move consists of the steps that one reason allows, and of their plain consequences.
type Move struct {
	Rule  *Rule
	First int // index in Result.Steps of its first step
	Own   int // number of steps that have the reason
	N     int // number of all steps; the steps from First+Own on are consequences
}

// RunMoves does what Run does, but it performs all triggered deductions of a rule that have the same
// reason together. They form a move. A move also takes along the steps of rules that spread a site that
// the move places, or that echo a site that it changes. These rules are not harder than the rule of
// the move. The options choose among moves instead of steps, and Limit limits the number of moves.
//
// RunMoves ends in the same state as Run, unless a site loses its last value, and needs the same
// hardest level.
func (p *Problem) RunMoves(ctx context.Context, st *native.Stats, o Options) (*Result, error) {
	m := newMover(p, o)
	e := m.engine
	for o.Limit == 0 || len(e.Moves) < o.Limit {
		if err := st.Poll(ctx, int64(len(e.Steps)), e.emitted); err != nil {
			return &e.Result, err
		}
		if e.Empty {
			break
		}
		g := m.next()
		if g == nil {
			break
		}
		m.move(g)
	}
	st.Nodes += int64(len(e.Steps))
	st.Updates += e.emitted
	return &e.Result, nil
}

// A mover keeps the triggered deductions by their reasons.
type mover struct {
	*engine
	groups [][]*group // by level: the groups with deductions that may not have been performed
	named  map[name]*group
}

// A name identifies a group.
type name struct {
	rule   *Rule
	reason any
}

// A group holds the triggered deductions of a rule that have one reason. The newest pattern of each
// deduction counts, because it was found when most was known.
type group struct {
	rule   *Rule
	rank   int // place of the rule in its level
	steps  []Step
	index  map[Bit]int // in steps
	queued bool        // whether it is in mover.groups
}

func newMover(p *Problem, o Options) *mover {
	m := &mover{engine: newEngine(p, o), named: map[name]*group{}}
	m.groups = make([][]*group, len(m.levels))
	for i := range m.levels {
		l := &m.levels[i]
		for k, r := range l.rules {
			l.emit[k] = func(site, value int, p Pattern) {
				m.emitted++
				if m.State.Has(site, value) {
					m.add(Step{r, Bit{site, value}, p}, k)
				}
			}
		}
	}
	return m
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

// sweep removes the groups of a level without a deduction to perform.
func (m *mover) sweep(level int) {
	m.groups[level] = slices.DeleteFunc(m.groups[level], func(g *group) bool {
		g.queued = slices.ContainsFunc(g.steps, m.open)
		return !g.queued
	})
}

// open reports whether a step has not been performed.
func (m *mover) open(st Step) bool { return m.State.Has(st.Site, st.Value) }

// next chooses a group. It returns nil if no deduction is triggered. Without chance it takes the
// easiest group of the easiest level.
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
	return all[m.rand.IntN(len(all))]
}

// easier compares two groups of a level by their costs and then by the order of their rules. Rules
// that echo come last.
func easier(a, b *group) int {
	if a.rule.Echoes != b.rule.Echoes {
		if a.rule.Echoes {
			return 1
		}
		return -1
	}
	return cmp.Or(a.cost()-b.cost(), a.rank-b.rank)
}

func (g *group) cost() int {
	if g.rule.Cost == nil {
		return 0
	}
	return g.rule.Cost(&g.steps[0])
}

// move performs the deductions of a group and their consequences.
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
			for k, r := range l.rules {
				if (r.Spreads || r.Echoes) && !m.Empty {
					m.askRule(l, k)
					again = m.takeAlong(r, placed, &touched) || again
				}
			}
		}
	}
	v.N = len(m.Steps) - v.First
	m.Moves = append(m.Moves, v)
}

// takeAlong performs the consequences of a move that a rule finds. It reports whether there are any.
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
