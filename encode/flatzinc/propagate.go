package flatzinc

import "sort"

// A state has an interval for the value of each variable. Its propagation is simple: it applies interval
// arithmetic to some constraints, and evaluates any constraint that has at most one open variable. A bound of
// Most or -Most means that there is no bound.
type state struct {
	*Checker
	lo, hi []int
	open   []int // by constraint: the number of its variables whose interval has several values
	trail  []change
	queue  []int
	queued []bool
	steps  int // the number of operands that were looked at
	most   int // the largest number of steps
}

// A change of an interval has the earlier bounds. Its reason is a constraint, or ^i for the given value i.
type change struct{ v, lo, hi, reason int }

// A linear constraint has pairs of weights and operands. It says that their sum is at most the bound or, if
// equal is true, that it is the bound.
type linear struct {
	weights []int
	terms   []Operand
	bound   int
	equal   bool
}

// linear returns a constraint as a linear one, or nil. The parameter holds is false for its negation.
func (c *Constraint) linear(name string, holds bool) (l *linear) {
	pair := func(second, bound int, equal bool) *linear {
		return &linear{[]int{1, second}, []Operand{c.Args[0].Elems[0], c.Args[1].Elems[0]}, bound, equal}
	}
	equal := false
	switch name {
	case "int_eq", "bool_eq", "bool2int":
		l, equal = pair(-1, 0, holds), true
	case "int_ne":
		l, equal = pair(-1, 0, !holds), true
	case "bool_not":
		l, equal = pair(1, 1, holds), true
	case "int_negate":
		l, equal = pair(1, 0, holds), true
	case "int_le", "bool_le":
		l = pair(-1, 0, false)
	case "int_lt", "bool_lt":
		l = pair(-1, -1, false)
	case "int_plus":
		l, equal = &linear{[]int{1, 1, -1}, []Operand{c.Args[0].Elems[0], c.Args[1].Elems[0], c.Args[2].Elems[0]}, 0, true}, true
	case "int_lin_eq", "int_lin_le", "int_lin_ne", "bool_lin_eq", "bool_lin_le":
		l = &linear{nil, c.Args[1].Elems, 0, false}
		for _, w := range c.Args[0].Elems {
			l.weights = append(l.weights, w.Value)
		}
		if bound := c.Args[2].Elems[0]; bound.Var < 0 {
			l.bound = bound.Value
		} else {
			l.weights, l.terms = append(l.weights, -1), append(l.terms[:len(l.terms):len(l.terms)], bound)
		}
		equal = name == "int_lin_eq" || name == "bool_lin_eq" || name == "int_lin_ne"
		l.equal = equal && holds == (name != "int_lin_ne")
	}
	switch {
	case l == nil || equal && !l.equal: // "not equal" bounds nothing
		return nil
	case !equal && !holds:
		for i, w := range l.weights {
			l.weights[i] = -w
		}
		l.bound = -l.bound - 1
	}
	return l
}

func (s *state) of(o Operand) (lo, hi int) {
	if o.Var < 0 {
		return o.Value, o.Value
	}
	return s.lo[o.Var], s.hi[o.Var]
}

// value returns the value of an operand whose interval has one value.
func (s *state) value(o Operand) int {
	lo, _ := s.of(o)
	return lo
}

func endless(v int) bool { return v >= Most || v <= -Most }

