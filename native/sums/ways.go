package sums

import (
	"math"
	"math/big"
	"math/bits"
)

// A polynomial has the number of ways with least+k ones at k.
type polynomial struct {
	least int
	at    []*big.Int
}

// A tallied part is counted: its patterns by their ones, and for each group those
// of them where one variable of the group is 1.
type tallied struct {
	all   polynomial
	given []polynomial // by group, with the least and the length of all
}

// count counts the patterns between the layers: forward the ways to a state, and
// if given is asked for backward the ways from it. The two meet at each arc
// (Dechter, Artificial Intelligence 113, 1999: all marginals in two passes of
// bucket elimination).
//
// No number on the way is greater than the patterns in all, because every state
// lies on one. If they fit in 63 bits the numbers are plain; if not, all is done
// modulo as many primes as they need: on expert boards primes alone took 2 to 4
// times as long.
func (l *layers) count(m *gauge, given bool) (*tallied, error) {
	w := l.widths()
	n := len(l.order)
	span := int(w.most[n][0]-w.low[n][0]) + 1
	size := l.bits()
	fields := []field{{}}
	if size > 63 {
		fields = primes(int(size/57.9) + 1)
	}
	rows, free := 1, 0
	if given {
		rows += n
		for _, g := range l.part.groups {
			free = max(free, g.hi-g.lo+1)
		}
	}
	bytes := int64(16*free*span + 8*(rows*span)*(len(fields)+1+int(size)/64))
	for i := range w.at {
		bytes += int64(8*w.size[i] + 12*len(w.at[i]))
	}
	if err := m.take(bytes); err != nil {
		return nil, err
	}
	defer func() { m.used -= bytes }()
	residues := make([][]uint64, len(fields))
	for i := range fields {
		residues[i] = make([]uint64, rows*span)
		if err := l.pass(&fields[i], w, m, residues[i], span, given); err != nil {
			return nil, err
		}
	}
	r := newRebuild(fields)
	row := func(i int) polynomial {
		p := polynomial{l.base + int(w.low[n][0]), make([]*big.Int, span)}
		for k := range p.at {
			p.at[k] = r.number(residues, i*span+k)
		}
		return p
	}
	t := &tallied{all: row(0)}
	if given {
		t.given = make([]polynomial, n)
		for i, g := range l.order {
			t.given[g] = row(1 + i)
		}
	}
	return t, nil
}

// widths are the numbers of free ones with which a state can be reached: from low
// to most, and where its numbers begin in the layer's.
type widths struct {
	low, most [][]int32
	at        [][]int32
	size      []int
}

func (l *layers) widths() *widths {
	n := len(l.layer)
	w := &widths{make([][]int32, n), make([][]int32, n), make([][]int32, n), make([]int, n)}
	for i := range l.layer {
		all := len(l.layer[i].lo)
		flat := make([]int32, 3*all)
		w.low[i], w.most[i], w.at[i] = flat[:all:all], flat[all:2*all:2*all], flat[2*all:]
		if i > 0 {
			for j := range all {
				w.low[i][j] = math.MaxInt32
			}
			y := &l.layer[i-1]
			for j, lo := range y.lo {
				for k := y.first[j]; k < y.first[j+1]; k++ {
					t := y.to[k]
					if t < 0 {
						continue
					}
					v := lo + k - y.first[j]
					w.low[i][t] = min(w.low[i][t], w.low[i-1][j]+v)
					w.most[i][t] = max(w.most[i][t], w.most[i-1][j]+v)
				}
			}
		}
		for j := range all {
			w.at[i][j] = int32(w.size[i])
			w.size[i] += int(w.most[i][j]-w.low[i][j]) + 1
		}
	}
	return w
}

// bits bounds the number of patterns: it is below 2^bits.
func (l *layers) bits() float64 {
	now := []float64{1}
	vars := 0.0
	for i, g := range l.order {
		x := &l.part.groups[g]
		vars += float64(len(x.vars))
		y := &l.layer[i]
		next := make([]float64, len(l.layer[i+1].lo))
		ways := make([]float64, x.hi-x.lo+1)
		for v := range ways {
			ways[v] = choose(len(x.vars), x.lo+v)
		}
		for j, lo := range y.lo {
			for k := y.first[j]; k < y.first[j+1]; k++ {
				if t := y.to[k]; t >= 0 {
					next[t] += now[j] * ways[lo+k-y.first[j]]
				}
			}
		}
		now = next
	}
	if bits := math.Log2(now[0]); bits < vars {
		return bits + 0.01 // far more than the rounding
	}
	return vars
}

