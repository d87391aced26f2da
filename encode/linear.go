package encode

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

// Mixed writes in for a solver of linear constraints: at-most-one, cardinality
// and sum constraints are one of Linear each, a parity is one with a slack, and
// what a puzzle writes as clauses stays a clause. The projected variables are
// those of CNF. The auxiliary variables are determined by the others, so that
// the number of models is that of the solutions. The alternatives are those of
// the default style. The error is that of CNF.
func Mixed(p *Puzzle, in Instance) (*Encoding, error) {
	enc, err := Build(in.Sites(), p.Styles[0], func(e *Encoder) {
		e.keepLinear()
		in.Encode(e)
	})
	if err != nil {
		return nil, inPuzzle(p, err)
	}
	return enc, nil
}

// keepLinear makes e append to Linear instead of writing such constraints as
// clauses.
func (e *Encoder) keepLinear() {
	e.linear = true
	e.amo = func(e *Encoder, lits []Lit) { e.between(0, 1, lits) }
	e.count = func(e *Encoder, lo, hi int, lits []Lit) { e.between(lo, hi, lits) }
	e.sum = weighted
}

// between is one linear constraint of weights 1.
func (e *Encoder) between(lo, hi int, lits []Lit) {
	terms := make([]Weighted, len(lits))
	for i, l := range lits {
		terms[i] = Weighted{1, l}
	}
	e.weigh(lo, hi, terms)
}

func (e *Encoder) weigh(lo, hi int, terms []Weighted) {
	e.reserve(len(terms))
	e.room -= len(terms)
	e.enc.Linear = append(e.enc.Linear, Linear{terms, lo, hi})
}

// weighted is a sum as one linear constraint. Since one literal of an integer is
// true, what all its values have in common counts from the bounds: the first has
// no term.
func weighted(e *Encoder, lo, hi int, terms []Term) {
	var all []Weighted
	for _, t := range terms {
		lo, hi = lo-t.Weight*t.Of.Lo, hi-t.Weight*t.Of.Lo
		for i, l := range t.Of.Is[1:] {
			all = append(all, Weighted{t.Weight * (i + 1), l})
		}
	}
	e.weigh(lo, hi, all)
}

// halved is a parity as one linear constraint: the number of true literals is
// twice a binary number, which it determines, and one more if it is odd.
func (e *Encoder) halved(odd bool, lits []Lit) {
	sum := 0
	if odd {
		sum = 1
	}
	if len(lits) < sum {
		e.Add()
		return
	}
	terms := make([]Weighted, 0, len(lits)+8)
	for _, l := range lits {
		terms = append(terms, Weighted{1, l})
	}
	for i := range bits.Len(uint((len(lits) - sum) / 2)) {
		terms = append(terms, Weighted{-2 << i, e.Fresh()})
	}
	e.weigh(sum, sum, terms)
}
