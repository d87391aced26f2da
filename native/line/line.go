// Package line knows the 0/1 matrices whose every row and column holds runs of
// ones of given lengths, in order, with at least one zero between two of them.
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

func (p *Problem) start() ([]State, error) {
	h, w := len(p.Rows), len(p.Cols)
	for i, lines := range [][][]int{p.Rows, p.Cols} {
		for l, runs := range lines {
			for _, n := range runs {
				if n < 1 {
					return nil, fmt.Errorf("%s %d: want runs of at least 1, got %d", [...]string{"row", "column"}[i], l+1, n)
				}
			}
		}
	}
	if p.Known != nil && len(p.Known) != h*w {
		return nil, fmt.Errorf("want %d known cells, got %d", h*w, len(p.Known))
	}
	for _, s := range p.Known {
		if s > One {
			return nil, fmt.Errorf("want states of at most %d, got %d", One, s)
		}
	}
	cells := make([]State, h*w)
	copy(cells, p.Known)
	return cells, nil
}

// Solve completes one line in place: every cell that has one value in all
// fillings with these runs gets it. False: no filling, cells is as it was.
func Solve(runs []int, cells []State) bool {
	n, k := len(cells), len(runs)
	// ahead[j][i]: the first i cells can hold the first j runs; behind[j][i]: the
	// cells from i on can hold the runs from j on. block: run j starts at i, and a
	// zero or the end follows.
	block := func(j, i int) (int, bool) {
		end := i + runs[j]
		if runs[j] < 1 || end > n || end < n && cells[end] == One {
			return 0, false
		}
		for _, s := range cells[i:end] {
			if s == Zero {
				return 0, false
			}
		}
		return min(end+1, n+1), true
	}
	ahead, behind := make([][]bool, k+1), make([][]bool, k+1)
	for j := range k + 1 {
		ahead[j], behind[j] = make([]bool, n+2), make([]bool, n+2)
	}
	ahead[0][0] = true
	for j := range k + 1 {
		for i := range n + 1 {
			if !ahead[j][i] {
				continue
			}
			if i == n || cells[i] != One {
				ahead[j][i+1] = true
			}
			if j < k {
				if next, ok := block(j, i); ok {
					ahead[j+1][next] = true
				}
			}
		}
	}
	if !ahead[k][n+1] {
		return false
	}
	behind[k][n+1] = true
	for j := k; j >= 0; j-- {
		for i := n; i >= 0; i-- {
			if (i == n || cells[i] != One) && behind[j][i+1] {
				behind[j][i] = true
			}
			if j < k {
				if next, ok := block(j, i); ok && behind[j+1][next] {
					behind[j][i] = true
				}
			}
		}
	}
	zero, one := make([]bool, n+1), make([]bool, n+1)
	for j := range k + 1 {
		for i := range n + 1 {
			if !ahead[j][i] {
				continue
			}
			if (i == n || cells[i] != One) && behind[j][i+1] {
				zero[i] = true
			}
			if j < k {
				if next, ok := block(j, i); ok && behind[j+1][next] {
					zero[next-1] = true
					for x := i; x < i+runs[j]; x++ {
						one[x] = true
					}
				}
			}
		}
	}
	for i := range cells {
		switch {
		case !zero[i]:
			cells[i] = One
		case !one[i]:
			cells[i] = Zero
		}
	}
	return true
}

func (p *Problem) lines(ctx context.Context, st *native.Stats, cells []State) (bool, error) {
	h, w := len(p.Rows), len(p.Cols)
	for changed := true; changed; {
		changed = false
		for l := range h + w {
			if err := ctx.Err(); err != nil {
				return false, err
			}
			var runs []int
			var at []int
			if l < h {
				runs = p.Rows[l]
				for c := range w {
					at = append(at, l*w+c)
				}
			} else {
				runs = p.Cols[l-h]
				for r := range h {
					at = append(at, r*w+l-h)
				}
			}
			own := make([]State, len(at))
			for i, x := range at {
				own[i] = cells[x]
			}
			if !Solve(runs, own) {
				return false, nil
			}
			for i, x := range at {
				if cells[x] != own[i] {
					cells[x] = own[i]
					st.Updates++
					changed = true
				}
			}
		}
	}
	return true, nil
}

// Lines is the fixed point of Solve on all rows and columns. ok is false where a
// line has no filling, cells is then nil.
func (p *Problem) Lines(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	if cells, err = p.start(); err != nil {
		return nil, false, err
	}
	if ok, err = p.lines(ctx, st, cells); !ok || err != nil {
		return nil, false, err
	}
	return cells, true, nil
}

// Probed is the fixed point of Lines and of probing every open cell: where one
// value of it leads Lines to a contradiction, it has the other; what both lead
// to holds.
func (p *Problem) Probed(ctx context.Context, st *native.Stats) (cells []State, ok bool, err error) {
	if cells, ok, err = p.Lines(ctx, st); !ok || err != nil {
		return nil, false, err
	}
	for changed := true; changed; {
		changed = false
		for x := range cells {
			if cells[x] != Unknown {
				continue
			}
			var both [2][]State
			for v := range 2 {
				try := append([]State(nil), cells...)
				try[x] = Zero + State(v)
				ok, err := p.lines(ctx, st, try)
				if err != nil {
					return nil, false, err
				}
				if ok {
					both[v] = try
				}
			}
			switch {
			case both[0] == nil && both[1] == nil:
				return nil, false, nil
			case both[0] == nil:
				cells, changed = both[1], true
			case both[1] == nil:
				cells, changed = both[0], true
			default:
				for y := range cells {
					if cells[y] == Unknown && both[0][y] != Unknown && both[0][y] == both[1][y] {
						cells[y], changed = both[0][y], true
					}
				}
			}
		}
		if ok, err := p.lines(ctx, st, cells); !ok || err != nil {
			return nil, false, err
		}
	}
	return cells, true, nil
}

// Search implements native.Solver: the cells of every solution, 0 and 1,
// row-major.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(cells []byte) bool) error {
	cells, err := p.start()
	if err != nil {
		return err
	}
	open := [][]State{cells}
	for len(open) > 0 {
		cells := open[len(open)-1]
		open = open[:len(open)-1]
		st.Nodes++
		ok, err := p.lines(ctx, st, cells)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		x := 0
		for x < len(cells) && cells[x] != Unknown {
			x++
		}
		if x < len(cells) {
			other := append([]State(nil), cells...)
			cells[x], other[x] = Zero, One
			open = append(open, cells, other)
			continue
		}
		for x := range cells {
			cells[x]--
		}
		if !yield(cells) {
			return nil
		}
	}
	return nil
}

// Forced is what all solutions share. solvable is false where there is none,
// cells is then nil.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []State, solvable bool, err error) {
	err = p.Search(ctx, st, func(s []byte) bool {
		if cells == nil {
			cells = make([]State, len(s))
			for x, v := range s {
				cells[x] = Zero + v
			}
			solvable = true
		}
		for x, v := range s {
			if cells[x] != Zero+v {
				cells[x] = Unknown
			}
		}
		return true
	})
	if err != nil {
		return nil, false, err
	}
	return cells, solvable, nil
}
