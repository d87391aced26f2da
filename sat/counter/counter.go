// Package counter counts the models of a formula under its projection exactly, without listing them. It
// uses no other solver and knows no puzzle.
//
// The search decides projected variables, learns clauses from conflicts, and splits what remains into
// components that share no variable. It multiplies the counts of components and keeps them in a cache. If
// a component has no projected variable, one model is enough. The parts of the method come from these papers:
//
//   - components: Bayardo and Pehoushek, Counting Models Using Connected Components, AAAI 2000
//   - a cache, and what learned clauses do to it: Sang, Bacchus, Beame, Kautz and Pitassi, Combining Component
//     Caching and Clause Learning for Effective Model Counting, SAT 2004
//   - the walk that finds components, and the way back from a conflict: Thurley, sharpSAT, SAT 2006
//   - an order by a tree decomposition: Korhonen and Järvisalo, SharpSAT-TD, CP 2021
//   - projected variables first: Lagniez and Marquis, A Recursive Algorithm for Projected Model
//     Counting, AAAI 2019
//
// GANAK and sharpSAT-TD compare hashes of components. This package compares whole keys, so a count never
// depends on chance.
package counter

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/sat/cnf"
)

// Version must be raised when a change can affect the answers or the cost of the counter.
const Version = 1

// A Counter counts the projected models of F.
type Counter struct {
	F *cnf.Formula
}

// cacheBytes bounds the cache. All else needs memory in proportion to the formula and to the learned clauses.
const cacheBytes = 512 << 20

// Count returns the number of assignments of the projected variables that can be extended to a model.
// If ctx ends first, the error is ctx.Err().
func (c Counter) Count(ctx context.Context, st *cnf.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := prepare(ctx, c.F, (*search).guide)
	n := new(big.Int)
	switch {
	case s.err != nil:
		n = nil
	case ok:
		n = s.run()
	}
	st.Conflicts += s.conflicts
	st.Decisions += s.decisions
	return n, s.err
}

// prepare returns the search for a formula. If unit propagation finds that it has no models, the result is false.
// The function guide prepares the decisions.
func prepare(ctx context.Context, f *cnf.Formula, guide func(s *search, clauses [][]lit)) (s *search, ok bool) {
	var clauses [][]lit
	for _, clause := range f.Clauses {
		if c, always := literals(clause); !always {
			clauses = append(clauses, c)
		}
	}
	s = newSearch(f.NumVars, clauses)
	s.ctx = ctx
	if s.propagate() != nil {
		return s, false
	}
	for _, v := range f.Vars() {
		s.projected[v-1] = true
	}
	for c, ref := range s.long {
		s.plain[c] = !slices.ContainsFunc(s.clause(ref), func(l lit) bool { return !s.projected[l.index()] })
	}
	guide(s, clauses)
	return s, true
}

// guide projects to more variables, and sets the hints of decisions.
func (s *search) guide(clauses [][]lit) {
	if slices.Contains(s.projected, false) && slices.Contains(s.projected, true) {
		s.define(clauses)
	}
	if s.err == nil {
		s.order()
	}
}

// literals returns the literals of a clause, each once. If the clause is always true, it returns true.
func literals(clause []cnf.Lit) (c []lit, always bool) {
	for _, l := range clause {
		x := lit(2 * (l.Var() - 1))
		if l < 0 {
			x++
		}
		c = append(c, x)
	}
	slices.Sort(c)
	c = slices.Compact(c)
	for i, l := range c {
		always = always || i > 0 && l == c[i-1].not()
	}
	return c, always
}

// newSearch returns a search without projected variables. The unit clauses are assigned but not propagated.
func newSearch(vars int, clauses [][]lit) *search {
	s := &search{trail: newTrail(vars), cache: newCache(cacheBytes), projected: make([]bool, vars), hint: make([]float64, vars),
		occurs: make([][]lit, vars), broken: []lit{}}
	for _, c := range clauses {
		switch {
		case len(c) == 0 || len(c) == 1 && s.value[c[0]] < 0:
			s.refuted = true
		case len(c) > 1:
			s.add(c, 0)
		case s.value[c[0]] == 0:
			s.assign(c[0], 0)
		}
	}
	for c, ref := range s.long {
		s.clauses = append(s.clauses, int32(c))
		clause := s.clause(ref)
		for i, l := range clause {
			list := append(s.occurs[l.index()], lit(c), lit(len(clause)-1))
			s.occurs[l.index()] = append(append(list, clause[:i]...), clause[i+1:]...)
			s.hint[l.index()]++
		}
	}
	for v := range vars {
		s.vars = append(s.vars, int32(v))
		s.hint[v] += float64(len(s.pairs[2*v]) + len(s.pairs[2*v+1]))
	}
	s.plain, s.links = make([]bool, len(s.long)), s.pairs
	s.walk.near, s.walk.state = make([]bool, vars), make([]state, len(s.long))
	return s
}

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
	next   int // the number of bags for the last bag of a component
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
		all = append(all, bag{best, near, len(g)})
		if width > mostWidth || width > 20 && width*5 > len(g) || pause() {
			return nil, width
		}
	}
	for i, b := range all {
		for _, u := range b.near {
			all[i].next = min(all[i].next, at[u])
		}
	}
	return all, width
}

// depths returns for each vertex how far its bags are from the centre of the tree, where a bag that contains
// the next one counts as the same.
func (all bags) depths() []int {
	below, away := make([]int, len(all)), slices.Repeat([]int{-1}, len(all)) // by bag
	step := func(i int) int {
		if len(all[i].near) == len(all[all[i].next].near)+1 {
			return 0
		}
		return 1
	}
	for i, b := range all { // the next bag comes later
		below[i]++
		if b.next < len(all) {
			below[b.next] += below[i]
		}
	}
	if i := slices.IndexFunc(below, func(n int) bool { return 2*n >= len(all) }); i >= 0 {
		for away[i] = 0; all[i].next < len(all); i = all[i].next {
			away[all[i].next] = away[i] + step(i)
		}
	}
	depth := slices.Repeat([]int{len(all)}, len(all))
	for i, b := range slices.Backward(all) {
		switch {
		case away[i] >= 0:
		case b.next == len(all): // the last bag of another component
			away[i] = 0
		default:
			away[i] = away[b.next] + step(i)
		}
		for _, u := range append(b.near, b.vertex) {
			depth[u] = min(depth[u], away[i])
		}
	}
	return depth
}
