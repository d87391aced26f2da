package constraint

import "math/bits"

// A Linear constraint says that the weights of its true literals add up to Lo or
// more and to Hi or less. A literal may stand in it more than once, and beside
// its negation.
type Linear struct {
	Terms  []Weighted
	Lo, Hi int
}

// A Weighted literal counts Weight where it is true.
type Weighted struct {
	Weight int
	Lit    Lit
}

// KeepLinear makes w append to the linear constraints instead of writing such constraints as
// clauses. At-most-one, cardinality and sum constraints become one Linear each, a parity one with
// a slack. The auxiliary variables are determined by the others.
func (w *Writer) KeepLinear() {
	w.keepLinear = true
	w.amo = func(w *Writer, lits []Lit) { w.between(0, 1, lits) }
	w.count = func(w *Writer, lo, hi int, lits []Lit) { w.between(lo, hi, lits) }
	w.sum = weighted
}

// between is one linear constraint of weights 1.
func (w *Writer) between(lo, hi int, lits []Lit) {
	terms := make([]Weighted, len(lits))
	for i, l := range lits {
		terms[i] = Weighted{1, l}
	}
	w.weigh(lo, hi, terms)
}

func (w *Writer) weigh(lo, hi int, terms []Weighted) {
	w.reserve(len(terms))
	w.room -= len(terms)
	w.linear = append(w.linear, Linear{terms, lo, hi})
}

// weighted is a sum as one linear constraint. Since one literal of an integer is
// true, what all its values have in common counts from the bounds: the first has
// no term.
func weighted(w *Writer, lo, hi int, terms []Term) {
	var all []Weighted
	for _, t := range terms {
		lo, hi = lo-t.Weight*t.Of.Lo, hi-t.Weight*t.Of.Lo
		for i, l := range t.Of.Is[1:] {
			all = append(all, Weighted{t.Weight * (i + 1), l})
		}
	}
	w.weigh(lo, hi, all)
}

// halved is a parity as one linear constraint: the number of true literals is
// twice a binary number, which it determines, and one more if it is odd.
func (w *Writer) halved(odd bool, lits []Lit) {
	sum := 0
	if odd {
		sum = 1
	}
	if len(lits) < sum {
		w.Add()
		return
	}
	terms := make([]Weighted, 0, len(lits)+8)
	for _, l := range lits {
		terms = append(terms, Weighted{1, l})
	}
	for i := range bits.Len(uint((len(lits) - sum) / 2)) {
		terms = append(terms, Weighted{-2 << i, w.Fresh()})
	}
	w.weigh(sum, sum, terms)
}
