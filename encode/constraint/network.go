package constraint

// network writes a cardinality constraint by sorting the literals, the true ones first, with
// odd-even merging (Batcher, AFIPS 1968). It makes only the outputs that the bounds need, as in the
// cardinality networks of Asin et al. (Constraints 2011). A comparator sorts two literals with six
// clauses and two variables. A comparator with only the first output has three clauses and one
// variable. The clauses determine every auxiliary variable.
func network(w *Writer, lo, hi int, lits []Lit) {
	w.bound(lo, hi, w.sorted(lits, top(lo, hi, len(lits))))
}

// sorted sorts the literals, the true ones first, and returns the first k of the sorted list. The
// literal with index j is true exactly if more than j of the given literals are true.
func (w *Writer) sorted(lits []Lit, k int) []Lit {
	if len(lits) <= 1 {
		return lits[:min(k, len(lits))]
	}
	half := len(lits) / 2
	return w.merged(w.sorted(lits[:half], k), w.sorted(lits[half:], k), k)
}

// merged merges two sorted lists and returns the first k literals of the result. It first merges
// the literals at even indices of both lists, and separately the literals at odd indices. The merge
// of the even indices has 0 to 2 true literals more than the merge of the odd indices. So one row
// of comparators finishes the merge.
func (w *Writer) merged(a, b []Lit, k int) []Lit {
	a, b = a[:min(k, len(a))], b[:min(k, len(b))]
	k = min(k, len(a)+len(b))
	switch {
	case len(a) == 0:
		return b[:k]
	case len(b) == 0:
		return a[:k]
	case len(a) == 1 && len(b) == 1:
		return w.compared(a[0], b[0], k)
	}
	even := w.merged(places(a, 0), places(b, 0), k/2+1)
	odd := w.merged(places(a, 1), places(b, 1), k/2)
	z := even[:1:1]
	for i := 0; len(z) < k; i++ {
		switch {
		case i >= len(odd):
			z = append(z, even[i+1])
		case i+1 >= len(even):
			z = append(z, odd[i])
		default:
			z = append(z, w.compared(even[i+1], odd[i], k-len(z))...)
		}
	}
	return z
}

// places returns every second literal. The parameter first, 0 or 1, is the index of the first
// returned literal.
func places(lits []Lit, first int) []Lit {
	var some []Lit
	for i := first; i < len(lits); i += 2 {
		some = append(some, lits[i])
	}
	return some
}

// compared makes a comparator. It returns a literal that is true exactly if a or b is true. If k is
// 2 or more, it also returns a literal that is true exactly if a and b are true.
func (w *Writer) compared(a, b Lit, k int) []Lit {
	z := []Lit{w.Or(a, b)}
	if k > 1 {
		z = append(z, -w.Or(-a, -b))
	}
	return z
}
