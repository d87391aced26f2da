// Package opb holds pseudo-Boolean problems, linear constraints over 0/1
// variables, and their text in the OPB format of the Pseudo-Boolean Competitions
// (Roussel and Manquinho, "Input/Output Format and Solver Requirements", 2012).
//
// It does not solve them, and it has no objective, no soft constraints and no
// products of variables.
package opb

import (
	"slices"

	"counterproof/sat/cnf"
)

// A Term counts Weight where Lit is true, and 0 where it is false.
type Term struct {
	Weight int
	Lit    cnf.Lit
}

// A Constraint says that its terms add up to Bound or more, or where Equal is
// set to Bound.
type Constraint struct {
	Terms []Term
	Equal bool
	Bound int
}

// Limit bounds the numbers of a constraint: the absolute values of its weights
// stay below it together, and that of its bound alone.
const Limit = 1 << 59

// A Problem is a conjunction of constraints over the variables 1..NumVars.
type Problem struct {
	NumVars     int
	Constraints []Constraint
	Comments    []string // printed as `*` lines below the header, one line each
}

// Between adds that the terms add up to lo or more and to hi or less.
func (p *Problem) Between(lo, hi int, terms ...Term) {
	if lo == hi {
		p.Constraints = append(p.Constraints, Constraint{terms, true, lo})
		return
	}
	c := Constraint{Terms: terms}
	least, most := c.ends()
	if lo > least {
		p.Constraints = append(p.Constraints, Constraint{terms, false, lo})
	}
	if hi < most {
		p.Constraints = append(p.Constraints, atMost(hi, terms))
	}
}

// ends are the least and the greatest sum of the terms, each for itself.
func (c *Constraint) ends() (least, most int) {
	for _, t := range c.Terms {
		least, most = least+min(t.Weight, 0), most+max(t.Weight, 0)
	}
	return least, most
}

// atMost says that the terms add up to hi or less: that their opposites add up
// to -hi or more.
func atMost(hi int, terms []Term) Constraint {
	no := make([]Term, len(terms))
	for i, t := range terms {
		no[i] = Term{-t.Weight, t.Lit}
	}
	return Constraint{no, false, -hi}
}

// Clause adds that one of the literals is true.
func (p *Problem) Clause(lits ...cnf.Lit) {
	terms := make([]Term, len(lits))
	for i, l := range lits {
		terms[i] = Term{1, l}
	}
	p.Constraints = append(p.Constraints, Constraint{terms, false, 1})
}

// Holds reports whether m keeps the constraint.
func (c *Constraint) Holds(m cnf.Model) bool {
	sum := 0
	for _, t := range c.Terms {
		if m.True(t.Lit) {
			sum += t.Weight
		}
	}
	return sum == c.Bound || sum > c.Bound && !c.Equal
}

// Plain is the constraint over the variables themselves, each once, in the order
// of their first terms, without weights 0: the weight of a false literal counts
// from the bound.
func (c *Constraint) Plain() Constraint {
	plain := Constraint{Equal: c.Equal, Bound: c.Bound}
	place := make(map[cnf.Lit]int, len(c.Terms))
	for _, t := range c.Terms {
		v, w := t.Lit, t.Weight
		if v < 0 { // w*(1-v)
			plain.Bound -= w
			v, w = -v, -w
		}
		i, ok := place[v]
		if !ok {
			i = len(plain.Terms)
			place[v] = i
			plain.Terms = append(plain.Terms, Term{Lit: v})
		}
		plain.Terms[i].Weight += w
	}
	plain.Terms = slices.DeleteFunc(plain.Terms, func(t Term) bool { return t.Weight == 0 })
	if least, most := plain.ends(); plain.Bound >= Limit {
		plain.Bound = most + 1 // as hard to reach
	} else if plain.Bound <= -Limit {
		plain.Bound = least - 1
	}
	return plain
}
