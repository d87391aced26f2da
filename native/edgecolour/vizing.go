package edgecolour

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
