package linear

import (
	"context"
	"math/big"
	"slices"
)

// A lattice is the integer points x = at + Vectors t of an affine space, for all
// integers t. At the free columns the vectors are lower triangular with a
// positive diagonal: vector j is 0 at the free columns before its own.
type lattice struct {
	at      []*big.Int
	vectors [][]*big.Int
}

// integers finds the integer points of the solution set whose echelon form is e
// and whose rational solution is x0 (of one entry more, the denominator), nil
// for 0. It returns nil if there is none.
//
// In the free unknowns t every pivot's row says N t = c modulo D. The lattice of
// the t starts as all integers and takes in one congruence at a time: columns
// are combined by Euclid's algorithm until one alone has a residue that is not
// 0, and that one is multiplied up. So nothing depends on which pivots there
// are, and a board whose kernel has no denominators costs nothing.
func (e *Echelon) integers(ctx context.Context, x0 []*big.Int) (*lattice, error) {
	n, d := len(e.Pivots)+len(e.Free), len(e.Free)
	whole := x0 == nil || x0[n].BitLen() == 1
	for j, f := range e.Free {
		whole = whole && e.Vectors[j][f].BitLen() == 1
	}
	if whole { // every integer t will do
		l := &lattice{vectors: slices.Clone(e.Vectors)}
		if x0 != nil {
			l.at = x0[:n]
		}
		return l, nil
	}
	base := zeros(d) // of t
	columns := make([][]*big.Int, d)
	for j := range columns {
		columns[j] = zeros(d)
		columns[j][j].SetInt64(1)
	}
	t := new(big.Int)
	for _, c := range e.Pivots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// Times den: the row is sum of num[j] t[j] + num0, and den divides it.
		den := big.NewInt(1)
		for j, f := range e.Free {
			if e.Vectors[j][c].Sign() != 0 {
				lcm(den, e.Vectors[j][f])
			}
		}
		if x0 != nil {
			lcm(den, x0[n])
		}
		if den.BitLen() == 1 {
			continue
		}
		num := make([]*big.Int, d)
		for j, f := range e.Free {
			num[j] = new(big.Int).Mul(e.Vectors[j][c], den)
			num[j].Quo(num[j], e.Vectors[j][f])
		}
		value := new(big.Int) // of the row at base
		if x0 != nil {
			value.Quo(value.Mul(x0[c], den), x0[n])
		}
		for j := range num {
			value.Add(value, t.Mul(num[j], base[j]))
		}
		value.Mod(value, den)
		at := make([]*big.Int, d) // of the row along each column
		one := -1
		for j := range columns {
			at[j] = new(big.Int)
			for i := range num {
				at[j].Add(at[j], t.Mul(num[i], columns[j][i]))
			}
			at[j].Mod(at[j], den)
			for at[j].Sign() != 0 {
				if one < 0 {
					one = j
					break
				}
				q := new(big.Int).Quo(at[one], at[j])
				at[one].Sub(at[one], t.Mul(q, at[j]))
				for i := range d {
					columns[one][i].Sub(columns[one][i], t.Mul(q, columns[j][i]))
				}
				columns[one], columns[j] = columns[j], columns[one]
				at[one], at[j] = at[j], at[one]
			}
		}
		if one < 0 {
			if value.Sign() != 0 {
				return nil, nil
			}
			continue
		}
		// value + at[one]*s = 0 modulo den
		g := new(big.Int).GCD(nil, nil, at[one], den)
		if t.Rem(value, g).Sign() != 0 {
			return nil, nil
		}
		period := new(big.Int).Quo(den, g)
		s := new(big.Int)
		if period.BitLen() > 1 {
			s.ModInverse(new(big.Int).Quo(at[one], g), period)
			s.Mul(s, new(big.Int).Quo(value, g))
			s.Neg(s).Mod(s, period)
		}
		for i := range d {
			base[i].Add(base[i], t.Mul(s, columns[one][i]))
			columns[one][i].Mul(columns[one][i], period)
		}
	}
	triangular(columns)
	for j, column := range columns { // base into the period of the columns
		q := new(big.Int).Div(base[j], column[j])
		for i := range d {
			base[i].Sub(base[i], t.Mul(q, column[i]))
		}
	}
	l := &lattice{at: e.point(base, x0)}
	for _, column := range columns {
		l.vectors = append(l.vectors, e.point(column, nil))
	}
	return l, nil
}

func lcm(x, y *big.Int) {
	g := new(big.Int).GCD(nil, nil, x, y)
	x.Mul(x, g.Quo(y, g))
}

// point is the point whose free unknowns are t, which is integer.
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

// triangular brings d independent columns of d entries into Hermite's normal
// form: column j is 0 before entry j, where it is positive, and the entries left
// of that one, in the columns before, are smaller.
func triangular(columns [][]*big.Int) {
	d := len(columns)
	t := new(big.Int)
	take := func(from, what int, q *big.Int) { // from -= q*what
		for i := range d {
			columns[from][i].Sub(columns[from][i], t.Mul(q, columns[what][i]))
		}
	}
	for i := range d {
		for j := i + 1; j < d; j++ {
			for columns[j][i].Sign() != 0 {
				take(i, j, new(big.Int).Quo(columns[i][i], columns[j][i]))
				columns[i], columns[j] = columns[j], columns[i]
			}
		}
		if columns[i][i].Sign() < 0 {
			for _, v := range columns[i] {
				v.Neg(v)
			}
		}
		for j := range i {
			take(j, i, new(big.Int).Div(columns[j][i], columns[i][i]))
		}
	}
}
