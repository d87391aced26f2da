package sat

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/sat/cnf"
)

// A Proof takes the lines of a proof of unsatisfiability, in DRAT's terms: of
// the formula together with the blocking clauses of all models that a search
// yielded, which stand before the first line. An error ends the search.
//
// Each line follows from what stands before it by unit propagation (RUP), and
// the last one is the empty clause; a search that was ended early writes none.
// A clause is valid until the call returns. Calls come one after the other, but
// from more than one goroutine and while gophersat is locked: they must not
// search themselves.
type Proof interface {
	Add(clause []cnf.Lit) error    // a lemma; the empty one ends the proof
	Delete(clause []cnf.Lit) error // a lemma that is not needed any more
}

// lemmas writes the proof of a run. Every lemma begins with the negated options
// on the path, from the root: a checker that keeps what it propagated for the
// lemma before does not do it again. The other decisions on the path, the
// options refuted before it, are lemmas themselves until their node is closed.
//
// A nil *lemmas writes nothing.
type lemmas struct {
	to   Proof
	path []cnf.Lit
	lits []cnf.Lit // of the lemmas of the cube that the solver is in
	ends []int     // of these lemmas in lits
}

func newLemmas(to Proof) *lemmas {
	if to == nil {
		return nil
	}
	return &lemmas{to: to}
}

// enter and leave make an option the last decision on the path, and not.
func (p *lemmas) enter(l lit) {
	if p != nil {
		p.path = append(p.path, l.not().cnf())
	}
}

func (p *lemmas) leave() {
	if p != nil {
		p.path = p.path[:len(p.path)-1]
	}
}

// add writes that l is implied by the path.
func (p *lemmas) add(l lit) error {
	if p == nil {
		return nil
	}
	return p.to.Add(append(p.path, l.cnf()))
}

// learn writes a line of gophersat's own proof of a cube, whose variables are
// numbered by vars. Its empty clause is left to close: it is missing where an
// appended clause refutes the formula.
func (p *lemmas) learn(line string, vars []int) error {
	begin := len(p.lits)
	p.lits = append(p.lits, p.path...)
	for word := range strings.FieldsSeq(line) {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n > len(vars) || -n > len(vars):
			return fmt.Errorf("gophersat's proof has the line %q on %d variables", line, len(vars))
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
	if len(p.path) == 0 { // needed to the end
		p.lits = p.lits[:begin]
	} else {
		p.ends = append(p.ends, len(p.lits))
	}
	return p.to.Add(lemma)
}

// close writes that the path is refuted, and deletes what was learned in its
// cube.
func (p *lemmas) close() error {
	if p == nil {
		return nil
	}
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

// forget deletes what add and the closed children of a node wrote, after the node
// itself was closed. After the empty clause there is nothing to do.
func (p *lemmas) forget(lits []cnf.Lit) error {
	if p == nil || len(p.path) == 0 {
		return nil
	}
	for _, l := range lits {
		if err := p.to.Delete(append(p.path, l)); err != nil {
			return err
		}
	}
	return nil
}
