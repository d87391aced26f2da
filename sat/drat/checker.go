package drat

import (
	"fmt"
	"slices"

	"counterproof/sat/cnf"
)

// A Checker checks lemmas against a formula in forward order. Each lemma must follow from the
// formula and the earlier lemmas by unit propagation.
//
// If a literal follows without assumptions, it stays true even if the clause that implied it is
// deleted (drat-trim does the same). The Checker stays sound. The formula implies every accepted
// lemma, so anything that followed once still follows; deletions only save time. So the Checker can
// accept a lemma that is rejected by another checker, which retracts such literals.
type Checker struct {
	trail
	clauses clauses
	number  []lit // by variable of the formula: its positive literal here; 0: not yet used
	refuted bool  // the empty clause was added, or is in the formula

	lits []lit  // scratch: the current clause
	mark []bool // by literal: it is in the current clause
}

// NewChecker returns a Checker that starts with the clauses of f and ignores the projection. A
// clause may repeat literals, and a formula may repeat clauses. NewChecker skips a clause that
// contains the literal 0, which no reader produces, and any clause beyond 8 GiB. Without a skipped
// clause, fewer lemmas might follow.
func NewChecker(f *cnf.Formula) *Checker { return newChecker(f, false) }

func newChecker(f *cnf.Formula, hints bool) *Checker {
	vars := f.NumVars
	for _, clause := range f.Clauses {
		for _, l := range clause {
			vars = max(vars, l.Var())
		}
	}
	c := &Checker{number: make([]lit, vars+1)}
	c.trail.clauses = &c.clauses
	if hints {
		c.clauses.pairs, c.seen = map[[2]lit]int32{}, []int8{}
	}
	c.variable() // reserves 0, so that no literal has this number
	for i, clause := range f.Clauses {
		c.clauses.id = int32(i + 1)
		if c.translate(clause, 1) == nil && !c.clauses.full(len(clause)) {
			c.keep()
		}
	}
	return c
}

// Add checks a lemma and keeps it. It returns a *NotRUPError, ErrFull, or an error for a lemma with a
// variable that is not in the formula, because RUP never needs such a variable.
//
// If consecutive lemmas begin with the same literals in the same order, Add makes these
// literals false only once.
func (c *Checker) Add(clause []cnf.Lit) error {
	err := c.derive(clause)
	if err == nil {
		c.keep()
	}
	return err
}

// derive checks a lemma, and puts its literals into c.lits.
func (c *Checker) derive(clause []cnf.Lit) error {
	if err := c.translate(clause, -1); err != nil {
		return err
	}
	if !c.conflicts(c.lits) {
		return &NotRUPError{Clause: slices.Clone(clause)}
	}
	if c.clauses.full(len(clause)) {
		return ErrFull
	}
	for i, l := range c.lits {
		c.lits[i] = l ^ 1
	}
	return nil
}

// Delete removes a clause. Its literals may be in any order. If there are several equal clauses,
// Delete removes one of them. It returns false if there is no such clause.
func (c *Checker) Delete(clause []cnf.Lit) bool {
	if c.translate(clause, 1) != nil {
		return false
	}
	c.dedupe()
	return c.remove(c.lits)
}

// Implies reports whether unit propagation from the assumptions makes all literals in lits true, or
// leads to a conflict. If lits is empty, it reports whether there is a conflict. If an assumption
// has a variable that is not in the formula, Implies returns false. If one of lits has such a
// variable, Implies returns false unless there is a conflict.
func (c *Checker) Implies(assume []cnf.Lit, lits ...cnf.Lit) bool {
	if c.translate(assume, 1) != nil {
		return false
	}
	if c.conflicts(c.lits) {
		return true
	}
	if c.translate(lits, 1) != nil {
		return false
	}
	for _, l := range c.lits {
		if c.value[l] <= 0 {
			return false
		}
	}
	return len(lits) > 0
}

func (c *Checker) translate(clause []cnf.Lit, sign cnf.Lit) error {
	c.lits = c.lits[:0]
	for _, l := range clause {
		v := l.Var()
		if v < 1 || v >= len(c.number) {
			return fmt.Errorf("the lemma %s has the variable %d, but the formula has only the variables 1 to %d", brief(clause), v, len(c.number)-1)
		}
		if c.number[v] == 0 {
			c.number[v] = c.variable()
		}
		if x := c.number[v]; (l < 0) == (sign < 0) {
			c.lits = append(c.lits, x)
		} else {
			c.lits = append(c.lits, x^1)
		}
	}
	return nil
}

// variable adds a variable of the formula and returns its positive literal in the checker. Only
// variables that occur take memory, so a large number of variables in a header costs little.
func (c *Checker) variable() lit {
	x := lit(len(c.value))
	c.mark = append(c.mark, false, false)
	c.clauses.grow()
	c.trail.grow()
	return x
}

func (c *Checker) dedupe() {
	n := 0
	for _, l := range c.lits {
		if !c.mark[l] {
			c.mark[l] = true
			c.lits[n] = l
			n++
		}
	}
	c.lits = c.lits[:n]
	for _, l := range c.lits {
		c.mark[l] = false
	}
}

// keep adds the clause in c.lits. If all its literals except one are false at some level, keep
// makes the remaining literal true at that level.
func (c *Checker) keep() {
	c.dedupe()
	lits := c.lits
	if len(lits) == 0 {
		c.refuted = true
	}
	// The first two literals are watched. Choose literals that are not false, or else the literals
	// with the highest levels, because these levels are taken back first.
	for i := range min(2, len(lits)) {
		for k := i + 1; k < len(lits); k++ {
			if c.falseSince(lits[k]) > c.falseSince(lits[i]) {
				lits[i], lits[k] = lits[k], lits[i]
			}
		}
	}
	why := c.clauses.add(lits)
	if c.inconsistent {
		return
	}
	if len(lits) == 0 {
		c.inconsistent = true
		c.collect(nil, why)
		return
	}
	level := 0
	if len(lits) > 1 {
		level = c.falseSince(lits[1])
	}
	l := lits[0]
	if level == never || c.value[l] > 0 && int(c.level[l>>1]) <= level {
		return
	}
	c.back(level)
	if c.value[l] == 0 {
		c.set(l, why)
		if c.propagate(len(c.trail.lits) - 1) {
			return
		}
	}
	if level == 0 {
		if c.value[l] < 0 {
			c.collect(lits, why)
		}
		c.inconsistent = true
	} else {
		c.back(level - 1)
	}
}

// remove deletes a clause. It returns false if there is no such clause. If the clause is the reason
// why a literal above level 0 is true, remove takes back the level of that literal.
func (c *Checker) remove(lits []lit) bool {
	if len(lits) == 2 {
		if !c.clauses.removeBinary(lits[0], lits[1]) {
			return false
		}
		c.forget(lits[0], because(lits[1]))
		c.forget(lits[1], because(lits[0]))
		return true
	}
	at := c.find(lits)
	if at == 0 {
		return false
	}
	for _, l := range lits {
		c.forget(l, at)
	}
	c.clauses.remove(lits, at)
	return true
}

// find returns a reason for the clause if it has two literals, and else its place. It returns 0 if there is no such clause.
func (c *Checker) find(lits []lit) ref {
	if len(lits) == 2 {
		if slices.Contains(c.clauses.binary[lits[0]], lits[1]) {
			return because(lits[1])
		}
		return 0
	}
	for _, l := range lits {
		c.mark[l] = true
	}
	at := c.clauses.find(lits, c.mark)
	for _, l := range lits {
		c.mark[l] = false
	}
	return at
}
