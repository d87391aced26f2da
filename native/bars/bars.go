// Package bars finds and counts 0/1 matrices whose ones form straight bars, 1 x k or k x 1. The
// multiset of bar lengths is given, and no two bars touch, not even at a corner. The sums of some
// rows and columns and the contents of some cells may be known. Below, a matrix always means a
// matrix that solves the given problem.
//
// This is the mathematics of Battleships solitaire (CSPLib prob014). Deciding whether such a matrix
// exists is NP-complete (Sevenster, "Battleships as a decision problem", ICGA Journal 27, 2004).
//
//   - Search lists all matrices. It branches on whether a bar lies in one particular place. It
//     prefers the cell or the bar length for which the fewest places are left. Smith ("Constraint
//     programming models for solitaire battleships", 2006) compares models by cells and by bars.
//     The search uses the two models, and passes the conclusions of each model to the other.
//   - Count counts the matrices by listing them, or cell by cell with dynamic programming over states.
//   - Forced finds the cells that are the same in all matrices.
//
// The package does not handle bars that bend or touch, or boards larger than 64x64. The search
// learns nothing from its dead ends. On 30x30 boards with 36 bars, the search might not finish if
// only the sums and at most a tenth of the cells are known. If the sums and a third of the cells
// are known, the search takes thousands of nodes and about ten milliseconds. The cost of counting
// grows with the number of states: a 10x10 board without sums takes a second or two.
package bars

import (
	"errors"
	"fmt"
	"slices"
)

// Version is the version of the algorithms. Increase it when a change can alter the work that they
// report.
const Version = 1

// ErrLimit is the error of Count if the count needs too many states and there are too many matrices
// to list.
var ErrLimit = errors.New("too many matrices and too many states to count them")

// MaxSide is the largest number of rows or columns, because each row and each column is stored in
// one machine word.
const MaxSide = 64

// A Kind says what is known about one cell: its value or, if it is a one, its position within a
// bar.
type Kind byte

const (
	Unknown Kind = iota
	Zero
	One    // part of some bar
	Single // a bar of length 1
	Middle // an inner cell of a bar of length 3 or more, in either direction
	Top    // the upper end of a vertical bar of length 2 or more
	Bottom // the lower end
	Left   // the left end of a horizontal bar of length 2 or more
	Right  // the right end
)

// A Problem asks for the 0/1 matrices of H rows and W columns whose ones form exactly the given
// bars. No two bars touch.
type Problem struct {
	H, W  int    // 1 to MaxSide
	Bars  []int  // lengths of 1 or more, in any order
	Rows  []int  // H sums, -1 if unknown
	Cols  []int  // W sums, -1 if unknown
	Cells []Kind // H*W, row-major; nil if no cell is known
}

// check returns an error if the problem is malformed. Impossible sums and bars are not errors: a
// problem with them has no solution.
func (p *Problem) check() error {
	if p.H < 1 || p.W < 1 || p.H > MaxSide || p.W > MaxSide {
		return fmt.Errorf("want 1 to %d rows and columns, got %dx%d", MaxSide, p.H, p.W)
	}
	if len(p.Rows) != p.H || len(p.Cols) != p.W {
		return fmt.Errorf("want %d row sums and %d column sums, got %d and %d", p.H, p.W, len(p.Rows), len(p.Cols))
	}
	if p.Cells != nil && len(p.Cells) != p.H*p.W {
		return fmt.Errorf("want %d cells, got %d", p.H*p.W, len(p.Cells))
	}
	for _, k := range p.Bars {
		if k < 1 {
			return fmt.Errorf("want bars of length 1 or more, got %d", k)
		}
	}
	for _, sum := range slices.Concat(p.Rows, p.Cols) {
		if sum < -1 {
			return fmt.Errorf("want sums of 0 or more, or -1 for an unknown sum, got %d", sum)
		}
	}
	for _, k := range p.Cells {
		if k > Right {
			return fmt.Errorf("unknown kind of cell: %d", byte(k))
		}
	}
	return nil
}

func (p *Problem) kind(r, c int) Kind {
	if p.Cells == nil {
		return Unknown
	}
	return p.Cells[r*p.W+c]
}

// kindAt returns the kind of the cell with index i of a bar of length n. The bar is vertical if the
// parameter down is true, else horizontal.
func kindAt(n, i int, down bool) Kind {
	switch {
	case n == 1:
		return Single
	case 0 < i && i < n-1:
		return Middle
	case i == 0 && down:
		return Top
	case down:
		return Bottom
	case i == 0:
		return Left
	}
	return Right
}

// allows reports whether the known kinds of cells allow a bar of length k with its first cell in
// row r and column c. The whole bar must lie on the board.
func (p *Problem) allows(r, c, k int, down bool) bool {
	for i := range k {
		if kind := p.kind(r, c); kind != Unknown && kind != One && kind != kindAt(k, i, down) {
			return false
		}
		if down {
			r++
		} else {
			c++
		}
	}
	return true
}
