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

// elimination returns the place of each variable in an order of elimination by
// fewest neighbours, ties by fewest edges to add, then by number. Eliminating a
// variable joins its neighbours to one another; those it has then are a
// separator. When all that are left have more than widest neighbours, none are
// joined any more.
func elimination(ctx context.Context, near [][]int32) ([]int, error) {
	e := &eliminator{near: near, done: make([]bool, len(near)), fill: slices.Repeat([]int{unknown}, len(near)), mark: make([]int, len(near))}
	place := make([]int, len(near))
	for k := range near {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := e.next()
		place[v] = k
		e.eliminate(v)
	}
	return place, nil
}

// unknown is the fill of a variable whose missing edges have to be counted again.
const unknown = -1

// An eliminator is the state of an elimination.
type eliminator struct {
	near  [][]int32 // the neighbours of each variable
	done  []bool    // the variables that are eliminated
	fill  []int     // the edges missing among the neighbours, twice; 0 above tieDegree
	mark  []int     // a buffer of missing
	stamp int
}

// next returns the variable to eliminate.
func (e *eliminator) next() int {
	best := -1
	for v := range e.near {
		if e.done[v] || best >= 0 && len(e.near[v]) > len(e.near[best]) {
			continue
		}
		if e.fill[v] == unknown {
			e.fill[v] = 0
			if len(e.near[v]) <= tieDegree {
				e.fill[v] = e.missing(v)
			}
		}
		if best < 0 || len(e.near[v]) < len(e.near[best]) || e.fill[v] < e.fill[best] {
			best = v
		}
	}
	return best
}

// missing counts the edges missing among the neighbours of v, twice.
func (e *eliminator) missing(v int) int {
	missing := 0
	for _, w := range e.near[v] {
		e.stamp++
		for _, x := range e.near[w] {
			e.mark[x] = e.stamp
		}
		for _, x := range e.near[v] {
			if x != w && e.mark[x] != e.stamp {
				missing++
			}
		}
	}
	return missing
}

// eliminate joins the neighbours of v to one another and takes v out.
func (e *eliminator) eliminate(v int) {
	e.done[v] = true
	clique := e.near[v]
	if len(clique) > widest {
		clique = nil
	}
	for _, w := range clique {
		joined := slices.Concat(e.near[w], clique)
		slices.Sort(joined)
		e.near[w] = slices.DeleteFunc(slices.Compact(joined), func(x int32) bool { return x == w || int(x) == v })
	}
	for _, w := range clique {
		e.fill[w] = unknown
		for _, x := range e.near[w] {
			e.fill[x] = unknown
		}
	}
}
