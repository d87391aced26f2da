// Package line knows the 0/1 matrices whose every row and column holds runs of
// ones of given lengths, in order, with at least one zero between two of them.
//
//   - A line alone: all cells that its runs and known cells force, by two passes
//     over the positions that the first j runs can end before and the others begin
//     after (the dynamic programming of Batenburg and Kosters, Pattern Recognition
//     42, 2009), a set of positions being bits of a word: a few dozen steps on
//     words for each run, with 40 cells about a tenth of a microsecond.
//   - All lines until nothing is new: rows with news, then columns with news. With
//     a memo of results once there is much to search.
//   - Probing: both values of every open cell (Wu, Sun, Chen, Chen, Kuo, Kang and
//     Lin, "An efficient approach to solving nonograms", IEEE Transactions on
//     Computational Intelligence and AI in Games 5, 2013).
//   - Search: probing at each node, which gives the cell to branch on as well;
//     changes are undone by a trail, branches are on a stack.
//   - The backbone: a search for each value that no solution has shown yet.
//
// Surveys of other solvers: Wolter, "Survey of Paint-by-Number Puzzle Solvers".
//
// What it does not do: colours, runs of unknown length, counting without listing,
// splitting a board into parts. Of random fillings of 25x25 and density 0.4 a third
// takes more than two seconds for two solutions, of 30x30 and densities 0.4 and
// 0.45 most; Probed on 200x200 with nothing known takes up to a minute.
package line

import (
	"context"
	"fmt"

	"counterproof/native"
)

// Version is raised when answers or cost can change.
const Version = 1

// A State is what is known of a cell.
type State = byte

const (
	Unknown State = iota
	Zero
	One
)

// A Problem is the runs of h rows and w columns. It must not change while a
// method runs.
type Problem struct {
	Rows, Cols [][]int // lengths of the runs, each at least 1; none: all zeros
	Known      []State // h*w cells, row-major, or nil: nothing is known
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

// slack is by how many cells n is longer than the runs with one zero between two
// of them, no less than -1.
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

// Solve completes one line in place: every cell that has one value in all
// fillings with these runs gets it. False: no filling, as with a run below 1;
// cells is as it was.
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

// Lines is the fixed point of Solve on all rows and columns. ok is false where a
// line has no filling, cells is then nil.
func (p *Problem) Lines(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	b, err := p.board(ctx, st)
	if err != nil {
		return nil, false, err
	}
	if !b.propagate() {
		return nil, false, b.err
	}
	return b.cells, true, nil
}

// Probed is the fixed point of Lines and of probing every open cell: where one
// value of it leads Lines to a contradiction, it has the other; what both lead
// to holds.
func (p *Problem) Probed(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	b, err := p.board(ctx, st)
	if err != nil {
		return nil, false, err
	}
	if !b.propagate() {
		return nil, false, b.err
	}
	if _, ok := b.probe(0); !ok {
		return nil, false, b.err
	}
	return b.cells, true, nil
}
