package csp

import "slices"

// AllDifferent says that the values of the variables differ. The filter is bounds-consistent: it finds Hall
// intervals, which have as many values as variables (Puget, "A fast algorithm for the bound consistency of
// alldiff constraints", AAAI 1998, in its simple quadratic form). It also removes the values of fixed
// variables.
type AllDifferent struct{ Vars []int }

// maxHall is the number of open variables from which on the filter only removes the values of fixed variables.
const maxHall = 1000

type different struct {
	vars  []int
	done  int // the number of fixed variables that come first in vars
	spans []span
}

// A span has the bounds of a variable. The values from the lower bound to the end hold all variables so far
// that have no smaller lower bound.
type span struct{ v, lo, hi, end int }

func (c *AllDifferent) start(*engine) propagator { return &different{vars: slices.Clone(c.Vars)} }
func (c *different) scope() []int                { return c.vars }
func (c *different) wakes() event                { return onBounds }

func (c *different) filter(e *engine) bool {
	for i := c.done; i < len(c.vars); i++ {
		v := c.vars[i]
		if !e.fixed(v) {
			continue
		}
		c.vars[i], c.vars[c.done] = c.vars[c.done], v
		for j, w := range c.vars {
			if j != c.done && !e.remove(w, e.lo(v)) {
				return false
			}
		}
		e.set(&c.done, c.done+1)
		i = c.done - 1 // others may be fixed now
	}
	if len(c.vars)-c.done > maxHall {
		return true
	}
	for _, sign := range []int{1, -1} { // raise the lower bounds, then lower the upper bounds
		c.spans = c.spans[:0]
		for _, v := range c.vars[c.done:] {
			c.spans = append(c.spans, span{v, e.least(v, sign), e.most(v, sign), 0})
		}
		if !c.raise() {
			return false
		}
		for _, s := range c.spans {
			if !e.atMost(s.v, -sign, -s.lo) {
				return false
			}
		}
	}
	return true
}

// raise raises the lower bounds of the spans, or returns false if some spans have too few values.
func (c *different) raise() bool {
	slices.SortFunc(c.spans, func(a, b span) int { return a.hi - b.hi })
	for i := range c.spans {
		s := &c.spans[i]
		s.end = s.lo
		for j := range c.spans[:i] {
			switch t := &c.spans[j]; {
			case t.lo >= s.lo:
				s.end++
			case t.end < s.hi:
				if t.end++; t.end == s.hi {
					c.hall(i, t.lo)
				}
			default:
				return false
			}
		}
		if s.end > s.hi {
			return false
		}
		if s.end == s.hi {
			c.hall(i, s.lo)
		}
	}
	return true
}

// hall raises the later spans that begin in the Hall interval from lo to the upper bound of the span i.
func (c *different) hall(i, lo int) {
	for j := range c.spans[i+1:] {
		if s := &c.spans[i+1+j]; s.lo >= lo {
			s.lo = max(s.lo, c.spans[i].hi+1)
		}
	}
}

func (c *different) summary(e *engine, key []int) ([]int, bool) {
	for _, v := range c.vars {
		if e.doms[v].words == nil {
			return e.fixedValues(c.vars, key)
		}
	}
	_, done := e.fixedValues(c.vars, nil)
	return key, done // the domains lack the values of fixed variables
}
