package sums

import (
	"context"
	"slices"
)

// A bounds narrows the bounds of the groups of a part.
type bounds struct {
	*part
	queue []int  // the sums to look at again
	waits []bool // by sum: it is in the queue

	// Buffers for comparing a sum with its neighbours.
	in                           []bool // by group: the sum has it, and its value is open
	near                         []int  // by sum: the last step in which it was a neighbour, from 1
	own, other, both, neighbours []int
}

// narrow narrows the bounds of the groups by single sums and by pairs of sums.
// It returns false if it finds that there is no solution, but not in all such cases.
func (q *part) narrow(ctx context.Context) (bool, error) {
	n := len(q.sums)
	b := &bounds{part: q, queue: make([]int, n), waits: slices.Repeat([]bool{true}, n),
		in: make([]bool, len(q.groups)), near: make([]int, n)}
	for s := range b.queue {
		b.queue[s] = s
	}
	// Bounds that move by one each time may take long: this is enough work.
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

// bound narrows the bounds of a group to lo..hi. It returns false if no number is left.
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

// within narrows the bounds of groups that together have lo to hi ones. It returns
// false if they cannot.
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

// extent returns how many ones the groups have together, by their bounds.
func (b *bounds) extent(groups []int) (least, most int) {
	for _, g := range groups {
		least += b.groups[g].lo
		most += b.groups[g].hi
	}
	return least, most
}

// maxNeighbours is the number of neighbours up to which a sum is compared with them.
const maxNeighbours = 64

// pairs compares a sum with each of its neighbours, the sums that share an open
// group with it.
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

// pair compares two sums. The rest of each bounds the ones that they share, and these
// bound the rest of each.
func (b *bounds) pair(s, t int) bool {
	own, other, both := b.own[:0], b.other[:0], b.both[:0]
	x, y := b.sums[s].value, b.sums[t].value // of the open groups
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
