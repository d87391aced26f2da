package sums

import "math/big"

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
