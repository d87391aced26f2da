package mapcolour

import (
	"math/bits"

	"counterproof/native/deduce"
)

// A link of a forcing chain is a region and the colour that it must take.
type link struct{ region, colour int }

// forcing is the rule of level hard, a search in breadth from every region within
// two colours for each of them that is ruled out. It looks at the whole map.
//
// A chain may come to a region twice, with both of its colours, which the
// grader's does not: it marks regions and so comes to each by the shortest way
// alone, and as that may change when colours go, it has not the property that a
// trigger remains. To the last state it made no difference on 16,000 maps of
// sgt-map and 59,528 drawn graphs with one solution. Chains come back to their
// first region in neither.
func (r *reasoner) forcing(s deduce.State, _ []int32, emit deduce.Emit) {
	open := r.spread(s)
	for i := range s {
		n := bits.OnesCount64(s[i])
		if n > 2 || open && n != 2 {
			continue
		}
		if r.ctx.Err() != nil {
			return
		}
		r.pairs(s[i], func(two uint64) {
			one, other := bits.TrailingZeros64(two), 63-bits.LeadingZeros64(two)
			r.chain(s, i, one, other, open, emit)
			r.chain(s, i, other, one, open, emit)
		})
	}
}

// spread reports that no region is empty and that every region with one colour
// has taken it from its neighbours, as is so where the level easy has no step.
// Then a chain over such a region concludes nothing new. For where it comes to
// the region over a colour other than the region's, all links after it have lost
// the colour that they are forced from and have one left, and the last of them
// has taken c from its neighbours; where it comes over the region's own colour,
// all links before it have lost their forced one, and the first has c.
func (r *reasoner) spread(s deduce.State) bool {
	for i, left := range s {
		if left&(left-1) != 0 {
			continue
		}
		if left == 0 {
			return false
		}
		for _, at := range r.near[i] {
			if s[at]&left != 0 {
				return false
			}
		}
	}
	return true
}

// chain follows what must be where the region i has not the colour c, and so the
// other one. With open, it passes over regions that have one colour.
func (r *reasoner) chain(s deduce.State, i, c, other int, open bool, emit deduce.Emit) {
	if r.seen == nil {
		r.seen = make([]int32, len(s)*r.colours)
		r.touch = make([]bool, len(s))
	}
	targets := 0
	for _, at := range r.near[i] {
		if s.Has(at, c) {
			r.touch[at] = true
			targets++
		}
	}
	if targets > 0 {
		r.search(s, i, c, other, open, emit)
	}
	for _, at := range r.near[i] {
		r.touch[at] = false
	}
	for _, l := range r.queue {
		r.seen[l.region*r.colours+l.colour] = 0
	}
	r.queue, r.back = r.queue[:0], r.back[:0]
}

func (r *reasoner) search(s deduce.State, i, c, other int, open bool, emit deduce.Emit) {
	visit := func(at, colour, from int) {
		if seen := &r.seen[at*r.colours+colour]; *seen == 0 {
			r.queue = append(r.queue, link{at, colour})
			r.back = append(r.back, int32(from))
			*seen = int32(len(r.queue))
		}
	}
	visit(i, other, -1)
	for head := 0; head < len(r.queue); head++ {
		l := r.queue[head]
		if l.colour == c {
			r.conclude(s, l, head, emit)
		}
		for _, at := range r.near[l.region] {
			left := s[at]
			n := bits.OnesCount64(left)
			switch {
			case n > 2 || at == i:
			case n == 2:
				if left>>l.colour&1 == 1 {
					visit(at, bits.TrailingZeros64(left&^(1<<l.colour)), head)
				}
			case !open:
				left &^= 1 << l.colour
				if left == 0 { // it is within the colour and any other
					left = r.all &^ (1 << l.colour)
				}
				for ; left != 0; left &= left - 1 {
					visit(at, bits.TrailingZeros64(left), head)
				}
			}
		}
	}
}

// conclude takes the colour of a last link from what touches it and the first,
// once a chain.
func (r *reasoner) conclude(s deduce.State, last link, number int, emit deduce.Emit) {
	var p deduce.Pattern
	for _, at := range r.near[last.region] {
		if !r.touch[at] {
			continue
		}
		r.touch[at] = false
		if p.Sites == nil {
			var chain []link
			for k := number; k >= 0; k = int(r.back[k]) {
				chain = append(chain, r.queue[k])
			}
			for k := len(chain) - 1; k >= 0; k-- {
				p.Sites = append(p.Sites, chain[k].region)
			}
			p.Values, p.Clue = 1<<last.colour, len(r.chains)
			r.chains = append(r.chains, chain) // from the last to the first
		}
		emit(at, last.colour, p)
	}
}

// forced are the facts of a forcing chain: each region is within the colour from
// which it is forced and that to which it is.
func (r *reasoner) forced(st *deduce.Step) []deduce.Bit {
	var facts []deduce.Bit
	from := st.Value
	chain := r.chains[st.Clue]
	for k := len(chain) - 1; k >= 0; k-- {
		facts = r.gone(facts, chain[k].region, r.all&^(1<<from|1<<chain[k].colour))
		from = chain[k].colour
	}
	return facts
}
