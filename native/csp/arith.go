package csp

import (
	"math/bits"
	"sort"
)

// An Op is a function of two integers, which may be undefined.
type Op int

// The functions of Apply. Divide and Modulo truncate towards 0 and are undefined if the second number is 0.
// Power is undefined if the first number is 0 and the second one is negative; 2 to the power of -1 is 0.
const (
	Times Op = iota
	Divide
	Modulo
	Power
	Absolute // of the first number
)

// Apply says that Z is the result of the function Op for X and Y. If the function is undefined, the constraint
// does not hold. It is domain-consistent while X and Y have few pairs of values, and else reasons about bounds.
type Apply struct {
	Op      Op
	X, Y, Z int
}

// limit is larger than all sums and bounds. Products saturate there.
const limit = 1 << 62

func abs(x int) int { return max(x, -x) }

// saturate returns x*y, or ±limit if the product is larger.
func saturate(x, y int) int {
	hi, lo := bits.Mul64(uint64(abs(x)), uint64(abs(y)))
	p := int(min(lo, limit))
	if hi > 0 {
		p = limit
	}
	if (x < 0) != (y < 0) {
		return -p
	}
	return p
}

// power returns x to the power of y, which is at least 0, or ±limit.
func power(x, y int) int {
	if x == 0 || x == 1 || x == -1 {
		y = min(y, 2-y&1) // 1 or 2, or 0
	}
	p := 1
	for ; y > 0 && p != limit && p != -limit; y-- {
		p = saturate(p, x)
	}
	if y > 0 && x < 0 { // the sign of the rest
		p *= 1 - 2*(y&1)
	}
	return p
}

// of returns the result of the function, and false where it is undefined.
func (op Op) of(x, y int) (z int, defined bool) {
	switch {
	case op == Times:
		return saturate(x, y), true
	case op == Absolute:
		return abs(x), true
	case op == Power && y >= 0:
		return power(x, y), true
	case op == Power && (x > 1 || x < -1):
		return 0, true
	case op == Power && x != 0:
		return power(x, -y), true
	case op == Power || y == 0:
		return 0, false
	case op == Divide:
		return x / y, true
	}
	return x % y, true
}

func (c *Apply) start(*engine) propagator { return c }
func (c *Apply) scope() []int             { return []int{c.X, c.Y, c.Z} }
func (c *Apply) wakes() event             { return onAny }

// fewPairs is the largest number of pairs that Apply tries.
const fewPairs = 256

func (c *Apply) filter(e *engine) bool {
	wide := func(v int) bool { return e.hi(v)-e.lo(v) >= fewPairs }
	if wide(c.X) || wide(c.Y) || e.size(c.X)*e.size(c.Y) > fewPairs {
		return c.bounds(e)
	}
	xs, ys, zs := e.sets[0][:0], e.sets[1][:0], e.sets[2][:0]
	for x := range e.values(c.X) {
		for y := range e.values(c.Y) {
			if z, ok := c.Op.of(x, y); ok && e.has(c.Z, z) {
				xs, ys, zs = append(xs, Range{x, x}), append(ys, Range{y, y}), append(zs, Range{z, z})
			}
		}
	}
	e.sets = [3][]Range{xs, ys, zs}
	return e.keep(c.X, xs) && e.keep(c.Y, ys) && e.keep(c.Z, zs)
}

func (c *Apply) bounds(e *engine) bool {
	x, y, z := c.X, c.Y, c.Z
	switch c.Op {
	case Times:
		return e.product(x, y, z) && e.quotient(z, y, x) && e.quotient(z, x, y)
	case Divide:
		return c.divide(e)
	case Modulo:
		return c.modulo(e)
	case Power:
		return c.power(e)
	}
	if !e.within(z, max(0, e.lo(x), -e.hi(x)), e.largest(x)) || !e.within(x, -e.hi(z), e.hi(z)) {
		return false
	}
	if e.lo(x) > -e.lo(z) && !e.setLo(x, e.lo(z)) {
		return false
	}
	return e.hi(x) >= e.lo(z) || e.setHi(x, -e.lo(z))
}

// corners returns the least and the greatest results of a function for the bounds of two variables.
func (e *engine) corners(x, y int, f func(a, b int) (lo, hi int)) (lo, hi int) {
	lo, hi = limit, -limit
	for _, a := range []int{e.lo(x), e.hi(x)} {
		for _, b := range []int{e.lo(y), e.hi(y)} {
			l, h := f(a, b)
			lo, hi = min(lo, l), max(hi, h)
		}
	}
	return lo, hi
}

