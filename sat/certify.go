package sat

import (
	"fmt"

	"counterproof/sat/cnf"
)

// A certifier checks models against a formula, as cnf.Formula.Check does, but faster. It files each
// clause under the negation of the clause's first literal. If a model breaks a clause, the first
// literal of the clause is false. So the certifier only looks at the clauses that are filed under
// true literals. For a calendar day with 180,000 clauses and eight pieces, these are about 2,000
// clauses for each model. A check of all clauses for each model took a third of the time of Cubes.
//
// A certifier is built from the original clauses and shares nothing with the trail, whose work it
// checks.
type certifier struct {
	f     *cnf.Formula
	first []int32 // by literal: where its clauses begin in filed
	filed []int32 // indices of clauses
	empty int     // index of an empty clause; -1: none
}

func newCertifier(f *cnf.Formula) *certifier {
	c := &certifier{f: f, first: make([]int32, 2*f.NumVars+1), filed: make([]int32, len(f.Clauses)), empty: -1}
	for i, clause := range f.Clauses {
		if len(clause) == 0 {
			c.empty = i
			continue
		}
		c.first[toLit(-clause[0])]++
	}
	sum := int32(0)
	for l, n := range c.first {
		sum += n
		c.first[l] = sum // the end; filing counts it down
	}
	for i := len(f.Clauses) - 1; i >= 0; i-- {
		if clause := f.Clauses[i]; len(clause) > 0 {
			l := toLit(-clause[0])
			c.first[l]--
			c.filed[c.first[l]] = int32(i)
		}
	}
	return c
}

// check returns an error if the model breaks a clause or makes one of the given literals false.
func (c *certifier) check(m cnf.Model, given []cnf.Lit) error {
	if c.empty >= 0 {
		return fmt.Errorf("gophersat returned a wrong model: clause %d is empty, so the formula has no model", c.empty+1)
	}
	for v, x := range m {
		l := 2 * v
		if !x {
			l++
		}
	clauses:
		for _, i := range c.filed[c.first[l]:c.first[l+1]] {
			for _, k := range c.f.Clauses[i] {
				if m.True(k) {
					continue clauses
				}
			}
			return fmt.Errorf("gophersat returned a wrong model: it falsifies clause %d: %v", i+1, c.f.Clauses[i])
		}
	}
	for _, l := range given {
		if !m.True(l) {
			return fmt.Errorf("gophersat returned a wrong model: it makes the given literal %d false", l)
		}
	}
	if err := c.f.CheckGroups(m); err != nil {
		return fmt.Errorf("gophersat returned a wrong model: the %w", err)
	}
	return nil
}
