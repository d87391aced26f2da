package edges

// vizing colours g with k colours, where k is larger than its degree. It is the algorithm of Misra
// and Gries, which takes O(vertices * edges).
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
		// Now d is free at u. Some first part of the fan is still a fan and ends at a vertex where
		// d is free.
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

// fan returns a list of edges at u that cannot be extended. It begins with edge i, which has no
// colour. The colour of every later edge is free at the far end of the edge before it.
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

// invert swaps the colours c and d on the path from u that alternates between them. c must be free
// at u.
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
