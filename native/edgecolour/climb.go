package edgecolour

import (
	"math/rand/v2"

	"counterproof/native"
)

// Climb colours the edges of g with k colours, at random but not uniformly, and returns the colour
// of each edge. It returns nil if it does not succeed in the given number of steps, or if k is less
// than the degree of g. The graph must be valid.
//
// A step takes a random edge without a colour and gives it a colour that is free at one of its
// ends: no other edge there has this colour. If possible, the colour is free at both ends. If
// another edge at the other end has the same colour, that edge loses it. So the number of coloured
// edges never falls.
//
// Dinitz and Stinson also use steps that change the colour of an edge to a colour that is free at
// both of its ends. Climb omits them, because it colours complete graphs just as quickly without
// them.
//
// st.Updates counts the steps.
func Climb(rng *rand.Rand, g *Graph, k, steps int, st *native.Stats) []int {
	p := newPainting(g, k)
	open := make([]int, len(g.Edges)) // the edges without a colour
	for i := range open {
		open[i] = i
	}
	free := make([]int, 0, k)
	for n := 0; len(open) > 0; n++ {
		if n == steps {
			return nil
		}
		st.Updates++
		at := rng.IntN(len(open))
		i := open[at]
		x := rng.IntN(2)
		u, v := g.Edges[i][x], g.Edges[i][1-x]
		free = free[:0]
		both := 0 // number of colours that are free at both ends; they come first
		for c, e := range p.at[u] {
			if e != none {
				continue
			}
			free = append(free, c)
			if p.at[v][c] == none {
				free[both], free[len(free)-1] = free[len(free)-1], free[both]
				both++
			}
		}
		if len(free) == 0 { // k is less than the degree
			return nil
		}
		if both > 0 {
			p.paint(i, free[rng.IntN(both)])
			open[at] = open[len(open)-1]
			open = open[:len(open)-1]
			continue
		}
		c := free[rng.IntN(len(free))]
		loser := p.at[v][c]
		p.wipe(loser)
		p.paint(i, c)
		open[at] = loser
	}
	return p.colour
}
