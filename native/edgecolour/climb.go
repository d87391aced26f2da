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

// vizing colours the edges of g with k colours, where k must be larger than the largest degree. It
// uses the algorithm of Misra and Gries, which takes O(vertices * edges) steps.
func vizing(g *Graph, k int) []int {
	p := newPainting(g, k)
	near := make([][]int, g.N) // the edges at each vertex
	for i, e := range g.Edges {
		near[e[0]] = append(near[e[0]], i)
		near[e[1]] = append(near[e[1]], i)
	}
	for i, e := range g.Edges {
		u := e[0]
		fan := p.fan(u, i, near[u])
		last := p.across(fan[len(fan)-1], u)
		d := p.free(last)
		p.invert(u, p.free(u), d)
		// Now no edge at u has the colour d. Some beginning of the fan is still a fan, and no edge
		// at the far end of its last edge has the colour d.
		j := 0
		for p.at[p.across(fan[j], u)][d] != none {
			j++
		}
		for x := range j {
			c := p.colour[fan[x+1]]
			p.wipe(fan[x+1])
			p.paint(fan[x], c)
		}
		p.paint(fan[j], d)
	}
	return p.colour
}

// fan returns a fan at u that cannot be extended: a list of edges at u that begins with edge i,
// which has no colour. The colour of every later edge does not occur at the far end of the previous
// edge in the list. The argument near lists the edges at u.
func (p *painting) fan(u, i int, near []int) []int {
	fan := []int{i}
	in := map[int]bool{i: true}
	for {
		end := p.across(fan[len(fan)-1], u)
		next := none
		for _, x := range near {
			if !in[x] && p.colour[x] != none && p.at[end][p.colour[x]] == none {
				next = x
				break
			}
		}
		if next == none {
			return fan
		}
		in[next] = true
		fan = append(fan, next)
	}
}

// invert swaps the colours c and d on the path that starts at u and whose edges alternately have
// the colours d and c. No edge at u may have the colour c.
func (p *painting) invert(u, c, d int) {
	var path []int
	for v, x := u, d; p.at[v][x] != none; x = c + d - x {
		path = append(path, p.at[v][x])
		v = p.across(p.at[v][x], v)
	}
	old := make([]int, len(path))
	for n, i := range path {
		old[n] = p.colour[i]
		p.wipe(i)
	}
	for n, i := range path {
		p.paint(i, c+d-old[n])
	}
}
