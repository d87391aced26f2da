package cover

import (
	"context"
	"math/bits"

	"counterproof/native"
)

// bitsetVersion is the version of bitset. Increase it when a change can alter its answers or their
// cost.
const bitsetVersion = 2

// bitset solves exact cover on machine words, in one of two ways.
//
// If the items in their given order have a narrow front, as the cells of a board do (see Front),
// bitset keeps that order: see static.go. A node then takes about 23 ns.
//
// Otherwise it runs the search of Algorithms X, C and M over plain lists. A node has a list of the
// options that are still allowed. When the search chooses an option, it copies the list without the
// options that this choice forbids. One AND of machine words tests whether an option is forbidden.
// When the search goes back, it need not undo anything. Bit-sliced counters count the options of 64
// items at once. The search branches on an item with the fewest options; among equals, on the first
// in item order.
//
// Two steps come before branching. First, a list in which an item has no option left is dropped as
// soon as it is made (59% of the lists in a trial on calendar puzzles). Second, for all items with
// only one option left, the options are chosen together. Another idea did not pay: testing the
// options of the scarcest items first, to drop a list sooner. It saved 2% of the tests and cost
// more time.
//
// In one run of make bench, the search that keeps the given order (the static order) took 1/7 of
// the time of dancing links on the calendar puzzles of all days. It took 1/13 of that time on
// pentominoes on a 6x10 board with the cells listed along the shorter side. If the cells are listed
// along the longer side, the front is wide, and the search over lists is faster than the static
// order.
//
// Stats.Nodes counts the lists made or, in the static order, the calls of stepper.walk.
// Stats.Updates counts the options tested or, in the static order, chosen.
type bitset struct {
	p     *Problem
	lists bool // never use the static order; for tests
	lazy[func(progress) error]
}

// staticFront is the widest front (see Front), in bits, for which bitset keeps the given order of
// the items, the static order. In trials with pentominoes, the static order took 0.4 of the time of
// lists at a front of 36 bits (10x6 board). It took 1.5 times as long at 40 bits (8x8 without its
// centre) and 5 times as long at 52 bits (6x10). Callers should therefore list the cells of a board
// along its shorter side.
const staticFront = 36

func (b *bitset) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
	search, err := b.prepared(ctx, b.p, b.prepare)
	if err != nil {
		return err
	}
	return search(progress{ctx: ctx, st: st, yield: yield})
}

func (b *bitset) prepare(p *Problem) func(progress) error {
	m := newMasks(p)
	if measured(p).most() <= staticFront && !b.lists {
		if s := newStatic(m); s != nil {
			return s.search
		}
	}
	return m.search
}

type sifter struct {
	*masks
	progress
	open  []uint64 // the primary items with multiplicity 1:1 that are not covered yet
	saved []uint64 // a stack of saved values of open
	hit   []uint64 // the bits set by the options that are being chosen
	last  []uint64 // the open items that have a single option
	held  []int    // for each item in the field several: how many chosen options hold it
	slots []int32  // a stack of option lists
	top   int      // the height of the stack
}

func (m *masks) search(p progress) error {
	s := &sifter{
		masks:    m,
		progress: p,
		open:     make([]uint64, m.words),
		hit:      make([]uint64, m.words),
		last:     make([]uint64, m.words),
		held:     make([]int, len(m.several)),
		slots:    make([]int32, 4*m.options),
	}
	for b := range m.items {
		s.open[b/64] |= 1 << (b % 64)
	}
	for _, it := range m.several {
		s.open[it.bit/64] &^= 1 << (it.bit % 64)
	}
	alive := s.list(s.options)
	for o := range alive {
		alive[o] = int32(o)
	}
	s.top = len(alive)
	s.nodes++
	if !s.starved(alive) {
		s.walk(alive)
	}
	return s.end()
}

// list returns a slice for n options above the top of the stack of lists, which does not move.
func (s *sifter) list(n int) []int32 {
	if s.top+n > len(s.slots) { // the lists made before stay in the old array
		s.slots = make([]int32, s.top+n+len(s.slots))
	}
	return s.slots[s.top : s.top+n]
}

// sift copies the allowed options of the list alive, which forbid no bit of hit, to the top of the
// stack and returns the copy. It returns false if an open item has no option in the copy.
func (s *sifter) sift(alive []int32, hit []uint64) ([]int32, bool) {
	s.nodes++
	s.updates += int64(len(alive))
	list := s.list(len(alive))
	if s.words == 1 {
		n, or := siftWord(list, alive, s.forbid[0], hit[0])
		s.top += n
		return list[:n], s.open[0]&^or == 0
	}
	if s.words == 2 {
		n, or0, or1 := siftTwo(list, alive, s.forbid[0], s.forbid[1], hit[0], hit[1])
		s.top += n
		return list[:n], s.open[0]&^or0|s.open[1]&^or1 == 0
	}
	for w, h := range hit {
		if h == 0 {
			continue
		}
		n, or := siftWord(list, alive, s.forbid[w], h)
		if s.open[w]&^or != 0 {
			return nil, false
		}
		alive = list[:n]
	}
	s.top += len(alive)
	return alive, !s.starved(alive)
}

