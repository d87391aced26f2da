package sat

import "counterproof/sat/cnf"

// A Proof takes the lines of a proof of unsatisfiability, in DRAT's terms: of
// the formula together with the blocking clauses of all models that a search
// yielded, which stand before the first line. An error ends the search.
type Proof interface {
	Add(clause []cnf.Lit) error    // a lemma; the empty one ends the proof
	Delete(clause []cnf.Lit) error // a lemma that is not needed any more
}
