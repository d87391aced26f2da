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
	a := &assignment{checker: c, slack: slices.Clone(c.slack), given: make([]bool, p.vars+1)}
	for i, v := range p.shown {
		if s[i] == 0 {
			v = -v
		}
		a.set(v)
	}
	if i := slices.IndexFunc(a.slack, func(slack int) bool { return slack < 0 }); i >= 0 {
		kind := "clause"
		if p.linear != nil {
			kind = "constraint"
		}
		lits := wording.Each(c.rows[i].terms, func(t opb.Term) cnf.Lit { return t.Lit })
		return p.violation(lits, fmt.Sprintf("%s %d is false", kind, c.rows[i].from+1))
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
	return p.violation(p.shown, "no values of the other variables satisfy the formula")
}

// site returns the site of a variable. The result ok is false if the variable is not projected.
func (p *problem) site(v int) (site int, ok bool) { return slices.BinarySearch(p.shown, cnf.Lit(v)) }

func (p *problem) violation(lits []cnf.Lit, rule string) error {
	v := &encode.Violation{Rule: rule, Sites: []int{}}
	for _, l := range lits {
		if site, ok := p.site(l.Var()); ok {
			v.Sites = append(v.Sites, site)
		}
	}
	slices.Sort(v.Sites)
	return v
}

// A row requires that the weights of its true literals add up to a bound or more. All weights are positive.
type row struct {
	from  int // the index of the clause or constraint in the file
	terms []opb.Term
}

// A checker has the clauses or constraints of a file as rows.
type checker struct {
	rows  []row
	slack []int  // of each row: the sum of its weights minus its bound
	in    [][]at // by place: the rows that lose weight if a literal is false
	rest  []int  // the variables that are not projected
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
	c := &checker{in: make([][]at, 2*p.vars+2)}
	for v := 1; v <= p.vars; v++ {
		if _, ok := p.site(v); !ok {
			c.rest = append(c.rest, v)
		}
	}
	for i, clause := range p.clauses {
		c.add(i, 1, opb.Constraint{Terms: wording.Each(clause, func(l cnf.Lit) opb.Term { return opb.Term{Weight: 1, Lit: l} }), Bound: 1})
	}
	for i, constraint := range p.linear {
		c.add(i, 1, constraint)
		if constraint.Equal {
			c.add(i, -1, constraint)
		}
	}
	return c
}

// add adds the row that the terms, times the sign, add up to the bound, times the sign, or more.
func (c *checker) add(from, sign int, constraint opb.Constraint) {
	plain := constraint.Plain()
	slack := -sign * plain.Bound
	for i, t := range plain.Terms {
		t.Weight *= sign
		slack += max(t.Weight, 0)
		if t.Weight < 0 { // w*x = -w*(1-x) + w
			t = opb.Term{Weight: -t.Weight, Lit: -t.Lit}
		}
		plain.Terms[i] = t
		c.in[place(t.Lit)] = append(c.in[place(t.Lit)], at{len(c.rows), t.Weight})
	}
	c.rows, c.slack = append(c.rows, row{from, plain.Terms}), append(c.slack, slack)
}

// An assignment gives some variables values.
type assignment struct {
	*checker
	slack []int
	given []bool // by variable: it has a value
	trail []cnf.Lit
	steps int
}

// set makes a literal true. It returns false if a row cannot be satisfied any more.
func (a *assignment) set(l cnf.Lit) (fits bool) {
	a.given[l.Var()] = true
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
		a.given[l.Var()] = false
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
		if t.Weight > a.slack[row] && !a.given[t.Lit.Var()] && !a.set(t.Lit) {
			return false
		}
	}
	return true
}

// search reports whether the variables of c.rest from the given index on have values that satisfy all rows. It
// gives up after mostSteps.
func (a *assignment) search(next int) bool {
	for next < len(a.rest) && a.given[a.rest[next]] {
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
