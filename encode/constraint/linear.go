package constraint

import "math/bits"

// A Linear is a linear constraint: the weights of the terms whose literals are true must sum to at
// least Lo and at most Hi. The same literal may occur in several terms, and so may its negation.
type Linear struct {
	Terms  []Weighted
	Lo, Hi int
}

// A Weighted is a term of a Linear. It adds Weight to the sum if Lit is true.
type Weighted struct {
	Weight int
	Lit    Lit
}

// KeepLinear makes w collect linear constraints instead of writing them as clauses. Each
// at-most-one, cardinality or sum constraint becomes one Linear. A parity constraint becomes one
// Linear with auxiliary variables, whose values the other variables determine.
func (w *Writer) KeepLinear() {
	w.keepLinear = true
	w.amo = func(w *Writer, lits []Lit) { w.weigh(0, 1, units(lits)) }
	w.count = func(w *Writer, lo, hi int, lits []Lit) { w.weigh(lo, hi, units(lits)) }
	w.sum = weighted
}

// units returns terms of weight 1. Their sum is the number of true literals.
func units(lits []Lit) []Weighted {
	terms := make([]Weighted, len(lits))
	for i, l := range lits {
		terms[i] = Weighted{1, l}
	}
	return terms
}

func (w *Writer) weigh(lo, hi int, terms []Weighted) {
	w.reserve(len(terms))
	w.room -= len(terms)
	w.linear = append(w.linear, Linear{terms, lo, hi})
}

// weighted adds a sum as one linear constraint. For each term, it subtracts the weight times the
// first value of the integer from the bounds. So the literal of the first value needs no term.
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

// halved adds a parity constraint as one linear constraint: the number of true literals is 2*x, or
// 2*x+1 if the number must be odd. The binary digits of x are new variables. The literals determine
// these variables.
func (w *Writer) halved(odd bool, lits []Lit) {
	sum := 0
	if odd {
		sum = 1
	}
	if len(lits) < sum {
		w.Add()
		return
	}
	terms := units(lits)
	for i := range bits.Len(uint((len(lits) - sum) / 2)) {
		terms = append(terms, Weighted{-2 << i, w.Fresh()})
	}
	w.weigh(sum, sum, terms)
}
