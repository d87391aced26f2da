package cover

import (
	"math/bits"
	"slices"
)

// Methods returns all engines for p, the best for p first. Nothing is compiled before a method is
// first used. The choice depends on p alone: the memo comes first where its keys are short.
func Methods(p *Problem) []Method {
	first := "bitset"
	if p.Validate() == nil && measured(p).Narrow() {
		first = "memo"
	}
	return Ordered(p, first)
}

// Ordered returns all engines for p. The engine called first comes first. Dancing links are the
// reference, so they come last otherwise.
func Ordered(p *Problem, first string) []Method {
	m := &memo{p: p}
	all := []Method{
		{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}},
		{Name: "memo", Version: memoVersion, Solver: m, Counter: m},
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
	}
	if i := slices.IndexFunc(all, func(m Method) bool { return m.Name == first }); i > 0 {
		best := all[i]
		copy(all[1:], all[:i])
		all[0] = best
	}
	return all
}

// A Front measures on how many bits a subproblem depends at most, in the order of the items: the
// items that a choice before can have covered, and that a choice still to come can hold. It takes
// one option after the other and needs no names, so no problem has to be built for it.
type Front struct {
	items []Item
	valid bool  // all multiplicities are valid
	n     int   // primary items
	rank  []int // of the primary items, from 0
	// An item matters from the first item of one of its options on, to that of another.
	from, to []int
}

// NewFront returns the front of a problem with the items and without options.
func NewFront(items []Item) *Front {
	f := &Front{items: items, valid: true, rank: make([]int, len(items)), from: make([]int, len(items)), to: make([]int, len(items))}
	for i, it := range items {
		if !it.Secondary {
			f.valid = f.valid && multiplicity(it.Lo, it.Hi) == nil
			f.rank[i] = f.n
			f.n++
		}
	}
	for i := range f.from {
		f.from[i] = f.n
	}
	return f
}

// measured returns the front of a valid problem.
func measured(p *Problem) *Front {
	f := NewFront(p.Items)
	for _, o := range p.Options {
		f.Add(o)
	}
	return f
}

// Add adds an option, which must be valid. It keeps nothing of it.
func (f *Front) Add(o Option) {
	first := f.n
	for _, u := range o {
		if !f.items[u.Item].Secondary {
			first = min(first, f.rank[u.Item])
		}
	}
	for _, u := range o {
		f.from[u.Item] = min(f.from[u.Item], first)
		f.to[u.Item] = max(f.to[u.Item], first)
	}
}

// Narrow reports whether a subproblem depends on few of the items at any time, for the number of
// items that there are. Dominoes on n x n need n bits of n*n. 25 January needs 30 of 49, and the
// memo meets few of its subproblems twice. Another option never makes a front narrow.
func (f *Front) Narrow() bool { return f.valid && 4*f.most() <= f.n }

// most returns the number of bits.
func (f *Front) most() int {
	change := make([]int, f.n+1) // of the number of bits that matter
	for i, it := range f.items {
		from, to, width := f.from[i], f.to[i], 1
		if !it.Secondary {
			to = f.rank[i]
			if it.Hi > 1 {
				width = bits.Len(uint(it.Hi))
			}
		}
		if from < to {
			change[from+1] += width
			change[to+1] -= width
		}
	}
	width, most := 0, 0
	for _, c := range change {
		width += c
		most = max(most, width)
	}
	return most
}
