package linear

import (
	"context"
	"math/big"
	"slices"
)

// bareiss is the state of an elimination without fractions, which makes the entries below the
// pivots 0. After step k the entries of the lower rows are minors of order k+1 of the matrix. So
// every division by the previous pivot is exact (Sylvester's identity).
//
// For a row that has 0 in the column of the pivot, a step only multiplies the row by the pivot and
// divides it by the previous pivot. This scaling is postponed until the row is used. On a 32x32
// board, few of the 1024 rows have a nonzero entry in the column of a pivot, so this saves nearly
// all the work.
type bareiss struct {
	rows   [][]*big.Int
	scale  []*big.Int // of each row: the pivot up to which the row is scaled
	first  []int      // of each row: the columns before this one are 0
	last   []int      // of each row: the columns from this one on are 0
	cols   int
	pivots []int
	sign   int
	pivot  *big.Int // the last pivot, which is the minor of all pivots up to sign
}

func newBareiss(ctx context.Context, a Matrix) (*bareiss, error) {
	b := &bareiss{cols: a.Cols(), sign: 1, pivot: big.NewInt(1)}
	for _, row := range a {
		entries := make([]*big.Int, len(row))
		for j, v := range row {
			entries[j] = big.NewInt(int64(v))
		}
		first, last := span(row)
		b.rows = append(b.rows, entries)
		b.scale = append(b.scale, b.pivot)
		b.first, b.last = append(b.first, first), append(b.last, last)
	}
	for c := 0; c < b.cols && len(b.pivots) < len(b.rows); c++ {
		if err := b.column(ctx, c); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// column chooses a pivot in column c among the rows without a pivot, and makes the entries below it
// 0. If all entries of these rows are 0 in this column, column does nothing.
func (b *bareiss) column(ctx context.Context, c int) error {
	k := len(b.pivots)
	best := -1
	for i := k; i < len(b.rows); i++ {
		if b.first[i] <= c && c < b.last[i] && b.rows[i][c].Sign() != 0 && (best < 0 || b.last[i] < b.last[best]) {
			best = i // the shortest row makes the fewest new nonzero entries in the others
		}
	}
	if best < 0 {
		return nil
	}
	if best != k {
		b.rows[k], b.rows[best] = b.rows[best], b.rows[k]
		b.scale[k], b.scale[best] = b.scale[best], b.scale[k]
		b.first[k], b.first[best] = b.first[best], b.first[k]
		b.last[k], b.last[best] = b.last[best], b.last[k]
		b.sign = -b.sign
	}
	b.catchUp(k, c)
	top, pivot := b.rows[k], new(big.Int).Set(b.rows[k][c])
	t := new(big.Int)
	for i := k + 1; i < len(b.rows); i++ {
		if c < b.first[i] || c >= b.last[i] || b.rows[i][c].Sign() == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		b.catchUp(i, c)
		row := b.rows[i]
		f := new(big.Int).Set(row[c])
		b.last[i] = max(b.last[i], b.last[k])
		for j := c; j < b.last[i]; j++ {
			row[j].Mul(row[j], pivot)
			row[j].Sub(row[j], t.Mul(f, top[j]))
			row[j].Quo(row[j], b.pivot)
		}
		b.scale[i] = pivot
	}
	b.scale[k] = pivot
	b.pivot = pivot
	b.pivots = append(b.pivots, c)
	return nil
}

func span(row []int) (first, last int) {
	for last = len(row); last > 0 && row[last-1] == 0; last-- {
	}
	for first = 0; first < last && row[first] == 0; first++ {
	}
	return first, last
}

func (b *bareiss) catchUp(i, c int) {
	if b.scale[i] == b.pivot {
		return
	}
	for j := c; j < b.last[i]; j++ {
		x := b.rows[i][j]
		x.Quo(x.Mul(x, b.pivot), b.scale[i])
	}
	b.scale[i] = b.pivot
}

func others(pivots []int, cols int) (free []int) {
	for c := range cols {
		if _, pivot := slices.BinarySearch(pivots, c); !pivot {
			free = append(free, c)
		}
	}
	return free
}

func zeros(n int) []*big.Int {
	x := make([]*big.Int, n)
	for i := range x {
		x[i] = new(big.Int)
	}
	return x
}

// primitive divides the vector x by the greatest common divisor of its entries. It chooses the sign
// so that entry f is positive.
func primitive(x []*big.Int, f int) {
	g := new(big.Int)
	for _, v := range x {
		if v.Sign() != 0 {
			g.GCD(nil, nil, g, new(big.Int).Abs(v))
		}
	}
	if x[f].Sign() < 0 {
		g.Neg(g)
	}
	if g.IsInt64() && g.Int64() == 1 || g.Sign() == 0 {
		return
	}
	for _, v := range x {
		v.Quo(v, g)
	}
}
