package domain

import (
	"context"
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
	"counterproof/native/hitting"
)

// maxMemo limits the memory for the memo of a count, in bytes. When the memo is full, the count
// empties it and fills it again, so it stays right but takes longer.
var maxMemo = 1 << 28

// entry is the approximate memory of an entry of the memo without its key, in bytes.
const entry = 150

// Count counts the solutions of the network with the given domains, like Problem.Count.
//
// First, Count searches like Search, because a puzzle usually has one solution, and a sudoku with one
// solution then takes a third of the time. After the constant fewNodes or at a second solution, Count
// starts again with its own method.
//
// This method is recursive conditioning (Darwiche, AIJ 2001) on the graph of the open variables,
// which still have several values. In each component of this graph, Count tries all values of the
// variable that comes last in an order of elimination. This variable lies in a separator. Without
// it, the other variables fall into smaller components, and Count multiplies their counts. A memo
// holds the counts of components. The key of a component consists of its variables, the domains of
// these variables, and the values of the settled variables in the tables of the component. So a
// component is counted at most once for each combination of values of the variables around it. The
// number of these variables is at most the width of the elimination.
//
// In a component without tables, permuting the values does not change the count. So the key does
// not name the values: for each value, it has the set of variables that can still take it, and
// these sets are sorted. Of several values with the same set, Count tries only one. On a map with k
// colours this saves a factor of up to k!.
func (n *Network) Count(ctx context.Context, st *native.Stats, domains []uint64) (*big.Int, error) {
	e, err := n.start(ctx, st, domains)
	if err != nil {
		return nil, err
	}
	c := counter{
		engine: e, memo: map[string]*big.Int{},
		mark: make([]int, n.n), markGroup: make([]int, len(n.groups)), markTable: make([]int, len(n.tables)),
	}
	total := new(big.Int)
	c.nodes++
	if c.root() {
		if n, whole := c.few(); whole {
			return big.NewInt(n), c.end()
		}
		all := make([]int32, n.n)
		for v := range all {
			all[v] = int32(v)
		}
		total = c.product(all)
	}
	return new(big.Int).Set(total), c.end() // total may be in the memo
}

// fewNodes limits the nodes of the search at the beginning of a count. Of 21,000 minimal sudokus, two
// need more.
var fewNodes = int64(64)

// few searches for two solutions. The result whole says that the search was complete, so that n is the
// number of solutions.
func (c *counter) few() (n int64, whole bool) {
	s := searcher{engine: c.engine, values: make([]byte, c.n), most: c.nodes + fewNodes, yield: func([]byte) bool {
		n++
		return n < 2
	}}
	s.search()
	return n, !s.done
}

var one = big.NewInt(1)

// counter is the state of one call of Network.Count. The methods return numbers that may be in the
// memo, so the caller must not change the numbers.
type counter struct {
	*engine
	place        []int // the position of each variable in the order of elimination; nil until a component needs it
	memo         map[string]*big.Int
	bytes, stamp int

	// For each variable, group and table: the stamp of the last split that saw it.
	mark, markGroup, markTable []int
}

func (c *counter) product(vars []int32) *big.Int {
	total := one
	for _, part := range c.split(vars) {
		n := c.component(part)
		if n.Sign() == 0 || c.err != nil {
			return n
		}
		total = new(big.Int).Mul(total, n)
	}
	return total
}