// set narrows the interval of an operand. It returns false if no value is left.
func (s *state) set(o Operand, lo, hi, reason int) bool {
	if o.Var < 0 {
		return lo <= o.Value && o.Value <= hi
	}
	v := o.Var
	if lo <= s.lo[v] && hi >= s.hi[v] {
		return true
	}
	domain := s.model.Vars[v].Domain
	lo, hi = max(lo, s.lo[v]), min(hi, s.hi[v])
	if i := sort.Search(len(domain), func(i int) bool { return domain[i].Hi >= lo }); i < len(domain) {
		lo = max(lo, domain[i].Lo)
	} else {
		return false
	}
	if i := sort.Search(len(domain), func(i int) bool { return domain[i].Lo > hi }); i > 0 {
		hi = min(hi, domain[i-1].Hi)
	}
	if lo > hi {
		return false
	}
	s.trail = append(s.trail, change{v, s.lo[v], s.hi[v], reason})
	fixed := lo == hi && s.lo[v] < s.hi[v]
	s.lo[v], s.hi[v] = lo, hi
	for _, c := range s.uses[v] {
		if fixed {
			s.open[c]--
		}
		if s.open[c] <= 1 || s.narrows[c] {
			s.push(c)
		}
	}
	s.steps += len(s.uses[v])
	return true
}

func (s *state) push(c int) {
	if !s.queued[c] {
		s.queued[c] = true
		s.queue = append(s.queue, c)
	}
}

// undo takes the changes after the first n back.
func (s *state) undo(n int) {
	for ; len(s.trail) > n; s.trail = s.trail[:len(s.trail)-1] {
		x := s.trail[len(s.trail)-1]
		if s.lo[x.v] == s.hi[x.v] && x.lo < x.hi {
			for _, c := range s.uses[x.v] {
				s.open[c]++
			}
		}
		s.lo[x.v], s.hi[x.v] = x.lo, x.hi
	}
}

// propagate narrows intervals until nothing changes, or until there were too many steps. It returns the
// constraint that cannot hold, or -1.
func (s *state) propagate() int {
	for at := 0; at < len(s.queue); at++ {
		c := s.queue[at]
		s.queued[c] = false
		if s.steps <= s.most && !s.narrow(c) {
			s.clear()
			return c
		}
	}
	s.queue = s.queue[:0]
	return -1
}

// narrow applies one constraint.
func (s *state) narrow(i int) bool {
	c := &s.model.Constraints[i]
	s.steps += s.size[i]
	if s.open[i] == 0 {
		return c.Holds(s.value)
	}
	if s.narrows[i] && !s.intervals(i, c) {
		return false
	}
	for _, v := range s.vars[i] {
		if s.open[i] == 1 && s.lo[v] < s.hi[v] {
			return s.ends(i, c, v)
		}
	}
	return true
}

// mostEnds limits how many values the function ends tries at each end of an interval.
const mostEnds = 1000

// ends narrows the interval of the only open variable of a constraint to values for which it holds.
func (s *state) ends(i int, c *Constraint, v int) bool {
	at := 0
	value := func(o Operand) int {
		if o.Var == v {
			return at
		}
		return s.value(o)
	}
	lo, hi := s.lo[v], s.hi[v]
	if endless(lo) || endless(hi) {
		return true
	}
	tries := 0
	holds := func(x int) bool {
		at = x
		s.steps += s.size[i]
		tries++
		return tries > mostEnds || s.model.Vars[v].Domain.Contains(x) && c.Holds(value)
	}
	for lo <= hi && !holds(lo) {
		lo++
	}
	for tries = 0; hi > lo && !holds(hi); {
		hi--
	}
	return lo <= hi && s.set(Operand{Var: v}, lo, hi, i)
}

// explain returns the given values that led to the last changes and made a constraint false, ascending.
func (s *state) explain(constraint int, variable int) (given []int) {
	marked := make([]bool, len(s.lo))
	if variable >= 0 {
		marked[variable] = true
	}
	mark := func(c int) {
		for _, v := range s.vars[c] {
			marked[v] = true
		}
	}
	if constraint >= 0 {
		mark(constraint)
	}
	for i := len(s.trail) - 1; i >= 0; i-- {
		switch x := s.trail[i]; {
		case !marked[x.v]:
		case x.reason < 0:
			given = append(given, ^x.reason)
		case x.reason == decision:
		default:
			mark(x.reason)
		}
	}
	sort.Ints(given)
	return given
}
