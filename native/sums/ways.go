package sums

import (
	"math"
	"slices"
)

// A tallied holds the counts of the patterns of a part (the values of its variables that satisfy
// its sums). All its polynomials have the same field least and the same length.
type tallied struct {
	all   polynomial   // the patterns
	given []polynomial // by group: the patterns in which one chosen variable of the group is 1
}

// count counts the patterns of the part. A forward pass counts the ways to reach each state. If
// given is true, a backward pass counts the ways to continue from each state. At each arc, the
// products of the two numbers give the marginals (Dechter, Artificial Intelligence 113, 1999: all
// marginals in two passes of bucket elimination).
//
// All numbers have as many words as the number of patterns can take.
func (l *layers) count(m *gauge, given bool) (*tallied, error) {
	w := l.widths()
	n := len(l.order)
	span := int(w.most[n][0]-w.low[n][0]) + 1
	size := l.bits()
	f := width(size/64) + 1
	rows, free := 1, 0
	if given {
		rows += n
		for _, g := range l.part.groups {
			free = max(free, g.hi-g.lo+1)
		}
	}
	bytes := int64(8 * span * int(f) * (free + 2*rows))
	for i := range w.at {
		bytes += int64(8*w.size[i]*int(f) + 12*len(w.at[i]))
	}
	if err := m.take(bytes); err != nil {
		return nil, err
	}
	defer func() { m.used -= bytes }()
	out := make([]uint64, rows*span*int(f))
	if err := l.pass(f, w, m, out, span, given); err != nil {
		return nil, err
	}
	numbers := f.numbers(out)
	row := func(i int) polynomial { return polynomial{l.base + int(w.low[n][0]), numbers[i*span:][:span:span]} }
	t := &tallied{all: row(0)}
	if given {
		t.given = make([]polynomial, n)
		for i, g := range l.order {
			t.given[g] = row(1 + i)
		}
	}
	return t, nil
}

// widths holds the least and the largest number of free ones with which each state can be reached.
type widths struct {
	low, most [][]int32 // by layer and state: the fewest and the most free ones
	at        [][]int32 // by layer and state: the index of its first count among the counts of the layer
	size      []int     // by layer: number of counts
}

func (l *layers) widths() *widths {
	n := len(l.layer)
	w := &widths{make([][]int32, n), make([][]int32, n), make([][]int32, n), make([]int, n)}
	for i := range l.layer {
		all := len(l.layer[i].lo)
		flat := make([]int32, 3*all)
		w.low[i], w.most[i], w.at[i] = flat[:all:all], flat[all:2*all:2*all], flat[2*all:]
		if i > 0 {
			for j := range all {
				w.low[i][j] = math.MaxInt32
			}
			y := &l.layer[i-1]
			for j := range y.lo {
				for v, t := range y.arcs(j) {
					w.low[i][t] = min(w.low[i][t], w.low[i-1][j]+v)
					w.most[i][t] = max(w.most[i][t], w.most[i-1][j]+v)
				}
			}
		}
		for j := range all {
			w.at[i][j] = int32(w.size[i])
			w.size[i] += int(w.most[i][j]-w.low[i][j]) + 1
		}
	}
	return w
}

// bits returns a number b such that the part has at most 2^b patterns.
func (l *layers) bits() float64 {
	now := []float64{1}
	vars := 0.0
	for i, g := range l.order {
		x := &l.part.groups[g]
		vars += float64(len(x.vars))
		y := &l.layer[i]
		next := make([]float64, len(l.layer[i+1].lo))
		ways := make([]float64, x.hi-x.lo+1)
		for v := range ways {
			ways[v] = choose(len(x.vars), x.lo+v)
		}
		for j := range y.lo {
			for v, t := range y.arcs(j) {
				next[t] += now[j] * ways[v]
			}
		}
		now = next
	}
	if bits := math.Log2(now[0]); bits < vars {
		return bits + 0.01 // far more than the rounding
	}
	return vars
}

// choose returns the binomial coefficient C(n,k), or slightly more.
func choose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a-b-c) * (1 + 1e-9)
}

// A pass is the state of counting the patterns of a part.
type pass struct {
	*layers
	f width // of all numbers
	w *widths
	m *gauge

	span int        // the length of a row of the result
	ways [][]uint64 // by layer: the numbers of ways to its states, as in widths
	acc  []uint64   // a buffer of backward
}