func choose(n, k int) float64 {
	if n < 50 {
		x := 1.0
		for i := range k {
			x = x * float64(n-i) / float64(i+1)
		}
		return x
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a-b-c) * (1 + 1e-9)
}

// pass counts in one field: out[:span] are the patterns and, if given, the rows
// behind are those of the groups, in their order.
func (l *layers) pass(f *field, w *widths, m *gauge, out []uint64, span int, given bool) error {
	n := len(l.order)
	ways := make([][]uint64, n+1)
	for i := range ways {
		ways[i] = make([]uint64, w.size[i])
	}
	ways[0][0] = 1
	for i, g := range l.order {
		x := &l.part.groups[g]
		row := f.binomials(len(x.vars), x.lo, x.hi)
		y := &l.layer[i]
		for j, lo := range y.lo {
			a := ways[i][w.at[i][j]:][:w.most[i][j]-w.low[i][j]+1]
			for k := y.first[j]; k < y.first[j+1]; k++ {
				t := y.to[k]
				if t < 0 {
					continue
				}
				v := lo + k - y.first[j]
				f.add(ways[i+1][w.at[i+1][t]+w.low[i][j]+v-w.low[i+1][t]:], a, row[v])
			}
			if err := m.spend(int(y.first[j+1]-y.first[j]) * (10 + 2*len(a))); err != nil {
				return err
			}
		}
	}
	copy(out, ways[n])
	if !given {
		return nil
	}
	// Behind state t there are between low[t] and low[t]+len-1 free ones.
	low, at, back := []int32{0}, []int32{0, 1}, []uint64{1}
	least := w.low[n][0]
	var acc []pair
	for i := n - 1; i >= 0; i-- {
		x := &l.part.groups[l.order[i]]
		all := f.binomials(len(x.vars), x.lo, x.hi)
		one := f.binomials(len(x.vars)-1, x.lo-1, x.hi-1)
		y := &l.layer[i]
		states := len(y.lo)
		newLow, newAt := make([]int32, states), make([]int32, states+1)
		for j, lo := range y.lo {
			bottom, top := int32(math.MaxInt32), int32(0)
			for k := y.first[j]; k < y.first[j+1]; k++ {
				if t := y.to[k]; t >= 0 {
					v := lo + k - y.first[j]
					bottom = min(bottom, low[t]+v)
					top = max(top, low[t]+v+at[t+1]-at[t])
				}
			}
			newLow[j] = bottom
			newAt[j+1] = newAt[j] + top - bottom
		}
		newBack := make([]uint64, newAt[states])
		free := x.hi - x.lo + 1
		if cap(acc) < free*span {
			acc = make([]pair, free*span)
		}
		acc = acc[:free*span]
		clear(acc)
		added := 0
		for j, lo := range y.lo {
			a := ways[i][w.at[i][j]:][:w.most[i][j]-w.low[i][j]+1]
			mine := newBack[newAt[j]:newAt[j+1]]
			for k := y.first[j]; k < y.first[j+1]; k++ {
				t := y.to[k]
				if t < 0 {
					continue
				}
				v := lo + k - y.first[j]
				b := back[at[t]:at[t+1]]
				f.add(mine[low[t]+v-newLow[j]:], b, all[v])
				if x.lo+int(v) == 0 {
					continue
				}
				f.meet(acc[int(v)*span+int(w.low[i][j]+v+low[t]-least):], a, b)
				if added += min(len(a), len(b)); added > 1<<11 {
					f.settle(acc)
					added = 0
				}
				if err := m.spend(20 + 2*len(a)*len(b)); err != nil {
					return err
				}
			}
		}
		f.settle(acc)
		row := out[(1+i)*span:][:span]
		for v := range free {
			if x.lo+v == 0 {
				continue
			}
			for k := range row {
				row[k] = f.plus(row[k], f.times(acc[v*span+k].lo, one[v]))
			}
		}
		low, at, back = newLow, newAt, newBack
	}
	return nil
}

// A field is that of a prime p < 2^58, or plain numbers for p = 0.
type field struct{ p uint64 }

type pair struct{ hi, lo uint64 }

func (f *field) plus(a, b uint64) uint64 {
	a += b
	if f.p > 0 && a >= f.p {
		a -= f.p
	}
	return a
}

