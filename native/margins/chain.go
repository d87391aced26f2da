package margins

import (
	"cmp"
	"fmt"
	"slices"
)

// A Cell is a row and a column, from 0.
type Cell [2]int

// A chain is a closed walk of rook moves through a matrix that starts at a 1 and
// moves by turns within the column, to a 0, and within the row, to a 1, the last
// move back to the start, and enters no entry twice. It may pass over entries.
// Exchanging its zeros and ones leaves all sums as they are.

// Chain is a shortest chain in m, four cells, and nil for nested; or, if m has no
// chain at all, nil and the rows in an order in which each has a 1 wherever the
// one before it has. In nested rows no chain can close: each move within a
// column leads to a row with fewer ones. So m is the only matrix with its
// margins exactly if there is no chain.
func (m *Matrix) Chain() (chain []Cell, nested []int) {
	sums := m.Margins().Rows
	nested = make([]int, m.H)
	for r := range nested {
		nested[r] = r
	}
	slices.SortStableFunc(nested, func(a, b int) int { return cmp.Compare(sums[a], sums[b]) })
	for i := 1; i < m.H; i++ {
		a, b := nested[i-1], nested[i]
		if alone := m.only(a, b); alone >= 0 {
			// Row b has as many ones, so it has one where a has none.
			other := m.only(b, a)
			return []Cell{{a, alone}, {b, alone}, {b, other}, {a, other}}, nil
		}
	}
	return nil, nested
}

// only is the first column in which row a has a 1 and row b has none, -1 for
// none.
func (m *Matrix) only(a, b int) int {
	for c := range m.W {
		if m.At(a, c) > m.At(b, c) {
			return c
		}
	}
	return -1
}

// CheckChain returns nil if the cells are a chain in m, in order, and else says
// what is wrong with the first move that is none, cells counted from 1.
func (m *Matrix) CheckChain(chain []Cell) error {
	seen := map[Cell]int{}
	for i, at := range chain {
		if at[0] < 0 || at[0] >= m.H || at[1] < 0 || at[1] >= m.W {
			return fmt.Errorf("cell %d: no row %d, column %d in %dx%d", i+1, at[0]+1, at[1]+1, m.H, m.W)
		}
		if before, ok := seen[at]; ok {
			return fmt.Errorf("cell %d is cell %d again", i+1, before)
		}
		seen[at] = i + 1
		if want := byte(1 - i%2); m.At(at[0], at[1]) != want {
			return fmt.Errorf("cell %d: want an entry %d, got %d", i+1, want, 1-want)
		}
		if i > 0 && at[i%2] != chain[i-1][i%2] {
			return fmt.Errorf("cell %d is not in the %s of the one before", i+1, line(i))
		}
	}
	if n := len(chain); n < 4 || n%2 > 0 {
		return fmt.Errorf("%d cells: want an even number from 4", n)
	}
	if chain[0][0] != chain[len(chain)-1][0] {
		return fmt.Errorf("cell %d is not in the row of cell 1", len(chain))
	}
	return nil
}

func line(i int) string { return [2]string{"row", "column"}[i%2] }

// Swap is m with the zeros and ones on the chain exchanged, a matrix with the
// same margins. The error is that of CheckChain.
func (m *Matrix) Swap(chain []Cell) (*Matrix, error) {
	if err := m.CheckChain(chain); err != nil {
		return nil, err
	}
	other := &Matrix{m.H, m.W, slices.Clone(m.Cells)}
	for _, at := range chain {
		other.Cells[at[0]*m.W+at[1]] ^= 1
	}
	return other, nil
}
