// Package constraint writes constraints as clauses: at-most-one, cardinality, parity and sums,
// each in several encodings. A Style names one encoding of one kind of constraint.
//
// The package knows variables and literals, but neither puzzles nor solvers.
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
	open   func() // is called before the first variable or clause; nil afterwards

	amo        func(w *Writer, lits []Lit)
	count      func(w *Writer, lo, hi int, lits []Lit)
	chunk      int // literals of a parity written at once
	sum        func(w *Writer, lo, hi int, terms []Term)
	apart      map[[2]Lit]bool // the pairs that pairwise forbade
	steps      map[*Int][]Lit  // order literals
	bits       map[*Int][]Lit  // binary digits, the lowest first
	room       int             // literals that may still be written
	keepLinear bool            // linear constraints are not written as clauses
}

// Room is how many literals the clauses of a formula may have together. A
// process that writes so many takes about a gigabyte.
const Room = 1 << 24

// A RoomError is the panic of a Writer that has no room for another clause.
type RoomError struct{ Style string }

func (e RoomError) Error() string {
	return fmt.Sprintf("style %s: more than %d literals: want a smaller board, or perhaps another style", e.Style, Room)
}

// NewWriter writes into f. Each constraint takes the encoding that the style names, or else its
// default: see Styles. A formula beyond Room panics with a RoomError. The Writer calls open
// before it makes the first variable or clause, so that open can make variables of its own;
// open may be nil.
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

// Style returns the style being written, for a puzzle's own alternatives.
func (w *Writer) Style() string { return w.style }

// Linear returns the linear constraints written so far, of which there are none unless KeepLinear
// was called.
func (w *Writer) Linear() []Linear { return w.linear }

// begin calls open the first time.
func (w *Writer) begin() {
	if open := w.open; open != nil {
		w.open = nil
		open()
	}
}

// Or makes an auxiliary variable that holds exactly if one of the literals does.
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

// ExactlyOne says that one literal is true and the others are false.
func (w *Writer) ExactlyOne(lits ...Lit) {
	w.begin()
	if w.keepLinear {
		w.between(1, 1, lits)
		return
	}
	w.Add(slices.Clone(lits)...)
	w.AtMostOne(lits...)
}

// AtMostOne says that no two of the literals, which are all different, are
// true, in the encoding that the style names.
func (w *Writer) AtMostOne(lits ...Lit) {
	w.begin()
	if len(lits) > 1 {
		w.amo(w, lits)
	}
}
