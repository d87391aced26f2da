package linear

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// reduceLimit is the largest number of vectors in a basis that Kernel shortens by lattice
// reduction.
const reduceLimit = 64

// Kernel returns a basis of the integer points of the kernel: every such point is an integer
// combination of the vectors. If there are up to 64 vectors, Kernel makes them short by lattice
// reduction; if there are more, it leaves them as the elimination gives them. It sorts the vectors
// by length, the shortest first, and makes the first nonzero entry of each positive. The error is
// ctx.Err().
func (e *Echelon) Kernel(ctx context.Context) ([][]*big.Int, error) {
	l, err := e.integers(ctx, nil)
	if err != nil {
		return nil, err
	}
	for i, v := range l.vectors { // copy, because the vectors may belong to e
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
	slices.SortFunc(l.vectors, func(v, w []*big.Int) int {
		return cmp.Or(dot(v, v).Cmp(dot(w, w)), slices.CompareFunc(w, v, (*big.Int).Cmp))
	})
	return l.vectors, nil
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

// shorten makes the vectors of the basis b short, in place, by the algorithm of Lenstra, Lenstra
// and Lovász (1982) with the factor 3/4.
func shorten(ctx context.Context, b [][]*big.Int) error {
	g := orthogonalize(b)
	for k := 1; k < len(b); {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.reduce(k, k-1)
		if !g.ordered(k) {
			g.exchange(k)
			k = max(1, k-1)
			continue
		}
		for j := k - 2; j >= 0; j-- {
			g.reduce(k, j)
		}
		k++
	}
	return nil
}

// A gramSchmidt is a basis with its orthogonalization, in the integral form of de Weger (Cohen, A
// Course in Computational Algebraic Number Theory, algorithm 2.6.7). d[i+1] is the determinant of
// the scalar products of vectors 0..i. l[k][j] is d[j+1] times the coefficient of vector k along
// the j-th orthogonal vector.
type gramSchmidt struct {
	b [][]*big.Int
	d []*big.Int
	l [][]*big.Int
}

func orthogonalize(b [][]*big.Int) *gramSchmidt {
	n := len(b)
	g := &gramSchmidt{b: b, d: zeros(n + 1), l: make([][]*big.Int, n)}
	d, l := g.d, g.l
	d[0].SetInt64(1)
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
	return g
}

// reduce subtracts a multiple of vector j from vector k, so that the coefficient of vector k along
// the j-th orthogonal vector is at most 1/2 in absolute value.
func (g *gramSchmidt) reduce(k, j int) {
	c, d := g.l[k][j], g.d[j+1]
	if new(big.Int).Lsh(c, 1).CmpAbs(d) <= 0 {
		return
	}
	q := nearestQuotient(c, d)
	take(g.b[k], q, g.b[j])
	take(g.l[k][:j], q, g.l[j])
	c.Sub(c, q.Mul(q, d))
}

// ordered reports whether vectors k-1 and k of the basis satisfy Lovász's condition, in the numbers
// d and l of gramSchmidt: 4 d[k+1] d[k-1] >= 3 d[k]^2 - 4 l[k][k-1]^2.
func (g *gramSchmidt) ordered(k int) bool {
	left := new(big.Int).Mul(g.d[k+1], g.d[k-1])
	square := new(big.Int).Mul(g.l[k][k-1], g.l[k][k-1])
	left.Lsh(left.Add(left, square), 2)
	right := new(big.Int).Mul(g.d[k], g.d[k])
	right.Mul(right, big.NewInt(3))
	return left.Cmp(right) >= 0
}

// exchange swaps vectors k-1 and k, and updates the orthogonalization.
func (g *gramSchmidt) exchange(k int) {
	b, d, l := g.b, g.d, g.l
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

// nearestQuotient returns x/y, rounded to the nearest integer, for positive y.
func nearestQuotient(x, y *big.Int) *big.Int {
	q := new(big.Int).Lsh(x, 1)
	q.Add(q, y)
	return q.Div(q, new(big.Int).Lsh(y, 1))
}
