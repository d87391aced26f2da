package sums

import (
	"context"
	"math/bits"

	"counterproof/native"
)

// What the states may take: bytes for a part, and about nanoseconds for all parts.
// None of 4,200 expert boards took a tenth of either.
const (
	maxMemory = 256 << 20
	maxWork   = 2_000_000_000
)

// layers are the states of a part between its groups: layers[i] lies in front of
// group order[i], the last layer is the single state behind all.
type layers struct {
	part  *part
	order []int
	layer []layer
	base  int // the ones that all patterns have: the sum of all lo
}

// A layer has states 0..len(lo)-1, all of which lead to the last layer. The arcs of
// state i are to[first[i]:first[i+1]]: with lo[i] of the group's free ones, lo[i]+1, ...
// An arc -1 leads nowhere.
type layer struct {
	first []int32
	lo    []int32
	to    []int32
}

// A slot is where a state keeps what is left of an open sum.
type slot struct {
	word  int
	shift uint
	mask  uint64
}

// A gauge measures work and memory.
type gauge struct {
	ctx  context.Context
	st   *native.Stats
	used int64 // bytes
	work int64
	tick int
}

// spend counts work, in about nanoseconds.
func (g *gauge) spend(work int) error {
	if g.work += int64(work); g.work > maxWork {
		return ErrLimit
	}
	return g.poll(work)
}

// poll looks at the context now and then.
func (g *gauge) poll(work int) error {
	if g.tick += work; g.tick > 1<<20 {
		g.tick = 0
		return g.ctx.Err()
	}
	return nil
}

func (g *gauge) take(bytes int64) error {
	if g.used += bytes; g.used > maxMemory {
		return ErrLimit
	}
	return nil
}

// build makes the layers, front to back, and takes out what leads nowhere; nil if
// nothing is left. A state is what is left of each open sum: two ways to the same
// state have the same continuations.
func (q *part) build(order []int, m *gauge) (*layers, error) {
	l := &layers{part: q, order: order, layer: make([]layer, len(order)+1)}
	left := make([]int, len(q.sums)) // of a sum: values
	rest := make([]int, len(q.sums)) // of a sum: freedom behind
	last := make([]int, len(q.sums))
	first := make([]int, len(q.sums))
	for s, t := range q.sums {
		left[s] = t.value
		first[s] = -1
		for _, g := range t.groups {
			left[s] -= q.groups[g].lo
			rest[s] += q.groups[g].hi - q.groups[g].lo
		}
		if left[s] < 0 || left[s] > rest[s] {
			return nil, nil
		}
	}
	for i, g := range order {
		l.base += q.groups[g].lo
		for _, s := range q.groups[g].sums {
			if first[s] < 0 {
				first[s] = i
			}
			last[s] = i
		}
	}
	slots, words := place(left, first, last, len(order))

	states := make([]uint64, words)
	n := 1
	key := make([]uint64, words)
	step := make([]uint64, words)
	fresh := make([]uint64, words)
	t := newTable(words)
	for i, g := range order {
		x := &q.groups[g]
		clear(step)
		clear(fresh)
		for _, s := range x.sums {
			p := slots[s]
			step[p.word] += 1 << p.shift
			if first[s] == i {
				fresh[p.word] += uint64(left[s]) << p.shift
			}
			rest[s] -= x.hi - x.lo
		}
		y := &l.layer[i]
		y.first = make([]int32, 1, n+1)
		y.lo = make([]int32, 0, n)
		t.reset(n)
		for j := range n {
			copy(key, states[j*words:])
			lo, hi := 0, x.hi-x.lo
			for w := range key {
				key[w] += fresh[w]
			}
			for _, s := range x.sums {
				p := slots[s]
				v := int(key[p.word] >> p.shift & p.mask)
				lo, hi = max(lo, v-rest[s]), min(hi, v)
			}
			y.lo = append(y.lo, int32(lo))
			if lo <= hi {
				for w := range key {
					key[w] -= uint64(lo) * step[w]
				}
				for v := lo; ; v++ {
					y.to = append(y.to, t.find(key))
					if v == hi {
						break
					}
					for w := range key {
						key[w] -= step[w]
					}
				}
			}
			y.first = append(y.first, int32(len(y.to)))
			if err := m.spend(10*(1+len(x.sums)) + 100*max(0, hi-lo+1)); err != nil {
				return nil, err
			}
			if j&1023 == 0 && m.used+int64(8*n+4*cap(y.to)+8*cap(t.keys)+4*len(t.index)) > maxMemory {
				return nil, ErrLimit
			}
		}
		m.st.Nodes += int64(n)
		m.st.Updates += int64(len(y.to))
		if err := m.take(int64(8*n + 4*cap(y.to))); err != nil {
			return nil, err
		}
		n = t.n
		states, t.keys = t.keys, states
	}
	if n == 0 {
		return nil, nil
	}
	l.prune()
	return l, nil
}

// place gives every sum bits for what is left of it, from the first of its groups
// to the last.
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
			slots[s] = slot{word: -1}
			for w := range taken {
				for shift := uint(0); shift+uint(bits.Len64(mask)) <= 64; shift++ {
					if taken[w]>>shift&mask == 0 {
						slots[s] = slot{w, shift, mask}
						break
					}
				}
				if slots[s].word >= 0 {
					break
				}
			}
			if slots[s].word < 0 {
				slots[s] = slot{len(taken), 0, mask}
				taken = append(taken, 0)
			}
			taken[slots[s].word] |= mask << slots[s].shift
		}
		for _, s := range closes[i] {
			taken[slots[s].word] &^= slots[s].mask << slots[s].shift
		}
	}
	return slots, max(1, len(taken))
}

// prune takes out the states that do not lead to the last layer.
func (l *layers) prune() {
	n := 1
	name := []int32{0} // of the states of the layer behind
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

// A table numbers states as they come.
type table struct {
	words int
	keys  []uint64
	n     int
	index []int32 // number+1 by hash, 0 for none
	shift uint
}

func newTable(words int) *table { return &table{words: words} }

// reset empties the table, for about n states.
func (t *table) reset(n int) {
	size := max(16, 1<<bits.Len(uint(2*n)))
	t.keys = t.keys[:0]
	t.n = 0
	t.resize(size)
}

func (t *table) resize(size int) {
	if cap(t.index) >= size {
		t.index = t.index[:size]
		clear(t.index)
	} else {
		t.index = make([]int32, size)
	}
	t.shift = uint(64 - bits.Len(uint(size-1)))
}

func (t *table) hash(key []uint64) uint64 {
	h := uint64(0)
	for _, x := range key {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return (h * 0x9e3779b97f4a7c15) >> t.shift
}

// find is the number of a state, the next one if it is new.
func (t *table) find(key []uint64) int32 {
	mask := uint64(len(t.index) - 1)
	h := t.hash(key)
next:
	for ; t.index[h] > 0; h = (h + 1) & mask {
		at := int(t.index[h]-1) * t.words
		for w, x := range t.keys[at : at+t.words] {
			if x != key[w] {
				continue next
			}
		}
		return t.index[h] - 1
	}
	t.keys = append(t.keys, key...)
	t.n++
	t.index[h] = int32(t.n)
	if 3*t.n > 2*len(t.index) {
		t.resize(2 * len(t.index))
		for i := range t.n {
			h := t.hash(t.keys[i*t.words : (i+1)*t.words])
			for ; t.index[h] > 0; h = (h + 1) & uint64(len(t.index)-1) {
			}
			t.index[h] = int32(i + 1)
		}
	}
	return int32(t.n - 1)
}