// split returns the components of the open variables among vars, each in ascending order. A group
// of two variables connects the two only if they have a common value. A larger group always lies in
// one component, because the rule of hidden singles (see places) looks at the whole group.
func (c *counter) split(vars []int32) [][]int32 {
	c.stamp++
	stamp := c.stamp
	var parts [][]int32
	for _, v := range vars {
		if d := c.dom[v]; d&(d-1) == 0 || c.mark[v] == stamp {
			continue
		}
		part := []int32{v}
		c.mark[v] = stamp
		reach := func(w int32) {
			if d := c.dom[w]; d&(d-1) != 0 && c.mark[w] != stamp {
				c.mark[w] = stamp
				part = append(part, w)
			}
		}
		for i := 0; i < len(part); i++ {
			u := part[i]
			for _, w := range c.peers[u] {
				if c.dom[u]&c.dom[w] != 0 {
					reach(w)
				}
			}
			for _, g := range c.groupsOf[u] {
				if c.markGroup[g] != stamp {
					c.markGroup[g] = stamp
					for _, w := range c.groups[g] {
						reach(w)
					}
				}
			}
			for _, t := range c.tablesOf[u] {
				if c.markTable[t] != stamp {
					c.markTable[t] = stamp
					for _, w := range c.tables[t].vars {
						reach(w)
					}
				}
			}
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	return parts
}

func (c *counter) component(vars []int32) *big.Int {
	if c.poll() {
		return new(big.Int)
	}
	if len(vars) == 1 { // each value left by propagation is a solution
		return big.NewInt(int64(bits.OnesCount64(c.dom[vars[0]])))
	}
	key, alike := c.key(vars)
	if n, ok := c.memo[key]; ok {
		return n
	}
	if c.place == nil { // the first component, with the domains that the propagation at the root left
		if c.place, c.err = c.order(c.ctx); c.err != nil {
			return new(big.Int)
		}
	}
	v := vars[0]
	for _, w := range vars {
		if c.place[w] > c.place[v] {
			v = w
		}
	}
	total := new(big.Int)
	mark := len(c.trail)
	for left := c.dom[v]; left != 0; left &= left - 1 {
		bit := left & -left
		times := int64(1)
		if alike != nil {
			if times = alike[bits.TrailingZeros64(bit)]; times == 0 {
				continue
			}
		}
		c.nodes++
		if c.settle(v, bit) {
			n := c.product(vars)
			if times > 1 {
				n = new(big.Int).Mul(n, big.NewInt(times))
			}
			total.Add(total, n)
		}
		c.undo(mark)
		if c.err != nil {
			return total
		}
	}
	if c.bytes += len(key) + entry; c.bytes > maxMemo {
		clear(c.memo)
		c.bytes = len(key) + entry
	}
	c.memo[key] = total
	return total
}

// key returns the key of a component in the memo. It contains everything on which the count
// depends. If a variable of the component is in a table, the result alike is nil. Otherwise, several
// values that exactly the same variables can take are alike: alike[v] is their number if v is the
// smallest of them, and else 0.
func (c *counter) key(vars []int32) (key string, alike *[MaxValues]int64) {
	b := make([]byte, 0, 4*len(vars)+16)
	tables := false
	last := int32(-1)
	for _, v := range vars {
		b = binary.AppendUvarint(b, uint64(v-last))
		last = v
		tables = tables || len(c.tablesOf[v]) > 0
	}
	b = append(b, 0)
	if tables {
		for _, v := range vars {
			b = binary.AppendUvarint(b, c.dom[v])
			for _, t := range c.tablesOf[v] {
				for _, w := range c.tables[t].vars {
					if d := c.dom[w]; d&(d-1) == 0 {
						b = append(b, byte(bits.TrailingZeros64(d)))
					} else {
						b = append(b, MaxValues)
					}
				}
			}
		}
		return string(b), nil
	}
	var columns [MaxValues][]byte
	var used uint64
	for _, v := range vars {
		used |= c.dom[v]
	}
	wide := (len(vars) + 7) / 8
	all := make([]byte, wide*bits.OnesCount64(used))
	var values []int
	for u := used; u != 0; u &= u - 1 {
		x := bits.TrailingZeros64(u)
		columns[x] = all[:wide:wide]
		all = all[wide:]
		values = append(values, x)
	}
	for i, v := range vars {
		for d := c.dom[v]; d != 0; d &= d - 1 {
			columns[bits.TrailingZeros64(d)][i/8] |= 1 << (i % 8)
		}
	}
	slices.SortStableFunc(values, func(x, y int) int { return slices.Compare(columns[x], columns[y]) })
	alike = new([MaxValues]int64)
	first := values[0]
	for _, x := range values {
		if !slices.Equal(columns[x], columns[first]) {
			first = x
		}
		alike[first]++
		b = append(b, columns[x]...)
	}
	return string(b), alike
}

const (
	// tieDegree is the largest number of neighbours of a variable for which next counts the
	// edges to add, in order to break ties.
	tieDegree = 32
	// widest is the largest number of neighbours that eliminate joins to one another. If there
	// are more, a count finishes only by luck, and joining the neighbours would take long.
	widest = 200
)

// order returns the position of each open variable in an order of elimination, and 0 for the other
// variables. Eliminating a variable adds edges so that all its neighbours become neighbours of one
// another; they form a separator. The next variable is always a variable with the fewest neighbours.
// Among these, it is a variable with the fewest edges to add, and among equals the first. As soon as
// all remaining variables have more neighbours than the constant widest, no edges are added any more.
func (e *engine) order(ctx context.Context) ([]int, error) {
	open := make([]int32, 0, e.n)
	for v, d := range e.dom {
		if d&(d-1) != 0 {
			open = append(open, int32(v))
		}
	}
	index := make([]int32, e.n) // of each open variable: its position in the list open
	for i, v := range open {
		index[v] = int32(i)
	}
	g := newGraph(len(open))
	for i, v := range open {
		e.near(v, func(w int32) {
			if w != v {
				g.near[i].Add(int(index[w]))
			}
		})
	}
	positions, err := g.elimination(ctx)
	if err != nil {
		return nil, err
	}
	place := make([]int, e.n)
	for i, v := range open {
		place[v] = positions[i]
	}
	return place, nil
}

// A graph has the set of neighbours of each vertex, and the state of an elimination of the vertices.
// For 4096 vertices, the sets take 2 MB.
type graph struct {
	near    []hitting.Set // the neighbours of each vertex
	degree  []int
	done    []bool
	fill    []int       // twice the number of edges missing among the neighbours; 0 for more than tieDegree neighbours
	changed hitting.Set // a buffer for eliminate: the vertices whose missing edges have to be counted again
}

// unknown is the value of graph.fill for a vertex whose missing edges have to be counted again.
const unknown = -1

func newGraph(n int) *graph {
	g := &graph{near: make([]hitting.Set, n), degree: make([]int, n), done: make([]bool, n), fill: make([]int, n), changed: hitting.NewSet(n)}
	for v := range g.near {
		g.near[v] = hitting.NewSet(n)
	}
	return g
}

// elimination returns the position of each vertex in the order that engine.order describes.
func (g *graph) elimination(ctx context.Context) ([]int, error) {
	for v, near := range g.near {
		g.degree[v], g.fill[v] = near.Size(), unknown
	}
	place := make([]int, len(g.near))
	for k := range place {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fewest := g.fewest()
		if left := len(place) - k; fewest == left-1 && fewest <= widest { // all remaining vertices are neighbours
			for v, done := range g.done {
				if !done {
					place[v] = k
					k++
				}
			}
			break
		}
		v := g.next(fewest)
		place[v] = k
		g.eliminate(v)
	}
	return place, nil
}

func (g *graph) fewest() int {
	fewest := len(g.near)
	for v, d := range g.degree {
		if !g.done[v] {
			fewest = min(fewest, d)
		}
	}
	return fewest
}

// next returns the vertex to eliminate, which is one with the given number of neighbours. It counts
// missing edges only for vertices with this number of neighbours.
func (g *graph) next(fewest int) int {
	best := -1
	for v, d := range g.degree {
		if g.done[v] || d != fewest {
			continue
		}
		if g.fill[v] == unknown {
			g.fill[v] = 0
			if d <= tieDegree {
				g.fill[v] = g.missing(v)
			}
		}
		if best < 0 || g.fill[v] < g.fill[best] {
			best = v
		}
	}
	return best
}

// missing returns twice the number of pairs of neighbours of v that are not neighbours of each
// other.
func (g *graph) missing(v int) (missing int) {
	for w := range g.near[v].All() {
		missing += g.near[v].Without(g.near[w]) - 1 // do not count w itself, which is not its own neighbour
	}
	return missing
}

// eliminate makes all neighbours of v neighbours of one another, unless there are more than the
// constant widest, and removes v.
func (g *graph) eliminate(v int) {
	g.done[v] = true
	if g.degree[v] > widest {
		return
	}
	clear(g.changed)
	for w := range g.near[v].All() {
		near := g.near[w]
		near.Join(g.near[v])
		near.Remove(w)
		near.Remove(v)
		g.degree[w] = near.Size()
		g.changed.Join(near)
		g.changed.Add(w)
	}
	for w := range g.changed.All() {
		g.fill[w] = unknown
	}
}
