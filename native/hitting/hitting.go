// Package hitting finds small hitting sets: sets of elements that meet each set of a family.
//
// Within decides whether there is a hitting set of at most k elements. It branches on the elements
// of the set with the fewest open elements. An element that has been tried is closed, so no hitting
// set is tried twice. Two bounds cut branches. First, each of several disjoint sets needs an
// element of its own. Second, count the sets that contain each element: k elements cannot hit more
// sets than the sum of the k largest counts. Greedy finds a hitting set quickly, but not always a
// smallest one.
//
// The decision is NP-complete (Karp, 1972). The package does not reduce a family by dominated
// elements and does not split it into independent parts.
package hitting

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A Family is a family of sets of the numbers 0 to n-1. If one set contains another, the Family
// keeps only the smaller set: a hitting set that meets the smaller set also meets the larger set.
type Family struct {
	n    int
	sets []Set // the smallest first
}

// NewFamily returns the family of the given sets of elements from 0 to n-1. No set may be empty.
func NewFamily(n int, sets [][]int) *Family {
	f := &Family{n: n}
	all := make([]Set, 0, len(sets))
	for _, elements := range sets {
		all = append(all, NewSet(f.n, elements...))
	}
	slices.SortStableFunc(all, func(a, b Set) int { return a.Size() - b.Size() })
	for _, s := range all {
		if !f.contains(s) {
			f.sets = append(f.sets, s)
		}
	}
	return f
}

// Clone returns a family to which sets can be added without changing f.
func (f *Family) Clone() *Family { return &Family{f.n, slices.Clone(f.sets)} }

// contains reports whether s contains a set of the family. Then every hitting set meets s.
func (f *Family) contains(s Set) bool {
	return slices.ContainsFunc(f.sets, func(old Set) bool { return old.Without(s) == 0 })
}

// Add adds a set to the family, unless the new set contains a set that is already in the family.
func (f *Family) Add(elements []int) {
	s := NewSet(f.n, elements...)
	if f.contains(s) {
		return
	}
	f.sets = slices.DeleteFunc(f.sets, func(old Set) bool { return s.Without(old) == 0 })
	at, _ := slices.BinarySearchFunc(f.sets, s.Size()+1, func(old Set, size int) int { return old.Size() - size })
	f.sets = slices.Insert(f.sets, at, s)
}

