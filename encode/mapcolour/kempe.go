package mapcolour

import (
	"math/bits"
	"slices"

	"counterproof/native/deduce"
)

// escape implements the rule "kempe chain", from Eppstein, "Any-order puzzle deduction"
// (2023). It takes a pair of colours P, a region X within P and another region, Y, in
// every possible way. It looks at the paths from X to a region with a given colour of P
// that use only regions with a colour of P left. If every such path goes through Y, the
// rule removes the colours outside P from Y and leaves the two in P.
//
// The rule is sound if there is one solution. In this solution, consider the Kempe chain
// of X: the largest connected set that contains X and has only regions with colours of P
// in it. It contains a given region, because otherwise swapping the two colours in it
// would give another solution. So a path from X to that region lies within the chain.
// This path goes through Y, so Y has one of the two colours.
//
// The rule is monotone: if more values are removed, it still finds its conclusions. A
// region that is within P stays within it. A region is on no path once it has lost both
// colours, so removals can only remove paths. If all paths went through Y, all remaining
// paths do. The facts of a step are the removals that put X within the pair and the
// removals that leave no path without the region Y.
//
// More regions may become known to belong to the chain of X. That adds no path, because
// these regions were on paths before. It only changes where a person would look next:
// when Y itself is within P, the next region on all paths follows from Y as well, but it
// already followed from X.
//
// The given regions are the ones of the board and never change. A region whose colour was
// deduced does not count as given. The rule need not record which chains already contain
// a given region. If the chain of X does, a path within P leads from X to that region, so
// no region outside P is on all paths. If there is no path at all, every region counts as
// being on all paths. In that case the board does not have exactly one solution, and the
// deduction ends with a region without colours.
//
// The region Y may be far from the known part of the chain. If the rule required that
// they touch, it would solve 721 instead of 737 of 2,000 Unreasonable maps of 20x15n30.
// Without the rule, none of them is solved. The rule does not use that the two colours
// alternate along a chain.
func (r *reasoner) escape(s deduce.State, _ []int32, emit deduce.Emit) {
	for _, two := range r.unanchored(s) {
		if r.ctx.Err() != nil {
			return
		}
		r.gates(s, two, emit)
	}
}

