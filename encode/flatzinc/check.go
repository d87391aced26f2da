package flatzinc

import (
	"cmp"
	"slices"
	"strings"

	"counterproof/encode"
)

const (
	// mostSteps limits the search for values of the variables that are not given. A step looks at one operand
	// of a constraint, and this many take about a tenth of a second.
	mostSteps = 10_000_000
	// rootSteps limits the propagation without given values.
	rootSteps = mostSteps
)

// A Checker completes partial assignments of a model. It is safe for concurrent use.
type Checker struct {
	model   *Model
	uses    [][]int      // by variable: its constraints
	vars    [][]int      // by constraint: its variables
	size    []int        // by constraint: its operands
	forms   [][2]*linear // by constraint: its negation and itself
	narrows []bool       // by constraint: whether the function intervals knows it

	root     *state
	conflict *Conflict // without given values
}

// A Given is a variable with a value.
type Given struct{ Var, Value int }

// A Conflict is a reason why an assignment has no solution.
type Conflict struct {
	Constraint *Constraint // the one that is false, or nil
	Given      []int       // the indices of given values that have no solution together, ascending
}

// NewChecker prepares the checks of a model.
func NewChecker(m *Model) *Checker {
	n := len(m.Constraints)
	c := &Checker{model: m, uses: make([][]int, len(m.Vars)), vars: make([][]int, n), size: make([]int, n), forms: make([][2]*linear, n), narrows: make([]bool, n)}
	s := &state{Checker: c, lo: make([]int, len(m.Vars)), hi: make([]int, len(m.Vars)), open: make([]int, n), queued: make([]bool, n), most: rootSteps}
	c.root = s
	for v, x := range m.Vars {
		if len(x.Domain) == 0 {
			c.conflict = &Conflict{}
			return c
		}
		s.lo[v], s.hi[v] = x.Domain[0].Lo, x.Domain[len(x.Domain)-1].Hi
	}
	for i := range m.Constraints {
		x := &m.Constraints[i]
		for _, a := range x.Args {
			c.size[i] += 1 + len(a.Elems)
			for _, o := range a.Elems {
				if o.Var >= 0 {
					c.vars[i] = append(c.vars[i], o.Var)
				}
			}
		}
		slices.Sort(c.vars[i])
		c.vars[i] = slices.Compact(c.vars[i])
		for _, v := range c.vars[i] {
			c.uses[v] = append(c.uses[v], i)
			if s.lo[v] < s.hi[v] {
				s.open[i]++
			}
		}
		name := strings.TrimSuffix(x.Name, "_reif")
		c.forms[i] = [2]*linear{x.linear(name, false), x.linear(name, true)}
		c.narrows[i] = c.forms[i][0] != nil || c.forms[i][1] != nil || narrowing[name]
		s.push(i)
	}
	if i := s.propagate(); i >= 0 {
		c.conflict = &Conflict{Constraint: &m.Constraints[i]}
	}
	s.trail = nil
	return c
}

// Bound gives bounds to the variables that have none, by propagation. The error names a variable that the
// constraints do not bound.
func (m *Model) Bound() error {
	if !slices.ContainsFunc(m.Vars, func(v Var) bool { return v.endless() }) {
		return nil
	}
	c := NewChecker(m)
	for i := range m.Vars {
		v := &m.Vars[i]
		switch {
		case !v.endless():
			continue
		case c.conflict != nil: // any bounds will do, because there is no solution
			v.Domain = Set{{0, 0}}
		default:
			v.Domain = Intersect(v.Domain, Set{{c.root.lo[i], c.root.hi[i]}})
		}
		if v.endless() {
			return encode.Errorf(v.Line, 1, "want bounds for the variable %s, such as var 0..100, got none that follow from the constraints", v.Name)
		}
	}
	return nil
}

func (v *Var) endless() bool {
	n := len(v.Domain)
	return n > 0 && (endless(v.Domain[0].Lo) || endless(v.Domain[n-1].Hi))
}

// Complete looks for values of all variables that agree with the given ones and satisfy all constraints. It
// returns nil if there are such values. The error is encode.ErrUndecided after too many steps.
func (c *Checker) Complete(given []Given) (*Conflict, error) {
	if c.conflict != nil {
		return c.conflict, nil
	}
	r := c.root
	s := &state{Checker: c, lo: slices.Clone(r.lo), hi: slices.Clone(r.hi), open: slices.Clone(r.open), queued: make([]bool, len(r.queued)), most: mostSteps}
	for i, g := range given {
		if !s.set(Operand{Var: g.Var}, g.Value, g.Value, ^i) {
			return &Conflict{nil, with(s.explain(-1, g.Var), i)}, nil
		}
	}
	if i := s.propagate(); i >= 0 {
		return &Conflict{&c.model.Constraints[i], s.explain(i, -1)}, nil
	}
	list := encode.Left(len(s.lo), nil)
	list = slices.DeleteFunc(list, func(v int) bool { return s.lo[v] == s.hi[v] })
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.hi[a]-s.lo[a], s.hi[b]-s.lo[b]) })
	switch found, conflict := s.search(list); {
	case found:
		return nil, nil
	case s.steps > s.most:
		return nil, encode.ErrUndecided
	case conflict != nil:
		return conflict, nil
	}
	all := &Conflict{}
	for i := range given {
		all.Given = append(all.Given, i)
	}
	return all, nil
}

func with(list []int, i int) []int {
	at, found := slices.BinarySearch(list, i)
	if found {
		return list
	}
	return slices.Insert(list, at, i)
}

// decision is the reason of changes that the search makes.
const decision = 1 << 62

// search looks for values of the open variables of a list, which has the small intervals first. If no variable is
// open, the conflict says which constraint is false.
func (s *state) search(list []int) (found bool, conflict *Conflict) {
	for len(list) > 0 && s.lo[list[0]] == s.hi[list[0]] {
		list = list[1:]
	}
	if len(list) == 0 {
		conflict = s.verify()
		return conflict == nil, conflict
	}
	best := list[0]
	lo, hi := s.lo[best], s.hi[best]
	middle := lo + 1 + (hi-lo-1)/2
	for _, part := range []Range{{lo, lo}, {lo + 1, middle}, {middle + 1, hi}} {
		mark := len(s.trail)
		if s.steps <= s.most && s.set(Operand{Var: best}, part.Lo, part.Hi, decision) && s.propagate() < 0 {
			if found, _ = s.search(list); found {
				return true, nil
			}
		}
		s.clear()
		s.undo(mark)
	}
	return false, nil
}

// clear empties the queue.
func (s *state) clear() {
	for _, c := range s.queue {
		s.queued[c] = false
	}
	s.queue = s.queue[:0]
}

// verify evaluates all constraints.
func (s *state) verify() *Conflict {
	for i := range s.model.Constraints {
		if c := &s.model.Constraints[i]; !c.Holds(s.value) {
			return &Conflict{c, s.explain(i, -1)}
		}
	}
	return nil
}
