package domain

import (
	"context"
	"slices"
)

// neighbours lists, by open variable, the open variables that a constraint
// joins to it.
func (e *engine) neighbours() [][]int32 {
	near := make([][]int32, e.n)
	for v, d := range e.dom {
		if d&(d-1) == 0 {
			continue
		}
		for _, w := range e.peers[v] {
			if x := e.dom[w]; x&(x-1) != 0 {
				near[v] = append(near[v], w)
			}
		}
		for _, t := range e.tablesOf[v] {
			for _, w := range e.tables[t].vars {
				if x := e.dom[w]; w != int32(v) && x&(x-1) != 0 {
					near[v] = append(near[v], w)
				}
			}
		}
		slices.Sort(near[v])
		near[v] = slices.Compact(near[v])
	}
	return near
}

const (
	// tieDegree is up to how many neighbours ties are broken.
	tieDegree = 32
	// widest is the number of neighbours at which no order is looked for any
	// more: a count of such a width ends only by luck, and making cliques of
	// them takes long.
	widest = 200
)

// elimination gives each variable its place in an order of elimination by
// fewest neighbours, ties by fewest edges to add, then by number. Eliminating a
// variable joins its neighbours to one another; those it has then are a
// separator. When all that are left have more than widest neighbours, none are
// joined any more.
func elimination(ctx context.Context, near [][]int32) ([]int, error) {
	place := make([]int, len(near))
	open := make([]bool, len(near))
	fill := make([]int, len(near)) // -1: to be counted again
	for v := range near {
		open[v], fill[v] = true, -1
	}
	mark := make([]int, len(near))
	stamp := 0
	count := func(v int) int { // edges missing among the neighbours of v, twice
		missing := 0
		for _, w := range near[v] {
			stamp++
			for _, x := range near[w] {
				mark[x] = stamp
			}
			for _, x := range near[v] {
				if x != w && mark[x] != stamp {
					missing++
				}
			}
		}
		return missing
	}
	for k := range near {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		best := -1
		for v := range near {
			if !open[v] || best >= 0 && len(near[v]) > len(near[best]) {
				continue
			}
			if fill[v] < 0 {
				fill[v] = 0
				if len(near[v]) <= tieDegree {
					fill[v] = count(v)
				}
			}
			if best < 0 || len(near[v]) < len(near[best]) || fill[v] < fill[best] {
				best = v
			}
		}
		place[best], open[best] = k, false
		clique := near[best]
		if len(clique) > widest {
			clique = nil
		}
		for _, w := range clique {
			joined := make([]int32, 0, len(near[w])+len(clique))
			joined = append(append(joined, near[w]...), clique...)
			slices.Sort(joined)
			near[w] = slices.DeleteFunc(slices.Compact(joined), func(x int32) bool { return x == w || int(x) == best })
		}
		for _, w := range clique {
			fill[w] = -1
			for _, x := range near[w] {
				fill[x] = -1
			}
		}
	}
	return place, nil
}
