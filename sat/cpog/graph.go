package cpog

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/sat/cnf"
)

// A node has what its parents need.
type node struct {
	depends []uint64 // by variable, one bit each: whether it is below the node
	shown   int      // how many of these variables are projected
	count   *big.Int // the number of their assignments that make the node true; nil for an unused id
}

// mostWords limits the memory of nodes to 2 GiB. A short proof could else take any amount, because
// each node has a bit for each variable.
var mostWords = 1 << 28

var one = big.NewInt(1)

// index returns the index of a node, or a negative number for a literal of the formula.
func (c *checker) index(l cnf.Lit) int { return l.Var() - c.f.NumVars - 1 }

// child returns a node. For a literal of the formula, it leaves out the dependencies.
func (c *checker) child(l cnf.Lit) node {
	if at := c.index(l); at >= 0 {
		return c.nodes[at]
	}
	return node{shown: 1, count: one}
}

// addNode adds a node with the children in c.fresh. It checks rule 1, and counts the assignments.
func (c *checker) addNode(id cnf.Lit, k kind) error {
	at, most := c.index(id), 2*c.Nodes+1000
	if id < 1 || at < 0 || at > most || at < len(c.nodes) && c.nodes[at].count != nil {
		return fmt.Errorf("want the id of a new node from %d to %d, got %d: number the nodes without large gaps", c.f.NumVars+1, c.f.NumVars+1+most, id)
	}
	n := node{depends: make([]uint64, len(c.shown)), count: one}
	for _, l := range c.fresh {
		if !c.join(n.depends, l) && k != sum {
			return fmt.Errorf("want children without common variables, got %d, which has a variable of an earlier child", l)
		}
	}
	for w, shown := range c.shown {
		n.shown += bits.OnesCount64(n.depends[w] & shown)
	}
	if k == sum {
		n.count = new(big.Int)
	}
	for _, l := range c.fresh {
		child := c.child(l)
		switch {
		case k == sum:
			n.count.Add(n.count, new(big.Int).Lsh(child.count, uint(n.shown-child.shown)))
		case n.count == one:
			n.count = child.count
		case child.count != one:
			n.count = new(big.Int).Mul(n.count, child.count)
		}
	}
	if i := slices.IndexFunc(c.fresh, func(l cnf.Lit) bool { return slices.Equal(c.child(l).depends, n.depends) }); i >= 0 {
		n.depends = c.child(c.fresh[i]).depends // one copy is enough
	} else {
		c.words += len(n.depends)
	}
	if c.words += len(n.count.Bits()); c.words > mostWords {
		return errors.New("want nodes that take at most 2 GiB, got more: use fewer nodes or variables")
	}
	if more := at + 1 - len(c.nodes); more > 0 {
		c.nodes = append(c.nodes, make([]node, more)...)
		c.Grow(c.f.NumVars + len(c.nodes))
	}
	c.nodes[at] = n
	c.Nodes++
	c.Edges += len(c.fresh)
	return nil
}

// join adds the dependencies of a child to a set. It returns false if the set has one of them.
func (c *checker) join(set []uint64, l cnf.Lit) bool {
	apart := true
	if c.index(l) < 0 {
		w, bit := &set[l.Var()/64], uint64(1)<<(l.Var()%64)
		apart = *w&bit == 0
		*w |= bit
	}
	for w, depends := range c.child(l).depends {
		apart = apart && set[w]&depends == 0
		set[w] |= depends
	}
	return apart
}

// checkClauses checks rule 4, for 64 input clauses at a time. Each of them has one bit.
func (c *checker) checkClauses(ctx context.Context) error {
	n, clauses := c.f.NumVars, c.f.Clauses
	wrong := make([]uint64, 2*n+1+len(c.nodes)) // wrong[n+l] has the bits of the clauses that make l false
	for begin := 0; begin < len(clauses); begin += 64 {
		batch := clauses[begin:min(begin+64, len(clauses))]
		done := ^uint64(0) << len(batch) // also the bits of clauses with x and -x
		for i, clause := range batch {
			for _, l := range clause {
				wrong[n+int(l)] |= 1 << i
				done |= wrong[n-int(l)] & (1 << i)
			}
		}
		for _, e := range c.entries[len(clauses):] {
			if e.kind < sum {
				continue
			}
			some, all := uint64(0), ^uint64(0) // the clauses that make a child or all children false
			for _, l := range c.arena[e.at:e.end] {
				some |= wrong[n+int(l)]
				all &= wrong[n+int(l)]
			}
			wrong[n+int(e.node)] = some
			if e.kind == sum {
				wrong[n+int(e.node)] = all
			}
		}
		if done |= wrong[n+int(c.root)]; ^done != 0 {
			i := begin + bits.TrailingZeros64(^done)
			return &LineError{c.rootLine, fmt.Errorf("want a root that implies every clause of the formula, got one that does not imply clause %d", i+1)}
		}
		for _, clause := range batch {
			for _, l := range clause {
				wrong[n+int(l)] = 0
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}
