package linear

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// A lattice is a set of integer points: all sums of the point at and integer multiples of the
// vectors, at + sum of t[j] vectors[j]. In the free columns of the matrix, the vectors are
// triangular: vector j is positive at the j-th free column and 0 at the free columns before it.
type lattice struct {
	at      []*big.Int
	vectors [][]*big.Int
}

// integers returns the integer solutions of A x = b, or nil if there are none. The matrix A is
// given by its echelon form e. The parameter x0 is one rational solution: its numerators, followed
// by their common denominator. If x0 is nil, b is 0.
//
// Let t be the values of the unknowns at the free columns. For the unknown at each pivot to be an
// integer, t must satisfy a congruence N t = c (mod D). integers starts with the lattice of all
// integer vectors t, and restricts it by one congruence after the other. So the result does not
// depend on which columns are pivots, and if the kernel has no denominators, there is nothing to
// do.
func (e *Echelon) integers(ctx context.Context, x0 []*big.Int) (*lattice, error) {
	n, d := len(e.Pivots)+len(e.Free), len(e.Free)
	whole := x0 == nil || x0[n].BitLen() == 1
	for j, f := range e.Free {
		whole = whole && e.Vectors[j][f].BitLen() == 1
	}
	if whole { // every integer t gives an integer point
		l := &lattice{vectors: slices.Clone(e.Vectors)}
		if x0 != nil {
			l.at = x0[:n]
		}
		return l, nil
	}
	free := &lattice{at: zeros(d), vectors: make([][]*big.Int, d)} // the lattice of t
	for j := range free.vectors {
		free.vectors[j] = zeros(d)
		free.vectors[j][j].SetInt64(1)
	}
	for _, c := range e.Pivots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !free.meet(e.congruence(c, x0)) {
			return nil, nil
		}
	}
	triangular(free.vectors)
	for j, v := range free.vectors { // make the point free.at small by subtracting multiples of the vectors
		take(free.at, new(big.Int).Div(free.at[j], v[j]), v)
	}
	l := &lattice{at: e.point(free.at, x0)}
	for _, v := range free.vectors {
		l.vectors = append(l.vectors, e.point(v, nil))
	}
	return l, nil
}

// A congruence requires that the sum of num[j] t[j] plus rest is 0 modulo den.
type congruence struct {
	num       []*big.Int
	rest, den *big.Int
}

// congruence returns the condition on the free unknowns that makes the unknown at pivot c an
// integer. For the parameter x0, see the method integers.
func (e *Echelon) congruence(c int, x0 []*big.Int) congruence {
	m := congruence{num: make([]*big.Int, len(e.Free)), rest: new(big.Int), den: big.NewInt(1)}
	for j, f := range e.Free {
		if e.Vectors[j][c].Sign() != 0 {
			lcm(m.den, e.Vectors[j][f])
		}
	}
	if x0 != nil {
		n := len(x0) - 1
		lcm(m.den, x0[n])
		m.rest.Quo(m.rest.Mul(x0[c], m.den), x0[n])
	}
	for j, f := range e.Free {
		m.num[j] = new(big.Int).Mul(e.Vectors[j][c], m.den)
		m.num[j].Quo(m.num[j], e.Vectors[j][f])
	}
	return m
}

// meet restricts the lattice to the points that satisfy m, or returns false if there are none.
func (l *lattice) meet(m congruence) bool {
	if m.den.BitLen() == 1 {
		return true
	}
	value := dot(m.num, l.at)
	value.Mod(value.Add(value, m.rest), m.den)
	vector, sum := l.single(m)
	if vector == nil {
		return value.Sign() == 0
	}
	// Find s with sum*s = value modulo den.
	g := new(big.Int).GCD(nil, nil, sum, m.den)
	value, rest := value.QuoRem(value, g, new(big.Int))
	if rest.Sign() != 0 {
		return false
	}
	period := new(big.Int).Quo(m.den, g)
	if period.BitLen() > 1 {
		s := new(big.Int).ModInverse(sum.Quo(sum, g), period)
		take(l.at, s.Mod(s.Mul(s, value), period), vector)
	}
	for _, x := range vector {
		x.Mul(x, period)
	}
	return true
}

// single combines the vectors by Euclid's algorithm. In the end, at most one of them has a scalar
// product with m.num that is not 0 modulo m.den. It returns the vector with such a product, and the
// product, or nil if there is no such vector.
func (l *lattice) single(m congruence) (vector []*big.Int, sum *big.Int) {
	one := -1
	for j := range l.vectors {
		r := dot(m.num, l.vectors[j])
		r.Mod(r, m.den)
		if one < 0 && r.Sign() != 0 {
			one, sum = j, r
			continue
		}
		for r.Sign() != 0 {
			q := new(big.Int).Quo(sum, r)
			sum.Sub(sum, new(big.Int).Mul(q, r))
			take(l.vectors[one], q, l.vectors[j])
			l.vectors[one], l.vectors[j] = l.vectors[j], l.vectors[one]
			sum, r = r, sum
		}
	}
	if one < 0 {
		return nil, nil
	}
	return l.vectors[one], sum
}

func take(v []*big.Int, q *big.Int, w []*big.Int) {
	t := new(big.Int)
	for i := range v {
		if w[i].Sign() != 0 {
			v[i].Sub(v[i], t.Mul(q, w[i]))
		}
	}
}

func lcm(x, y *big.Int) {
	g := new(big.Int).GCD(nil, nil, x, y)
	x.Mul(x, g.Quo(y, g))
}

// point returns the solution whose unknowns at the free columns are t. All entries of this solution
// must be integers. For the parameter x0, see the method integers.
func (e *Echelon) point(t, x0 []*big.Int) []*big.Int {
	n := len(e.Pivots) + len(e.Free)
	x := zeros(n)
	sum, r := new(big.Rat), new(big.Rat)
	for j, f := range e.Free {
		x[f].Set(t[j])
	}
	for _, c := range e.Pivots {
		sum.SetInt64(0)
		if x0 != nil && x0[c].Sign() != 0 {
			sum.SetFrac(x0[c], x0[n])
		}
		for j, f := range e.Free {
			if v := e.Vectors[j][c]; v.Sign() != 0 && t[j].Sign() != 0 {
				r.SetFrac(v, e.Vectors[j][f])
				sum.Add(sum, r.Mul(r, new(big.Rat).SetInt(t[j])))
			}
		}
		if !sum.IsInt() {
			panic("linear: a point of the lattice is not integer")
		}
		x[c].Set(sum.Num())
	}
	return x
}

// triangular brings d linearly independent columns of d entries into Hermite normal form, in place.
// Then column j is 0 before entry j and positive at entry j. Entry j of every earlier column is at
// least 0 and smaller than entry j of column j.
func triangular(columns [][]*big.Int) {
	d := len(columns)
	for i := range d {
		for j := i + 1; j < d; j++ {
			for columns[j][i].Sign() != 0 {
				take(columns[i], new(big.Int).Quo(columns[i][i], columns[j][i]), columns[j])
				columns[i], columns[j] = columns[j], columns[i]
			}
		}
		if columns[i][i].Sign() < 0 {
			for _, v := range columns[i] {
				v.Neg(v)
			}
		}
		for j := range i {
			take(columns[j], new(big.Int).Div(columns[j][i], columns[i][i]), columns[i])
		}
	}
}

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