// unanchored lists, in ascending order, the pairs of colours for which some region
// without a given colour is within the pair.
func (r *reasoner) unanchored(s deduce.State) []uint64 {
	var list []uint64
	for i, left := range s {
		if r.given[i] == none && left != 0 && bits.OnesCount64(left) <= 2 {
			r.pairs(left, func(two uint64) { list = append(list, two) })
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A walk is a depth-first search over the regions that have one of two colours left. It
// starts from all regions with a given colour of the two at once, as if one extra region
// touched them.
type walk struct {
	number []int32 // by region: its position in the search, from 1; 0 if it was not reached
	low    []int32 // by region: the smallest number reachable from its subtree without the region above
	within []bool  // by region: whether its subtree contains a region within the two colours
	gates  []gate
	next   int32
}

// A gate is a region, together with a region below it in the depth-first search. All
// paths from the lower region to given regions go through the gate.
type gate struct{ region, below int }

// gates applies the Kempe chain rule to one pair of colours. It finds the regions through
// which all paths go. In the depth-first search, these are the regions with a subtree
// that reaches no region above them (Tarjan, "Depth-first search and linear graph
// algorithms", 1972).
func (r *reasoner) gates(s deduce.State, two uint64, emit deduce.Emit) {
	w := &r.walk
	if w.number == nil {
		w.number, w.low, w.within = make([]int32, len(s)), make([]int32, len(s)), make([]bool, len(s))
	}
	clear(w.number)
	w.next, w.gates = 0, w.gates[:0]
	for i := range s {
		if w.number[i] == 0 && r.anchor(s, i, two) {
			r.descend(s, i, none, two)
		}
	}
	for _, g := range w.gates {
		if r.ctx.Err() != nil {
			return
		}
		r.strike(s, []int{g.region}, r.all&^two, r.enclosure(s, g, two), emit)
	}
	for i, left := range s {
		if left == 0 || left&^two != 0 || w.number[i] != 0 {
			continue
		}
		p := r.enclosure(s, gate{none, i}, two)
		for y := range s { // there is no path, so all paths go through each region
			q := p
			if k := slices.Index(p.Sites[p.Clue:], y); k >= 0 { // y may be part of the wall
				k += p.Clue
				q.Sites = slices.Concat(p.Sites[:k], p.Sites[k+1:])
			}
			r.strike(s, []int{y}, r.all&^two, q, emit)
		}
		return // another such region would add nothing
	}
}

func (r *reasoner) anchor(s deduce.State, i int, two uint64) bool {
	return r.given[i] != none && two>>r.given[i]&1 == 1 && s[i]&two != 0
}

func (r *reasoner) descend(s deduce.State, i, above int, two uint64) {
	w := &r.walk
	w.next++
	number := w.next
	w.number[i], w.low[i], w.within[i] = number, number, s[i]&^two == 0
	if r.anchor(s, i, two) {
		w.low[i] = 0
	}
	for _, at := range r.near[i] {
		switch {
		case s[at]&two == 0 || at == above:
		case w.number[at] != 0:
			w.low[i] = min(w.low[i], w.number[at])
		default:
			r.descend(s, at, i, two)
			w.low[i] = min(w.low[i], w.low[at])
			w.within[i] = w.within[i] || w.within[at]
			if w.low[at] >= number && w.within[at] && s[i]&^two != 0 {
				w.gates = append(w.gates, gate{i, at})
			}
		}
	}
}

// enclosure returns the pattern that explains why all paths go through a gate, which is
// one region. The first sites of the pattern are the chain: connected regions within the
// two colours. If possible, the chain starts with a region that touches the gate. The
// other sites are the wall. They surround the regions that the chain might still reach.
// The field Clue of the pattern is the length of the chain.
func (r *reasoner) enclosure(s deduce.State, g gate, two uint64) deduce.Pattern {
	within := r.flood(g.below, func(at int) bool { return at != g.region && s[at]&two != 0 })
	var near []int // neighbours of the gate
	if g.region != none {
		near = r.near[g.region]
	}
	first := none
	for _, at := range within {
		touches := slices.Contains(near, at)
		if s[at]&^two == 0 && (first == none || touches) {
			if first = at; touches {
				break
			}
		}
	}
	sites := r.flood(first, func(at int) bool { return at != g.region && s[at] != 0 && s[at]&^two == 0 })
	n := len(sites)
	inside := make([]bool, len(s))
	for _, at := range within {
		inside[at] = true
	}
	for _, i := range within {
		for _, at := range r.near[i] {
			if at != g.region && !inside[at] {
				inside[at] = true
				sites = append(sites, at)
			}
		}
	}
	return deduce.Pattern{Sites: sites, Values: two, Clue: n}
}

// flood lists the region from and the regions that can be reached from it over regions
// for which f is true. The search is breadth first.
func (r *reasoner) flood(from int, f func(at int) bool) []int {
	seen := make([]bool, len(r.near))
	seen[from] = true
	list := []int{from}
	for head := 0; head < len(list); head++ {
		for _, at := range r.near[list[head]] {
			if !seen[at] && f(at) {
				seen[at] = true
				list = append(list, at)
			}
		}
	}
	return list
}

// enclosed returns the facts of a step of the Kempe chain rule. The first region of the
// chain is within the two colours, and the regions of the wall have lost both.
func (r *reasoner) enclosed(st *deduce.Step) []deduce.Bit {
	facts := r.gone(nil, st.Sites[0], r.all&^st.Values)
	for _, at := range st.Sites[st.Clue:] {
		facts = r.gone(facts, at, st.Values)
	}
	return facts
}
