package constraint

// The at-most-one encodings. pairwise adds no variable, so it keeps the number
// of models. The auxiliary variables of sequential and product are free where
// no literal is true, so those keep the number of projected models only.

// pairwise forbids each pair: n(n-1)/2 clauses, no variable. A pair that an
// earlier call forbade is not written again: two placements of a packing share
// up to five cells.
func pairwise(w *Writer, lits []Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			pair := [2]Lit{min(a, b), max(a, b)}
			if !w.apart[pair] {
				w.apart[pair] = true
				w.Add(-a, -b)
			}
		}
	}
}

// unnamed is the encoding of the styles that name none: pairwise for few
// literals, since the pairs of a site of 256 values alone would be 32,640
// clauses.
func unnamed(w *Writer, lits []Lit) {
	if len(lits) <= 16 {
		pairwise(w, lits)
	} else {
		defined(w, lits)
	}
}

// defined is sequential with variables defined in both directions, so that it
// keeps the number of models: 4n-7 clauses, n-2 variables.
func defined(w *Writer, lits []Lit) {
	before := lits[0] // one of the literals so far
	for i, l := range lits[1:] {
		w.Add(-before, -l)
		if i == len(lits)-2 {
			break
		}
		before = w.Or(before, l)
	}
}

// sequential is the sequential counter of Sinz (CP 2005) for k = 1: s[i] holds
// if one of the literals 0..i does. 3n-4 clauses, n-1 variables.
func sequential(w *Writer, lits []Lit) {
	if len(lits) <= 3 { // three clauses pairwise, five here
		pairwise(w, lits)
		return
	}
	last := len(lits) - 1
	var before Lit
	for i, l := range lits {
		if i > 0 {
			w.Add(-before, -l)
		}
		if i == last {
			break
		}
		s := w.Fresh()
		w.Add(-l, s)
		if i > 0 {
			w.Add(-before, s)
		}
		before = s
	}
}

// product lays the literals on a grid and allows one row and one column (Chen,
// ModRef 2010): 2n + 4*sqrt(n) + O(n^(1/4)) clauses, 2*sqrt(n) + O(n^(1/4))
// variables.
func product(w *Writer, lits []Lit) {
	if len(lits) <= 5 { // below six literals pairwise has fewer clauses
		pairwise(w, lits)
		return
	}
	width := 1
	for width*width < len(lits) {
		width++
	}
	height := (len(lits) + width - 1) / width
	rows, cols := make([]Lit, height), make([]Lit, width)
	for i := range rows {
		rows[i] = w.Fresh()
	}
	for i := range cols {
		cols[i] = w.Fresh()
	}
	for i, l := range lits {
		w.Add(-l, rows[i/width])
		w.Add(-l, cols[i%width])
	}
	product(w, rows)
	product(w, cols)
}
