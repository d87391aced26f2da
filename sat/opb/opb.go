// Package opb represents pseudo-Boolean problems, which are linear constraints over 0/1
// variables. It reads and writes them in the OPB format of the Pseudo-Boolean Competitions
// (Roussel and Manquinho, "Input/Output Format and Solver Requirements", 2012).
//
// It does not solve them. It supports no objective, no soft constraints and no products of
// variables.
package opb

import (
	"slices"

	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// A Term contributes Weight to a sum if Lit is true, and 0 if it is false.
type Term struct {
	Weight int
	Lit    cnf.Lit
}

// A Constraint requires that its terms add up to at least Bound, or to exactly Bound if Equal
// is set.
type Constraint struct {
	Terms []Term
	Equal bool
	Bound int
}

// Limit bounds the numbers of a constraint. The sum of the absolute values of its weights must
// be less than Limit, and so must the absolute value of its bound.
const Limit = 1 << 59

// A Problem is a conjunction of constraints over the variables 1..NumVars.
type Problem struct {
	NumVars     int
	Constraints []Constraint
	Comments    []string // printed as `*` lines below the header, one line each
}

// Between requires that the terms add up to at least lo and at most hi.
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

func (c *Constraint) ends() (least, most int) {
	for _, t := range c.Terms {
		least, most = least+min(t.Weight, 0), most+max(t.Weight, 0)
	}
	return least, most
}

// atMost returns the constraint that the terms add up to at most hi. The result states this in the
// form that the negated terms add up to at least -hi.
func atMost(hi int, terms []Term) Constraint {
	return Constraint{wording.Each(terms, func(t Term) Term { return Term{-t.Weight, t.Lit} }), false, -hi}
}

// Clause requires that at least one of the literals is true.
func (p *Problem) Clause(lits ...cnf.Lit) {
	p.Constraints = append(p.Constraints, Constraint{wording.Each(lits, func(l cnf.Lit) Term { return Term{1, l} }), false, 1})
}

// Holds reports whether m satisfies the constraint.
func (c *Constraint) Holds(m cnf.Model) bool {
	sum := 0
	for _, t := range c.Terms {
		if m.True(t.Lit) {
			sum += t.Weight
		}
	}
	return sum == c.Bound || sum > c.Bound && !c.Equal
}

// Plain returns an equivalent constraint without negated literals, repeated variables and
// weights of 0. Its variables are in the order of their first terms. A negated literal changes
// the bound by its weight.
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
		plain.Bound = most + 1 // also out of reach
	} else if plain.Bound <= -Limit {
		plain.Bound = least - 1 // also below every sum
	}
	return plain
}

// Clauses returns p as a formula. The projected variables of the formula are the variables of p.
// Each constraint becomes a clause, a cardinality constraint or a sum of binary numbers. The error
// is a constraint.RoomError.
func (p *Problem) Clauses() (*cnf.Formula, error) {
	f := &cnf.Formula{NumVars: p.NumVars}
	f.Free = make([]cnf.Lit, p.NumVars)
	for i := range f.Free {
		f.Free[i] = cnf.Lit(i + 1)
	}
	err := constraint.Try(func() { p.Encode(constraint.NewWriter(f, "log", nil)) })
	return f, err
}

// Encode writes the constraints as clauses in the style of w.
func (p *Problem) Encode(w *constraint.Writer) {
	integers := map[cnf.Lit]*constraint.Int{}
	for i := range p.Constraints {
		p.Constraints[i].encode(w, integers)
	}
}

// encode writes the constraint as clauses. Negated literals make all weights positive. In an
// inequality, the bound replaces larger weights, which does not change the solutions. The map
// integers has a value of 0 or 1 for each literal of a sum so far.
func (c *Constraint) encode(w *constraint.Writer, integers map[cnf.Lit]*constraint.Int) {
	plain := c.Plain()
	bound, most := plain.Bound, 0
	for i, t := range plain.Terms {
		if t.Weight < 0 { // w*x = -w*(1-x) + w
			plain.Terms[i] = Term{-t.Weight, -t.Lit}
			bound -= t.Weight
		}
	}
	lits := make([]cnf.Lit, len(plain.Terms))
	same := len(lits) > 0
	for i := range plain.Terms {
		t := &plain.Terms[i]
		if !plain.Equal {
			t.Weight = min(t.Weight, max(bound, 1))
		}
		most += t.Weight
		same = same && t.Weight == plain.Terms[0].Weight
		lits[i] = t.Lit
	}
	hi := most
	if plain.Equal {
		hi = bound
	}
	if same && hi >= 0 {
		weight := plain.Terms[0].Weight
		lo := max(bound, 0)
		w.Between(lo/weight+min(lo%weight, 1), hi/weight, lits...) // an equation that no multiple of the weight satisfies has crossed bounds
		return
	}
	terms := make([]constraint.Term, len(lits))
	for i, t := range plain.Terms {
		if integers[t.Lit] == nil {
			integers[t.Lit] = &constraint.Int{Is: []cnf.Lit{-t.Lit, t.Lit}}
		}
		terms[i] = constraint.Term{Weight: t.Weight, Of: integers[t.Lit]}
	}
	w.Sum(bound, hi, terms...)
}
