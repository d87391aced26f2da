package mapcolour

import (
	"math/bits"
	"slices"

	"counterproof/native/deduce"
)

// escape is the rule of level kempe, of Eppstein, "Any-order puzzle deduction"
// (2023): for every two colours P, region X within P and other region Y, if every
// way from X to a given region of P, over regions that may take a colour of P,
// goes through Y, then Y takes no third colour.
//
// It is sound where there is one solution. In that, the regions of colours P that
// hang together with X, a Kempe chain, hold a given one: otherwise swapping the
// two colours in them made another solution. A way from X to it in the chain is
// over regions that have a colour of P, and so may take one. It goes through Y, and
// Y has a colour of P.
//
// It is monotone. That X is within P says that bits are false. A region is no part
// of any way if both its bits of P are false; so ways vanish as bits fall, and none
// appears. What is true of all ways is true of those that are left. Hence the
// deduction is triggered by an "or", over the sets of regions that part X from the
// given ones once Y is gone, of an "and" of false bits: the facts. That the chain
// known of X grows makes no way either, as its regions were on the ways before.
// It only moves the place from which people see it: when Y is within P there is
// nothing left to conclude about Y, and the next region on all ways was there
// already.
//
// The givens are those of the board and never change; regions that were deduced
// anchor nothing. Which chains are anchored need not be kept: from an anchored one
// there is a way of regions within P, and on that is no Y that has a third colour.
// Where there is no way at all, every region is on all of them: the board has not
// one solution, and ends with a region without colours.
//
// Y need not touch the regions that are known to be of X's chain. If it had to, the
// rule would solve 721 of 2,000 Unreasonable maps of 20x15n30, and not 737; without
// it none is solved. The rule does not see that colours alternate along a chain.
func (r *reasoner) escape(s deduce.State, _ []int32, emit deduce.Emit) {
	for _, two := range r.unanchored(s) {
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
	gates  []gate
	next   int32
}

// A gate is a region, and one below it from which all ways go through it.
type gate struct{ region, below int }

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
		for y := range s { // there is no way: all go through each
			q := p
			if k := slices.Index(p.Sites[p.Clue:], y); k >= 0 { // it may be of the wall
				k += p.Clue
				q.Sites = slices.Concat(p.Sites[:k], p.Sites[k+1:])
			}
			r.strike(s, []int{y}, r.all&^two, q, emit)
		}
		return // another such region has nothing to add
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

// enclosure is the pattern of a gate. Its sites are the chain, first a region
// that touches the gate if there is one, then the wall around what the chain can
// grow into; its clue is the length of the chain.
func (r *reasoner) enclosure(s deduce.State, g gate, two uint64) deduce.Pattern {
	within := r.flood(g.below, func(at int) bool { return at != g.region && s[at]&two != 0 })
	var near []int // of the gate
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

// flood lists a region and those that it comes to over regions that f is true of,
// in breadth.
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

// enclosed are the facts of a Kempe chain: its first region is within the two
// colours, and the wall has neither.
func (r *reasoner) enclosed(st *deduce.Step) []deduce.Bit {
	facts := r.gone(nil, st.Sites[0], r.all&^st.Values)
	for _, at := range st.Sites[st.Clue:] {
		facts = r.gone(facts, at, st.Values)
	}
	return facts
}
