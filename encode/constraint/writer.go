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

// Lit is a literal of a formula. It is the same type as cnf.Lit.
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
	apart      [][][]Lit // by literal: the lists with it that pairwise has written
	marks      []int     // by literal: the last mark that pairwise gave it
	mark       int
	memory     []Lit          // for the next clauses of pairwise
	steps      map[*Int][]Lit // the literals of integers in order encoding
	bits       map[*Int][]Lit // the binary digits of integers, the lowest first
	most       int            // the largest number of literals
	room       int            // the number of literals that may still be written
	over       func() error   // called from time to time, unless it is nil
	clauses    int            // the number of clauses
	keepLinear bool           // whether linear constraints are kept instead of written as clauses
}

// Room is the largest total number of literals in the clauses of a formula. A process that writes
// this many literals takes about a gigabyte of memory.
const Room = 1 << 24

// A RoomError is the value with which a Writer panics when a formula would have more literals than
// allowed.
type RoomError struct {
	Style string
	Most  int // the allowed number of literals
}

func (e RoomError) Error() string {
	return fmt.Sprintf("style %s: the formula would have more than %d literals; try a smaller board or another style", e.Style, e.Most)
}

// An EndError is the value with which a Writer panics when the function given to Bound returns an
// error.
type EndError struct{ Err error }

// Try calls the function write, which uses a Writer. If the Writer panics with a RoomError or an
// EndError, Try returns the RoomError or the error in the EndError.
func Try(write func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case RoomError:
			err = r
		case EndError:
			err = r.Err
		default:
			panic(r)
		}
	}()
	write()
	return nil
}

// perLook is the number of clauses after which a Writer calls the function given to Bound again.
const perLook = 1 << 12

// NewWriter returns a Writer that adds clauses to f. If the style is the name of an encoding, the
// Writer uses this encoding for its kind of constraint. All other kinds of constraints take their
// defaults; see Styles. The Writer panics with a RoomError if the formula would have more than Room
// literals. If the function open is not nil, the Writer calls open before the first variable or
// clause. So the function open can make variables of its own first.
func NewWriter(f *cnf.Formula, style string, open func()) *Writer {
	w := &Writer{f: f, style: style, open: open, amo: unnamed, most: Room, room: Room,
		steps: map[*Int][]Lit{}, bits: map[*Int][]Lit{}}
	for _, list := range [][]string{CardinalityStyles, XorStyles, SumStyles} {
		s, _ := StyleOf(list[0])
		s.take(w)
	}
	if s, ok := StyleOf(style); ok {
		s.take(w)
	}
	return w
}

// Bound limits the formula to the given number of literals; 0 means Room, which is also the largest
// possible limit. While the Writer adds clauses, it calls the function over from time to time. If
// this function returns an error, the Writer panics with an EndError. Bound must be called before
// the first clause.
func (w *Writer) Bound(most int, over func() error) {
	if most > 0 {
		w.most = min(most, Room)
	}
	w.room, w.over = w.most, over
}

// Style returns the name of the style. A puzzle with its own styles chooses clauses by this name.
func (w *Writer) Style() string { return w.style }

// Linear returns the linear constraints collected so far. Without a call of KeepLinear, the list is
// empty.
func (w *Writer) Linear() []Linear { return w.linear }

func (w *Writer) begin() {
	if open := w.open; open != nil {
		w.open = nil
		open()
	}
}

// Or makes an auxiliary variable that is true exactly if at least one of the literals is true.
func (w *Writer) Or(lits ...Lit) Lit {
	l := w.Fresh()
	for _, x := range lits {
		w.Add(-x, l)
	}
	w.Add(append([]Lit{-l}, lits...)...)
	return l
}

// Fresh makes a new variable and returns its positive literal.
func (w *Writer) Fresh() Lit {
	w.begin()
	w.f.NumVars++
	return Lit(w.f.NumVars)
}

// Add adds one clause to the formula. The formula keeps the slice, so the caller must not change
// it.
func (w *Writer) Add(clause ...Lit) {
	w.begin()
	w.reserve(len(clause))
	w.room -= len(clause)
	w.f.Add(clause...)
	if w.clauses++; w.clauses%perLook == 0 && w.over != nil {
		if err := w.over(); err != nil {
			panic(EndError{err})
		}
	}
}

// reserve panics with a RoomError if the formula cannot take n more literals.
func (w *Writer) reserve(n int) {
	if n > w.room {
		panic(RoomError{w.style, w.most})
	}
}

// ExactlyOne requires that exactly one of the literals is true.
func (w *Writer) ExactlyOne(lits ...Lit) {
	w.begin()
	if w.keepLinear {
		w.weigh(1, 1, units(lits))
		return
	}
	w.Add(slices.Clone(lits)...)
	w.AtMostOne(lits...)
}

// AtMostOne requires that at most one of the literals is true, in the encoding that the style
// names. The literals must all be different.
func (w *Writer) AtMostOne(lits ...Lit) {
	w.begin()
	if len(lits) > 1 {
		w.amo(w, lits)
	}
}
