package deduce

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
)

// Sums finds sums and differences of a few linear equations in which at most one unknown is left. The
// unknowns are the sites with several values left. A sum has each equation at most once. If another
// unknown becomes known, at most one unknown is still left, so such a deduction remains triggered.
type Sums struct {
	Most int      // the largest number of equations in a sum, at most Few
	With [][]Term // by site: the equations that it is in, with its weights there

	equations [][]Term
	binary    bool

	weight []int // by site: its weight in the sum; 0 if it is known
	seen   []int // the unknowns of the equations in the sum; an unknown can occur several times
	sum    []Term
}

// A Term is a site of an equation or an equation of a sum, with its weight. The weights of equations
// are 1 and -1.
type Term struct{ Of, Weight int }

const (
	Few     = 4       // Few is the largest number of equations in a sum.
	maxSums = 1 << 26 // bounds the number of steps of one search among all equations
)

// NewSums returns the Sums of equations with the given number of sites. If there are too many long
// equations to add Few of them, the sums have fewer equations. The parameter binary says that the
// equations are over the field of two elements.
func NewSums(equations [][]Term, sites int, binary bool) *Sums {
	x := &Sums{equations: equations, binary: binary, With: make([][]Term, sites), weight: make([]int, sites)}
	longest := 1
	for i, terms := range equations {
		longest = max(longest, len(terms))
		for _, t := range terms {
			x.With[t.Of] = append(x.With[t.Of], Term{i, t.Weight})
		}
	}
	for work := len(equations); x.Most < Few && work <= maxSums/longest; work *= longest {
		x.Most++
	}
	return x
}

// Find calls found for each sum of up to most equations, one of which has a changed site or no site at
// all. Sums of fewer equations come first. There can be more sums, but only with the same unknown as a
// sum of fewer equations. The slice sum is valid until found returns.
func (x *Sums) Find(s State, changed []int32, most int, found func(sum []Term)) {
	touched := x.Touched(changed)
	for size := 1; size <= min(most, x.Most); size++ {
		for i, is := range touched {
			if is {
				x.add(s, Term{i, 1}, func() { x.grow(s, size, -1, found) })
			}
		}
	}
}

// Touched reports for each equation whether it has a changed site or no site at all.
func (x *Sums) Touched(changed []int32) []bool {
	touched := make([]bool, len(x.equations))
	for i, terms := range x.equations {
		touched[i] = len(terms) == 0
	}
	for _, site := range changed {
		for _, t := range x.With[site] {
			touched[t.Of] = true
		}
	}
	return touched
}

// grow adds equations up to the given size of the sum. Each one cancels the first unknown of the sum
// that is not kept. The parameter kept is -1 as long as no unknown is to stay.
func (x *Sums) grow(s State, size, kept int, found func(sum []Term)) {
	k := slices.IndexFunc(x.seen, func(site int) bool { return x.weight[site] != 0 && site != kept })
	if k < 0 {
		if len(x.sum) == size {
			found(x.sum)
		}
		return
	}
	first := x.seen[k]
	if kept < 0 {
		x.grow(s, size, first, found)
	}
	if len(x.sum) == size {
		return
	}
	for _, t := range x.With[first] {
		if !slices.ContainsFunc(x.sum, func(o Term) bool { return o.Of == t.Of }) {
			sign := 1
			if !x.binary && x.weight[first]*t.Weight > 0 {
				sign = -1
			}
			x.add(s, Term{t.Of, sign}, func() { x.grow(s, size, kept, found) })
		}
	}
}

// add calls do with one more equation in the sum.
func (x *Sums) add(s State, e Term, do func()) {
	n := len(x.seen)
	change := func(sign int) {
		for _, t := range x.equations[e.Of] {
			switch open := s[t.Of]&(s[t.Of]-1) != 0; {
			case open && x.binary:
				x.weight[t.Of] ^= 1
			case open:
				x.weight[t.Of] += sign * t.Weight
			}
			x.seen = append(x.seen, t.Of)
		}
	}
	change(e.Weight)
	x.sum = append(x.sum, e)
	do()
	x.sum = x.sum[:len(x.sum)-1]
	change(-e.Weight)
	x.seen = x.seen[:n]
}

