package domain

import (
	"context"
	"slices"
)

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
	// tieDegree is the largest number of neighbours of a variable for which elimination counts the
	// edges to add, in order to break ties.
	tieDegree = 32
	// widest is the largest number of neighbours that elimination joins to one another. If there
	// are more, a count finishes only by luck, and joining the neighbours would take long.
	widest = 200
)

// elimination returns the position of each variable in an order of elimination. Eliminating a
// variable adds edges so that all its neighbours become neighbours of one another; they form a
// separator. The next variable is always a variable with the fewest neighbours. Among these, it is
// a variable with the fewest edges to add, and among equals the first. As soon as all remaining
// variables have more neighbours than the constant widest, elimination stops adding edges.
func elimination(ctx context.Context, near [][]int32) ([]int, error) {
	e := &eliminator{near: near, done: make([]bool, len(near)), fill: slices.Repeat([]int{unknown}, len(near)), mark: make([]int, len(near))}
	place := make([]int, len(near))
	k := 0
	for v := range near {
		if len(near[v]) == 0 { // to save time: next would return these variables first, but looks at all variables in each call
			e.done[v] = true
			place[v] = k
			k++
		}
	}
	for ; k < len(near); k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := e.next()
		place[v] = k
		e.eliminate(v)
	}
	return place, nil
}

// unknown is the value of eliminator.fill for a variable whose missing edges have to be counted
// again.
const unknown = -1

type eliminator struct {
	near  [][]int32 // the neighbours of each variable
	done  []bool    // the variables that are eliminated
	fill  []int     // twice the number of edges missing among the neighbours; 0 for more than tieDegree neighbours
	mark  []int     // a buffer for missing
	stamp int
}

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
