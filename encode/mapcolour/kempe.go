package mapcolour

import (
	"math/bits"
	"slices"

	"counterproof/native/deduce"
)

// escape is the rule of level kempe, of Eppstein, "Any-order puzzle deduction"
// (2023), on whole maps: for every two colours P, a region X within P and another
// region Y, if every way from X to a given region of P, over regions that may
// take a colour of P, goes through Y, then Y takes no third colour.
//
// It is sound where there is one solution. In it the regions of colours P that
// hang together with X, a Kempe chain, hold a given region: otherwise swapping
// the two colours in them made another solution. So a way from X to a given one
// lies in the chain. Its regions may take a colour of P, as they have one; hence
// it goes through Y, and Y has a colour of P.
//
// It is monotone: that X is within P are bits that are false. The ways shrink as
// bits fall, for a region is on none only where both bits of P are false; a rule
// that holds for all ways holds for fewer, and for none. That X may have got
// nearer to a given region, its chain having grown, makes no other ways: they are
// over regions that may take a colour of P, of which those that must are some.
// Once Y is within P nothing is left to conclude, and that the next region on all
// ways is not Y is no matter: it was on them before. So the deduction is an "or",
// over sets of regions that part X from the given ones together with Y, of an
// "and" of false bits. Given colours never change; those that were deduced anchor
// nothing, and whether a chain is anchored need not be kept: then there is a way
// within the chain, no region without is on all ways, and the rule is silent.
//
// Where there is no way at all, every region is on all of them, and the board
// has not one solution: it ends with a region without colours.
//
// The rule does not ask that Y touch the regions that are known to be of X's
// chain, nor does it see that colours alternate along a chain.
func (r *reasoner) escape(s deduce.State, _ []int32, emit deduce.Emit) {
	wanted := r.unanchored(s)
	for _, two := range wanted {
		if r.ctx.Err() != nil {
			return
		}
		r.gates(s, two, emit)
	}
}

// unanchored lists the colours that a region which is not given is within, two
// by two, ascending.
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

// A walk is a search in depth over the regions that may take one of two colours,
// from all given regions of the two at once, as if one more region touched them.
type walk struct {
	number []int32 // in the order of the search, from 1; 0: not reached
	low    []int32 // the least number that can be reached from below without the region above
	within []bool  // this one or one below it is within the two colours
	gates  []link  // a region, and one below it that no given one comes to but through it (in colour)
	next   int32
}

// gates finds for two colours the regions through which all ways go: of the
// search in depth, those under which a region comes to none above it (Tarjan,
// "Depth-first search and linear graph algorithms", 1972).
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
		r.close(s, g.region, g.colour, two, emit)
	}
	for i, left := range s {
		if left != 0 && left&^two == 0 && w.number[i] == 0 { // no way: through all
			for y := range s {
				r.close(s, y, i, two, emit)
			}
		}
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
				w.gates = append(w.gates, link{i, at})
			}
		}
	}
}

// close takes the third colours from a region without which the one at from
// comes to no given region. The sites of the pattern are the chain, first a
// region that touches the gate if there is one, then the wall around what the
// chain can grow into; the clue is the length of the chain.
func (r *reasoner) close(s deduce.State, gate, from int, two uint64, emit deduce.Emit) {
	if s[gate]&^two == 0 {
		return
	}
	within := r.flood([]int{from}, func(at int) bool { return at != gate && s[at]&two != 0 })
	first := none
	for _, at := range within {
		if s[at]&^two == 0 && (first == none || slices.Contains(r.near[gate], at)) {
			if first = at; slices.Contains(r.near[gate], at) {
				break
			}
		}
	}
	chain := r.flood([]int{first}, func(at int) bool { return at != gate && s[at] != 0 && s[at]&^two == 0 })
	sites := slices.Clone(chain)
	inside := make([]bool, len(s))
	for _, at := range within {
		inside[at] = true
	}
	for _, i := range within {
		for _, at := range r.near[i] {
			if at != gate && !inside[at] {
				inside[at] = true
				sites = append(sites, at)
			}
		}
	}
	r.strike(s, []int{gate}, r.all&^two, deduce.Pattern{Sites: sites, Values: two, Clue: len(chain)}, emit)
}

// flood lists the regions that are come to over regions that f is true of, in
// breadth.
func (r *reasoner) flood(list []int, f func(at int) bool) []int {
	seen := make([]bool, len(r.near))
	for _, at := range list {
		seen[at] = true
	}
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

// enclosed are the facts of a Kempe chain: its first region is within the two
// colours, and the wall has neither.
func (r *reasoner) enclosed(st *deduce.Step) []deduce.Bit {
	facts := r.gone(nil, st.Sites[0], r.all&^st.Values)
	for _, at := range st.Sites[st.Clue:] {
		facts = r.gone(facts, at, st.Values)
	}
	return facts
}