// siftWord does the work of sift for one word of the masks. It copies the allowed options from the
// list alive to the list dst, which may be the same slice. It returns the number of these options
// and the OR of the bits that they forbid. The loop writes every option, but advances n only for an
// allowed option. (A version without any branch, by arithmetic on the result of the AND, was a
// tenth slower.)
//
//go:noinline
func siftWord(dst, alive []int32, forbid []uint64, hit uint64) (n int, or uint64) {
	dst = dst[:len(alive)]
	for _, o := range alive {
		m := forbid[o]
		dst[n] = o
		if m&hit == 0 {
			n++
			or |= m
		}
	}
	return n, or
}

// siftTwo does the work of siftWord for two words of the masks at once, which saves three passes
// over the list.
//
//go:noinline
func siftTwo(dst, alive []int32, forbid0, forbid1 []uint64, hit0, hit1 uint64) (n int, or0, or1 uint64) {
	dst = dst[:len(alive)]
	forbid1 = forbid1[:len(forbid0)]
	for _, o := range alive {
		m0, m1 := forbid0[o], forbid1[o]
		dst[n] = o
		if m0&hit0|m1&hit1 == 0 {
			n++
			or0 |= m0
			or1 |= m1
		}
	}
	return n, or0, or1
}

func (s *sifter) starved(alive []int32) bool {
	for w, open := range s.open {
		if open == 0 {
			continue
		}
		or, forbid := uint64(0), s.forbid[w]
		for _, o := range alive {
			or |= forbid[o]
		}
		if open&^or != 0 {
			return true
		}
	}
	return false
}

// hold chooses option o and adds to s.hit the bits that o sets. It returns false if o forbids a bit
// of s.hit, or if an item now has more chosen options than it may have. Even then, o counts as chosen
// until the caller calls release.
func (s *sifter) hold(o int32) bool {
	ok := true
	for w := range s.hit {
		ok = ok && s.forbid[w][o]&s.hit[w] == 0
		s.hit[w] |= s.set[w][o]
		s.open[w] &^= s.set[w][o]
	}
	for k, it := range s.several {
		if s.holds(o, it.bit) {
			s.held[k]++
			ok = ok && s.held[k] <= it.hi
			if s.held[k] == it.hi {
				s.hit[it.bit/64] |= 1 << (it.bit % 64)
			}
		}
	}
	s.chosen = append(s.chosen, int(o))
	return ok
}

func (s *sifter) release(n int) {
	for _, o := range s.chosen[n:] {
		for k, it := range s.several {
			if s.holds(int32(o), it.bit) {
				s.held[k]--
			}
		}
	}
	s.chosen = s.chosen[:n]
}

func (s *sifter) holds(o int32, bit int) bool { return s.forbid[bit/64][o]>>(bit%64)&1 != 0 }

// walk lists the answers that consist of the chosen options and of options in the list alive.
// Every open item must have an option in this list. The caller, the method try, undoes the changes
// of walk. walk checks the context as often as links.search does.
func (s *sifter) walk(alive []int32) {
	if s.st.Share.Skip(s.depth, false) {
		return
	}
	for !s.poll(s.nodes<<10+s.updates, 1<<20) {
		bit, ways := s.scarcest(alive)
		if ways == 1 {
			var ok bool
			if alive, ok = s.force(alive); !ok {
				return
			}
			continue
		}
		k, fewest := s.pick(alive, ways)
		switch {
		case fewest <= 0:
		case k >= 0:
			s.branchSome(alive, k)
		case bit >= 0:
			s.branch(alive, bit)
		default:
			s.answer(s.depth)
		}
		return
	}
}

// endless is larger than any number of alternatives.
const endless = 1 << 62

// scarcest returns the bit of the first open item that has the fewest options in the list alive,
// and the number of these options. It returns -1 and endless if no item is open. If the number is
// 1, s.last then holds the bits of all open items with one option.
func (s *sifter) scarcest(alive []int32) (bit, fewest int) {
	bit, fewest = -1, endless
	for w, open := range s.open {
		s.last[w] = 0
		if open == 0 {
			continue
		}
		var c1, c2, c4, c8 uint64 // bit b of each word: a binary digit of the count of item b; c8 means 8 or more
		forbid := s.forbid[w]
		for _, o := range alive {
			m := forbid[o]
			k1 := c1 & m
			c1 ^= m
			k2 := c2 & k1
			c2 ^= k1
			k4 := c4 & k2
			c4 ^= k2
			c8 |= k4
		}
		is, ways := open, 0
		if few := open &^ c8; few != 0 {
			is = few
			is, ways = least(is, ways, c4)
			is, ways = least(is, ways, c2)
			is, ways = least(is, ways, c1)
		} else if fewest > 8 {
			is, ways = s.leastOfMany(alive, w)
		} else {
			continue
		}
		if ways < fewest {
			bit, fewest = 64*w+bits.TrailingZeros64(is), ways
		}
		if ways == 1 {
			s.last[w] = is
		}
	}
	return bit, fewest
}

