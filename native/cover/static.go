package cover

import (
	"math/bits"
	"slices"
)

// static is the search of bitset in the given order of the items. It always covers the first item
// that is not covered yet, with an option that holds no earlier item. So a node does not keep a
// list of options, and does not count anything. The options are in one array, sorted by their first
// item and then by their last. Up to 64 options with the same first item form a block. For each few
// bits of the state, a block has a table of the options that these bits forbid. So a node finds all
// allowed options by one OR of a word from each table, and tests no option by itself. In a trial with
// pentominoes on a 6x10 board, this took 0.56 of the time of testing groups of options one after the
// other. A node also looks for an item that is not covered, but that no later option holds.
//
// Some ideas were tried without gain. A loop with its own stack took 1.4 times as long as recursion.
// Computing the options of a node before entering it saved nothing. The last idea looks for a few
// neighbours of an open item such that each option of the item holds one of them, and turns back if all of
// them are covered. This halves the nodes but saves no time.
//
// static handles only problems whose primary items all have multiplicity 1:1 and whose masks have
// at most two words.
type static struct {
	primaries int
	blocks    [128][]block // by the first item of their options
	late      [129]pair    // at i: the items that no option in blocks[i:] holds
	set       []pair       // the bits that each option sets
	index     []int        // of the option in the problem
}

// A pair is a set of bits: bit b%64 of word b/64 stands for bit b.
type pair [2]uint64

// A block has windows of windowBits bits of the state. For each window and each value of these bits, the
// table has the options that hold one of the bits that are set.
type block struct {
	from   int        // the first option
	all    uint64     // bit i stands for option from+i
	shifts [2][]uint8 // of the windows into each word
	tables [2]tables
}

// tables has the tables of the windows into one word, one after the other.
type tables []uint64

// windowBits is a compromise: tables for more bits are fewer but do not fit into the cache.
const windowBits = 6

// newStatic returns the static for a problem given as masks, or nil if static cannot handle the
// problem.
func newStatic(m *masks) *static {
	if m.words > 2 || len(m.several) > 0 {
		return nil
	}
	none := make([]uint64, m.options)
	forbid, set := append(m.forbid, none), append(m.set, none) // two words or more
	s := &static{primaries: len(m.items)}
	keys := make([]int, m.options) // first item, last item and option
	for o, ends := range m.ends {
		keys[o] = (ends[0]<<8|ends[1])<<32 | o
	}
	slices.Sort(keys)
	s.set, s.index = make([]pair, m.options), make([]int, m.options)
	forbids := make([]pair, m.options)
	for i, key := range keys {
		o := key & (1<<32 - 1)
		s.index[i] = o
		forbids[i], s.set[i] = pair{forbid[0][o], forbid[1][o]}, pair{set[0][o], set[1][o]}
	}
	for from := 0; from < len(keys); {
		first, to := keys[from]>>40, from
		for to < min(from+64, len(keys)) && keys[to]>>40 == first {
			to++
		}
		s.blocks[first] = append(s.blocks[first], newBlock(from, forbids[from:to]))
		from = to
	}
	for b := range s.primaries {
		last := 0
		for i, key := range keys {
			if s.set[i][b/64]>>(b%64)&1 != 0 {
				last = key >> 40
			}
		}
		for i := last + 1; i < len(s.late); i++ {
			s.late[i][b/64] |= 1 << (b % 64)
		}
	}
	return s
}

// newBlock returns a block of options, given by the bits that they forbid.
func newBlock(from int, forbids []pair) block {
	b := block{from: from, all: 1<<len(forbids) - 1}
	for word := range 2 {
		some := uint64(0) // the bits without a window
		for _, f := range forbids {
			some |= f[word]
		}
		for some != 0 {
			shift := bits.TrailingZeros64(some)
			some = some >> shift >> windowBits << shift << windowBits
			var forbidden [1 << windowBits]uint64
			for i, f := range forbids {
				for held := f[word] >> shift & (1<<windowBits - 1); held != 0; held &= held - 1 {
					forbidden[held&-held] |= 1 << i
				}
			}
			for x := range forbidden {
				forbidden[x] = forbidden[x&-x] | forbidden[x&(x-1)]
			}
			b.shifts[word] = append(b.shifts[word], uint8(shift))
			b.tables[word] = append(b.tables[word], forbidden[:]...)
		}
	}
	return b
}

type stepper struct {
	*static
	progress // its updates count the options chosen
}

func (s *static) search(p progress) error {
	w := &stepper{s, p}
	w.walk(0, 0)
	return w.end()
}

// walk lists the answers for a state, whose words are a and b.
func (s *stepper) walk(a, b uint64) {
	if s.nodes++; s.poll(s.nodes, 1<<12) || s.st.Share.Skip(len(s.chosen), false) {
		return
	}
	first := bits.TrailingZeros64(^a)
	if first == 64 {
		first += bits.TrailingZeros64(^b)
	}
	if late := &s.late[first]; late[0]&^a|late[1]&^b != 0 {
		return
	}
	if first >= s.primaries {
		s.answer(len(s.chosen))
		return
	}
	blocks := s.blocks[first&127]
	for i := range blocks {
		l := &blocks[i]
		allowed := l.all &^ (l.tables[0].find(l.shifts[0], a) | l.tables[1].find(l.shifts[1], b))
		for ; allowed != 0; allowed &= allowed - 1 {
			o := l.from + bits.TrailingZeros64(allowed)
			set := &s.set[o]
			s.updates++
			s.chosen = append(s.chosen, s.index[o])
			s.walk(a|set[0], b|set[1])
			if s.stopped {
				return
			}
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
	}
}

// find returns the options that the bits of a word of the state forbid.
func (t tables) find(shifts []uint8, word uint64) (forbidden uint64) {
	for k, shift := range shifts {
		forbidden |= t[k<<windowBits|int(word>>(shift&63)&(1<<windowBits-1))]
	}
	return forbidden
}
