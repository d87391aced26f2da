package linear

import (
	"context"
	"math/big"
	"slices"
)

// reduceLimit is the number of vectors up to which a kernel is reduced.
const reduceLimit = 64

// Kernel is a basis of the integer points of the kernel of a: every one of them
// is an integer combination. The vectors are short, those of the shortest
// length first, and their first entry that is not 0 is positive; above 64 of
// them they are left as the elimination gives them. The error is ctx.Err().
func Kernel(ctx context.Context, a Matrix) ([][]*big.Int, error) {
	e, err := Reduce(ctx, a)
	if err != nil {
		return nil, err
	}
	return e.Kernel(ctx)
}

// Kernel is Kernel for a matrix that is eliminated already.
func (e *Echelon) Kernel(ctx context.Context) ([][]*big.Int, error) {
	l, err := e.integers(ctx, nil)
	if err != nil {
		return nil, err
	}
	for i, v := range l.vectors { // they may be those of e
		l.vectors[i] = make([]*big.Int, len(v))
		for j, x := range v {
			l.vectors[i][j] = new(big.Int).Set(x)
		}
	}
	if len(l.vectors) <= reduceLimit {
		if err := shorten(ctx, l.vectors); err != nil {
			return nil, err
		}
	}
	for _, v := range l.vectors {
		if i := slices.IndexFunc(v, func(x *big.Int) bool { return x.Sign() != 0 }); v[i].Sign() < 0 {
			for _, x := range v {
				x.Neg(x)
			}
		}
	}
	type measured struct {
		v      []*big.Int
		square *big.Int
	}
	var sorted []measured
	for _, v := range l.vectors {
		sorted = append(sorted, measured{v, dot(v, v)})
	}
	slices.SortFunc(sorted, func(a, b measured) int {
		if c := a.square.Cmp(b.square); c != 0 {
			return c
		}
		return -slices.CompareFunc(a.v, b.v, (*big.Int).Cmp)
	})
	var basis [][]*big.Int
	for _, m := range sorted {
		basis = append(basis, m.v)
	}
	return basis, nil
}

func dot(v, w []*big.Int) *big.Int {
	sum, t := new(big.Int), new(big.Int)
	for i := range v {
		if v[i].Sign() != 0 && w[i].Sign() != 0 {
			sum.Add(sum, t.Mul(v[i], w[i]))
		}
	}
	return sum
}

// shorten reduces a basis in place by the algorithm of Lenstra, Lenstra and
// Lovász (1982) with the factor 3/4, in the integral form of de Weger (Cohen, A
// Course in Computational Algebraic Number Theory, algorithm 2.6.7): d[i+1] is
// the determinant of the products of vectors 0..i, and l[k][j] is d[j+1] times
// the coefficient of vector k along the j-th orthogonal one.
func shorten(ctx context.Context, b [][]*big.Int) error {
	n := len(b)
	if n == 0 {
		return nil
	}
	d := zeros(n + 1)
	d[0].SetInt64(1)
	l := make([][]*big.Int, n)
	for k := range l {
		l[k] = zeros(n)
		for j := 0; j <= k; j++ {
			u := dot(b[k], b[j])
			for i := range j {
				u.Mul(u, d[i+1])
				u.Sub(u, new(big.Int).Mul(l[k][i], l[j][i]))
				u.Quo(u, d[i])
			}
			if j < k {
				l[k][j] = u
			} else {
				d[k+1] = u
			}
		}
	}
	t := new(big.Int)
	reduce := func(k, j int) { // make the coefficient at most 1/2
		if t.Lsh(l[k][j], 1).CmpAbs(d[j+1]) <= 0 {
			return
		}
		q := nearestQuotient(l[k][j], d[j+1])
		for i := range b[k] {
			if b[j][i].Sign() != 0 {
				b[k][i].Sub(b[k][i], t.Mul(q, b[j][i]))
			}
		}
		for i := range j {
			l[k][i].Sub(l[k][i], t.Mul(q, l[j][i]))
		}
		l[k][j].Sub(l[k][j], t.Mul(q, d[j+1]))
	}
	for k := 1; k < n; {
		if err := ctx.Err(); err != nil {
			return err
		}
		reduce(k, k-1)
		// Lovász: 4 d[k+1] d[k-1] >= 3 d[k]^2 - 4 l[k][k-1]^2
		left := new(big.Int).Mul(d[k+1], d[k-1])
		square := new(big.Int).Mul(l[k][k-1], l[k][k-1])
		left.Lsh(left.Add(left, square), 2)
		right := new(big.Int).Mul(d[k], d[k])
		right.Mul(right, big.NewInt(3))
		if left.Cmp(right) < 0 {
			exchange(b, d, l, k)
			k = max(1, k-1)
			continue
		}
		for j := k - 2; j >= 0; j-- {
			reduce(k, j)
		}
		k++
	}
	return nil
}

// exchange swaps vectors k-1 and k.
func exchange(b [][]*big.Int, d []*big.Int, l [][]*big.Int, k int) {
	b[k-1], b[k] = b[k], b[k-1]
	for j := range k - 1 {
		l[k-1][j], l[k][j] = l[k][j], l[k-1][j]
	}
	m := l[k][k-1]
	between := new(big.Int).Mul(d[k-1], d[k+1])
	between.Add(between, new(big.Int).Mul(m, m))
	between.Quo(between, d[k])
	for i := k + 1; i < len(b); i++ {
		old := l[i][k]
		x := new(big.Int).Mul(d[k+1], l[i][k-1])
		x.Sub(x, new(big.Int).Mul(m, old))
		x.Quo(x, d[k])
		y := new(big.Int).Mul(between, old)
		y.Add(y, new(big.Int).Mul(m, x))
		y.Quo(y, d[k+1])
		l[i][k], l[i][k-1] = x, y
	}
	d[k] = between
}

// nearestQuotient is x/y to the nearest integer, for positive y.
func nearestQuotient(x, y *big.Int) *big.Int {
	q := new(big.Int).Lsh(x, 1)
	q.Add(q, y)
	return q.Div(q, new(big.Int).Lsh(y, 1))
}
