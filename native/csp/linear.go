package csp

import "errors"

// A Relation compares a sum with a bound.
type Relation int

// The relations of Linear.
const (
	Equal Relation = iota
	AtMost
	NotEqual
)

// A Linear constraint says that the sum of the weighted variables has a relation to the bound. Equal and
// AtMost are bounds-consistent over the real numbers, as in Harvey and Stuckey, "Improving linear constraint
// propagation by changing constraint representation", Constraints 2003. NotEqual waits until one variable is
// left.
type Linear struct {
	Weights, Vars []int
	Rel           Relation
	Bound         int
}

func (l *Linear) scope() []int { return l.Vars }

func (l *Linear) wakes() event {
	if l.Rel == NotEqual {
		return onFix
	}
	return onBounds
}

// start leaves out weights of 0 and checks that sums do not overflow.
func (l *Linear) start(e *engine) propagator {
	m, room := &Linear{Rel: l.Rel, Bound: l.Bound}, limit/2-abs(l.Bound)
	for i, v := range l.Vars {
		if w := l.Weights[i]; w != 0 && room >= 0 {
			m.Weights, m.Vars = append(m.Weights, w), append(m.Vars, v)
			room -= saturate(abs(w), e.largest(v))
		}
	}
	if room < 0 {
		e.err = errors.New("want a linear constraint with sums below 2^61, got a larger one: use smaller weights or domains")
	}
	return m
}

// rest returns the bound minus the fixed variables, the number of open variables, and the index of one. It
// stops at the second one if most is 1.
func (l *Linear) rest(e *engine, most int) (rest, open, last int) {
	rest = l.Bound
	for i, v := range l.Vars {
		if d := &e.doms[v]; d.lo == d.hi {
			rest -= l.Weights[i] * d.lo
		} else if open, last = open+1, i; open > most {
			break
		}
	}
	return rest, open, last
}

// span returns the least and the greatest sum.
func (l *Linear) span(e *engine) (lo, hi int) {
	for i, v := range l.Vars {
		d := &e.doms[v]
		if w := l.Weights[i]; w > 0 {
			lo, hi = lo+w*d.lo, hi+w*d.hi
		} else {
			lo, hi = lo+w*d.hi, hi+w*d.lo
		}
	}
	return lo, hi
}

func (l *Linear) filter(e *engine) bool {
	if l.Rel == NotEqual {
		rest, open, i := l.rest(e, 1)
		switch {
		case open == 0:
			return rest != 0
		case open == 1 && rest%l.Weights[i] == 0:
			return e.remove(l.Vars[i], rest/l.Weights[i])
		}
		return true
	}
	lo, hi := l.span(e)
	if lo > l.Bound || l.Rel == Equal && hi < l.Bound {
		return false
	}
	for i, v := range l.Vars {
		// The sum may rise by l.Bound-lo and fall by hi-l.Bound.
		w, sign := abs(l.Weights[i]), 1
		if l.Weights[i] < 0 {
			sign = -1
		}
		if least, most := e.least(v, sign), e.most(v, sign); !e.atMost(v, sign, least+(l.Bound-lo)/w) ||
			l.Rel == Equal && !e.atMost(v, -sign, (hi-l.Bound)/w-most) {
			return false
		}
	}
	return true
}

// truth returns 1 if the constraint holds for all values, 0 if for none, and -1 if neither is known.
func (l *Linear) truth(e *engine) int {
	lo, hi := l.span(e)
	rest, open, i := l.rest(e, 1)
	t := -1
	switch {
	case lo > l.Bound || hi < l.Bound && l.Rel != AtMost:
		t = 0
	case hi <= l.Bound && (l.Rel == AtMost || open == 0):
		t = 1
	case l.Rel != AtMost && open == 1 && (rest%l.Weights[i] != 0 || !e.has(l.Vars[i], rest/l.Weights[i])):
		t = 0
	}
	if l.Rel == NotEqual && t >= 0 {
		t = 1 - t
	}
	return t
}

func (l *Linear) negated() Condition {
	switch l.Rel {
	case Equal:
		return &Linear{l.Weights, l.Vars, NotEqual, l.Bound}
	case NotEqual:
		return &Linear{l.Weights, l.Vars, Equal, l.Bound}
	}
	n := &Linear{make([]int, len(l.Weights)), l.Vars, AtMost, -l.Bound - 1}
	for i, w := range l.Weights {
		n.Weights[i] = -w
	}
	return n
}

func (l *Linear) summary(e *engine, key []int) ([]int, bool) {
	rest, open, _ := l.rest(e, len(l.Vars))
	return append(key, rest), open == 0 || l.truth(e) == 1
}

// A Condition is a *Linear or an *In.
type Condition interface {
	Constraint
	propagator
	truth(e *engine) int
	negated() Condition
}

// Iff says that the variable B is 1 if the condition holds, and 0 otherwise.
type Iff struct {
	Condition Condition
	B         int
}

// An iff has a condition and its negation.
type iff struct {
	is [2]Condition // when B is 0 or 1
	b  int
}

func (c *Iff) start(e *engine) propagator {
	yes := c.Condition.start(e).(Condition)
	return &iff{[2]Condition{yes.negated(), yes}, c.B}
}

func (c *iff) scope() []int { return append([]int{c.b}, c.is[1].scope()...) }
func (c *iff) wakes() event { return onAny }

func (c *iff) filter(e *engine) bool {
	if e.fixed(c.b) {
		return c.is[e.lo(c.b)].filter(e)
	}
	if t := c.is[1].truth(e); t >= 0 {
		return e.fix(c.b, t) && c.is[t].filter(e)
	}
	return true
}

func (c *iff) summary(e *engine, key []int) ([]int, bool) {
	b := e.lo(c.b)
	if !e.fixed(c.b) {
		b = 2
	}
	key = append(key, b)
	key, done := c.is[b%2].(summarizer).summary(e, key)
	return key, done && b < 2
}

// In says that the value of a variable is in a set. The ranges ascend and do not overlap.
type In struct {
	Var int
	Set []Range
}

func (c *In) start(*engine) propagator { return c }
func (c *In) scope() []int             { return []int{c.Var} }
func (c *In) wakes() event             { return onAny }
func (c *In) filter(e *engine) bool    { return e.keep(c.Var, c.Set) }

func (c *In) truth(e *engine) int {
	all, inside := e.size(c.Var), 0
	e.buffer = e.appendRanges(e.buffer[:0], c.Var)
	for _, r := range e.buffer {
		for _, s := range c.Set {
			inside += max(0, min(r.Hi, s.Hi)-max(r.Lo, s.Lo)+1)
		}
	}
	switch inside {
	case 0:
		return 0
	case all:
		return 1
	}
	return -1
}

func (c *In) negated() Condition {
	n, from := &In{Var: c.Var}, -Most
	for _, s := range c.Set {
		if s.Lo > from {
			n.Set = append(n.Set, Range{from, s.Lo - 1})
		}
		from = max(from, s.Hi+1)
	}
	if from <= Most {
		n.Set = append(n.Set, Range{from, Most})
	}
	return n
}

func (c *In) summary(e *engine, key []int) ([]int, bool) { return key, c.truth(e) == 1 }
