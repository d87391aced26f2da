package constraint

// network sorts the literals, the true ones first, by odd-even merging (Batcher,
// AFIPS 1968). Of each sorted list only the part is made that the bounds ask
// for, as in the cardinality networks of Asin et al. (Constraints 2011).
// Comparators are defined in both directions: six clauses and two variables, or
// three clauses and one variable for half of one.
func network(w *Writer, lo, hi int, lits []Lit) {
	w.bound(lo, hi, w.sorted(lits, top(lo, hi, len(lits))))
}

// sorted is the first k literals of the sorted list: the j-th, from 0, holds
// exactly if more than j of the literals do.
func (w *Writer) sorted(lits []Lit, k int) []Lit {
	if len(lits) <= 1 {
		return lits[:min(k, len(lits))]
	}
	half := len(lits) / 2
	return w.merged(w.sorted(lits[:half], k), w.sorted(lits[half:], k), k)
}

// merged is the first k literals of two sorted lists as one. Those in the even
// places of both lists and those in the odd places are merged alone; then the
// first has none, one or two more than the second.
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

// places is every second literal, from the first or the second on.
func places(lits []Lit, first int) []Lit {
	var some []Lit
	for i := first; i < len(lits); i += 2 {
		some = append(some, lits[i])
	}
	return some
}

// compared says whether one of two literals holds, and if k is 2 or more,
// whether both do.
func (w *Writer) compared(a, b Lit, k int) []Lit {
	z := []Lit{w.Or(a, b)}
	if k > 1 {
		z = append(z, -w.Or(-a, -b))
	}
	return z
}
