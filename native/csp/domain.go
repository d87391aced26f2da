package csp

import (
	"iter"
	"math/bits"
)

// maxBits is the largest span of a domain that is a bit set.
const maxBits = 4096

// A domain has the values from lo to hi or, if it has words, those of them that are in the bit set. The bit
// set may also have values outside of lo..hi, which do not count. The values lo and hi always belong to the
// domain.
//
// A domain with a wider span has no holes. If a constraint excludes other values than the first or the last
// one, it has to wait until the domain gets narrow enough. A problem's own holes become such a constraint.
type domain struct {
	lo, hi int
	base   int // the value of the first bit
	words  []uint64
}

func newDomain(ranges []Range) domain {
	d := domain{lo: ranges[0].Lo, hi: ranges[len(ranges)-1].Hi, base: ranges[0].Lo}
	if d.hi-d.lo >= maxBits {
		return d
	}
	d.words = make([]uint64, (d.hi-d.lo)/64+1)
	for _, r := range ranges {
		for x := r.Lo; x <= r.Hi; x++ {
			d.words[(x-d.base)/64] |= 1 << ((x - d.base) % 64)
		}
	}
	return d
}

func (e *engine) fixed(v int) bool { return e.doms[v].lo == e.doms[v].hi }
func (e *engine) lo(v int) int     { return e.doms[v].lo }
func (e *engine) hi(v int) int     { return e.doms[v].hi }

// is reports whether the only value of v is x.
func (e *engine) is(v, x int) bool { return e.doms[v].lo == x && e.doms[v].hi == x }

// has reports whether x may be a value of v.
func (e *engine) has(v, x int) bool {
	d := &e.doms[v]
	return x >= d.lo && x <= d.hi && (d.words == nil || d.words[(x-d.base)>>6]>>((x-d.base)&63)&1 != 0)
}

// next returns the least value that is at least x. If there is none, the result is greater than hi.
func (d *domain) next(x int) int {
	x = max(x, d.lo)
	if x > d.hi || d.words == nil {
		return x
	}
	at := x - d.base
	w := d.words[at>>6] >> (at & 63) << (at & 63)
	for w == 0 {
		if at += 64; at>>6 == len(d.words) {
			return d.hi + 1
		}
		w = d.words[at>>6]
	}
	return d.base + at&^63 + bits.TrailingZeros64(w)
}

// prev returns the greatest value that is at most x. If there is none, the result is less than lo.
func (d *domain) prev(x int) int {
	x = min(x, d.hi)
	if x < d.lo || d.words == nil {
		return x
	}
	at := x - d.base
	w := d.words[at>>6] << (63 - at&63) >> (63 - at&63)
	for w == 0 {
		if at -= 64; at < 0 {
			return d.lo - 1
		}
		w = d.words[at>>6]
	}
	return d.base + at&^63 + bits.Len64(w) - 1
}

// values yields the values of v in ascending order. The domain may lose values that were yielded.
func (e *engine) values(v int) iter.Seq[int] {
	return func(yield func(int) bool) {
		d := &e.doms[v]
		for x := d.lo; x <= d.hi && yield(x); x = d.next(x + 1) {
		}
	}
}

// appendRanges appends the ranges of the values of v, which may touch.
func (e *engine) appendRanges(to []Range, v int) []Range {
	d := &e.doms[v]
	if d.words == nil {
		return append(to, Range{d.lo, d.hi})
	}
	for x := d.lo; x <= d.hi; x = d.next(to[len(to)-1].Hi + 1) {
		run := bits.TrailingZeros64(^(d.words[(x-d.base)>>6] >> ((x - d.base) & 63))) // up to the end of the word
		to = append(to, Range{x, min(x+run-1, d.hi)})
	}
	return to
}

// size returns the number of values of v.
func (e *engine) size(v int) (n int) {
	d := &e.doms[v]
	if d.words == nil {
		return d.hi - d.lo + 1
	}
	from, to := d.lo-d.base, d.hi-d.base
	for i := from >> 6; i <= to>>6; i++ {
		n += bits.OnesCount64(d.words[i])
	}
	// without the bits below lo and above hi
	n -= bits.OnesCount64(d.words[from>>6] & (1<<(from&63) - 1))
	return n - bits.OnesCount64(d.words[to>>6]>>(to&63)>>1)
}

// within removes the values outside of lo..hi. Like all functions that remove values, it returns false if none
// is left, and then the search has to go back.
func (e *engine) within(v, lo, hi int) bool {
	d := &e.doms[v]
	if lo <= d.lo && hi >= d.hi {
		return true
	}
	lo, hi = d.next(lo), d.prev(hi)
	if lo > hi {
		return false
	}
	if lo != d.lo {
		e.set(&d.lo, lo)
	}
	if hi != d.hi {
		e.set(&d.hi, hi)
	}
	e.changed(v, onBounds)
	return true
}

func (e *engine) setLo(v, x int) bool { return e.within(v, x, limit) }
func (e *engine) setHi(v, x int) bool { return e.within(v, -limit, x) }

// fix removes all values except x.
func (e *engine) fix(v, x int) bool { return e.has(v, x) && e.within(v, x, x) }

// least returns the least product of a value with the sign, which is 1 or -1.
func (e *engine) least(v, sign int) int {
	if sign > 0 {
		return e.lo(v)
	}
	return -e.hi(v)
}

// most returns the greatest product of a value with the sign.
func (e *engine) most(v, sign int) int { return -e.least(v, -sign) }

// atMost removes the values whose products with the sign are above x.
func (e *engine) atMost(v, sign, x int) bool {
	if sign > 0 {
		return e.setHi(v, x)
	}
	return e.setLo(v, -x)
}

// remove removes the value x, unless it is inside of a domain without holes.
func (e *engine) remove(v, x int) bool {
	d := &e.doms[v]
	switch {
	case !e.has(v, x):
		return true
	case x == d.lo:
		return e.setLo(v, x+1)
	case x == d.hi:
		return e.setHi(v, x-1)
	case d.words != nil:
		w := &d.words[(x-d.base)>>6]
		e.words.save(w)
		*w &^= 1 << ((x - d.base) & 63)
		e.changed(v, onHole)
	}
	return true
}

// keep removes the values that are in no range of a list. In a domain without holes, it only removes the first
// and the last values.
func (e *engine) keep(v int, ranges []Range) bool {
	d := &e.doms[v]
	lo, hi := limit, -limit
	e.mask = append(e.mask[:0], make([]uint64, len(d.words))...)
	for _, r := range ranges {
		r = Range{max(r.Lo, d.lo), min(r.Hi, d.hi)}
		if r.Lo > r.Hi {
			continue
		}
		lo, hi = min(lo, r.Lo), max(hi, r.Hi)
		for from, to := r.Lo-d.base, r.Hi-d.base; d.words != nil && from <= to; from = from&^63 + 64 {
			last := min(to, from|63)
			e.mask[from>>6] |= ^uint64(0) >> (63 - (last - from)) << (from & 63)
		}
	}
	if !e.within(v, lo, hi) {
		return false
	}
	changed := false
	for i := range d.words {
		if w := &d.words[i]; *w&^e.mask[i] != 0 && i >= (d.lo-d.base)>>6 && i <= (d.hi-d.base)>>6 {
			e.words.save(w)
			*w &= e.mask[i]
			changed = true
		}
	}
	if changed {
		e.changed(v, onHole)
		return e.within(v, d.next(d.lo), d.prev(d.hi))
	}
	return true
}
