package csp

// list yields the answers below the current state. It branches on the shown variables. When all are fixed, it
// looks for one solution of the hidden variables.
func (e *engine) list(yield func(values []int) bool) {
	values := make([]int, len(e.shown))
	e.branch(e.shown, func() bool {
		if e.open > 0 && !e.solvable(e.hidden) {
			return e.err == nil
		}
		for i, v := range e.shown {
			values[i] = e.lo(int(v))
		}
		more := yield(values)
		if more {
			e.err = e.ctx.Err()
		}
		return more
	})
}

// branch calls the function leaf for each assignment of the variables that propagation does not refute, until
// leaf returns false. Then the result is false.
func (e *engine) branch(vars []int32, leaf func() bool) bool {
	for {
		for len(vars) > 0 && e.fixed(int(vars[0])) {
			vars = vars[1:]
		}
		v := e.pick(vars, false)
		if v < 0 {
			return leaf()
		}
		cut := e.cut(v)
		e.push()
		goOn := true
		if e.decide(v, cut, false) {
			goOn = e.branch(vars, leaf)
		} else {
			e.last = v
		}
		e.pop()
		if !goOn || e.err != nil {
			return false
		}
		if !e.decide(v, cut, true) {
			return e.err == nil
		}
	}
}

// solvable reports whether the variables have a solution. It leaves the state as it is.
func (e *engine) solvable(vars []int32) bool {
	for _, part := range e.split(vars) {
		found := false
		e.last, e.witness = int(part.vars[0]), true
		e.push()
		e.branch(part.vars, func() bool {
			found = true
			return false
		})
		e.pop()
		e.witness = false
		if !found {
			return false
		}
	}
	return true
}

// pick returns the open variable with the least quotient of its size and its weight, or -1. If shown is true,
// it must be a shown one. The weight is the sum over its constraints and the contradictions that they
// found (Boussemart et al., "Boosting systematic search by weighting constraints", ECAI 2004). It includes
// constraints whose other variables are all fixed, which the paper leaves out. A constraint with k variables counts
// 1/(k-1), because it says less about each of them (Wattez et al., "Refining constraint weighting", ICTAI 2019, divide
// by the number of open variables and by the size of the domain). Otherwise, the numbers of a Langford row, which
// belong to an element constraint for each pair, come before the places: for 7 pairs, 294,440 nodes instead of 3,432.
// Car sequencing takes twice as many nodes.
//
// A search for one solution prefers the variable whose first half led to the last contradiction, which has the
// effect of backjumping (Lecoutre et al., "Reasoning from last conflict(s) in constraint programming", AIJ
// 2009). This halves the nodes for patterns of connected cells. For listing all queens or Langford pairs, it
// would double them.
func (e *engine) pick(vars []int32, shown bool) int {
	if e.witness && !e.fixed(e.last) {
		return e.last
	}
	best, score := -1, 0.0
	for i, v := range vars {
		if i >= maxPick && best >= 0 {
			break
		}
		if v := int(v); !e.fixed(v) && (!shown || e.isShown[v]) {
			if s := float64(e.size(v)) / (e.weight[v] + 0.01); best < 0 || s < score {
				best, score = v, s
			}
		}
	}
	return best
}

// maxPick limits how many variables pick compares, so that problems with 100,000 variables do not take quadratic
// time.
const maxPick = 1024

// manyValues is the span from which on the search halves a domain.
const manyValues = 64

// cut returns where to split the domain of v: after its first value or, if it is wide, in the middle. Where
// large values come first, it splits before the last value.
func (e *engine) cut(v int) int {
	lo, hi := e.lo(v), e.hi(v)
	switch {
	case hi-lo >= manyValues:
		return lo + (hi-lo)/2
	case v == e.downwards:
		return hi - 1
	}
	return lo
}

// decide takes the values up to a cut, or those above it if second is true. It exchanges the two sides where
// large values come first. It returns false after a contradiction.
func (e *engine) decide(v, cut int, second bool) bool {
	e.nodes++
	e.poll()
	if second == (v == e.downwards) {
		return e.setHi(v, cut) && e.propagate()
	}
	return e.setLo(v, cut+1) && e.propagate()
}
