// Package bars is about 0/1 matrices whose ones form straight bars: 1 x k or k x 1,
// of given lengths, each used as often as it is given, no two touching, not even
// at a corner. Sums of rows and columns and single cells may be known.
//
// This is the mathematics of Battleships solitaire (CSPLib prob014). Whether there
// is such a matrix is NP-complete (Sevenster, "Battleships as a decision problem",
// ICGA Journal 27, 2004).
//
//   - All of them, one by one: a search that branches on whether one bar is in one
//     place, those of the scarcest cell or length first. Smith ("Constraint
//     programming models for solitaire battleships", 2006) compares models by
//     cells and by bars; here both are kept, and each draws conclusions for the
//     other.
//   - How many they are: by listing, or cell by cell over states.
//   - Which cells all of them share.
//
// What it does not do: bars that bend or touch, and boards beyond 64x64. The search
// learns nothing from its dead ends: 30x30 with 43 bars and only the sums known,
// or with a tenth of the cells, may find no end; with a third of the cells it takes
// thousands of nodes, some ten milliseconds. Counting grows with the number of
// states: 10x10 with no sums takes a second or two.
package bars

import (
	"errors"
	"fmt"
	"slices"
)

// Version counts the changes to what the package reports as work.
const Version = 1

// ErrLimit says that Count would take too many states and too much listing.
var ErrLimit = errors.New("too many matrices and too many states to count them")

// MaxSide is the most rows, and the most columns: a line is a machine word.
const MaxSide = 64

// A Kind is what is known of a cell.
type Kind byte

const (
	Unknown Kind = iota
	Zero
	One    // of some bar
	Single // a bar of length 1
	Middle // of a bar of length 3 or more, neither end, in either direction
	Top    // the upper end of a bar of length 2 or more that goes on downwards
	Bottom
	Left // the left end of a bar of length 2 or more that goes on to the right
	Right
)

var kindNames = [...]string{"unknown", "zero", "one", "single", "middle", "top", "bottom", "left", "right"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", byte(k))
}

// A Problem asks for matrices of H rows and W columns.
type Problem struct {
	H, W  int    // 1 to MaxSide
	Bars  []int  // lengths from 1, in any order
	Rows  []int  // H sums, -1 where any is right
	Cols  []int  // W sums, -1 where any is right
	Cells []Kind // H*W, row-major; nil: nothing is known
}

// check is an error for what is no problem at all. Sums and bars that cannot be
// are no error, there is only no solution.
func (p *Problem) check() error {
	if p.H < 1 || p.W < 1 || p.H > MaxSide || p.W > MaxSide {
		return fmt.Errorf("want 1 to %d rows and columns, got %dx%d", MaxSide, p.H, p.W)
	}
	if len(p.Rows) != p.H || len(p.Cols) != p.W {
		return fmt.Errorf("want %d sums of rows and %d of columns, got %d and %d", p.H, p.W, len(p.Rows), len(p.Cols))
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
			return fmt.Errorf("want sums from 0, or -1 for any, got %d", sum)
		}
	}
	for _, k := range p.Cells {
		if k > Right {
			return fmt.Errorf("no such kind of cell: %d", byte(k))
		}
	}
	return nil
}

// kind is what is known of a cell.
func (p *Problem) kind(r, c int) Kind {
	if p.Cells == nil {
		return Unknown
	}
	return p.Cells[r*p.W+c]
}

// allows reports whether cell i, counted from 0, of a bar of length n that runs
// across or down may be of the kind.
func (k Kind) allows(n, i int, down bool) bool {
	switch k {
	case Unknown, One:
		return true
	case Single:
		return n == 1
	case Middle:
		return 0 < i && i < n-1
	case Top:
		return down && n > 1 && i == 0
	case Bottom:
		return down && n > 1 && i == n-1
	case Left:
		return !down && n > 1 && i == 0
	case Right:
		return !down && n > 1 && i == n-1
	}
	return false
}

// allows reports whether what is known of its cells allows a bar of length k, whose
// first cell is given and which lies on the board.
func (p *Problem) allows(r, c, k int, down bool) bool {
	for i := range k {
		if !p.kind(r, c).allows(k, i, down) {
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
