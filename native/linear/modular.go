package linear

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// primes yields the primes below 2^31 in descending order. Modulo such a prime, the product of two
// residues plus another residue fits into 64 bits.
func primes(yield func(p uint64) bool) {
	for p := uint64(1)<<31 - 1; ; p -= 2 {
		if new(big.Int).SetUint64(p).ProbablyPrime(0) && !yield(p) { // ProbablyPrime is certain below 2^64
			return
		}
	}
}

// residues is a matrix modulo a prime during elimination, with zeros below its pivots.
type residues struct {
	p      uint64
	rows   [][]uint64
	first  []int // of each row: the columns before this one are 0
	last   []int // of each row: the columns from this one on are 0
	cols   int
	pivots []int
	odd    bool // the rows were exchanged an odd number of times
}

func eliminate(ctx context.Context, a Matrix, p uint64) (*residues, error) {
	m := &residues{p: p, cols: a.Cols()}
	all := make([]uint64, len(a)*m.cols)
	for i, row := range a {
		r := all[i*m.cols : (i+1)*m.cols]
		first, last := span(row)
		for j := first; j < last; j++ {
			r[j] = residue(row[j], p)
		}
		m.rows, m.first, m.last = append(m.rows, r), append(m.first, first), append(m.last, last)
	}
	for c := 0; c < m.cols && len(m.pivots) < len(m.rows); c++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m.column(c)
	}
	return m, nil
}

func residue(v int, p uint64) uint64 {
	r := int64(v) % int64(p)
	if r < 0 {
		r += int64(p)
	}
	return uint64(r)
}

// column chooses a pivot in column c among the rows without a pivot, and makes the entries below it
// 0. If all entries of these rows are 0 in this column, column does nothing.
func (m *residues) column(c int) {
	k, p := len(m.pivots), m.p
	best := -1
	for i := k; i < len(m.rows); i++ {
		if m.first[i] <= c && c < m.last[i] && m.rows[i][c] != 0 && (best < 0 || m.last[i] < m.last[best]) {
			best = i // the shortest row makes the fewest new nonzero entries in the others
		}
	}
	if best < 0 {
		return
	}
	m.odd = m.odd != (best != k)
	m.rows[k], m.rows[best] = m.rows[best], m.rows[k]
	m.first[k], m.first[best] = m.first[best], m.first[k]
	m.last[k], m.last[best] = m.last[best], m.last[k]
	m.pivots = append(m.pivots, c)
	inv := power(m.rows[k][c], p-2, p)
	top := m.rows[k][:m.last[k]]
	for i := k + 1; i < len(m.rows); i++ {
		row := m.rows[i]
		if c < m.first[i] || c >= m.last[i] || row[c] == 0 {
			continue
		}
		f := p - row[c]*inv%p
		m.last[i] = max(m.last[i], len(top))
		for j := c; j < len(top); j++ {
			if top[j] != 0 {
				row[j] = (row[j] + f*top[j]) % p
			}
		}
	}
}

// det returns the determinant of a square matrix modulo p.
func (m *residues) det() uint64 {
	if len(m.pivots) < len(m.rows) {
		return 0
	}
	det := uint64(1)
	for k, c := range m.pivots {
		det = det * m.rows[k][c] % m.p
	}
	if m.odd {
		return m.p - det
	}
	return det
}

// kernel returns the vector of the kernel modulo p that is 1 at the free column f and 0 at the
// other free columns. The argument inverses holds the inverses of the pivots.
func (m *residues) kernel(f int, inverses []uint64) []uint64 {
	x := make([]uint64, m.cols)
	x[f] = 1
	for k := len(m.pivots) - 1; k >= 0; k-- {
		c := m.pivots[k]
		if c > f {
			continue
		}
		sum := uint64(0)
		row := m.rows[k]
		for j := c + 1; j < min(m.last[k], f+1); j++ {
			if x[j] != 0 {
				sum = (sum + row[j]*x[j]) % m.p
			}
		}
		x[c] = (m.p - sum) % m.p * inverses[k] % m.p
	}
	return x
}

func power(b, e, p uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = r * b % p
		}
		b = b * b % p
	}
	return r
}

// join returns the integer from 0 to m*p-1 that is x modulo m and v modulo the prime p, which must not
// divide m.
func join(x, m *big.Int, p, v uint64) *big.Int {
	mod := new(big.Int).SetUint64(p)
	inv := power(new(big.Int).Mod(m, mod).Uint64(), p-2, p)
	have := new(big.Int).Mod(x, mod).Uint64()
	k := (v + p - have) % p * inv % p
	y := new(big.Int).SetUint64(k)
	return y.Add(y.Mul(y, m), x)
}

// nearest returns the integer nearest to 0 that is x modulo m.
func nearest(x, m *big.Int) *big.Int {
	if new(big.Int).Lsh(x, 1).Cmp(m) > 0 {
		return new(big.Int).Sub(x, m)
	}
	return x
}

