package sums

import (
	"math/big"
	"math/bits"
	"slices"
)

// A field does arithmetic modulo a prime p < 2^58, or with plain 64-bit numbers if p = 0.
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

// add adds x*a[i] to z[i], for each index i of a.
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

// meet adds the product of the polynomials a and b to z. If the field has a prime, call settle
// before more than 2^12 products have been added to any number of z.
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

// binomials returns C(n,k) for k = lo..hi. If the field has no prime, a binomial that does not fit
// into 64 bits is given as 0. The count never uses it, because fields without a prime serve only
// for counts of up to 63 bits.
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

// primes returns fields for the n largest primes below 2^58.
func primes(n int) []field {
	var all []field
	for p := uint64(1)<<58 - 27; len(all) < n; p -= 2 {
		if new(big.Int).SetUint64(p).ProbablyPrime(0) { // exact below 2^64
			all = append(all, field{p})
		}
	}
	return all
}

// rebuild computes numbers from their residues modulo the primes of the given fields (Garner, IRE
// Trans. Electronic Computers 8, 1959). residues[i] has the residues in fields[i]. A single field
// without a prime is also allowed.
func rebuild(fields []field, residues [][]uint64) []*big.Int {
	inverse := make([]uint64, len(fields)) // by field: the inverse of the product of all previous primes
	for i, f := range fields {
		x := uint64(1)
		for _, g := range fields[:i] {
			x = f.times(x, g.p%f.p)
		}
		inverse[i] = new(big.Int).ModInverse(new(big.Int).SetUint64(x), new(big.Int).SetUint64(f.p)).Uint64()
	}
	digits := make([]uint64, len(fields)) // of a number, with the primes as bases
	numbers := make([]*big.Int, len(residues[0]))
	t := new(big.Int)
	for at := range numbers {
		for i, f := range fields {
			// The digits so far, as a number in this field.
			x := uint64(0)
			for j := i - 1; j >= 0; j-- {
				x = f.plus(f.times(x, fields[j].p%f.p), digits[j]%f.p)
			}
			digits[i] = f.times(f.plus(residues[i][at], f.p-x), inverse[i])
		}
		z := new(big.Int)
		for i, digit := range slices.Backward(digits) {
			z.Mul(z, t.SetUint64(fields[i].p))
			z.Add(z, t.SetUint64(digit))
		}
		numbers[at] = z
	}
	return numbers
}

// A polynomial counts assignments by their number of ones: at[k] is the number of assignments with
// least+k ones.
type polynomial struct {
	least int
	at    []*big.Int
}

func (a polynomial) times(b polynomial) polynomial {
	z := polynomial{a.least + b.least, make([]*big.Int, len(a.at)+len(b.at)-1)}
	for k := range z.at {
		z.at[k] = new(big.Int)
	}
	t := new(big.Int)
	for i, x := range a.at {
		for j, y := range b.at {
			z.at[i+j].Add(z.at[i+j], t.Mul(x, y))
		}
	}
	return z
}

// against returns weights for a second factor of n numbers, given the weights w for the product of
// a and this factor. For every such factor b, b.dot(a.against(w, n)) equals a.times(b).dot(w).
func (a polynomial) against(w []*big.Int, n int) []*big.Int {
	z := make([]*big.Int, n)
	t := new(big.Int)
	for k := range z {
		z[k] = new(big.Int)
		for i, x := range a.at {
			z[k].Add(z[k], t.Mul(x, w[k+i]))
		}
	}
	return z
}

func (a polynomial) dot(w []*big.Int) *big.Int {
	z, t := new(big.Int), new(big.Int)
	for k, x := range a.at {
		if x.Sign() > 0 {
			z.Add(z, t.Mul(x, w[k]))
		}
	}
	return z
}

// A node is the product of the counts of some parts, in a binary tree. An inner node is the product
// of its children left and right, and a leaf holds a single part.
type node struct {
	all         polynomial
	leaf        *tallied
	left, right *node
}

func grow(parts []*tallied) *node {
	switch len(parts) {
	case 0:
		return &node{all: polynomial{0, []*big.Int{big.NewInt(1)}}}
	case 1:
		return &node{all: parts[0].all, leaf: parts[0]}
	}
	n := &node{left: grow(parts[:len(parts)/2]), right: grow(parts[len(parts)/2:])}
	n.all = n.left.all.times(n.right.all)
	return n
}

// spread calls visit with each part below n, in order, and the weights of the part: w[k] is the
// number of ways to assign all other variables if the part has least+k ones.
func (n *node) spread(w []*big.Int, visit func(*tallied, []*big.Int)) {
	if n.leaf != nil {
		visit(n.leaf, w)
	}
	if n.left != nil {
		n.left.spread(n.right.all.against(w, len(n.left.all.at)), visit)
		n.right.spread(n.left.all.against(w, len(n.right.all.at)), visit)
	}
}
