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
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
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

type field struct{ word, shift, width uint8 }

func (f field) get(key []uint64) int { return int(key[f.word] >> f.shift & (1<<f.width - 1)) }

func (f field) set(key []uint64, x int) {
	key[f.word] = key[f.word]&^((1<<f.width-1)<<f.shift) | uint64(x)<<f.shift
}

func (p *Problem) transposed() *Problem {
	q := &Problem{H: p.W, W: p.H, Bars: p.Bars, Rows: p.Cols, Cols: p.Rows}
	if p.Cells == nil {
		return q
	}
	turn := [...]Kind{Unknown, Zero, One, Single, Middle, Top: Left, Bottom: Right, Left: Top, Right: Bottom}
	q.Cells = make([]Kind, len(p.Cells))
	for r := range q.H {
		for c := range q.W {
			q.Cells[r*q.W+c] = turn[p.Cells[c*p.W+r]]
		}
	}
	return q
}

// spread estimates the binary logarithm of the number of states that a transfer of this problem
// needs.
func (p *Problem) spread() float64 {
	x := 0.0
	for _, sum := range p.Cols {
		x += 1 + math.Log2(float64(max(sum, 0)+1))
	}
	return x
}

// newTransfer prepares to count the matrices of p with at most the given number of bytes of states.
// It returns nil if the sums contradict the lengths of the bars.
func newTransfer(ctx context.Context, st *native.Stats, p *Problem, memory int) *transfer {
	b := p.board()
	if b == nil {
		return nil
	}
	p = &Problem{H: p.H, W: p.W, Bars: p.Bars, Rows: b.sums[:p.H], Cols: b.sums[p.H:], Cells: p.Cells}
	if q := p.transposed(); q.spread() < p.spread() {
		p = q
	}
	t := &transfer{p: p, ctx: ctx, st: st, memory: memory, lengths: b.lengths, number: b.number}
	bound := big.NewInt(1)
	for i, k := range t.lengths {
		bound.Mul(bound, t.places(k, t.number[i]))
	}
	t.limbs = bound.BitLen()/64 + 1
	t.bound()
	t.layout()
	return t
}

// places finds the cells where a bar of length k can start, and appends them to t.start. It returns
// an upper bound for the number of ways to place up to n such bars.
func (t *transfer) places(k, n int) *big.Int {
	p := t.p
	start := make([]uint8, p.H*p.W)
	all := int64(0)
	for r := range p.H {
		for c := range p.W {
			if c+k <= p.W && p.allows(r, c, k, false) {
				start[r*p.W+c] |= across
				all++
			}
			if k > 1 && r+k <= p.H && p.allows(r, c, k, true) {
				start[r*p.W+c] |= down
				all++
			}
		}
	}
	t.start = append(t.start, start)
	sum, binomial := big.NewInt(1), big.NewInt(1)
	for i := range int64(n) {
		binomial.Mul(binomial, big.NewInt(max(all-i, 0)))
		binomial.Quo(binomial, big.NewInt(i+1))
		sum.Add(sum, binomial)
	}
	return sum
}

func (t *transfer) bound() {
	p := t.p
	t.most = make([][]int, p.H+1)
	t.most[p.H] = make([]int, p.W)
	for r := p.H - 1; r >= 0; r-- {
		t.most[r] = slices.Clone(t.most[r+1])
		for c := range p.W {
			if p.kind(r, c) != Zero && p.Rows[r] != 0 {
				t.most[r][c]++
			}
		}
	}
}

func (t *transfer) layout() {
	word, shift := 0, 0
	add := func(most int) field {
		width := bits.Len(uint(most))
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		f := field{uint8(word), uint8(shift), uint8(width)}
		shift += width
		return f
	}
	longest := 0
	if len(t.lengths) > 0 {
		longest = t.lengths[0]
	}
	sums := false
	for _, sum := range t.p.Cols {
		t.code = append(t.code, add(must+longest-1))
		t.left = append(t.left, add(max(sum, 0)))
		sums = sums || sum >= 0
	}
	t.prev = add(1)
	t.rowLeft = add(max(slices.Max(t.p.Rows), 0))
	t.fleets = 1
	for _, n := range t.number {
		t.stride = append(t.stride, t.fleets)
		t.fleets = min(t.fleets*(n+1), maxFleets)
	}
	// Without column sums, most combinations of remaining bars occur with most values of the other
	// fields. So the key then omits the combination, and each state has one count per combination.
	if !sums && t.fleets <= 1<<12 {
		t.from = make([][]uint32, len(t.lengths))
		for i := range t.fleets {
			for j, n := range t.number {
				if i/t.stride[j]%(n+1) > 0 {
					t.from[j] = append(t.from[j], uint32(i))
				}
			}
		}
	} else {
		t.fleet = add(t.fleets - 1)
	}
	t.words = word + 1
}
