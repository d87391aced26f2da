package hitting

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set is a set of small numbers. It contains i if bit i%64 of word i/64 is 1.
type Set []uint64

// NewSet returns a set of the given elements, with room for the numbers 0 to n-1.
func NewSet(n int, elements ...int) Set {
	a := make(Set, (n+63)/64)
	for _, i := range elements {
		a.Add(i)
	}
	return a
}

// Has reports whether the set contains i.
func (a Set) Has(i int) bool { return a[i>>6]>>(i&63)&1 != 0 }

// Add adds i to the set.
func (a Set) Add(i int) { a[i>>6] |= 1 << (i & 63) }

// Remove removes i from the set.
func (a Set) Remove(i int) { a[i>>6] &^= 1 << (i & 63) }

// Join adds all elements of b.
func (a Set) Join(b Set) {
	for w, x := range b {
		a[w] |= x
	}
}

// Drop removes all elements of b.
func (a Set) Drop(b Set) {
	for w, x := range b {
		a[w] &^= x
	}
}

// And returns the elements that are in both sets.
func (a Set) And(b Set) Set {
	both := slices.Clone(a)
	for w, x := range b {
		both[w] &= x
	}
	return both
}

// Minus returns the elements that b lacks.
func (a Set) Minus(b Set) Set {
	rest := slices.Clone(a)
	rest.Drop(b)
	return rest
}

// Meets reports whether the two sets have a common element.
func (a Set) Meets(b Set) bool {
	for w, x := range a {
		if x&b[w] != 0 {
			return true
		}
	}
	return false
}

// All yields the elements in ascending order.
func (a Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range a {
			for ; x != 0; x &= x - 1 {
				if !yield(64*w + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// Without returns the number of elements that b lacks.
func (a Set) Without(b Set) int {
	n := 0
	for w, x := range a {
		n += bits.OnesCount64(x &^ b[w])
	}
	return n
}

func (a Set) size() int {
	n := 0
	for _, w := range a {
		n += bits.OnesCount64(w)
	}
	return n
}
