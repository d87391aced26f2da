package deduce

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
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

// An implicationGraph contains the implications between the literals of a state. Its nodes are the
// conflict and the literals that an implication can make true. The target of an implication is its
// literal To. If To has the value None, the target is the conflict. Each literal that excludes From
// has an edge to the target, even if this literal is not a node.
type implicationGraph struct {
	*Chains
	live         []bool // for each literal: the state has not lost it
	units        []unit // groups with at most one live literal
	asked        []bool // for each literal: excludesLive has been called for it
	implications []implication
	first        []int32 // for each literal: its first edge; 0: none
	edges        []edge  // the edges of each literal form a linked list; edge 0 is unused

	nodes      []int32  // the literal of each node; node 0 is the conflict
	node       []int32  // for each literal: its node; 0: none
	words      int      // length of a set of nodes, in words
	successors []uint64 // for each node: the set of nodes that an edge leads to
	reachable  []uint64 // for each node: the set of nodes that a path leads to, itself included
	set        []uint64 // a buffer, a set of nodes
}

// An implication is an Implication with the numbers of literals instead of bits. The field to is -1
// instead of None.
type implication struct{ from, to, group int32 }

// A unit is a group with at most one live literal. A literal is live if the state has not lost it.
// The field literal is the live literal, or -1.
type unit struct{ group, literal int32 }

// An edge leads to the target of an implication. The field next is the next edge of the same
// literal, or 0.
type edge struct{ implication, next int32 }

// conflict is the node that stands for a contradiction: all literals of some group are false.
const conflict = 0

func (g *implicationGraph) build(c *Chains, s State) bool {
	n := len(s) * c.Values
	g.Chains = c
	g.implications, g.nodes, g.edges = g.implications[:0], append(g.nodes[:0], -1), append(g.edges[:0], edge{})
	g.live, g.first, g.node = zeros(g.live, n), zeros(g.first, n), zeros(g.node, n)
	for site, left := range s {
		for ; left != 0; left &= left - 1 {
			g.live[site*c.Values+bits.TrailingZeros64(left)] = true
		}
	}
	g.units, g.asked = g.units[:0], zeros(g.asked, n)
	passable := false // some unit literal excludes a live one
	for i, group := range c.Groups {
		a, b, more := int32(-1), int32(-1), false
		for _, literal := range group {
			if g.live[literal] {
				if b >= 0 {
					more = true
					break
				}
				a, b = literal, a
			}
		}
		switch {
		case more:
		case b >= 0:
			g.imply(implication{a, b, int32(i)})
			g.imply(implication{b, a, int32(i)})
		default:
			g.units = append(g.units, unit{int32(i), a})
			passable = passable || a < 0 || g.excludesLive(a)
		}
	}
	if passable { // otherwise no chain continues behind a unit literal
		// If the live literal of a unit is false, there is a conflict. If any other literal of the group is
		// false, the live literal is true. The other literals are lost, but live literals that exclude them
		// have edges for these implications.
		for _, u := range g.units {
			for _, literal := range g.Groups[u.group] {
				to := u.literal
				if literal == to {
					to = -1
				}
				g.imply(implication{literal, to, u.group})
			}
		}
	}
	if len(g.implications) > 0 {
		g.close()
	}
	return len(g.implications) > 0
}

