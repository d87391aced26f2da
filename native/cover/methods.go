package cover

import (
	"math/bits"
	"slices"
)

// Methods returns all engines for p, the best for p first. Nothing is compiled
// before a method is first used. The choice depends on p alone: the memo comes
// first where its keys are short, and dancing links come last, as the
// reference.
func Methods(p *Problem) []Method {
	m := &memo{p: p}
	sift := Method{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}}
	tell := Method{Name: "memo", Version: memoVersion, Solver: m, Counter: m}
	dance := Method{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}}
	if narrow(p) {
		return []Method{tell, sift, dance}
	}
	return []Method{sift, tell, dance}
}

// narrow says whether a subproblem in the order of the items depends on few of
// them at any time, for the number of items that there are. Dominoes on n x n
// need n bits of n*n. 25 January needs 30 of 49, and the memo meets few of its
// subproblems twice.
func narrow(p *Problem) bool {
	if p.Validate() != nil {
		return false
	}
	most, n := window(p)
	return 4*most <= n
}

// window goes through the n primary items of a valid problem in order and says
// on how many bits a subproblem depends at most: the items that a choice
// before can have covered, and a choice still to come can hold.
func window(p *Problem) (most, n int) {
	rank := make([]int, len(p.Items)) // of the primary items, from 0
	for i, it := range p.Items {
		if !it.Secondary {
			rank[i] = n
			n++
		}
	}
	// An item is looked at from the first item of one of its options on, to
	// that of another.
	from, to := slices.Repeat([]int{n}, len(p.Items)), make([]int, len(p.Items))
	for _, o := range p.Options {
		first := n
		for _, u := range o {
			if !p.Items[u.Item].Secondary {
				first = min(first, rank[u.Item])
			}
		}
		for _, u := range o {
			from[u.Item] = min(from[u.Item], first)
			to[u.Item] = max(to[u.Item], first)
		}
	}
	change := make([]int, n+1) // of the number of bits that matter
	for i, it := range p.Items {
		if !it.Secondary {
			to[i] = rank[i]
		}
		if from[i] < to[i] {
			width := 1
			if !it.Secondary && it.Hi > 1 {
				width = bits.Len(uint(it.Hi))
			}
			change[from[i]+1] += width
			change[to[i]+1] -= width
		}
	}
	width := 0
	for _, c := range change {
		width += c
		most = max(most, width)
	}
	return most, n
}
