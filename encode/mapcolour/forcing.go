package mapcolour

import (
	"math/bits"

	"counterproof/native/deduce"
)

// A link of a forcing chain is a region and the colour that it is forced to take.
type link struct{ region, colour int }

// forcing implements the rule "forcing chain". It looks at the whole map. From every
// region within two colours, it starts two breadth-first searches: each supposes that the
// region lacks one of the two.
//
// A chain may reach a region twice, with both of its colours. The grader reaches each
// region only once, by the shortest path. That path may change when colours are removed,
// so the grader may lose a conclusion that was possible before. The final states were the
// same on 16,000 maps of sgt-map and on 59,528 random graphs with one solution. Neither
// our chains nor the grader's return to their first region.
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

// spread reports whether the rule "settled neighbour" is finished: every region has a
// colour left, and if it has only one, its neighbours have lost this colour. Then a chain
// through a region with one colour left concludes nothing new, so forcing can skip such
// regions. The reason is as follows.
//
// Suppose that a chain starts with a region that lacks c, and later reaches a region R
// with one colour left. The region before R takes a colour away from R. If R has another
// colour left, R must take that colour, and its neighbours have lost it already. So the
// next region has only one colour left, too, and so on to the last region. That region
// has colour c, and its neighbours have lost c already.
//
// Otherwise the colour taken away is the one that R has left. But the region before R has
// lost this colour to R. So it has only one colour left, too, and so on back to the first
// region, which has colour c.
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

// chain follows the consequences if region i does not have colour c and so has the colour
// other. If open is true, it skips regions with one colour left.
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
				if left == 0 { // it is within the colour and any other colour
					left = r.all &^ (1 << l.colour)
				}
				for ; left != 0; left &= left - 1 {
					visit(at, bits.TrailingZeros64(left), head)
				}
			}
		}
	}
}

// conclude removes the colour of the last link from every region that touches both the
// region of this link and the first region. During one search, it removes the colour only
// once from each region. The parameter number is the index of the last link in the queue.
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
			r.chains = append(r.chains, chain) // links from the last to the first
		}
		emit(at, last.colour, p)
	}
}

// forced returns the facts of a forcing chain. Each region of the chain has only two
// colours left: one that the link before it takes away, and one that the region must then
// have.
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
