package opb

import (
	"counterproof/encode/constraint"
	"counterproof/sat/cnf"
)

// Clauses returns p as a formula. The projected variables of the formula are the variables of p.
// Each constraint becomes a clause, a cardinality constraint or a sum of binary numbers. The error
// is a constraint.RoomError.
func (p *Problem) Clauses() (*cnf.Formula, error) {
	f := &cnf.Formula{NumVars: p.NumVars}
	f.Free = make([]cnf.Lit, p.NumVars)
	for i := range f.Free {
		f.Free[i] = cnf.Lit(i + 1)
	}
	integers := map[cnf.Lit]*constraint.Int{}
	err := constraint.Try(func() {
		w := constraint.NewWriter(f, "log", nil)
		for i := range p.Constraints {
			p.Constraints[i].encode(w, integers)
		}
	})
	return f, err
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
