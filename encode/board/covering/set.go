package covering

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set is a set of options: bit o%64 of word o/64 stands for option o.
type Set []uint64

// NewSet returns an empty set that has room for n options.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Add adds an option.
func (s Set) Add(o int) { s[o/64] |= 1 << (o % 64) }

// Drop takes an option out.
func (s Set) Drop(o int) { s[o/64] &^= 1 << (o % 64) }

// Has reports whether the set contains an option.
func (s Set) Has(o int) bool { return s[o/64]>>(o%64)&1 == 1 }

// Each yields the options in ascending order.
func (s Set) Each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// And returns the options that are in both sets.
func (s Set) And(other Set) Set {
	both := slices.Clone(s)
	for i := range both {
		both[i] &= other[i]
	}
	return both
}

// Without returns the options of s that are not in the other set.
func (s Set) Without(other Set) Set {
	rest := slices.Clone(s)
	rest.Remove(other)
	return rest
}

// Join adds the options of another set.
func (s Set) Join(other Set) {
	for i := range s {
		s[i] |= other[i]
	}
}

// Remove takes out the options of another set.
func (s Set) Remove(other Set) {
	for i := range s {
		s[i] &^= other[i]
	}
}

// Len returns the number of options.
func (s Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Meets reports whether the sets have a common option.
func (s Set) Meets(other Set) bool {
	for i, word := range s {
		if word&other[i] != 0 {
			return true
		}
	}
	return false
}

// Contains reports whether all options of another set are in s.
func (s Set) Contains(other Set) bool {
	for i, word := range other {
		if word&^s[i] != 0 {
			return false
		}
	}
	return true
}

// few returns the number of options that are in both sets, but at most 2, and one of them.
func (s Set) few(other Set) (n, one int) {
	for i, word := range s {
		if word &= other[i]; word != 0 {
			if n += bits.OnesCount64(word); n > 1 {
				return 2, one
			}
			one = 64*i + bits.TrailingZeros64(word)
		}
	}
	return n, one
}