// pass counts the patterns in numbers of the width f. Each row of out has span numbers, one for each
// number of free ones. The first row gets the numbers of all patterns. If given is true, the other
// rows, one for each group of l.order, get the numbers of patterns in which one chosen variable of
// the group is 1.
func (l *layers) pass(f width, w *widths, m *gauge, out []uint64, span int, given bool) error {
	p := &pass{layers: l, f: f, w: w, m: m, span: span}
	if err := p.forward(); err != nil {
		return err
	}
	copy(out, p.ways[len(l.order)])
	if !given {
		return nil
	}
	next := &behind{low: []int32{0}, at: []int32{0, 1}, ways: make([]uint64, f)}
	next.ways[0] = 1
	for i := len(l.order) - 1; i >= 0; i-- {
		var err error
		if next, err = p.backward(i, next, f.from(out, int32((1+i)*span))[:span*int(f)]); err != nil {
			return err
		}
	}
	return nil
}

// to returns the numbers of ways to reach state j of layer i, one for each number of free ones.
func (p *pass) to(i, j int) []uint64 {
	return p.f.from(p.ways[i], p.w.at[i][j])[:int(p.w.most[i][j]-p.w.low[i][j]+1)*int(p.f)]
}

func (p *pass) forward() error {
	w := p.w
	p.ways = make([][]uint64, len(p.layer))
	for i := range p.ways {
		p.ways[i] = make([]uint64, w.size[i]*int(p.f))
	}
	p.ways[0][0] = 1
	for i, g := range p.order {
		x := &p.part.groups[g]
		row := p.f.binomials(len(x.vars), x.lo, x.hi)
		y := &p.layer[i]
		next := p.ways[i+1]
		for j := range y.lo {
			a := p.to(i, j)
			for v, t := range y.arcs(j) {
				p.f.addAll(p.f.from(next, w.at[i+1][t]+w.low[i][j]+v-w.low[i+1][t]), a, p.f.at(row, v))
			}
			if err := p.m.spend(int(y.first[j+1]-y.first[j]) * (10 + 2*len(a))); err != nil {
				return err
			}
		}
	}
	return nil
}

// A behind holds the numbers of ways to continue from each state of a layer to the last layer. For
// state t, ways[at[t]:at[t+1]] are the numbers of ways with low[t], low[t]+1, ... free ones.
type behind struct {
	low, at []int32
	ways    []uint64
}

// behind returns a value of type behind for layer y, in which all numbers of ways are still 0.
func (y *layer) behind(next *behind, f width) *behind {
	n := len(y.lo)
	b := &behind{low: make([]int32, n), at: make([]int32, n+1)}
	for j := range n {
		bottom, top := int32(math.MaxInt32), int32(0)
		for v, t := range y.arcs(j) {
			bottom = min(bottom, next.low[t]+v)
			top = max(top, next.low[t]+v+next.at[t+1]-next.at[t])
		}
		b.low[j] = bottom
		b.at[j+1] = b.at[j] + top - bottom
	}
	b.ways = make([]uint64, int(b.at[n])*int(f))
	return b
}

// backward counts the ways to continue from the states of layer i, given these counts for layer
// i+1. It adds to row the numbers of patterns in which one chosen variable of group order[i] is 1.
func (p *pass) backward(i int, next *behind, row []uint64) (*behind, error) {
	f, y := p.f, &p.layer[i]
	x := &p.part.groups[p.order[i]]
	all := f.binomials(len(x.vars), x.lo, x.hi)
	one := f.binomials(len(x.vars)-1, x.lo-1, x.hi-1)
	mine := y.behind(next, f)
	size := p.span * int(f)
	p.acc = slices.Grow(p.acc[:0], (x.hi-x.lo+1)*size)[:(x.hi-x.lo+1)*size]
	acc := p.acc // numbers of patterns, by the free ones in the group and by all free ones
	clear(acc)
	least := p.w.low[len(p.order)][0]
	for j := range y.lo {
		a := p.to(i, j)
		own := f.from(mine.ways, mine.at[j])
		for v, t := range y.arcs(j) {
			b := next.ways[int(next.at[t])*int(f) : int(next.at[t+1])*int(f)]
			f.addAll(f.from(own, next.low[t]+v-mine.low[j]), b, f.at(all, v))
			if x.lo+int(v) == 0 {
				continue
			}
			sums := acc[int(v)*size:]
			for k := range int32(len(a) / int(f)) {
				f.addAll(f.from(sums, p.w.low[i][j]+v+next.low[t]-least+k), b, f.at(a, k))
			}
			if err := p.m.spend(20 + 2*len(a)*len(b)); err != nil {
				return nil, err
			}
		}
	}
	for v := range x.hi - x.lo + 1 {
		if x.lo+v > 0 {
			f.addAll(row, acc[v*size:][:size], f.at(one, int32(v)))
		}
	}
	return mine, nil
}
