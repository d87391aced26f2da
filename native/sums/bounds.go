package sums

import (
	"context"
	"slices"
)

// A bounds is the state of the function narrow: the part whose groups of variables get narrower
// bounds, and a queue of the sums to look at again.
type bounds struct {
	*part
	queue []int  // the sums to look at again
	waits []bool // by sum: whether it is in the queue

	in                           []bool // by group: whether it belongs to the sum and is not fixed
	near                         []int  // by sum: the last step in which it was a neighbour, counted from 1
	own, other, both, neighbours []int
}

// narrow narrows the bounds of all groups of a part by single sums and by pairs of sums. If it
// returns false, there is no solution. If it returns true, there may or may not be a solution.
func (q *part) narrow(ctx context.Context) (bool, error) {
	n := len(q.sums)
	b := &bounds{part: q, queue: make([]int, n), waits: slices.Repeat([]bool{true}, n),
		in: make([]bool, len(q.groups)), near: make([]int, n)}
	for s := range b.queue {
		b.queue[s] = s
	}
	// The number of steps is limited, because narrowing takes long if bounds change by only 1 at a
	// time.
	for step := 1; len(b.queue) > 0 && step <= 100*n+1000; step++ {
		if step&63 == 1 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		s := b.queue[0]
		b.queue = b.queue[1:]
		b.waits[s] = false
		value := q.sums[s].value
		if !b.within(q.sums[s].groups, value, value) || !b.pairs(s, step) {
			return false, nil
		}
	}
	return true, nil
}

// bound narrows the bounds of group g to at least lo and at most hi ones. If the bounds change, it
// queues the sums of the group. It returns false if no possible number of ones remains.
func (b *bounds) bound(g, lo, hi int) bool {
	x := &b.groups[g]
	if lo <= x.lo && hi >= x.hi {
		return true
	}
	x.lo, x.hi = max(x.lo, lo), min(x.hi, hi)
	for _, s := range x.sums {
		if !b.waits[s] {
			b.waits[s] = true
			b.queue = append(b.queue, s)
		}
	}
	return x.lo <= x.hi
}

// within narrows the bounds of the given groups, which must contain lo to hi ones together. It
// returns false if the bounds of the groups do not allow this.
func (b *bounds) within(groups []int, lo, hi int) bool {
	least, most := b.extent(groups)
	if hi < least || lo > most {
		return false
	}
	if lo <= least && hi >= most {
		return true
	}
	for _, g := range groups {
		x := &b.groups[g]
		if !b.bound(g, lo-(most-x.hi), hi-(least-x.lo)) {
			return false
		}
	}
	return true
}

func (b *bounds) extent(groups []int) (least, most int) {
	for _, g := range groups {
		least += b.groups[g].lo
		most += b.groups[g].hi
	}
	return least, most
}

// maxNeighbours limits the time for comparing pairs of sums: a sum with more neighbours is not
// compared with other sums.
const maxNeighbours = 64

// pairs compares sum s with each of its neighbours. Two sums are neighbours if they share a group
// whose number of ones is not known yet. The parameter step must have a new value in each call.
// pairs returns false if it finds a contradiction.
func (b *bounds) pairs(s, step int) bool {
	b.neighbours = b.neighbours[:0]
	for _, g := range b.sums[s].groups {
		if b.groups[g].fixed() {
			continue
		}
		b.in[g] = true
		for _, t := range b.groups[g].sums {
			if t != s && b.near[t] != step {
				b.near[t] = step
				b.neighbours = append(b.neighbours, t)
			}
		}
	}
	alive := true
	if len(b.neighbours) <= maxNeighbours {
		for _, t := range b.neighbours {
			alive = alive && b.pair(s, t)
		}
	}
	for _, g := range b.sums[s].groups {
		b.in[g] = false
	}
	return alive
}

// pair compares the sums s and t. First it bounds the number of ones in the groups that both sums
// share, given the bounds of the other groups of each sum. Then it bounds the other groups, given
// the number of ones in the shared groups. It returns false if it finds a contradiction.
func (b *bounds) pair(s, t int) bool {
	own, other, both := b.own[:0], b.other[:0], b.both[:0]
	x, y := b.sums[s].value, b.sums[t].value // in the end, without the fixed groups
	for _, g := range b.sums[t].groups {
		switch {
		case b.groups[g].fixed():
			y -= b.groups[g].lo
		case b.in[g]:
			both = append(both, g)
		default:
			other = append(other, g)
		}
	}
	for _, g := range b.sums[s].groups {
		if b.groups[g].fixed() {
			x -= b.groups[g].lo
		} else if !slices.Contains(both, g) {
			own = append(own, g)
		}
	}
	b.own, b.other, b.both = own, other, both
	lo, hi := b.extent(both)
	least, most := b.extent(own)
	lo, hi = max(lo, x-most), min(hi, x-least)
	least, most = b.extent(other)
	lo, hi = max(lo, y-most), min(hi, y-least)
	return lo <= hi && b.within(both, lo, hi) && b.within(own, x-hi, x-lo) && b.within(other, y-hi, y-lo)
}
