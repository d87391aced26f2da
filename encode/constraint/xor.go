package constraint

import "math/bits"

// Xor says that of the literals, which are of different variables, an odd
// number (odd) or an even number is true. No literal at all is an even number.
//
// Literals beyond a chunk of m, 8 in the style direct and 4 in the style cut,
// are cut off: the parity of the first m-1 is a variable of its own, which
// takes their place behind the others, until m or fewer are left. A chunk is a
// clause for each assignment of the wrong parity, 2^(m-1) of them. So n
// literals take
//
//	direct  2^(n-1) clauses up to 8, else v = (n-3)/6 variables and at most 128(v+1) clauses
//	cut     2^(n-1) clauses up to 4, else v = (n-3)/2 variables and at most 8(v+1) clauses
//
// with v rounded down. The variables are defined in both directions, and the
// number of models is kept.
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

// parity forbids the assignments of the wrong parity.
func (w *Writer) parity(odd bool, lits []Lit) {
	for set := range 1 << len(lits) { // the literals that are true
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