// Add returns a sum of equations, sorted by site, without the sites that cancel.
func (x *Sums) Add(sum []Term) (terms []Term) {
	weights := map[int]int{}
	for _, e := range sum {
		for _, t := range x.equations[e.Of] {
			weights[t.Of] += e.Weight * t.Weight
		}
	}
	for _, site := range slices.Sorted(maps.Keys(weights)) {
		if w := weights[site]; w != 0 && !(x.binary && w%2 == 0) {
			terms = append(terms, Term{site, w})
		}
	}
	return terms
}

// Needed goes back through the steps that follow from a supposition. It returns, in order, the steps
// that are needed to make the goals false, and the facts on which these steps and goals rest, sorted.
// The facts leave out the bits that are supposed to be false.
func Needed(steps []Step, goals []Bit, supposed func(b Bit) bool) (needed []Step, facts []Bit) {
	open := map[Bit]bool{}
	want := func(bits []Bit) {
		for _, b := range bits {
			if !supposed(b) {
				open[b] = true
			}
		}
	}
	want(goals)
	for _, st := range slices.Backward(steps) {
		if open[st.Bit] {
			delete(open, st.Bit)
			needed = append(needed, st)
			want(st.Facts())
		}
	}
	slices.Reverse(needed)
	facts = slices.SortedStableFunc(maps.Keys(open), func(a, b Bit) int { return cmp.Or(a.Site-b.Site, a.Value-b.Value) })
	return needed, facts
}

// Subsets finds sets of up to k rows of a bit matrix that together have at most as many columns as
// rows. If each row needs its own column, such a set takes its columns away from all other rows.
// For each such set, Subsets calls found(set, union): the bits of set are the rows, and the bits of
// union are the columns of these rows.
//
// If rows lose bits later, a new call still takes all columns that were taken before, provided that
// a set with fewer columns than rows takes all columns (see Takes).
//
// Subsets ignores a row whose only column is in no other row, because a set that contains such a
// row takes nothing more than the set without this row. There may be up to 64 rows of up to 64
// columns. The time is proportional to the number of sets of rows that have up to k columns each.
func Subsets(rows []uint64, k int, found func(set, union uint64)) {
	var once, twice uint64
	for _, row := range rows {
		twice |= once & row
		once |= row
	}
	var buffer [64]int
	narrow := buffer[:0]
	for r, row := range rows {
		if bits.OnesCount64(row) <= k && (row&(row-1) != 0 || row&^twice == 0) {
			narrow = append(narrow, r)
		}
	}
	f := subsets{rows, k, found}
	f.grow(narrow, 0, 0, 1)
}

type subsets struct {
	rows  []uint64
	k     int
	found func(set, union uint64)
}

// grow adds one or more rows of the list from to a set, in every possible way. It calls f.found for
// each result that has at most as many columns as rows. The parameter size is the number of rows of
// the set after the first addition.
func (f *subsets) grow(from []int, set, union uint64, size int) {
	for i, r := range from {
		u := union | f.rows[r]
		columns := bits.OnesCount64(u)
		if columns > f.k {
			continue
		}
		if columns <= size {
			f.found(set|1<<r, u)
		}
		if size < f.k {
			f.grow(from[i+1:], set|1<<r, u, size+1)
		}
	}
}

// Takes returns the columns that a set of rows takes from the other rows. These are the columns of
// the set, or all columns if the set has fewer columns than rows.
func Takes(set, union uint64) uint64 {
	if bits.OnesCount64(union) < bits.OnesCount64(set) {
		return 1<<64 - 1
	}
	return union
}
