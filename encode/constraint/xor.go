package constraint

import "math/bits"

// Xor requires that the number of true literals is odd if the parameter odd is true, and even
// otherwise. The literals must have different variables. An empty list has an even number of true
// literals.
//
// Xor splits a long list into chunks of m literals, where m is 8 in the style direct and 4 in the
// style cut. Xor removes the first m-1 literals and appends a new variable that has their parity.
// It repeats this until the list has at most m literals. A chunk has a clause for each assignment
// of the wrong parity, 2^(m-1) clauses in all. So n literals take
//
//	direct  2^(n-1) clauses up to 8, else v = (n-3)/6 variables and at most 128(v+1) clauses
//	cut     2^(n-1) clauses up to 4, else v = (n-3)/2 variables and at most 8(v+1) clauses
//
// with v rounded down. The literals determine the new variables, so the number of models stays the
// same.
func (w *Writer) Xor(odd bool, lits ...Lit) {
	w.begin()
	if w.keepLinear {
		w.halved(odd, lits)
		return
	}
	for len(lits) > w.chunk {
		head, rest := lits[:w.chunk-1], lits[w.chunk-1:]
		parity := w.Fresh()
		w.parity(false, append([]Lit{parity}, head...))
		lits = append(append([]Lit(nil), rest...), parity)
	}
	w.parity(odd, lits)
}

func (w *Writer) parity(odd bool, lits []Lit) {
	for set := range 1 << len(lits) { // set is the set of true literals
		if bits.OnesCount(uint(set))%2 == 1 == odd {
			continue
		}
		clause := make([]Lit, len(lits))
		for i, l := range lits {
			clause[i] = l
			if set>>i&1 == 1 {
				clause[i] = -l
			}
		}
		w.Add(clause...)
	}
}