func (f *field) times(a, b uint64) uint64 {
	if f.p == 0 {
		return a * b
	}
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, f.p)
}

// add adds x times a to z.
func (f *field) add(z, a []uint64, x uint64) {
	z = z[:len(a)]
	switch {
	case f.p == 0 && x == 1:
		for i, y := range a {
			z[i] += y
		}
	case f.p == 0:
		for i, y := range a {
			z[i] += x * y
		}
	case x == 1:
		for i, y := range a {
			y += z[i]
			if y >= f.p {
				y -= f.p
			}
			z[i] = y
		}
	default:
		for i, y := range a {
			z[i] = f.plus(z[i], f.times(x, y))
		}
	}
}

// meet adds the product of a and b to z. In a field at most 2^12 products of
// residues may be in a number of z until it is settled.
func (f *field) meet(z []pair, a, b []uint64) {
	if f.p == 0 {
		for i, x := range a {
			z := z[i:][:len(b)]
			for j, y := range b {
				z[j].lo += x * y
			}
		}
		return
	}
	for i, x := range a {
		z := z[i:][:len(b)]
		for j, y := range b {
			hi, lo := bits.Mul64(x, y)
			var carry uint64
			z[j].lo, carry = bits.Add64(z[j].lo, lo, 0)
			z[j].hi += hi + carry
		}
	}
}

func (f *field) settle(z []pair) {
	if f.p == 0 {
		return
	}
	for i, x := range z {
		z[i] = pair{0, bits.Rem64(x.hi, x.lo, f.p)}
	}
}

// binomials are C(n,k) for k = lo..hi. A plain one that does not fit is 0: it is
// on no arc.
func (f *field) binomials(n, lo, hi int) []uint64 {
	half := []uint64{1} // C(n,k) for k <= n/2
	inverse := []uint64{0, 1}
	for k := 1; k <= min(n/2, hi); k++ {
		x := half[k-1]
		if f.p == 0 {
			above, below := bits.Mul64(x, uint64(n-k+1))
			if above >= uint64(k) {
				break
			}
			x, _ = bits.Div64(above, below, uint64(k))
		} else {
			if k > 1 {
				inverse = append(inverse, f.times(f.p-f.p/uint64(k), inverse[f.p%uint64(k)]))
			}
			x = f.times(f.times(x, uint64(n-k+1)), inverse[k])
		}
		half = append(half, x)
	}
	row := make([]uint64, hi-lo+1)
	for k := max(lo, 0); k <= min(hi, n); k++ {
		if j := min(k, n-k); j < len(half) {
			row[k-lo] = half[j]
		}
	}
	return row
}

// primes are the n greatest primes below 2^58.
func primes(n int) []field {
	var all []field
	for p := uint64(1)<<58 - 27; len(all) < n; p -= 2 {
		if new(big.Int).SetUint64(p).ProbablyPrime(0) { // exact below 2^64
			all = append(all, field{p})
		}
	}
	return all
}

// A rebuild makes numbers from their residues (Garner, IRE Trans. Electronic
// Computers 8, 1959).
type rebuild struct {
	fields  []field
	inverse []uint64 // of the product of the primes before
	digits  []uint64
}

func newRebuild(fields []field) *rebuild {
	r := &rebuild{fields, make([]uint64, len(fields)), make([]uint64, len(fields))}
	if fields[0].p == 0 {
		return r
	}
	for i, f := range fields {
		x := uint64(1)
		for _, g := range fields[:i] {
			x = f.times(x, g.p%f.p)
		}
		r.inverse[i] = new(big.Int).ModInverse(new(big.Int).SetUint64(x), new(big.Int).SetUint64(f.p)).Uint64()
	}
	return r
}

func (r *rebuild) number(residues [][]uint64, at int) *big.Int {
	n := len(r.fields)
	if n == 1 {
		return new(big.Int).SetUint64(residues[0][at])
	}
	for i, f := range r.fields {
		// The digits so far, as a number in this field.
		x := uint64(0)
		for j := i - 1; j >= 0; j-- {
			x = f.plus(f.times(x, r.fields[j].p%f.p), r.digits[j]%f.p)
		}
		r.digits[i] = f.times(f.plus(residues[i][at], f.p-x), r.inverse[i])
	}
	z, t := new(big.Int), new(big.Int)
	for i := n - 1; i >= 0; i-- {
		z.Mul(z, t.SetUint64(r.fields[i].p))
		z.Add(z, t.SetUint64(r.digits[i]))
	}
	return z
}
