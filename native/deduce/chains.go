package deduce

import (
	"fmt"
	"iter"
)

// Chains finds alternating chains. A chain supposes that a literal is true, and follows
// implications, one after the other, until the literal itself must be false. A literal is the
// statement that a site takes a value, and has the number site * Values + value.
//
// A true literal excludes other literals, which are then false. Every group has exactly one true
// literal. So if a group has two literals left and one of the two is false, the other is true. A
// chain needs only false literals: in the group of each implication, all literals except two. If
// the state later loses a literal of the chain, the chain stays valid. Hence a deduction of this
// rule remains triggered until it is performed.
//
// Each implication follows from the state and one earlier implication, not from several earlier
// ones together. So Chains does not find nets, which join several consequences of the supposition.
// It finds exactly the literals that fail in the implication graph of the clauses with two literals
// (Aspvall, Plass and Tarjan, 1979).
//
// A Chains reuses its buffers, so it is not safe for concurrent use.
type Chains struct {
	Values int       // the largest number of values of a site
	Groups [][]int32 // exactly one literal of each group is true
	// Excludes returns the literals that cannot be true together with the given literal. The
	// relation is symmetric. The slice is valid until the next call.
	Excludes func(literal int32) []int32

	last  []Pattern // for each literal: the latest chain that refutes it; without Sites if there is none
	graph implicationGraph
}

// An Implication says that To is true if From is false, because the group has no other literal
// left. If From is the only literal left in the group, From cannot be false, and To has the value
// None.
type Implication struct {
	From, To Bit
	Group    int
}

// None is the value of Implication.To if no other literal of the group can be true.
var None = Bit{Site: -1}

// Rule returns the rule that removes each literal that a chain refutes. The pattern of a deduction
// holds the sites of the chain's implications.
func (c *Chains) Rule(name string, level int, statement string) Rule {
	return Rule{Name: name, Level: level, Statement: statement, Find: c.find, Facts: c.facts, Moves: Moves{Reason: reason, Cost: cost}}
}

// Chain returns the chain that refutes the bit of a step: the implications from the bit to a
// contradiction. If the rule of the step does not use chains, it returns nil.
func (st *Step) Chain() []Implication {
	chain, _ := st.Proof.([]Implication)
	return chain
}

// reason returns a text that is equal for all literals that a chain refutes: they form one move.
func reason(st *Step) any { return fmt.Sprint(st.Chain()) }

// cost returns 4 plus the length of the step's chain: more than a set of four costs (see Subsets).
func cost(st *Step) int { return 4 + len(st.Chain()) }

// bit returns the bit of a literal, or None for -1.
func (c *Chains) bit(literal int32) Bit {
	if literal < 0 {
		return None
	}
	return Bit{int(literal) / c.Values, int(literal) % c.Values}
}

// facts returns the false bits on which the step's chain rests: all bits of the groups in the
// chain, except two bits in each group.
func (c *Chains) facts(st *Step) (facts []Bit) {
	seen := map[Bit]bool{}
	for _, x := range st.Chain() {
		for b := range c.others(x) {
			if !seen[b] {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

func (c *Chains) others(x Implication) iter.Seq[Bit] {
	return func(yield func(Bit) bool) {
		for _, literal := range c.Groups[x.Group] {
			if b := c.bit(literal); b != x.From && b != x.To && !yield(b) {
				return
			}
		}
	}
}

func (c *Chains) find(s State, _ []int32, emit Emit) {
	g := &c.graph
	if !g.build(c, s) {
		return
	}
	if n := len(s) * c.Values; len(c.last) < n {
		c.last = append(c.last, make([]Pattern, n-len(c.last))...)
	}
	for site, left := range s {
		for value := range Each(left) {
			literal := int32(site*c.Values + value)
			if !g.fails(literal) {
				continue
			}
			// If a run asks the rule repeatedly, most chains are already known.
			p := &c.last[literal]
			if p.Sites == nil || !c.holds(s, p.Proof.([]Implication)) {
				*p = pattern(g.shortest(literal))
			}
			emit(site, value, *p)
		}
	}
}

func pattern(chain []Implication) Pattern {
	p := Pattern{Proof: chain}
	for _, x := range chain {
		p.Sites = append(p.Sites, x.From.Site)
		if x.To != None {
			p.Sites = append(p.Sites, x.To.Site)
		}
	}
	return p
}

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
