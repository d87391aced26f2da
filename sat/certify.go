package sat

import (
	"fmt"
	"strconv"
	"strings"

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

// A Proof receives the lines of a proof of unsatisfiability in DRAT's terms. The proof refutes
// the formula together with the blocking clauses of all models that the search yielded. A
// checker adds these blocking clauses to the formula before it reads the first line. If Add or
// Delete returns an error, the search ends.
//
// Each line follows from the clauses before it by unit propagation (RUP), and the last line is
// the empty clause. A search that was stopped early does not write the empty clause.
//
// A clause is valid until the call returns. The calls do not overlap, but they come from more
// than one goroutine and while gophersat is locked. A Proof must therefore not start a search.
type Proof interface {
	Add(clause []cnf.Lit) error    // adds a lemma; the empty clause ends the proof
	Delete(clause []cnf.Lit) error // deletes a lemma that is not needed any more
}

// lemmas writes the proof of a run. Every lemma begins with the negations of the options on the
// path, in order from the root. So a checker can keep the results of propagation for one lemma. It
// can then reuse the results for those literals with which the next lemma also begins. The trail
// also contains decisions against options that were refuted earlier. Lemmas omit these decisions,
// because each of them is a lemma of its own until its node is closed.
type lemmas struct {
	to   Proof
	path []cnf.Lit
	lits []cnf.Lit // literals of the lemmas learned in the current cube
	ends []int     // end of each of these lemmas in lits
}

// silent is the Proof of a run without a proof.
type silent struct{}

func (silent) Add([]cnf.Lit) error    { return nil }
func (silent) Delete([]cnf.Lit) error { return nil }

func (p *lemmas) enter(l lit) { p.path = append(p.path, l.not().cnf()) }

func (p *lemmas) leave() { p.path = p.path[:len(p.path)-1] }

func (p *lemmas) add(l lit) error { return p.to.Add(append(p.path, l.cnf())) }

// learn translates one line of gophersat's own proof of a cube into a lemma. learn skips the empty
// clause, because gophersat omits this clause if an appended clause refutes the formula. The method
// close writes the empty clause.
func (p *lemmas) learn(line string, vars []int) error {
	begin := len(p.lits)
	p.lits = append(p.lits, p.path...)
	for word := range strings.FieldsSeq(line) {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n > len(vars) || -n > len(vars):
			return fmt.Errorf("gophersat's proof: want literals of the variables 1 to %d, got the line %q", len(vars), line)
		case n > 0:
			p.lits = append(p.lits, cnf.Lit(vars[n-1]))
		case n < 0:
			p.lits = append(p.lits, cnf.Lit(-vars[-n-1]))
		}
	}
	lemma := p.lits[begin:]
	if len(lemma) == len(p.path) {
		p.lits = p.lits[:begin]
		return nil
	}
	if len(p.path) == 0 { // never deleted
		p.lits = p.lits[:begin]
	} else {
		p.ends = append(p.ends, len(p.lits))
	}
	return p.to.Add(lemma)
}

// close writes the lemma that the options on the path lead to a contradiction, and deletes the
// lemmas learned in this cube.
func (p *lemmas) close() error {
	if err := p.to.Add(p.path); err != nil {
		return err
	}
	begin := 0
	for _, end := range p.ends {
		if err := p.to.Delete(p.lits[begin:end]); err != nil {
			return err
		}
		begin = end
	}
	p.lits, p.ends = p.lits[:0], p.ends[:0]
	return nil
}

// forget deletes the lemmas that were written at a node, by the method add and when the children of
// the node were closed. The caller closes the node first. At the root, forget does nothing, because
// the empty clause has ended the proof.
func (p *lemmas) forget(lits []cnf.Lit) error {
	if len(p.path) == 0 {
		return nil
	}
	for _, l := range lits {
		if err := p.to.Delete(append(p.path, l)); err != nil {
			return err
		}
	}
	return nil
}