// zeros returns a slice of n zeros, in the memory of x if x is large enough.
func zeros[T bool | int32 | uint64](x []T, n int) []T {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// excludesLive reports whether a literal excludes a live literal, which is a literal that the state
// has not lost. A second call for the same literal returns false.
func (g *implicationGraph) excludesLive(literal int32) bool {
	if g.asked[literal] {
		return false
	}
	g.asked[literal] = true
	return slices.ContainsFunc(g.Excludes(literal), func(other int32) bool { return g.live[other] })
}

// imply adds an implication. For each live literal that excludes x.from, imply adds an edge that begins
// at this literal.
func (g *implicationGraph) imply(x implication) {
	if x.to >= 0 && g.node[x.to] == 0 {
		g.node[x.to] = int32(len(g.nodes))
		g.nodes = append(g.nodes, x.to)
	}
	for _, literal := range g.Excludes(x.from) {
		if g.live[literal] && literal != x.to {
			g.edges = append(g.edges, edge{int32(len(g.implications)), g.first[literal]})
			g.first[literal] = int32(len(g.edges) - 1)
		}
	}
	g.implications = append(g.implications, x)
}

func (g *implicationGraph) target(e int32) int {
	if to := g.implications[g.edges[e].implication].to; to >= 0 {
		return int(g.node[to])
	}
	return conflict
}

// close computes, for each node, the set of nodes to which a path leads.
func (g *implicationGraph) close() {
	n := len(g.nodes)
	g.words = (n + 63) / 64
	g.reachable, g.successors, g.set = zeros(g.reachable, n*g.words), zeros(g.successors, n*g.words), zeros(g.set, g.words)
	g.reachable[conflict] = 1
	for k := 1; k < n; k++ {
		for e := g.first[g.nodes[k]]; e > 0; e = g.edges[e].next {
			to := g.target(e)
			g.successors[k*g.words+to/64] |= 1 << (to % 64)
		}
	}
	todo := g.set
	for k := 1; k < n; k++ {
		set := g.reachable[k*g.words:][:g.words]
		todo[k/64] |= 1 << (k % 64)
		set[k/64] |= 1 << (k % 64)
		for i := 0; i < g.words; {
			if todo[i] == 0 {
				i++
				continue
			}
			at := i*64 + bits.TrailingZeros64(todo[i])
			todo[i] &= todo[i] - 1
			if at < k { // the set of node at is complete
				for j, more := range g.reachable[at*g.words:][:g.words] {
					set[j] |= more
					todo[j] &^= more
				}
				continue
			}
			for j, more := range g.successors[at*g.words:][:g.words] {
				if more &^= set[j]; more != 0 {
					set[j] |= more
					todo[j] |= more
					i = min(i, j)
				}
			}
		}
	}
}

// fails reports whether the given literal implies the conflict, or implies a literal that excludes
// the given literal.
func (g *implicationGraph) fails(literal int32) bool {
	e := g.first[literal]
	if e == 0 {
		return false
	}
	clear(g.set)
	for ; e > 0; e = g.edges[e].next {
		for j, more := range g.reachable[g.target(e)*g.words:][:g.words] {
			g.set[j] |= more
		}
	}
	if g.set[0]>>conflict&1 == 1 {
		return true
	}
	for _, other := range g.Excludes(literal) {
		if k := g.node[other]; k > 0 && g.set[k/64]>>(k%64)&1 == 1 {
			return true
		}
	}
	return false
}

func (g *implicationGraph) shortest(literal int32) []Implication {
	end := make([]bool, len(g.nodes))
	end[conflict] = true
	for _, other := range g.Excludes(literal) {
		if k := g.node[other]; k > 0 {
			end[k] = true
		}
	}
	type reached struct{ implication, before int32 }
	queue := make([]reached, 0, len(g.nodes))
	seen := make([]bool, len(g.nodes))
	at := literal
	for i := int32(-1); int(i) < len(queue); i++ {
		if i >= 0 {
			at = g.implications[queue[i].implication].to
		}
		for e := g.first[at]; e > 0; e = g.edges[e].next {
			k := g.target(e)
			if seen[k] {
				continue
			}
			seen[k] = true
			queue = append(queue, reached{g.edges[e].implication, i})
			if !end[k] {
				continue
			}
			var chain []Implication
			for j := int32(len(queue) - 1); j >= 0; j = queue[j].before {
				x := g.implications[queue[j].implication]
				chain = append(chain, Implication{g.bit(x.from), g.bit(x.to), int(x.group)})
			}
			slices.Reverse(chain)
			return chain
		}
	}
	panic("deduce: no chain refutes a literal that fails")
}
