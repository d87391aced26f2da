package drat

import (
	"slices"

	"counterproof/sat/cnf"
)

// A Checker holds lemmas against a formula, forward: each must follow from the
// formula and the lemmas before it by unit propagation.
//
// Deletions never take a literal back that follows from no assumptions at all,
// though the clause that said so be deleted (drat-trim does so too). This is
// sound: every lemma that was taken is implied by the formula, so whatever once
// followed does so for ever, and deletions are there for speed only. A lemma may
// therefore be taken that another checker, which does take such literals back,
// refuses.
type Checker struct {
	trail
	clauses clauses
	number  []lit // by variable of the formula: its positive literal here, 0: none yet
	refuted bool  // the empty clause was added, or is in the formula

	lits []lit  // scratch: the clause at hand
	mark []bool // by literal: it is in the clause at hand
}

// NewChecker begins with the clauses of f; the projection plays no part.
// Literals may be repeated in a clause, clauses in a formula. A clause with a 0
// among its literals, which no reader gives, is left out, and so is what goes
// beyond 8 GiB of clauses: less may follow then.
func NewChecker(f *cnf.Formula) *Checker {
	vars := f.NumVars
	for _, clause := range f.Clauses {
		for _, l := range clause {
			vars = max(vars, l.Var())
		}
	}
	c := &Checker{number: make([]lit, vars+1)}
	c.trail.clauses = &c.clauses
	c.variable() // 0 is no literal here either
	for _, clause := range f.Clauses {
		if c.translate(clause, 1) == nil && !c.clauses.full(len(clause)) {
			c.keep()
		}
	}
	return c
}

// Add checks a lemma and keeps it. The error is a *NotRUPError, ErrFull, or a
// *VariableError: a variable that the formula does not have is never needed by
// RUP.
//
// Lemmas in a row that begin with the same literals, in the same order, share
// the work of making those false.
func (c *Checker) Add(clause []cnf.Lit) error {
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
	c.keep()
	return nil
}

// Delete forgets a clause, in any order of its literals; of equal ones, one. The
// error is an *UnknownClauseError if there is no such clause; the checker is as
// sound as before, and the caller may go on.
func (c *Checker) Delete(clause []cnf.Lit) error {
	if c.translate(clause, 1) != nil {
		return &UnknownClauseError{Clause: slices.Clone(clause)}
	}
	c.dedupe()
	if !c.remove(c.lits) {
		return &UnknownClauseError{Clause: slices.Clone(clause)}
	}
	return nil
}

// Implies reports whether unit propagation from the assumptions makes all of
// lits true, or ends in a conflict; with no lits, whether it ends in a conflict.
// Nothing follows from assumptions about a variable that the formula does not
// have, nor such a literal unless there is a conflict.
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

// translate puts the clause, or with sign -1 the negations of its literals, into
// c.lits.
func (c *Checker) translate(clause []cnf.Lit, sign cnf.Lit) error {
	c.lits = c.lits[:0]
	for _, l := range clause {
		v := l.Var()
		if v < 1 || v >= len(c.number) {
			return &VariableError{Clause: slices.Clone(clause), Variable: v, Have: len(c.number) - 1}
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

// variable makes a new one. Only variables in use cost memory, so that a large
// number in a header costs little.
func (c *Checker) variable() lit {
	x := lit(len(c.value))
	c.mark = append(c.mark, false, false)
	c.clauses.grow()
	c.trail.grow()
	return x
}

// dedupe takes repeated literals out of c.lits.
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

// keep adds the clause in c.lits and draws its consequence at the level where it
// has one: where all its literals but one are false.
func (c *Checker) keep() {
	c.dedupe()
	lits := c.lits
	if len(lits) == 0 {
		c.refuted = true
		c.inconsistent = true
	}
	// The two literals that are false last, when levels are taken back, come
	// first: they are watched.
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
		c.inconsistent = true
	} else {
		c.back(level - 1)
	}
}

// remove deletes a clause; false: there is none. If it is the reason of a literal
// that depends on an assumption, that assumption is taken back.
func (c *Checker) remove(lits []lit) bool {
	if len(lits) == 2 {
		if !c.clauses.removeBinary(lits[0], lits[1]) {
			return false
		}
		c.forget(lits[0], because(lits[1]))
		c.forget(lits[1], because(lits[0]))
		return true
	}
	for _, l := range lits {
		c.mark[l] = true
	}
	at := c.clauses.find(lits, c.mark)
	for _, l := range lits {
		c.mark[l] = false
	}
	if at == 0 {
		return false
	}
	for _, l := range lits {
		c.forget(l, at)
	}
	c.clauses.remove(lits, at)
	return true
}
