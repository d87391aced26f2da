package sudoku

import (
	"math/bits"
	"slices"

	"counterproof/native/deduce"
)

// A web is all links of a kind in a state. What links are to are its knots; what
// each of them forces is found once.
type web struct {
	*layout
	s    deduce.State
	kind kind

	links []link
	// The links from a value that another one takes: by the code of the latter,
	// cell * n + value, the first in next, whose entries are a link and the next
	// entry; 0: none.
	first []int32
	next  [][2]int32

	knots  []deduce.Bit // knot 0 is that there is no value or place left
	number []int32      // by code: among the knots; 0: none
	words  int          // of a set of knots
	reach  []uint64     // by knot: the set of those that it forces, itself included
	direct []uint64     // by knot: the set of those that it forces by one link
	set    []uint64     // of knots
}

var none = deduce.Bit{Site: -1}

func (w *web) code(b deduce.Bit) int { return b.Site*w.n + b.Value }

// build makes the web; false: it has no links.
func (w *web) build(l *layout, s deduce.State, k kind) bool {
	w.layout, w.s, w.kind = l, s, k
	w.links, w.knots = w.links[:0], append(w.knots[:0], none)
	w.first, w.number = zeros(w.first, len(s)*l.n), zeros(w.number, len(s)*l.n)
	w.next = append(w.next[:0], [2]int32{})
	closed := w.closed()
	if k.cells {
		for at, left := range s {
			switch n := bits.OnesCount64(left); {
			case n == 2:
				a, b := bits.TrailingZeros64(left), 63-bits.LeadingZeros64(left)
				w.pair(-1, deduce.Bit{Site: at, Value: a}, deduce.Bit{Site: at, Value: b})
			case n < 2 && !closed:
				w.last(-1, bitsOf(nil, at, l.all))
			}
		}
	}
	if k.units {
		for u, cells := range l.units {
			var once, twice, more uint64
			for _, at := range cells {
				more |= twice & s[at]
				twice |= once & s[at]
				once |= s[at]
			}
			for v := range each(twice &^ more) {
				a, b := none, none
				for _, at := range cells {
					if s.Has(at, v) {
						a, b = b, deduce.Bit{Site: at, Value: v}
					}
				}
				w.pair(u, a, b)
			}
			if !closed {
				for v := range each(l.all &^ twice) {
					w.last(u, l.outside(u, nil, 1<<v))
				}
			}
		}
	}
	if len(w.links) > 0 {
		w.spread()
	}
	return len(w.links) > 0
}

