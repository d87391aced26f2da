package sums

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"counterproof/native"
)

// None of 4,200 expert Minesweeper boards needed a tenth of either limit.
const (
	// maxMemory limits the bytes that states take. Counting holds the states of one part at a time.
	// A search holds the states of all parts.
	maxMemory = 256 << 20
	// maxWork limits the work on all parts together, in nanoseconds (approximately).
	maxWork = 2_000_000_000
)

// layers holds the states of a part in the order in which its groups are counted: layer after
// layer, between consecutive groups. The states of layer[i] come before group order[i]. The last
// layer is the single state after all groups.
type layers struct {
	part  *part
	order []int
	layer []layer
	base  int // the ones that all patterns have: the sum of all group.lo
}

// A layer has states 0..len(lo)-1, from all of which the last layer can be reached. The arcs of
// state i are to[first[i]:first[i+1]], where each arc is a state of the next layer or -1, which
// means a dead end. The first arc gives the group lo[i] free ones, the next arc lo[i]+1 free ones,
// and so on. The free ones of a group are its ones beyond group.lo.
type layer struct {
	first, lo, to []int32
}

// arcs yields the arcs of a state that do not lead to dead ends: the number of free ones of the group, and
// the next state.
func (y *layer) arcs(state int) iter.Seq2[int32, int32] {
	return func(yield func(v, t int32) bool) {
		from := y.first[state]
		for k, t := range y.to[from:y.first[state+1]] {
			if t >= 0 && !yield(y.lo[state]+int32(k), t) {
				return
			}
		}
	}
}

// A slot says which bits of a state hold the remaining value of an open sum (its value minus the
// ones of the groups counted so far).
type slot struct {
	word  int
	shift uint
	mask  uint64
}

type gauge struct {
	ctx  context.Context
	st   *native.Stats
	used int64 // bytes
	work int64 // nanoseconds, approximately
	tick int   // work since the last poll of st
}

func (g *gauge) spend(work int) error {
	if g.work += int64(work); g.work > maxWork {
		return ErrLimit
	}
	return g.poll(work)
}

// poll checks the context and the limit of g.st, but only after every million units of the given
// work.
func (g *gauge) poll(work int) error {
	if g.tick += work; g.tick > 1<<20 {
		g.tick = 0
		return g.st.Poll(g.ctx, 0, 0)
	}
	return nil
}

func (g *gauge) take(bytes int64) error {
	if g.used += bytes; g.used > maxMemory {
		return ErrLimit
	}
	return nil
}

// A builder makes the layers of a part, from the first to the last. A state consists of the
// remaining values of all open sums. So the possible next states do not depend on the way to the
// state.
type builder struct {
	*layers
	m     *gauge
	left  []int // by sum: its value, less the lo of its groups
	rest  []int // by sum: the freedom (hi - lo) of its groups that come later
	first []int // by sum: the place of its first group in the order
	last  []int // by sum: the place of its last group

	slots  []slot   // by sum
	words  int      // words of a state
	states []uint64 // the states of the layer that comes next
	n      int      // the number of states
	seen   native.Table

	key, step, fresh []uint64 // buffers of advance
}

// build orders the groups of the part, and finds its states, layer by layer. Then it removes the
// states from which the last layer cannot be reached. It returns nil if none is left.
func (q *part) build(m *gauge) (*layers, error) {
	order, err := q.arrange(m)
	if err != nil {
		return nil, err
	}
	b := &builder{layers: &layers{part: q, order: order, layer: make([]layer, len(order)+1)}, m: m}
	if !b.open() {
		return nil, nil
	}
	for i := range order {
		if err := b.advance(i); err != nil {
			return nil, err
		}
	}
	if b.n == 0 {
		return nil, nil
	}
	b.prune()
	return b.layers, nil
}

func (b *builder) open() bool {
	q := b.part
	n := len(q.sums)
	b.left, b.rest = q.freedom()
	b.first, b.last = slices.Repeat([]int{-1}, n), make([]int, n)
	for s, left := range b.left {
		if left < 0 || left > b.rest[s] {
			return false
		}
	}
	for i, g := range b.order {
		b.base += q.groups[g].lo
		for _, s := range q.groups[g].sums {
			if b.first[s] < 0 {
				b.first[s] = i
			}
			b.last[s] = i
		}
	}
	b.slots, b.words = place(b.left, b.first, b.last, len(b.order))
	b.states, b.n = make([]uint64, b.words), 1
	b.key, b.step, b.fresh = make([]uint64, b.words), make([]uint64, b.words), make([]uint64, b.words)
	return true
}

