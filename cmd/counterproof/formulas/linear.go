package formulas

import (
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// ClausesOf returns the pseudo-Boolean problem p as a formula. The projected variables of the
// formula are the variables of p. It encodes each constraint as a clause, a cardinality constraint
// or a sum of binary numbers.
func ClausesOf(p *opb.Problem) (*cnf.Formula, error) {
	free := make([]cnf.Lit, p.NumVars)
	for i := range free {
		free[i] = cnf.Lit(i + 1)
	}
	integers := map[cnf.Lit]*constraint.Int{}
	enc, err := encode.Build(nil, "log", func(e *encode.Encoder) {
		e.Project(nil, free, nil)
		for i := range p.Constraints {
			writeConstraint(e, &p.Constraints[i], integers)
		}
	})
	if err != nil {
		return nil, console.Usagef("the constraints cannot be written as clauses: %w", err)
	}
	return &enc.Formula, nil
}

// writeConstraint encodes one constraint. Negated literals make all weights positive. In an
// inequality, the bound replaces larger weights, which does not change the solutions.
func writeConstraint(e *encode.Encoder, c *opb.Constraint, integers map[cnf.Lit]*constraint.Int) {
	plain := c.Plain()
	bound, most := plain.Bound, 0
	for i, t := range plain.Terms {
		if t.Weight < 0 { // w*x = -w*(1-x) + w
			plain.Terms[i] = opb.Term{Weight: -t.Weight, Lit: -t.Lit}
			bound -= t.Weight
		}
	}
	same := true
	for i := range plain.Terms {
		w := &plain.Terms[i].Weight
		if !plain.Equal {
			*w = min(*w, max(bound, 1))
		}
		most += *w
		same = same && *w == plain.Terms[0].Weight
	}
	hi := most
	if plain.Equal {
		hi = bound
	}
	lits := make([]encode.Lit, len(plain.Terms))
	terms := make([]constraint.Term, len(plain.Terms))
	for i, t := range plain.Terms {
		lits[i] = t.Lit
		if integers[t.Lit] == nil {
			integers[t.Lit] = &constraint.Int{Is: []encode.Lit{-t.Lit, t.Lit}}
		}
		terms[i] = constraint.Term{Weight: t.Weight, Of: integers[t.Lit]}
	}
	switch {
	case len(terms) == 0 && (bound > 0 || hi < 0):
		e.Add()
	case len(terms) == 0:
	case same:
		w := terms[0].Weight // if w does not divide the bound of an equation, lo is greater than hi/w
		lo := max(bound, 0)/w + min(max(bound, 0)%w, 1)
		if hi < 0 {
			e.Add()
			return
		}
		e.Between(lo, hi/w, lits...)
	default:
		e.Sum(bound, hi, terms...)
	}
}
