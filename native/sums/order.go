package sums

import (
	"math"
	"slices"
)

// An order of the groups of a part is good if few states lie between any two
// groups. A sum that has groups on both sides multiplies the states by at most
// the values that it can have in front; the product over these open sums is the
// estimate of a width.

// ranges is the number of values that an open sum can have in front, by a bound:
// before of after its groups' freedom lies in front.
func ranges(value, before, after int) int {
	return min(before, value) - max(0, value-after) + 1
}

// arrange is the best of up to eight orders, from two ends that are far apart with
// four ways to weigh the distance. On boards of 20x20 with every third cell of every
// second row open, each way alone makes 1.2 to 4.3 times the states, on expert
// boards 1 to 2 times; the best by the states themselves, not the estimate, would
// save another 5 to 25 %.
func (q *part) arrange(m *gauge) ([]int, error) {
	if len(q.groups) <= 2 {
		return []int{0, 1}[:len(q.groups)], nil
	}
	o := newSweep(q)
	start := o.distances(0)
	end := o.distances(start)
	var best []int
	least := math.Inf(1)
	before := m.work
	for _, from := range []int{start, end} {
		far := end
		if from == end {
			far = start
		}
		o.distances(far)
		for _, pull := range []float64{0, 0.1, 0.3, 1} {
			order, cost, err := o.run(from, pull, least, m)
			if err != nil {
				return nil, err
			}
			if cost < least {
				best, least = order, cost
			}
			if least < 50*float64(len(q.groups)) || m.work-before > maxWork/20 {
				return best, nil
			}
		}
	}
	return best, nil
}

// A sweep builds orders greedily: next is the group that adds least to the width,
// in bits, less pull for each step that it is away from the far end (Sloan's idea,
// Int. J. Numer. Methods Eng. 23, 1986).
type sweep struct {
	q     *part
	value []int // of the sums, less the least that their groups hold
	all   []int // the freedom of the groups of a sum

	before []int // of it the part in front
	bits   []float64
	done   []bool
	far    []int // by group: steps to the far end
	log    []float64
}

func newSweep(q *part) *sweep {
	o := &sweep{q: q}
	most := 0
	for _, t := range q.sums {
		value, all := t.value, 0
		for _, g := range t.groups {
			value -= q.groups[g].lo
			all += q.groups[g].hi - q.groups[g].lo
		}
		o.value = append(o.value, value)
		o.all = append(o.all, all)
		most = max(most, all)
	}
	o.log = make([]float64, most+2)
	for i := range o.log {
		o.log[i] = math.Log2(float64(max(i, 1)))
	}
	o.before = make([]int, len(q.sums))
	o.bits = make([]float64, len(q.sums))
	o.done = make([]bool, len(q.groups))
	return o
}

// distances sets far for the given end, and returns a group that is farthest from it.
func (o *sweep) distances(end int) (last int) {
	o.far = slices.Repeat([]int{-1}, len(o.q.groups))
	o.far[end] = 0
	queue := []int{end}
	seen := make([]bool, len(o.q.sums))
	for i := 0; i < len(queue); i++ {
		for _, s := range o.q.groups[queue[i]].sums {
			if seen[s] {
				continue
			}
			seen[s] = true
			for _, g := range o.q.sums[s].groups {
				if o.far[g] < 0 {
					o.far[g] = o.far[queue[i]] + 1
					queue = append(queue, g)
				}
			}
		}
	}
	return queue[len(queue)-1]
}

// width is that of sum s when before of its freedom lies in front.
func (o *sweep) width(s, before int) float64 {
	return o.log[max(0, ranges(o.value[s], before, o.all[s]-before))]
}

// run is the order from a group, and its cost if that is below limit.
func (o *sweep) run(from int, pull, limit float64, m *gauge) ([]int, float64, error) {
	clear(o.before)
	clear(o.bits)
	clear(o.done)
	var order, edge []int // edge are groups next to those that are done
	known := make([]bool, len(o.q.groups))
	known[from] = true
	next := from
	width, cost := 0.0, 0.0
	for {
		g := &o.q.groups[next]
		o.done[next] = true
		order = append(order, next)
		for _, s := range g.sums {
			o.before[s] += g.hi - g.lo
			bits := o.width(s, o.before[s])
			width += bits - o.bits[s]
			o.bits[s] = bits
			for _, h := range o.q.sums[s].groups {
				if !known[h] {
					known[h] = true
					edge = append(edge, h)
				}
			}
		}
		cost += math.Exp2(min(width, 900)) // a sum of these is finite
		if cost >= limit || len(order) == len(o.q.groups) {
			return order, cost, nil
		}
		if err := m.spend(50 * len(edge)); err != nil {
			return nil, 0, err
		}
		best, at := math.Inf(1), -1
		for i, h := range edge {
			x := &o.q.groups[h]
			score := pull * -float64(o.far[h])
			for _, s := range x.sums {
				score += o.width(s, o.before[s]+x.hi-x.lo) - o.bits[s]
			}
			if score < best {
				best, at = score, i
			}
		}
		next = edge[at]
		edge[at] = edge[len(edge)-1]
		edge = edge[:len(edge)-1]
	}
}
