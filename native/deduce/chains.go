package deduce

import (
	"fmt"
	"iter"
)

// Chains finds alternating chains: suppose that a literal is true and follow its implications, one
// after the other, until the literal itself must be false. A literal says that a site takes a
// value, and has the code site * Values + value.
//
// A true literal excludes other literals, which are then false. Every group has exactly one true
// literal. So if a group has two literals left and one of them is false, the other is true. A chain
// therefore rests only on the literals that the state has lost in the groups of its implications.
// It may pass through a literal that is lost later. Hence the rule keeps its triggers.
//
// An implication rests on the state, not on earlier implications of its chain. So there are no
// nets, which join several consequences of the supposition. Chains finds exactly the failed
// literals of the clauses with two literals (the implication graph of Aspvall, Plass and Tarjan,
// 1979).
//
// A Chains reuses its buffers, so it is not safe for concurrent use.
type Chains struct {
	Values int       // the largest number of values of a site
	Groups [][]int32 // exactly one literal of each group is true
	// Excludes returns the literals that cannot be true together with the given literal. The
	// relation is symmetric. The slice is valid until the next call.
	Excludes func(literal int32) []int32

	found []chain // indexed by the clue of a step
	last  []int32 // for each literal: the latest chain that refutes it, counted from 1; 0: none
	graph implicationGraph
}

// chain is a chain with the sites of its implications.
type chain struct {
	implications []Implication
	sites        []int
}

// An Implication says that To is true if From is false, because the group has no other literal
// left. None as To means that the group has no literal left except From: then From cannot be false.
type Implication struct {
	From, To Bit
	Group    int
}

// None marks the missing target of an implication.
var None = Bit{Site: -1}

// Rule returns the rule of these chains. Its patterns contain the sites of the implications.
func (c *Chains) Rule(name string, level int, statement string) Rule {
	return Rule{Name: name, Level: level, Statement: statement, Find: c.find, Facts: c.facts, Moves: Moves{Reason: c.reason, Cost: c.cost}}
}

// Chain returns the implications that lead from the bit of a step of the rule to its contradiction.
func (c *Chains) Chain(st *Step) []Implication { return c.found[st.Clue].implications }

// reason returns the implications of a chain as a text: the same chain may refute several literals.
func (c *Chains) reason(st *Step) any { return fmt.Sprint(c.Chain(st)) }

// cost returns the cost of a chain. The shortest one costs more than a set of four.
func (c *Chains) cost(st *Step) int { return 4 + len(c.Chain(st)) }

func (c *Chains) bit(literal int32) Bit {
	return Bit{int(literal) / c.Values, int(literal) % c.Values}
}

// facts returns the lost bits of the groups of the chain.
func (c *Chains) facts(st *Step) (facts []Bit) {
	seen := map[Bit]bool{}
	for _, x := range c.Chain(st) {
		for b := range c.others(x) {
			if !seen[b] {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

// others yields the bits of the group except the two of the implication.
func (c *Chains) others(x Implication) iter.Seq[Bit] {
	return func(yield func(Bit) bool) {
		for _, literal := range c.Groups[x.Group] {
			if b := c.bit(literal); b != x.From && b != x.To && !yield(b) {
				return
			}
		}
	}
}

// find emits every bit that a chain refutes.
func (c *Chains) find(s State, _ []int32, emit Emit) {
	g := &c.graph
	if !g.build(c, s) {
		return
	}
	if n := len(s) * c.Values; len(c.last) < n {
		c.last = append(c.last, make([]int32, n-len(c.last))...)
	}
	for site, left := range s {
		for value := range Each(left) {
			literal := int32(site*c.Values + value)
			if !g.fails(literal) {
				continue
			}
			// If a run asks repeatedly, most chains are already known.
			if c.last[literal] == 0 || !c.holds(s, c.found[c.last[literal]-1].implications) {
				c.add(g.shortest(literal))
				c.last[literal] = int32(len(c.found))
			}
			i := int(c.last[literal] - 1)
			emit(site, value, Pattern{Sites: c.found[i].sites, Clue: i})
		}
	}
}

func (c *Chains) add(implications []Implication) {
	x := chain{implications: implications}
	for _, m := range implications {
		x.sites = append(x.sites, m.From.Site)
		if m.To != None {
			x.sites = append(x.sites, m.To.Site)
		}
	}
	c.found = append(c.found, x)
}

// holds reports whether the state has lost all bits on which the implications rest.
func (c *Chains) holds(s State, implications []Implication) bool {
	for _, x := range implications {
		for b := range c.others(x) {
			if s.Has(b.Site, b.Value) {
				return false
			}
		}
	}
	return true
}
