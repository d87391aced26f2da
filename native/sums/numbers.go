package sums

import (
	"math/big"
	"math/bits"
	"slices"
)

// A width is the number of 64-bit words of each number in a list. The lowest word of a number comes first,
// and all arithmetic is modulo 2^(64*width).
type width int

// addProduct adds x*y to the number z.
func addProduct(z, x, y []uint64) {
	for i, a := range x {
		if a == 0 {
			continue
		}
		above := uint64(0)
		for j, b := range y[:len(y)-i] {
			hi, lo := bits.Mul64(a, b)
			lo, carry := bits.Add64(lo, above, 0)
			hi += carry
			z[i+j], carry = bits.Add64(z[i+j], lo, 0)
			above = hi + carry
		}
	}
}

// addAll adds x*a[i] to z[i], for each index i of the list a.
func (w width) addAll(z, a, x []uint64) {
	if w > 1 {
		for i := 0; i < len(a); i += int(w) {
			addProduct(z[i:i+int(w)], x, a[i:i+int(w)])
		}
		return
	}
	z, x0 := z[:len(a)], x[0]
	for i, y := range a {
		z[i] += x0 * y
	}
}

// binomials returns C(n,k) for k = lo..hi.
func (w width) binomials(n, lo, hi int) []uint64 {
	row := make([]uint64, (hi-lo+1)*int(w))
	k := max(lo, 0)
	for c := new(big.Int).Binomial(int64(n), int64(k)); k <= min(hi, n); k++ {
		for i, word := range c.Bits()[:min(int(w), len(c.Bits()))] {
			row[(k-lo)*int(w)+i] = uint64(word)
		}
		c.Quo(c.Mul(c, big.NewInt(int64(n-k))), big.NewInt(int64(k+1)))
	}
	return row
}

// from returns a list from number i on.
func (w width) from(list []uint64, i int32) []uint64 { return list[int(i)*int(w):] }

// at returns number i of a list.
func (w width) at(list []uint64, i int32) []uint64 { return w.from(list, i)[:w] }

// numbers returns a list as integers.
func (w width) numbers(list []uint64) []*big.Int {
	var all []*big.Int
	for words := range slices.Chunk(list, int(w)) {
		z := new(big.Int)
		for _, word := range slices.Backward(words) {
			z.Lsh(z, 64).Or(z, new(big.Int).SetUint64(word))
		}
		all = append(all, z)
	}
	return all
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