// Reduce eliminates the matrix a modulo primes, and returns its echelon form. If two primes give
// different pivots, the prime with the higher rank is right. If the ranks are equal, the prime whose
// pivots are further left is right. The other prime divides some minor and is dropped. Whenever the
// number of primes has doubled, Reduce reconstructs the kernel from its residues and checks whether
// this kernel is right. The error is ctx.Err().
func Reduce(ctx context.Context, a Matrix) (*Echelon, error) {
	a.valid()
	var pivots, free []int
	var vectors [][]*big.Int // one for each free column, modulo modulus
	var modulus *big.Int
	var count, next int
	for p := range primes {
		m, err := eliminate(ctx, a, p)
		if err != nil {
			return nil, err
		}
		// 1 if only this prime can be right, -1 if only the earlier ones can be right
		order := cmp.Or(cmp.Compare(len(m.pivots), len(pivots)), slices.Compare(pivots, m.pivots))
		if modulus != nil && order < 0 {
			continue
		}
		if modulus == nil || order > 0 {
			pivots, free = m.pivots, others(m.pivots, m.cols)
			vectors = make([][]*big.Int, len(free))
			for i := range vectors {
				vectors[i] = zeros(len(pivots))
			}
			modulus = big.NewInt(1)
			count, next = 0, 1
		}
		if err := m.join(ctx, free, vectors, modulus); err != nil {
			return nil, err
		}
		modulus = new(big.Int).Mul(modulus, new(big.Int).SetUint64(p))
		if count++; count < next {
			continue
		}
		next = 2 * count
		e := &Echelon{Pivots: pivots, Free: free, Vectors: make([][]*big.Int, len(free))}
		if e.reconstruct(ctx, a, vectors, modulus) {
			return e, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	panic("linear: out of primes")
}

// join combines two kernels. The first one has the given vectors, whose entries are known modulo
// modulus. The second one is the kernel of m, modulo the prime of m. Afterwards the vectors are
// known modulo the product of modulus and this prime. There is one vector for each free column,
// with only the entries at the pivots.
func (m *residues) join(ctx context.Context, free []int, vectors [][]*big.Int, modulus *big.Int) error {
	inverses := make([]uint64, len(m.pivots))
	for k, c := range m.pivots {
		inverses[k] = power(m.rows[k][c], m.p-2, m.p)
	}
	for i, f := range free {
		if err := ctx.Err(); err != nil {
			return err
		}
		x := m.kernel(f, inverses)
		for k, c := range m.pivots {
			if x[c] != 0 || vectors[i][k].Sign() != 0 {
				vectors[i][k] = join(vectors[i][k], modulus, m.p, x[c])
			}
		}
	}
	return nil
}

// reconstruct sets e.Vectors to integer vectors that it computes from the residues of the kernel. It
// reports whether all these vectors are really in the kernel of a.
func (e *Echelon) reconstruct(ctx context.Context, a Matrix, vectors [][]*big.Int, modulus *big.Int) bool {
	half := new(big.Int).Sqrt(new(big.Int).Rsh(modulus, 1))
	for i, f := range e.Free {
		if ctx.Err() != nil {
			return false
		}
		v := zeros(len(e.Pivots) + len(e.Free))
		den := big.NewInt(1)
		for k, c := range e.Pivots {
			x := vectors[i][k]
			if x.Sign() == 0 {
				continue
			}
			if den.BitLen() > 1 {
				x = new(big.Int).Mul(x, den)
				x.Mod(x, modulus)
			}
			n := nearest(x, modulus)
			if n.CmpAbs(half) <= 0 {
				v[c].Set(n)
				continue
			}
			n, d := fraction(x, modulus, half)
			if d == nil {
				return false
			}
			for _, earlier := range v {
				earlier.Mul(earlier, d)
			}
			v[c].Set(n)
			if den.Mul(den, d).Cmp(half) > 0 {
				return false
			}
		}
		v[f].Set(den)
		primitive(v, f)
		e.Vectors[i] = v
	}
	return a.annuls(e.Vectors)
}

// fraction returns a fraction n/d that is x modulo m, where |n| and d are at most half, or nil for d
// if there is none. It stops the Euclidean algorithm early (Wang).
func fraction(x, m, half *big.Int) (n, d *big.Int) {
	r0, r1 := new(big.Int).Set(m), new(big.Int).Set(x)
	t0, t1 := new(big.Int), big.NewInt(1)
	for r1.Cmp(half) > 0 {
		q, r := new(big.Int).QuoRem(r0, r1, new(big.Int))
		r0, r1 = r1, r
		t0, t1 = t1, new(big.Int).Sub(t0, q.Mul(q, t1))
	}
	if t1.Sign() < 0 {
		r1.Neg(r1)
		t1.Neg(t1)
	}
	if t1.Sign() == 0 || t1.Cmp(half) > 0 {
		return nil, nil
	}
	return r1, t1
}

// annuls reports whether the vectors are in the kernel of a.
func (a Matrix) annuls(vectors [][]*big.Int) bool {
	sum, t := new(big.Int), new(big.Int)
	for _, row := range a {
		var used []int // the columns of the entries that are not 0
		for j, x := range row {
			if x != 0 {
				used = append(used, j)
			}
		}
		for _, v := range vectors {
			sum.SetInt64(0)
			for _, j := range used {
				if v[j].Sign() != 0 {
					sum.Add(sum, t.Mul(t.SetInt64(int64(row[j])), v[j]))
				}
			}
			if sum.Sign() != 0 {
				return false
			}
		}
	}
	return true
}
