package counter

import (
	"math"
	"math/bits"
	"slices"
)

// mostOrdered is the largest number of variables for which order looks for a tree decomposition. Its graph takes
// a bit for each pair of variables, 8 MB at most.
const mostOrdered = 1 << 13

// mostWidth is the largest width of a tree decomposition that is used. A Minesweeper board of 16x16 cells has 72.
const mostWidth = 120

// order adds to the hints. A variable near the centre of a tree decomposition is a good decision, because the
// formula falls apart soon (Korhonen and Järvisalo 2021). How much this counts depends on the width of the
// decomposition.
func (s *search) order() {
	var open []int32
	for v := range s.projected {
		if s.value[2*v] == 0 {
			open = append(open, int32(v))
		}
	}
	if len(open) == 0 || len(open) > mostOrdered {
		return
	}
	g := s.graph(open)
	bags, width := g.eliminate(s.pause)
	if bags == nil {
		s.wide = true
		return
	}
	depth := bags.depths()
	n := float64(len(open))
	weight := min(100*math.Exp(n/float64(width+1))/n, 1e7) / float64(max(1, slices.Max(depth)))
	for i, v := range open {
		s.hint[v] -= weight * float64(depth[i])
	}
}

// A graph has a row of bits for each vertex: its neighbours that are left.
type graph [][]uint64

func (s *search) graph(open []int32) graph {
	g, number := make(graph, len(open)), make([]int32, len(s.projected))
	for i, v := range open {
		g[i], number[v] = make([]uint64, (len(open)+63)/64), int32(i)
	}
	join := func(a, b lit) {
		if x, y := number[a.index()], number[b.index()]; x != y && s.value[a] == 0 && s.value[b] == 0 {
			g[x][y/64] |= 1 << (y % 64)
			g[y][x/64] |= 1 << (x % 64)
		}
	}
	for l, others := range s.pairs {
		for _, o := range others {
			join(lit(l), o)
		}
	}
	for _, ref := range s.long {
		clause := s.clause(ref)
		if slices.ContainsFunc(clause, func(l lit) bool { return s.value[l] > 0 }) {
			continue
		}
		for i, a := range clause {
			for _, b := range clause[:i] {
				join(a, b)
			}
		}
	}
	return g
}

func (g graph) neighbours(v int32) (all []int32) {
	for i, word := range g[v] {
		for ; word != 0; word &= word - 1 {
			all = append(all, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return all
}

// missing returns how many pairs of neighbours of v are not joined, twice.
func (g graph) missing(v int32) int {
	near := g.neighbours(v)
	n := len(near) * (len(near) - 1)
	for _, u := range near {
		for i, word := range g[u] {
			n -= bits.OnesCount64(word & g[v][i])
		}
	}
	return n
}

// A bag holds a vertex and its neighbours at the time when it was eliminated. The next bag in the tree is
// that of the neighbour that was eliminated first.
type bag struct {
	vertex int32
	near   []int32
	next   int // -1 for the last bag of a component
}

type bags []bag

// eliminate removes one vertex after the other and joins its neighbours, always a vertex that needs the fewest
// new edges. It returns the bags in this order, and the largest number of neighbours. It gives up if this is
// too large for the hints to help: more than mostWidth or, unless it is small, a fifth of all variables.
func (g graph) eliminate(pause func() bool) (all bags, width int) {
	cost, at := make([]int, len(g)), make([]int, len(g))
	for v := range g {
		cost[v], at[v] = g.missing(int32(v)), -1
	}
	for range g {
		best := int32(-1)
		for v := range g {
			if at[v] < 0 && (best < 0 || cost[v] < cost[best]) {
				best = int32(v)
			}
		}
		near := g.neighbours(best)
		for _, u := range near {
			for i, word := range g[best] {
				g[u][i] |= word
			}
			g[u][u/64] &^= 1 << (u % 64)
			g[u][best/64] &^= 1 << (best % 64)
		}
		for _, u := range near {
			cost[u] = g.missing(u)
		}
		at[best], width = len(all), max(width, len(near))
		all = append(all, bag{best, near, -1})
		if width > mostWidth || width > 20 && width*5 > len(g) || pause() {
			return nil, width
		}
	}
	for i := range all {
		for _, u := range all[i].near {
			if all[i].next < 0 || at[u] < all[i].next {
				all[i].next = at[u]
			}
		}
	}
	return all, width
}

// depths returns for each vertex how far its bags are from the centre of the tree, where a bag that contains
// the next one counts as the same.
func (all bags) depths() []int {
	below, joined := make([]int, len(all)), make([][]int, len(all))
	centre := -1
	for i, b := range all { // the next bag comes later
		below[i]++
		if 2*below[i] >= len(all) && centre < 0 {
			centre = i
		}
		if b.next >= 0 {
			below[b.next] += below[i]
			joined[i], joined[b.next] = append(joined[i], b.next), append(joined[b.next], i)
		}
	}
	depth := slices.Repeat([]int{-1}, len(all))
	type step struct{ bag, from, depth int }
	var steps []step
	for i, b := range all {
		if b.next < 0 && i != centre {
			steps = append(steps, step{i, -1, 0}) // of another component, or reached from the centre first
		}
	}
	if centre >= 0 {
		steps = append(steps, step{centre, -1, 0})
	}
	done := make([]bool, len(all))
	for len(steps) > 0 {
		x := steps[len(steps)-1]
		steps = steps[:len(steps)-1]
		if done[x.bag] {
			continue
		}
		done[x.bag] = true
		b := all[x.bag]
		for _, u := range append(b.near, b.vertex) {
			if depth[u] < 0 {
				depth[u] = x.depth
			}
		}
		for _, j := range joined[x.bag] {
			low, high := all[min(x.bag, j)], all[max(x.bag, j)]
			d := x.depth + 1
			if len(low.near) == len(high.near)+1 {
				d--
			}
			steps = append(steps, step{j, x.bag, d})
		}
	}
	return depth
}