// least takes one step in finding the items with the smallest count, binary digit by binary digit
// from the highest. The first parameter is the set of the items that can still have the smallest
// count. The parameter count is the set of the items whose current digit is 1. least keeps the
// items whose digit is 0 or, if there are none, all items. It appends the digit of the kept items
// to ways, the digits found so far.
func least(is uint64, ways int, count uint64) (uint64, int) {
	if few := is &^ count; few != 0 {
		return few, 2 * ways
	}
	return is, 2*ways + 1
}

// leastOfMany returns the open items of word w that have the fewest options in the list alive, and
// the number of options of each. scarcest calls leastOfMany for words in which every open item has
// at least 8 options.
func (s *sifter) leastOfMany(alive []int32, w int) (is uint64, ways int) {
	var counts [31]uint64
	for _, o := range alive {
		carry := s.forbid[w][o]
		for k := 0; carry != 0; k++ {
			counts[k], carry = counts[k]^carry, counts[k]&carry
		}
	}
	is = s.open[w]
	for k := len(counts) - 1; k >= 0; k-- {
		is, ways = least(is, ways, counts[k])
	}
	return is, ways
}

// force chooses the only option of every item in s.last, and returns the options that are still
// allowed, or false if the chosen ones forbid each other or an open item has no option left.
func (s *sifter) force(alive []int32) ([]int32, bool) {
	clear(s.hit)
	for w := range s.last {
		if s.last[w] == 0 {
			continue
		}
		for _, o := range alive {
			if s.forbid[w][o]&s.last[w] == 0 {
				continue
			}
			for v := w; v < s.words; v++ { // the option can be the only option of several items
				s.last[v] &^= s.forbid[v][o]
			}
			if !s.hold(o) {
				return nil, false
			}
		}
	}
	return s.sift(alive, s.hit)
}

// pick looks at the items in s.several, whose multiplicity is not 1:1. It compares them with the
// best item of multiplicity 1:1, whose number of alternatives is the parameter ways. If an item in
// s.several has fewer alternatives, pick returns the index of this item in s.several and its number
// of alternatives. If no item has fewer, pick returns -1 and ways. pick returns an item that needs
// no further option only when no other item is left.
func (s *sifter) pick(alive []int32, ways int) (k, fewest int) {
	k, fewest = -1, ways
	optional, least := -1, endless
	for i, it := range s.several {
		length := 0
		for _, o := range alive {
			if s.holds(o, it.bit) {
				length++
			}
		}
		need := it.lo - s.held[i]
		if n := length - need + 1; need > 0 && n < fewest {
			k, fewest = i, n
		}
		if need <= 0 && length > 0 && length < least {
			optional, least = i, length
		}
	}
	if fewest == endless {
		return optional, least
	}
	return k, fewest
}

// branch tries the options in the list alive that hold the item with the given bit, one after the
// other. The multiplicity of this item must be 1:1.
func (s *sifter) branch(alive []int32, bit int) {
	for _, o := range alive {
		if s.holds(o, bit) {
			if s.try(o, alive); s.stopped {
				return
			}
		}
	}
}

// try lists the answers that consist of the chosen options, option o and options in the list alive
// that o allows. It leaves the state of the search unchanged.
func (s *sifter) try(o int32, alive []int32) {
	chosen, top, saved := len(s.chosen), s.top, len(s.saved)
	s.saved = append(s.saved, s.open...)
	clear(s.hit)
	if s.hold(o) {
		if rest, ok := s.sift(alive, s.hit); ok {
			s.depth++
			s.walk(rest)
			s.depth--
		}
	}
	copy(s.open, s.saved[saved:])
	s.saved, s.top = s.saved[:saved], top
	s.release(chosen)
}

// branchSome branches on the item s.several[k], which several options may hold. Each try chooses
// the first remaining option of this item in the list. Later tries exclude this option, so that no
// set of options occurs twice.
func (s *sifter) branchSome(alive []int32, k int) {
	top, bit := s.top, s.several[k].bit
	rest := s.list(len(alive))
	copy(rest, alive)
	s.top += len(rest)
	for i := 0; i < len(rest) && !s.stopped; {
		if o := rest[i]; s.holds(o, bit) {
			rest = append(rest[:i], rest[i+1:]...)
			s.try(o, rest)
		} else {
			i++
		}
	}
	if s.held[k] >= s.several[k].lo && !s.stopped && !s.starved(rest) {
		s.nodes++
		s.depth++
		s.walk(rest)
		s.depth--
	}
	s.top = top
}
