// Package constraint writes constraints as clauses: at-most-one, cardinality, parity and sums,
// each in several encodings. A Style names one encoding of one kind of constraint.
//
// The package knows variables and literals, but it knows neither puzzles nor solvers.
package constraint

import (
	"fmt"
	"slices"

	"counterproof/sat/cnf"
)

// Lit is a literal of the formula being written.
type Lit = cnf.Lit

// A Writer collects the clauses of one formula in one style.
type Writer struct {
	style  string
	f      *cnf.Formula
	linear []Linear
	open   func() // called before the first variable or clause, then nil

	amo        func(w *Writer, lits []Lit)
	count      func(w *Writer, lo, hi int, lits []Lit)
	chunk      int // the number of literals of a parity constraint that are written together
	sum        func(w *Writer, lo, hi int, terms []Term)
	apart      map[[2]Lit]bool // the pairs that pairwise has forbidden
	steps      map[*Int][]Lit  // the literals of integers in order encoding
	bits       map[*Int][]Lit  // the binary digits of integers, the lowest first
	room       int             // the number of literals that may still be written
	keepLinear bool            // whether linear constraints are kept instead of written as clauses
}

// Room limits the total number of literals in the clauses of a formula. A process that writes this
// many takes about a gigabyte.
const Room = 1 << 24

// A RoomError is the value with which a Writer panics if it has no room for another clause.
type RoomError struct{ Style string }

func (e RoomError) Error() string {
	return fmt.Sprintf("style %s: the formula would have more than %d literals; try a smaller board or another style", e.Style, Room)
}

// NewWriter returns a Writer that adds clauses to f. Each constraint takes the encoding that the
// style names, or else its default: see Styles. The Writer panics with a RoomError if the formula
// would exceed Room. It calls open before it makes the first variable or clause, so that open can
// make variables of its own. open may be nil.
func NewWriter(f *cnf.Formula, style string, open func()) *Writer {
	w := &Writer{f: f, style: style, open: open, amo: unnamed, room: Room,
		apart: map[[2]Lit]bool{}, steps: map[*Int][]Lit{}, bits: map[*Int][]Lit{}}
	for _, list := range [][]string{CardinalityStyles, XorStyles, SumStyles} {
		s, _ := StyleOf(list[0])
		s.take(w)
	}
	if s, ok := StyleOf(style); ok {
		s.take(w)
	}
	return w
}

// Style returns the name of the style, so that a puzzle can have styles of its own.
func (w *Writer) Style() string { return w.style }

// Linear returns the linear constraints written so far. There are none unless KeepLinear was
// called.
func (w *Writer) Linear() []Linear { return w.linear }

// begin calls open when it is called for the first time.
func (w *Writer) begin() {
	if open := w.open; open != nil {
		w.open = nil
		open()
	}
}

// Or makes an auxiliary variable that is true exactly if one or more of the literals are.
func (w *Writer) Or(lits ...Lit) Lit {
	l := w.Fresh()
	for _, x := range lits {
		w.Add(-x, l)
	}
	w.Add(append([]Lit{-l}, lits...)...)
	return l
}

// Fresh makes a variable.
func (w *Writer) Fresh() Lit {
	w.begin()
	w.f.NumVars++
	return Lit(w.f.NumVars)
}

// Add adds one clause and keeps the slice.
func (w *Writer) Add(clause ...Lit) {
	w.begin()
	w.reserve(len(clause))
	w.room -= len(clause)
	w.f.Add(clause...)
}

// reserve panics if there is no room for n more literals.
func (w *Writer) reserve(n int) {
	if n > w.room {
		panic(RoomError{w.style})
	}
}

// ExactlyOne requires that one literal is true and the others are false.
func (w *Writer) ExactlyOne(lits ...Lit) {
	w.begin()
	if w.keepLinear {
		w.between(1, 1, lits)
		return
	}
	w.Add(slices.Clone(lits)...)
	w.AtMostOne(lits...)
}

// AtMostOne forbids that two of the literals are true, in the encoding that the style names. The
// literals are all different.
func (w *Writer) AtMostOne(lits ...Lit) {
	w.begin()
	if len(lits) > 1 {
		w.amo(w, lits)
	}
}
