// Package runlength solves nonograms: it finds 0/1 matrices with given runs of ones in each row and column.
// The lengths of the runs of a line are given in order, and at least one zero separates two runs.
//
//   - Solve completes one line: it finds all cells that the runs and the known cells force. Two passes
//     find the positions in front of which the first j runs fit, and behind which the other runs fit
//     (the dynamic programming of Batenburg and Kosters, Pattern Recognition 42, 2009). A set of
//     positions is stored as the bits of a word. Each run takes a few dozen operations on words, and a
//     line of 40 cells takes about a tenth of a microsecond.
//   - Lines solves all lines until nothing changes: first the changed rows, then the changed columns,
//     and so on. Long searches keep a memo of solved lines.
//   - Probed also tries both values of every open cell (Wu, Sun, Chen, Chen, Kuo, Kang and Lin, "An
//     efficient approach to solving nonograms", IEEE Transactions on Computational Intelligence and AI
//     in Games 5, 2013).
//   - Search lists all solutions. It probes at each node, which also gives the cell to branch on. It
//     undoes changes with a trail, and keeps the branches on a stack.
//   - Forced finds the backbone, the cells that are the same in all solutions. If a cell had the
//     same value in all solutions found so far, it searches for a solution with the other value.
//
// For other solvers, see Wolter, "Survey of Paint-by-Number Puzzle Solvers".
//
// The package does not handle colours or runs of unknown length. It does not count without listing,
// and does not split a board into parts. On problems made from random grids, searching for two
// solutions can take more than two seconds. It takes so long on a third of the 25x25 grids with
// density 0.4, and on most 30x30 grids with densities 0.4 and 0.45. Probed takes up to a minute on
// a 200x200 board on which no cell is known.
package runlength

import (
	"context"
	"fmt"

	"counterproof/native"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 1

// A State says what is known about one cell.
type State = byte

const (
	Unknown State = iota
	Zero
	One
)

// A Problem gives the runs of h rows and w columns. It must not change while a method runs.
type Problem struct {
	Rows, Cols [][]int // by line: the lengths of its runs, each at least 1; empty for a line of zeros
	Known      []State // h*w cells, row-major, or nil if no cell is known
}

func (p *Problem) check() error {
	h, w := len(p.Rows), len(p.Cols)
	for i, lines := range [][][]int{p.Rows, p.Cols} {
		for l, runs := range lines {
			for _, n := range runs {
				if n < 1 {
					return fmt.Errorf("%s %d: want runs of at least 1, got %d", [...]string{"row", "column"}[i], l+1, n)
				}
			}
		}
	}
	if p.Known != nil && len(p.Known) != h*w {
		return fmt.Errorf("want %d known cells, got %d", h*w, len(p.Known))
	}
	for x, s := range p.Known {
		if s > One {
			return fmt.Errorf("cell %d: want a state of at most %d, got %d", x, One, s)
		}
	}
	return nil
}

// slack returns the number of spare cells in a line of n cells: n minus the cells of the runs and
// minus one zero for each pair of neighbouring runs. It is -1 if a run is below 1 or the line too
// short.
func slack(runs []int, n int) int {
	s := n + 1
	for _, run := range runs {
		if run < 1 || run >= s {
			return -1
		}
		s -= run + 1
	}
	return s
}

// Solve completes one line in place: it sets each cell that has the same value in all fillings. A
// filling has the given runs and agrees with the known cells. If there is no filling, or if a run
// is below 1, Solve returns false and leaves the parameter cells unchanged.
func Solve(runs []int, cells []State) bool {
	n := len(cells)
	k := words(n)
	zero, one := make([]uint64, k), make([]uint64, k)
	for i, s := range cells {
		switch s {
		case Zero:
			zero[i/64] |= 1 << (i % 64)
		case One:
			one[i/64] |= 1 << (i % 64)
		}
	}
	ok := false
	if n <= narrow {
		zero[0], one[0], ok = solveNarrow(runs, n, slack(runs, n), zero[0], one[0])
	} else {
		ok = newWide(n).solve(runs, n, slack(runs, n), zero, one)
	}
	if !ok {
		return false
	}
	for i := range cells {
		switch {
		case has(zero, i):
			cells[i] = Zero
		case has(one, i):
			cells[i] = One
		}
	}
	return true
}

// Lines applies Solve to all rows and columns until nothing changes, and returns the states of all
// cells in row-major order. If a line has no filling, the result ok is false and the result cells
// is nil.
func (p *Problem) Lines(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	return p.settled(ctx, st, func(*board) bool { return true })
}

// Probed applies Lines and probes every open cell, until nothing changes. Probing runs Lines with
// each value of the cell. If one value leads to a contradiction, the cell gets the other value. If
// both values lead to the same value of another cell, that cell gets this value. If both values of
// the cell lead to a contradiction, or if a line has no filling, the result ok is false and the
// result cells is nil.
func (p *Problem) Probed(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	return p.settled(ctx, st, func(b *board) bool {
		_, ok := b.probe(0)
		return ok
	})
}

func (p *Problem) settled(ctx context.Context, st *native.Stats, more func(b *board) bool) (cells []State, ok bool, err error) {
	b, err := p.board(ctx, st)
	if err != nil {
		return nil, false, err
	}
	if !b.propagate() || !more(b) {
		return nil, false, b.err
	}
	return b.cells, true, nil
}
