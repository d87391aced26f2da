//go:build !js

package formula

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// mostSteps limits the search for values of the variables that are not projected. A step looks at one literal
// of a constraint, and this many take about a tenth of a second.
const mostSteps = 10_000_000

// Check implements encode.Instance. It evaluates the clauses. If the values of the sites leave clauses open,
// it looks for values of the other variables, without learning, and returns encode.ErrUndecided if that takes
// too many steps.
func (f *File) Check(s encode.Solution) error {
	p := f.problem()
	c := p.prepare()
	a := &assignment{checker: c, slack: slices.Clone(c.slack), value: make([]int8, p.vars+1)}
	for i, v := range p.shown {
		if s[i] == 0 {
			v = -v
		}
		a.set(v)
	}
	if i := slices.IndexFunc(a.slack, func(slack int) bool { return slack < 0 }); i >= 0 {
		return c.violation(p, i)
	}
	fits := true
	for i := 0; i < len(a.rows) && len(c.rest) > 0 && fits; i++ {
		fits = a.require(i)
	}
	switch {
	case len(c.rest) == 0 || fits && a.propagate(0) && a.search(0):
		return nil
	case a.steps > mostSteps:
		return encode.ErrUndecided
	}
	v := &encode.Violation{Rule: "no values of the other variables satisfy the formula"}
	for site := range p.shown {
		v.Sites = append(v.Sites, site)
	}
	return v
}

// A row requires that the weights of its true literals add up to bound or more. All weights are positive.
type row struct {
	from  int // the index of the clause or constraint in the file
	terms []opb.Term
	bound int
}

// A checker has the clauses or constraints of a file as rows.
type checker struct {
	rows  []row
	slack []int  // of each row: the sum of its weights minus its bound
	in    [][]at // by place: the rows that lose weight if a literal is false
	rest  []int  // the variables that are not projected
	site  []int  // by variable; -1 for those that are not projected
}

type at struct{ row, weight int }

// place returns the index of a literal.
func place(l cnf.Lit) int {
	if l < 0 {
		return 2*l.Var() + 1
	}
	return 2 * l.Var()
}

func (p *problem) checker() *checker {
	c := &checker{in: make([][]at, 2*p.vars+2), site: slices.Repeat([]int{-1}, p.vars+1)}
	for i, v := range p.shown {
		c.site[v] = i
	}
	for v := 1; v <= p.vars; v++ {
		if c.site[v] < 0 {
			c.rest = append(c.rest, v)
		}
	}
	for i, clause := range p.clauses {
		c.add(i, opb.Constraint{Terms: wording.Each(clause, func(l cnf.Lit) opb.Term { return opb.Term{Weight: 1, Lit: l} }), Bound: 1})
	}
	for i, constraint := range p.linear {
		c.add(i, constraint)
		if constraint.Equal {
			constraint.Terms = wording.Each(constraint.Terms, func(t opb.Term) opb.Term { return opb.Term{Weight: -t.Weight, Lit: t.Lit} })
			constraint.Bound = -constraint.Bound
			c.add(i, constraint)
		}
	}
	return c
}

// add adds the row that the terms add up to the bound or more.
func (c *checker) add(from int, constraint opb.Constraint) {
	constraint.Equal = false
	plain := constraint.Plain()
	r, slack := row{from, plain.Terms, plain.Bound}, 0
	for i, t := range r.terms {
		if t.Weight < 0 { // w*x = -w*(1-x) + w
			t = opb.Term{Weight: -t.Weight, Lit: -t.Lit}
			r.terms[i] = t
			r.bound += t.Weight
		}
		slack += t.Weight
		c.in[place(t.Lit)] = append(c.in[place(t.Lit)], at{len(c.rows), t.Weight})
	}
	c.rows, c.slack = append(c.rows, r), append(c.slack, slack-r.bound)
}

func (c *checker) violation(p *problem, row int) error {
	v := &encode.Violation{Sites: []int{}}
	for _, t := range c.rows[row].terms {
		if site := c.site[t.Lit.Var()]; site >= 0 {
			v.Sites = append(v.Sites, site)
		}
	}
	slices.Sort(v.Sites)
	kind := "clause"
	if p.linear != nil {
		kind = "constraint"
	}
	v.Rule = fmt.Sprintf("%s %d is false", kind, c.rows[row].from+1)
	return v
}

// An assignment gives some variables values.
type assignment struct {
	*checker
	slack []int
	value []int8 // by variable: 1, -1, or 0 for no value
	trail []cnf.Lit
	steps int
}

// set makes a literal true. It returns false if a row cannot be satisfied any more.
func (a *assignment) set(l cnf.Lit) (fits bool) {
	a.value[l.Var()] = 1
	if l < 0 {
		a.value[l.Var()] = -1
	}
	a.trail = append(a.trail, l)
	fits = true
	for _, at := range a.in[place(-l)] {
		a.slack[at.row] -= at.weight
		fits = fits && a.slack[at.row] >= 0
	}
	a.steps += 1 + len(a.in[place(-l)])
	return fits
}

func (a *assignment) undo(to int) {
	for ; len(a.trail) > to; a.trail = a.trail[:len(a.trail)-1] {
		l := a.trail[len(a.trail)-1]
		a.value[l.Var()] = 0
		for _, at := range a.in[place(-l)] {
			a.slack[at.row] += at.weight
		}
	}
}

// propagate sets the literals that rows require. The parameter from is the first literal of the trail whose
// rows were not looked at.
func (a *assignment) propagate(from int) bool {
	for ; from < len(a.trail); from++ {
		for _, at := range a.in[place(-a.trail[from])] {
			if !a.require(at.row) {
				return false
			}
		}
	}
	return true
}

func (a *assignment) require(row int) bool {
	r := &a.rows[row]
	a.steps += len(r.terms)
	for _, t := range r.terms {
		if t.Weight > a.slack[row] && a.value[t.Lit.Var()] == 0 && !a.set(t.Lit) {
			return false
		}
	}
	return true
}

// search reports whether the variables of c.rest from the given index on have values that satisfy all rows. It
// gives up after mostSteps.
func (a *assignment) search(next int) bool {
	for next < len(a.rest) && a.value[a.rest[next]] != 0 {
		next++
	}
	if next == len(a.rest) {
		return true
	}
	for _, l := range []cnf.Lit{cnf.Lit(-a.rest[next]), cnf.Lit(a.rest[next])} {
		mark := len(a.trail)
		if a.steps <= mostSteps && a.set(l) && a.propagate(mark) && a.search(next+1) {
			return true
		}
		a.undo(mark)
	}
	return false
}
