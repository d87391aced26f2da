package margins

import (
	"fmt"
	"slices"
)

// A Cell is the row and the column of an entry, counted from 0.
type Cell = [2]int

// A chain is a closed walk of rook moves through a matrix. It starts at a 1. Moves within a column
// to a 0 alternate with moves within a row to a 1, and the last move returns to the start. A move
// can pass over entries, but no two moves end at the same entry. If the zeros and ones at the ends
// of the moves are exchanged, no row sum or column sum changes.

// Chain returns a shortest chain in m, which has four cells. If m has no chain, the result nested
// instead holds all rows in a nested order: each row has a 1 wherever the previous row has a 1. A
// matrix with nested rows has no chain, because each move of a chain within a column leads to a row
// with fewer ones. So m is the only matrix with its margins exactly if m has no chain.
func (m *Matrix) Chain() (chain []Cell, nested []int) {
	nested = order(m.Margins().Rows, 1)
	for i := 1; i < m.H; i++ {
		a, b := nested[i-1], nested[i]
		if alone := m.only(a, b); alone >= 0 {
			// Row b has at least as many ones as row a, so row b has a 1 in a column where row a
			// has a 0.
			other := m.only(b, a)
			return []Cell{{a, alone}, {b, alone}, {b, other}, {a, other}}, nil
		}
	}
	return nil, nested
}

func (m *Matrix) only(a, b int) int {
	for c := range m.W {
		if m.At(a, c) > m.At(b, c) {
			return c
		}
	}
	return -1
}

// CheckChain returns nil if the cells, in the given order, form a chain in m. Otherwise its error
// says what is wrong with the first bad move. The error counts rows, columns and cells from 1.
func (m *Matrix) CheckChain(chain []Cell) error {
	seen := map[Cell]int{}
	for i, at := range chain {
		if at[0] < 0 || at[0] >= m.H || at[1] < 0 || at[1] >= m.W {
			return fmt.Errorf("cell %d: row %d, column %d is outside the %dx%d matrix", i+1, at[0]+1, at[1]+1, m.H, m.W)
		}
		if before, ok := seen[at]; ok {
			return fmt.Errorf("cell %d repeats cell %d", i+1, before)
		}
		seen[at] = i + 1
		if want := byte(1 - i%2); m.At(at[0], at[1]) != want {
			return fmt.Errorf("cell %d: want an entry %d, got %d", i+1, want, 1-want)
		}
		if i > 0 && at[i%2] != chain[i-1][i%2] {
			return fmt.Errorf("cell %d is not in the %s of cell %d", i+1, line(i), i)
		}
	}
	if n := len(chain); n < 4 || n%2 > 0 {
		return fmt.Errorf("%d cells: want an even number, 4 or more", n)
	}
	if chain[0][0] != chain[len(chain)-1][0] {
		return fmt.Errorf("cell %d is not in the row of cell 1", len(chain))
	}
	return nil
}

// line returns "row" or "column": move i of a chain, counted from 1, must stay within one such
// line.
func line(i int) string { return [2]string{"row", "column"}[i%2] }

// Swap returns a copy of m in which the zeros and ones on the chain are exchanged. The copy has the
// same margins as m. Swap returns the error of CheckChain if the cells are not a chain.
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

// Chains returns chains in m without common cells. Their cells are those in which m differs from the
// matrix to, which must have the same margins. So the exchange of all chains turns m into it.
func (m *Matrix) Chains(to *Matrix) (chains [][]Cell) {
	left := make([]bool, len(m.Cells))
	for i, v := range m.Cells {
		left[i] = v != to.Cells[i]
	}
	take := func(from, step, n int, v byte) int {
		for i := from; n > 0; i, n = i+step, n-1 {
			if left[i] && m.Cells[i] == v {
				left[i] = false
				return i
			}
		}
		return -1
	}
	// Equal sums mean that each line has as many differing ones as zeros, so no walk ends before it
	// returns to the row of its start.
	for start := take(0, 1, len(left), 1); start >= 0; start = take(0, 1, len(left), 1) {
		chain := []Cell{{start / m.W, start % m.W}}
		for at := start; ; {
			at = take(at%m.W, m.W, m.H, 0)
			chain = append(chain, Cell{at / m.W, at % m.W})
			if at/m.W == start/m.W {
				break
			}
			at = take(at/m.W*m.W, 1, m.W, 1)
			chain = append(chain, Cell{at / m.W, at % m.W})
		}
		chains = append(chains, chain)
	}
	return chains
}
