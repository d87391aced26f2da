package sums

import (
	"math/bits"
	"slices"
)

// maxSteps limits the steps of the search for a smallest conflict. A step is one call of hit, which
// takes about 2 microseconds. Each time the search looks for a solution of n sums, this counts as n
// steps, plus one step for every 20 arcs.
const maxSteps = 1_000_000

// hit adds at most n sums to the chosen sums, so that they contain a sum of every correction set.
// It adds no sum of the set barred. It returns the enlarged set, or nil if this is impossible.
// After trying a sum, hit adds this sum to barred. So it tries each set of sums only once, not in
// every order.
func (u *cores) hit(chosen, barred members, n int) (members, error) {
	if *u.steps++; *u.steps > maxSteps {
		return nil, ErrLimit
	}
	if *u.steps&255 == 0 && u.ctx.Err() != nil {
		return nil, u.ctx.Err()
	}
	// Find the correction set that has the fewest sums to choose from. Also count disjoint
	// correction sets, because each of them needs a sum of its own.
	var first members
	least := 0
	taken := slices.Clone(chosen)
	apart := 0
	for _, set := range u.sets {
		if set.meets(chosen) {
			continue
		}
		if size := set.without(barred); first == nil || size < least {
			first, least = set, size
		}
		if !set.meetsBut(taken, barred) {
			if apart++; apart > n {
				return nil, nil
			}
			for w := range taken {
				taken[w] |= set[w]
			}
		}
	}
	if first == nil {
		return chosen, nil
	}
	barred = slices.Clone(barred)
	for _, i := range first.list() {
		if barred.has(i) {
			continue
		}
		next := slices.Clone(chosen)
		next.add(i)
		if done, err := u.hit(next, barred, n-1); done != nil || err != nil {
			return done, err
		}
		barred.add(i)
	}
	return nil, nil
}

// members is a set of sums or of variables, as bits: bit i%64 of word i/64 is set if i is a member.
type members []uint64

func (a members) has(i int) bool { return a[i>>6]>>(i&63)&1 > 0 }
func (a members) add(i int)      { a[i>>6] |= 1 << (i & 63) }
func (a members) remove(i int)   { a[i>>6] &^= 1 << (i & 63) }

func (a members) meets(b members) bool {
	for w, x := range a {
		if x&b[w] > 0 {
			return true
		}
	}
	return false
}

func (a members) meetsBut(b, c members) bool {
	for w, x := range a {
		if x&b[w]&^c[w] > 0 {
			return true
		}
	}
	return false
}

func (a members) without(b members) int {
	n := 0
	for w, x := range a {
		n += bits.OnesCount64(x &^ b[w])
	}
	return n
}

func (a members) list() []int {
	all := []int{}
	for w, x := range a {
		for ; x > 0; x &= x - 1 {
			all = append(all, w<<6+bits.TrailingZeros64(x))
		}
	}
	return all
}