// Sum returns a digest of the family's sets. It does not depend on the order in which the sets were
// added.
func (f *Family) Sum() [sha256.Size]byte {
	sorted := slices.Clone(f.sets)
	slices.SortStableFunc(sorted, func(a, b Set) int { return slices.Compare(a, b) })
	h := sha256.New()
	for _, s := range sorted {
		_ = binary.Write(h, binary.LittleEndian, []uint64(s))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Hits reports whether each set of the family contains one of the given elements.
func (f *Family) Hits(elements []int) bool {
	chosen := NewSet(f.n, elements...)
	return !slices.ContainsFunc(f.sets, func(s Set) bool { return !s.Meets(chosen) })
}

// Bound returns a lower bound for the size of a hitting set. The bound is the size of a collection
// of disjoint sets of the family, because each of these sets needs an element of its own.
func (f *Family) Bound() int {
	used, n := NewSet(f.n), 0
	for _, s := range f.sets {
		if !s.Meets(used) {
			n++
			used.Join(s)
		}
	}
	return n
}

// Greedy returns a hitting set, sorted, which need not be a smallest one. It starts with the given
// elements. While some set is not met, Greedy adds the element that is in the largest number of
// such sets. If several elements are equal in this, it adds the first of them. Then it drops every
// element that is not needed, even if the caller gave it.
func (f *Family) Greedy(from []int) []int {
	chosen := slices.Clone(from)
	taken := NewSet(f.n, chosen...)
	count := make([]int, f.n)
	for {
		clear(count)
		left := false
		for _, s := range f.sets {
			if s.Meets(taken) {
				continue
			}
			left = true
			for i := range s.All() {
				count[i]++
			}
		}
		if !left {
			break
		}
		best := 0
		for i, n := range count {
			if n > count[best] {
				best = i
			}
		}
		chosen = append(chosen, best)
		taken.Add(best)
	}
	for k := len(chosen) - 1; k >= 0; k-- {
		if less := slices.Delete(slices.Clone(chosen), k, k+1); f.Hits(less) {
			chosen = less
		}
	}
	slices.Sort(chosen)
	return chosen
}

// Within returns a hitting set of at most k elements, sorted. The result ok is false if there is no
// such set. The error is ctx.Err(), or native.ErrLimit if the search took more steps than st.Limit.
// Within adds the nodes of the search to st.Nodes. It adds to st.Updates how many words and
// elements of sets the search has read.
func (f *Family) Within(ctx context.Context, st *native.Stats, k int) (elements []int, ok bool, err error) {
	if err := st.Poll(ctx, 0, 0); err != nil {
		return nil, false, err
	}
	s := &search{Family: f, ctx: ctx, st: st, closed: NewSet(f.n), used: NewSet(f.n), count: make([]int, f.n)}
	ok = s.hit(f.sets, k)
	if s.err != nil || !ok {
		return nil, false, s.err
	}
	slices.Sort(s.chosen)
	return s.chosen, true, nil
}

type search struct {
	*Family
	ctx    context.Context
	st     *native.Stats
	err    error
	closed Set // elements that may not be chosen
	chosen []int
	used   Set     // used by the bound
	count  []int   // used by the bound
	with   []int   // used by the bound: with[n] elements are in exactly n sets
	rest   [][]Set // by number of chosen elements: the memory for the sets that these elements do not meet
}

// hit looks for at most k open elements that meet all sets in the list left. If there are such
// elements, it appends them to s.chosen and returns true.
func (s *search) hit(left []Set, k int) bool {
	s.st.Nodes++
	s.st.Updates++
	if s.st.Nodes%64 == 0 {
		s.err = s.st.Poll(s.ctx, 0, 0)
	}
	if s.err != nil {
		return false
	}
	if len(left) == 0 {
		return true
	}
	branch := s.branch(left, k)
	depth := len(s.chosen)
	if depth == len(s.rest) {
		s.rest = append(s.rest, make([]Set, 0, len(s.sets)))
	}
	var tried []int
	for _, e := range branch {
		rest := s.rest[depth][:0]
		for _, x := range left {
			if !x.Has(e) {
				rest = append(rest, x)
			}
		}
		s.chosen = append(s.chosen, e)
		if s.hit(rest, k-1) {
			return true
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		if s.err != nil {
			return false
		}
		s.closed.Add(e)
		tried = append(tried, e)
	}
	for _, e := range tried {
		s.closed.Remove(e)
	}
	return false
}

// branch chooses the set with the fewest open (not closed) elements, and returns these elements.
// They are sorted by the number of sets that contain them, the largest first. branch returns
// nothing if a bound shows that k elements cannot meet all sets in the list left.
func (s *search) branch(left []Set, k int) []int {
	clear(s.used)
	clear(s.count)
	apart, least := 0, -1
	var fewest Set
	for _, x := range left {
		size, meets := 0, false
		for w, word := range x {
			word &^= s.closed[w]
			size += bits.OnesCount64(word)
			meets = meets || word&s.used[w] != 0
			for ; word != 0; word &= word - 1 {
				s.count[64*w+bits.TrailingZeros64(word)]++
			}
		}
		s.st.Updates += int64(size + len(x))
		if fewest == nil || size < least {
			fewest, least = x, size
		}
		if meets {
			continue
		}
		if apart++; apart > k || size == 0 {
			return nil
		}
		for w, word := range x {
			s.used[w] |= word &^ s.closed[w]
		}
	}
	if !s.reach(len(left), k) {
		return nil
	}
	var elements []int
	for i := range fewest.All() {
		if !s.closed.Has(i) {
			elements = append(elements, i)
		}
	}
	slices.SortStableFunc(elements, func(a, b int) int { return s.count[b] - s.count[a] })
	return elements
}

// reach reports whether k elements may suffice for n sets. It takes the k elements that are in the
// most sets, and adds up the numbers of sets that contain each of them. Then it compares the total
// with n.
func (s *search) reach(n, k int) bool {
	if n <= k {
		return true
	}
	s.with = slices.Grow(s.with[:0], n+1)[:n+1]
	clear(s.with)
	for _, sets := range s.count {
		s.with[sets]++
	}
	for sets := n; sets > 0 && k > 0 && n > 0; sets-- {
		taken := min(k, s.with[sets])
		k -= taken
		n -= taken * sets
	}
	return n <= 0
}

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

// Size returns the number of elements.
func (a Set) Size() int {
	n := 0
	for _, w := range a {
		n += bits.OnesCount64(w)
	}
	return n
}
