package margins

import (
	"math/big"
	"math/rand/v2"
)

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
