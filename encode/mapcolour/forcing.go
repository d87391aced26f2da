package mapcolour

import (
	"math/bits"

	"counterproof/native/deduce"
)

// A link of a forcing chain is a region and the colour that it must take.
type link struct{ region, colour int }

// forcing applies the rule of level hard. From every region within two colours, it
// searches breadth first, once for each of the two colours that the region might not
// have. It looks at the whole map.
//
// A chain may reach a region twice, with both of its colours. The grader's chains
// cannot: the grader marks regions, so it reaches each region only by the shortest
// path. That path may change when colours go, so the grader's rule may lose a trigger.
// The final states were the same on 16,000 maps of sgt-map and on 59,528 drawn graphs
// with one solution. In both versions, chains never return to their first region.
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

// spread reports whether every region has a colour left, and every region with one
// colour has taken it from its neighbours. This holds when the level easy has no more
// steps. Then a chain through a region with one colour concludes nothing new. Suppose
// the chain enters that region with a colour other than the region's own. Then all
// later links have lost the colour that they are forced from, so they have one colour
// left, and the last link has taken c from its neighbours. Suppose instead that it
// enters with the region's own colour. Then all earlier links have lost their forced
// colour, so the first region has colour c.
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

// chain follows the consequences of region i not having colour c, and so having the
// colour other. If open is true, it skips regions that have one colour.
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

// conclude removes the colour of the last link from the regions that touch both it and
// the first region. Each chain removes it once from a region.
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

// forced returns the facts of a forcing chain. Each region is within two colours: the
// colour that it is forced from, and the colour that it is forced to.
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
