package cover

import (
	"math/bits"
	"slices"
)

// Methods returns all engines for p, in the order of Ordered. The engine that suits p best comes
// first: memo if p has a narrow front (see Front), else bitset. An engine prepares its data
// structures only when it is first used.
func Methods(p *Problem) []Method {
	first := "bitset"
	if p.Validate() == nil && measured(p).Narrow() {
		first = "memo"
	}
	return Ordered(p, first)
}

// Ordered returns all engines for p. The engine that the parameter first names comes first. Dancing
// links, the reference for the other engines, come after the others unless the parameter first names
// them, and before the dictionaries, which are the slowest.
func Ordered(p *Problem, first string) []Method {
	m := &memo{p: p}
	all := []Method{
		{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}},
		{Name: "memo", Version: memoVersion, Solver: m, Counter: m},
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
		{Name: "dictionary", Version: dictionaryVersion, Solver: &dictionary{p: p}},
	}
	if i := slices.IndexFunc(all, func(m Method) bool { return m.Name == first }); i > 0 {
		best := all[i]
		copy(all[1:], all[:i])
		all[0] = best
	}
	return all
}

// A Front measures how many bits describe a subproblem when the items are covered in order. An item
// has such bits if it is in options of earlier choices and in options of later choices. Callers
// pass the options to Add one by one, so they need not build a Problem.
type Front struct {
	items []Item
	valid bool  // all multiplicities are valid
	n     int   // primary items
	rank  []int // of each primary item, from 0
	// The options are chosen in the order of their first items. Item i matters between from[i] and
	// to[i], the lowest and the highest rank of a first item of its options. For a primary item,
	// the method most replaces to[i] by the rank of the item.
	from, to []int
}

// NewFront returns the front of a problem that has the given items and no options yet.
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

func measured(p *Problem) *Front {
	f := NewFront(p.Items)
	for _, o := range p.Options {
		f.Add(o)
	}
	return f
}

// Add adds an option, which must be valid, to the problem that f measures. Add does not keep a
// reference to the option.
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

// Narrow reports whether at most n/4 bits describe every subproblem, where n is the number of
// primary items. Dominoes on an n x n board need n bits for n*n items, so their front is narrow for
// n >= 4. The calendar puzzle of 25 January needs 30 bits for 49 items, and memo meets few of its
// subproblems twice. Adding an option never makes a wide front narrow.
func (f *Front) Narrow() bool { return f.valid && 4*f.most() <= f.n }

func (f *Front) most() int {
	change := make([]int, f.n+1) // the change of the number of bits that matter, at each rank
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