// product limits z to the products of x and y.
func (e *engine) product(x, y, z int) bool {
	lo, hi := e.corners(x, y, func(a, b int) (int, int) { return saturate(a, b), saturate(a, b) })
	return e.within(z, lo, hi)
}

// floor returns a/b, rounded down.
func floor(a, b int) int {
	if a%b != 0 && (a < 0) != (b < 0) {
		return a/b - 1
	}
	return a / b
}

// largest returns the greatest absolute value of v.
func (e *engine) largest(v int) int { return max(-e.lo(v), e.hi(v)) }

// quotient limits x to the integers with x*y = z.
func (e *engine) quotient(z, y, x int) bool {
	zero := e.lo(z) <= 0 && e.hi(z) >= 0
	if !zero && !e.remove(y, 0) {
		return false
	}
	if e.lo(y) <= 0 && e.hi(y) >= 0 {
		return zero || e.within(x, -e.largest(z), e.largest(z))
	}
	// The least integer above the least real quotient, and the greatest one below the greatest.
	lo, hi := e.corners(z, y, func(a, b int) (int, int) { return -floor(-a, b), floor(a, b) })
	return e.within(x, lo, hi)
}

// divide uses that x/y is monotonic in x and, where y keeps its sign, in y. The dividends of a quotient q are
// between y*q and y*q plus or minus |y|-1.
func (c *Apply) divide(e *engine) bool {
	if !e.remove(c.Y, 0) {
		return false
	}
	if e.lo(c.Y) < 0 && e.hi(c.Y) > 0 {
		return e.within(c.Z, -e.largest(c.X), e.largest(c.X))
	}
	lo, hi := e.corners(c.X, c.Y, func(a, b int) (int, int) { return a / b, a / b })
	least, most := e.corners(c.Y, c.Z, func(y, q int) (lo, hi int) {
		lo, hi = saturate(y, q), saturate(y, q)
		if lo <= 0 {
			lo -= abs(y) - 1
		}
		if hi >= 0 {
			hi += abs(y) - 1
		}
		return lo, hi
	})
	return e.within(c.Z, lo, hi) && e.within(c.X, least, most)
}

// modulo uses that the remainder has the sign of x and is smaller than both numbers or equal to x.
func (c *Apply) modulo(e *engine) bool {
	if !e.remove(c.Y, 0) {
		return false
	}
	most := e.largest(c.Y) - 1
	if !e.within(c.Z, max(-most, min(0, e.lo(c.X))), min(most, max(0, e.hi(c.X)))) {
		return false
	}
	return (e.lo(c.Z) <= 0 || e.setLo(c.X, e.lo(c.Z))) && (e.hi(c.Z) >= 0 || e.setHi(c.X, e.hi(c.Z)))
}

// power uses that the power is monotonic in x and y where x is at least 1 and y at least 0.
func (c *Apply) power(e *engine) bool {
	if e.lo(c.X) < 1 || e.lo(c.Y) < 0 {
		most := max(1, power(e.largest(c.X), max(0, e.hi(c.Y))))
		return e.within(c.Z, -most, most)
	}
	lo, hi := e.lo(c.Y), e.hi(c.Y)
	if !e.within(c.Z, power(e.lo(c.X), lo), power(e.hi(c.X), hi)) {
		return false
	}
	first, last := e.lo(c.X), e.hi(c.X)
	least := first + sort.Search(last-first, func(i int) bool { return power(first+i, hi) >= e.lo(c.Z) })
	most := last - sort.Search(last-first, func(i int) bool { return power(last-i, lo) <= e.hi(c.Z) })
	return e.within(c.X, least, most)
}

// Extreme says that Z is the greatest of the variables or, if Least is true, the least one. There is at least
// one variable.
type Extreme struct {
	Least bool
	Z     int
	Vars  []int
}

func (c *Extreme) start(*engine) propagator { return c }
func (c *Extreme) scope() []int             { return append([]int{c.Z}, c.Vars...) }
func (c *Extreme) wakes() event             { return onBounds }

func (c *Extreme) filter(e *engine) bool {
	sign := 1
	if c.Least {
		sign = -1
	}
	least, most := -limit, -limit
	for _, v := range c.Vars {
		least, most = max(least, e.least(v, sign)), max(most, e.most(v, sign))
	}
	if !e.atMost(c.Z, -sign, -least) || !e.atMost(c.Z, sign, most) {
		return false
	}
	able, last := 0, 0 // the variables that can be as large as z
	for _, v := range c.Vars {
		if e.most(v, sign) >= e.least(c.Z, sign) {
			able, last = able+1, v
		}
		if !e.atMost(v, sign, e.most(c.Z, sign)) {
			return false
		}
	}
	return able > 1 || able == 1 && e.atMost(last, -sign, -e.least(c.Z, sign))
}
