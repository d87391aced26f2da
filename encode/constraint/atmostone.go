package constraint

import "slices"

// This file holds the at-most-one encodings. The encoding pairwise adds no variables, so it keeps
// the number of models. The encodings sequential and product keep only the number of projected
// models, because their auxiliary variables can have several values if no literal is true.

// pairwise writes a clause for each pair of literals, n(n-1)/2 in all, and adds no variables. It
// skips pairs that an earlier call has forbidden already. Such pairs occur because two placements
// of a packing share up to five cells.
//
// pairwise keeps the lists of its calls, not the pairs. Lists of the 195,000 pairs of a calendar day
// took most of the time and memory of writing its formula.
func pairwise(w *Writer, lits []Lit) {
	at := func(l Lit) int {
		if l < 0 {
			return 2*l.Var() + 1
		}
		return 2 * l.Var()
	}
	lits = slices.Clone(lits)
	for _, l := range lits {
		for at(l) >= len(w.apart) {
			w.apart, w.marks = append(w.apart, nil), append(w.marks, 0)
		}
	}
	for i, a := range lits {
		w.mark++
		for _, list := range w.apart[at(a)] {
			for _, b := range list {
				w.marks[at(b)] = w.mark
			}
		}
		w.apart[at(a)] = append(w.apart[at(a)], lits)
		for _, b := range lits[i+1:] {
			if w.marks[at(b)] == w.mark {
				continue
			}
			if len(w.memory) == 0 {
				w.memory = make([]Lit, 1<<10)
			}
			pair := w.memory[:2:2]
			w.memory = w.memory[2:]
			pair[0], pair[1] = -a, -b
			w.Add(pair...)
		}
	}
}

// unnamed encodes at-most-one constraints in a style that names an encoding of another kind of
// constraint. For up to 16 literals, it uses pairwise. For more literals, it uses defined, because
// pairwise would take 32,640 clauses for a site with 256 values.
func unnamed(w *Writer, lits []Lit) {
	if len(lits) <= 16 {
		pairwise(w, lits)
	} else {
		defined(w, lits)
	}
}

// defined works like sequential, but its clauses determine every auxiliary variable, so the number
// of models stays the same. It takes 4n-7 clauses and n-2 variables.
func defined(w *Writer, lits []Lit) {
	before := lits[0] // true exactly if one of the literals so far is true
	for i, l := range lits[1:] {
		w.Add(-before, -l)
		if i == len(lits)-2 {
			break
		}
		before = w.Or(before, l)
	}
}

// sequential writes the sequential counter of Sinz (CP 2005) for at most one true literal. Its
// auxiliary variable s[i] is true if one of the literals 0 to i is true. It takes 3n-4 clauses and
// n-1 variables.
func sequential(w *Writer, lits []Lit) {
	if len(lits) <= 3 { // pairwise has three clauses here, the counter five
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

// product arranges the literals in a grid and allows true literals in at most one row and at most
// one column (Chen, ModRef 2010). It takes 2n + 4*sqrt(n) + O(n^(1/4)) clauses and 2*sqrt(n) +
// O(n^(1/4)) variables.
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
