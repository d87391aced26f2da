package margins

import (
	"math/big"
	"math/rand/v2"
)

// A Lonesum knows the h x w matrices that are the only ones with their margins:
// those with nested rows. Take the k different rows that are not zero, from the
// smallest. The rows fall into those that are zero, perhaps none, and k parts in
// a row; so do the columns, by the first of the k that has a 1 in them. With a
// row and a column more, both zero, that is a partition of h+1 rows and one of
// w+1 columns into k+1 parts each, and an order of all parts but those of the
// two added lines: (k!)^2 S(h+1,k+1) S(w+1,k+1) matrices. The sum over k is the
// poly-Bernoulli number of index -h and degree w (A099594; squares A048163).
type Lonesum struct {
	h, w     int
	stirling [][]*big.Int // stirling[n][k]: partitions of n elements into k parts
	weights  []*big.Int   // the matrices by k
	count    *big.Int
}

// NewLonesum prepares all h x w matrices, h and w from 0, in time and numbers
// proportional to max(h,w)*min(h,w).
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

// Count is the number of the matrices, which is that of their margins.
func (l *Lonesum) Count() *big.Int { return new(big.Int).Set(l.count) }

// Draw is one of the matrices, each as likely as any other.
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

// partition draws the parts of n elements, each as likely as any other: k of
// them from 1 in an order of their own, and part 0, which may be empty. Element n
// is added, which makes part 0 one like the others: of the partitions of the
// first i into j parts, S(i-1,j-1) have the i-th alone.
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
	// The part of the added element is 0; the others keep their random order.
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

// below draws a number from 0 to n-1; n is above 0.
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