// zeros is a slice of n zeros, in the memory of x if there is enough.
func zeros[T int32 | uint64](x []T, n int) []T {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// closed reports whether the easy rules have come to their end: then a last value
// or place takes nothing that is not lost, and no chain gets on through it.
func (w *web) closed() bool {
	for _, cells := range w.units {
		var once, twice, fixed uint64
		for _, at := range cells {
			left := w.s[at]
			twice |= once & left
			once |= left
			if left&(left-1) == 0 {
				fixed |= left
				if left == 0 {
					return false
				}
			}
		}
		if once != w.all || once&^twice != fixed {
			return false
		}
	}
	return true
}

// pair links the two that are left in a group.
func (w *web) pair(group int, a, b deduce.Bit) {
	w.link(group, a, b)
	w.link(group, b, a)
}

// last links the members of a group that has one left, or none: the lost ones
// too, which others take as before.
func (w *web) last(group int, members []deduce.Bit) {
	to := none
	for _, b := range members {
		if w.s.Has(b.Site, b.Value) {
			to = b
		}
	}
	for _, from := range members {
		if from == to {
			w.link(group, from, none)
		} else {
			w.link(group, from, to)
		}
	}
}

// link adds a link, for all that take from.
func (w *web) link(group int, from, to deduce.Bit) {
	if to != none && w.number[w.code(to)] == 0 {
		w.number[w.code(to)] = int32(len(w.knots))
		w.knots = append(w.knots, to)
	}
	id := int32(len(w.links))
	w.links = append(w.links, link{from, to, group})
	taker := func(at, v int) {
		if at != to.Site || v != to.Value {
			first := &w.first[at*w.n+v]
			w.next = append(w.next, [2]int32{id, *first})
			*first = int32(len(w.next) - 1)
		}
	}
	for _, at := range w.peers[from.Site] {
		if w.s.Has(at, from.Value) {
			taker(at, from.Value)
		}
	}
	if w.kind.across {
		for v := range each(w.s[from.Site] &^ (1 << from.Value)) {
			taker(from.Site, v)
		}
	}
}

// take reports whether one takes the other, and so the other the one.
func (w *web) take(a, b deduce.Bit) bool {
	if a.Site == b.Site {
		return w.kind.across && a.Value != b.Value
	}
	x, y := &w.of[a.Site], &w.of[b.Site]
	return a.Value == b.Value && (x[0] == y[0] || x[1] == y[1] || x[2] == y[2])
}

// knot is the number of what a link is to.
func (w *web) knot(id int32) int {
	if to := w.links[id].to; to != none {
		return int(w.number[w.code(to)])
	}
	return 0
}

// spread finds for each knot what it forces.
func (w *web) spread() {
	n := len(w.knots)
	w.words = (n + 63) / 64
	w.reach, w.direct, w.set = zeros(w.reach, n*w.words), zeros(w.direct, n*w.words), zeros(w.set, w.words)
	w.reach[0] = 1
	for k := 1; k < n; k++ {
		for e := w.first[w.code(w.knots[k])]; e > 0; e = w.next[e][1] {
			to := w.knot(w.next[e][0])
			w.direct[k*w.words+to/64] |= 1 << (to % 64)
		}
	}
	todo := w.set
	for k := 1; k < n; k++ {
		set := w.reach[k*w.words:][:w.words]
		todo[k/64] |= 1 << (k % 64)
		set[k/64] |= 1 << (k % 64)
		for i := 0; i < w.words; {
			if todo[i] == 0 {
				i++
				continue
			}
			at := i*64 + bits.TrailingZeros64(todo[i])
			todo[i] &= todo[i] - 1
			if at < k { // its set is done
				for j, more := range w.reach[at*w.words:][:w.words] {
					set[j] |= more
					todo[j] &^= more
				}
				continue
			}
			for j, more := range w.direct[at*w.words:][:w.words] {
				if more &^= set[j]; more != 0 {
					set[j] |= more
					todo[j] |= more
					i = min(i, j)
				}
			}
		}
	}
}

// refuted reports whether the value in the cell forces one that takes it, or
// leaves nothing somewhere.
func (w *web) refuted(at, v int) bool {
	e := w.first[at*w.n+v]
	if e == 0 {
		return false
	}
	clear(w.set)
	for ; e > 0; e = w.next[e][1] {
		k := w.knot(w.next[e][0])
		for j, more := range w.reach[k*w.words:][:w.words] {
			w.set[j] |= more
		}
	}
	forced := func(at, v int) bool {
		k := w.number[at*w.n+v]
		return k > 0 && w.set[k/64]>>(k%64)&1 == 1
	}
	if w.set[0]&1 == 1 {
		return true
	}
	for _, peer := range w.peers[at] {
		if forced(peer, v) {
			return true
		}
	}
	for other := range each(w.s[at]) {
		if w.kind.across && other != v && forced(at, other) {
			return true
		}
	}
	return false
}

// path is a shortest chain that rules out what is refuted.
func (w *web) path(x deduce.Bit) []link {
	type reached struct{ link, before int32 }
	queue := make([]reached, 0, len(w.knots))
	seen := make([]bool, len(w.knots))
	at := x
	for i := int32(-1); int(i) < len(queue); i++ {
		if i >= 0 {
			at = w.links[queue[i].link].to
		}
		for e := w.first[w.code(at)]; e > 0; e = w.next[e][1] {
			id := w.next[e][0]
			if k := w.knot(id); !seen[k] {
				seen[k] = true
				queue = append(queue, reached{id, i})
			} else {
				continue
			}
			if to := w.links[id].to; to != none && !w.take(to, x) {
				continue
			}
			var chain []link
			for j := int32(len(queue) - 1); j >= 0; j = queue[j].before {
				chain = append(chain, w.links[queue[j].link])
			}
			slices.Reverse(chain)
			return chain
		}
	}
	panic("unreachable: it is refuted")
}