func (b *builder) advance(i int) error {
	x := &b.part.groups[b.order[i]]
	clear(b.step)
	clear(b.fresh)
	for _, s := range x.sums {
		p := b.slots[s]
		b.step[p.word] += 1 << p.shift
		if b.first[s] == i {
			b.fresh[p.word] += uint64(b.left[s]) << p.shift
		}
		b.rest[s] -= x.hi - x.lo
	}
	y, t, n := &b.layer[i], &b.seen, b.n
	y.first = make([]int32, 1, n+1)
	y.lo = make([]int32, 0, n)
	t.Reset(n)
	for j := range n {
		arcs := b.expand(y, x, b.states[j*b.words:])
		if err := b.m.spend(10*(1+len(x.sums)) + 100*arcs); err != nil {
			return err
		}
		if j&1023 == 0 && b.m.used+int64(8*n+4*cap(y.to)+t.Bytes()) > maxMemory {
			return ErrLimit
		}
	}
	b.m.st.Nodes += int64(n)
	b.m.st.Updates += int64(len(y.to))
	if err := b.m.take(int64(8*n + 4*cap(y.to))); err != nil {
		return err
	}
	b.n = t.Len()
	b.states, t.Keys = t.Keys, b.states
	return nil
}

func (b *builder) expand(y *layer, x *group, state []uint64) int {
	key := b.key
	copy(key, state)
	for w := range key {
		key[w] += b.fresh[w]
	}
	lo, hi := 0, x.hi-x.lo
	for _, s := range x.sums {
		p := b.slots[s]
		v := int(key[p.word] >> p.shift & p.mask)
		lo, hi = max(lo, v-b.rest[s]), min(hi, v)
	}
	y.lo = append(y.lo, int32(lo))
	if lo <= hi {
		for w := range key {
			key[w] -= uint64(lo) * b.step[w]
		}
		for v := lo; ; v++ {
			y.to = append(y.to, int32(b.seen.Add(key)))
			if v == hi {
				break
			}
			for w := range key {
				key[w] -= b.step[w]
			}
		}
	}
	y.first = append(y.first, int32(len(y.to)))
	return max(0, hi-lo+1)
}

// place assigns bits of the states to the remaining values of the sums. A sum is open, and needs
// its bits, from its first group in the order to its last. So sums that are not open at the same
// time can share bits.
func place(left, first, last []int, steps int) (slots []slot, words int) {
	slots = make([]slot, len(left))
	opens := make([][]int, steps)
	closes := make([][]int, steps)
	for s := range left {
		opens[first[s]] = append(opens[first[s]], s)
		closes[last[s]] = append(closes[last[s]], s)
	}
	var taken []uint64
	for i := range steps {
		for _, s := range opens[i] {
			mask := uint64(1)<<max(1, bits.Len(uint(left[s]))) - 1
			for at := uint(0); ; at++ {
				w, shift := int(at/64), at%64
				if w == len(taken) {
					taken = append(taken, 0)
				}
				if mask<<shift>>shift == mask && taken[w]>>shift&mask == 0 {
					slots[s] = slot{w, shift, mask}
					taken[w] |= mask << shift
					break
				}
			}
		}
		for _, s := range closes[i] {
			taken[slots[s].word] &^= slots[s].mask << slots[s].shift
		}
	}
	return slots, max(1, len(taken))
}

// prune removes the states from which the last layer cannot be reached, and the arcs to such
// states.
func (l *layers) prune() {
	n := 1
	name := []int32{0} // new numbers of the states of the following layer
	l.layer[len(l.order)].lo = []int32{0}
	l.layer[len(l.order)].first = []int32{0, 0}
	for i := len(l.order) - 1; i >= 0; i-- {
		y := &l.layer[i]
		all := len(y.lo)
		names := make([]int32, all)
		n = 0
		arcs := int32(0)
		for j := range all {
			from, to := y.first[j], y.first[j+1]
			lo := y.lo[j]
			for from < to && name[y.to[from]] < 0 {
				from++
				lo++
			}
			for from < to && name[y.to[to-1]] < 0 {
				to--
			}
			if from == to {
				names[j] = -1
				continue
			}
			names[j] = int32(n)
			y.first[n] = arcs
			y.lo[n] = lo
			for k := from; k < to; k++ {
				y.to[arcs] = name[y.to[k]]
				arcs++
			}
			n++
		}
		y.first[n] = arcs
		y.first, y.lo, y.to = y.first[:n+1], y.lo[:n], y.to[:arcs]
		name = names
	}
}
