package margins

import (
	"fmt"
	"math/big"
	"math/rand/v2"
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

// A Lonesum counts and draws those h x w matrices that are the only matrix with their margins.
// These are the matrices with nested rows (see Matrix.Chain).
//
// Let k be the number of different nonzero rows of such a matrix, and sort these k rows by size.
// All rows then fall into k ordered parts of equal rows, and one more part, possibly empty, for the
// zero rows. The columns fall into parts in the same way, according to the first of the k rows that
// has a 1 in the column. Now add a zero row and a zero column, so that no part is empty. Then h+1
// rows and w+1 columns are each partitioned into k+1 parts. The parts of the rows are ordered, and
// so are the parts of the columns. The part with the added row or column has no place in the order.
// So for each k there are (k!)^2 S(h+1,k+1) S(w+1,k+1) matrices, with Stirling numbers S of the
// second kind. The sum over all k is the poly-Bernoulli number of index -h and degree w (OEIS
// A099594; A048163 for square matrices).
type Lonesum struct {
	h, w     int
	stirling [][]*big.Int // stirling[n][k]: partitions of n elements into k parts
	weights  []*big.Int   // by k: number of matrices
	count    *big.Int
}

// NewLonesum returns the Lonesum of h x w matrices, where h and w must be 0 or more. The number of
// steps that it takes and the number of integers that it stores are proportional to h*w.
func NewLonesum(h, w int) *Lonesum {
	parts := min(h, w) + 1
	l := &Lonesum{h: h, w: w, count: new(big.Int)}
	for n := range max(h, w) + 2 {
		row := make([]*big.Int, parts+1)
		for k := range row {
			switch {
			case n == 0 && k == 0:
				row[k] = big.NewInt(1)
			case n == 0 || k == 0:
				row[k] = new(big.Int)
			default:
				row[k] = new(big.Int).Mul(l.stirling[n-1][k], big.NewInt(int64(k)))
				row[k].Add(row[k], l.stirling[n-1][k-1])
			}
		}
		l.stirling = append(l.stirling, row)
	}
	factorial := big.NewInt(1)
	for k := range parts {
		if k > 0 {
			factorial.Mul(factorial, big.NewInt(int64(k)))
		}
		n := new(big.Int).Mul(factorial, factorial)
		n.Mul(n, l.stirling[h+1][k+1])
		n.Mul(n, l.stirling[w+1][k+1])
		l.weights = append(l.weights, n)
		l.count.Add(l.count, n)
	}
	return l
}

// Draw returns a uniformly random one of the h x w matrices that are the only matrix with their
// margins.
func (l *Lonesum) Draw(rng *rand.Rand) *Matrix {
	k, rest := 0, below(rng, l.count)
	for rest.Cmp(l.weights[k]) >= 0 {
		rest.Sub(rest, l.weights[k])
		k++
	}
	rows, cols := l.partition(rng, l.h, k), l.partition(rng, l.w, k)
	m := NewMatrix(l.h, l.w)
	for r, i := range rows {
		for c, j := range cols {
			if 0 < j && j <= i {
				m.Cells[r*l.w+c] = 1
			}
		}
	}
	return m
}

// partition draws a uniformly random partition of n elements into k ordered parts, numbered from 1,
// and a further part 0, which can be empty. It returns the part of each element. To draw, partition
// adds one more element to part 0, so that no part is empty. There are S(i,j) partitions of i
// elements into j parts. In S(i-1,j-1) of these partitions, the last element is the only one in its
// part.
func (l *Lonesum) partition(rng *rand.Rand, n, k int) []int {
	parts := make([]int, n+1)
	j := k + 1
	for i := n + 1; i > 0; i-- {
		if below(rng, l.stirling[i][j]).Cmp(l.stirling[i-1][j-1]) < 0 {
			j--
			parts[i-1] = j
		} else {
			parts[i-1] = rng.IntN(j)
		}
	}
	name := rng.Perm(k + 1)
	// The part of the added element becomes part 0. The other parts keep their random order.
	zero := name[parts[n]]
	for i := range parts {
		parts[i] = name[parts[i]]
		switch {
		case parts[i] == zero:
			parts[i] = 0
		case parts[i] < zero:
			parts[i]++
		}
	}
	return parts[:n]
}

// below returns a uniformly random integer x with 0 <= x < n. The number n must be positive.
func below(rng *rand.Rand, n *big.Int) *big.Int {
	if n.IsUint64() {
		return new(big.Int).SetUint64(rng.Uint64N(n.Uint64()))
	}
	length := n.BitLen()
	x, word := new(big.Int), new(big.Int)
	for {
		x.SetUint64(0)
		for got := 0; got < length; got += 64 {
			x.Lsh(x, 64)
			x.Or(x, word.SetUint64(rng.Uint64()))
		}
		x.Rsh(x, uint((64-length%64)%64))
		if x.Cmp(n) < 0 {
			return x
		}
	}
}
