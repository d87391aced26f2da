package dnnf

import (
	"math/rand/v2"
	"slices"
)

// Damage changes one literal or kid of an edge at random, or drops a literal. It reports whether the graph
// has anything to change.
func (g *Graph) Damage(rng *rand.Rand) bool {
	if i := rng.IntN(max(1, len(g.lits)+len(g.kids))); i >= len(g.lits)+len(g.kids) {
		return false
	} else if k := i - len(g.lits); k >= 0 {
		edge := slices.IndexFunc(g.edges, func(e ends2) bool { return e.kids > int32(k) })
		node := slices.IndexFunc(g.nodes, func(n ends) bool { return n.edges > int32(edge) })
		g.kids[k] = Ref(rng.IntN(node+1)) - 1
		return true
	} else if rng.IntN(2) == 0 {
		g.lits[i] = -g.lits[i]
	} else {
		g.lits = slices.Delete(g.lits, i, i+1)
		for e := range g.edges {
			if g.edges[e].lits > int32(i) {
				g.edges[e].lits--
			}
		}
	}
	return true
}
