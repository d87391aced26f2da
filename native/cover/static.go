package cover

import (
	"math/bits"
	"slices"
)

// static is the search of bitset in the given order of the items. It always covers the first item
// that is not covered yet, with an option that holds no earlier item. So a node does not keep a
// list of options, and does not count anything. The options are in one array, sorted by their first
// item and then by their last. Options with the same first and the same last item form a group. The
// search skips a whole group if an item that all its options hold is already covered (such as a
// piece that is used).
//
// Two ideas were tried without gain. The first idea looks for a few neighbours of an open item such
// that each option of the item holds one of these neighbours. If all of these neighbours are
// covered, the search turns back. The first idea halves the nodes but saves no time. The second
// idea makes groups on demand, for each combination of covered items among the next seven. The
// second idea needs only a third of the tests and is a tenth faster on pentominoes. But it is 1.6
// times slower on calendar puzzles, where too few nodes share a combination.
//
// static handles only problems whose primary items all have multiplicity 1:1 and whose masks have
// at most two words.
type static struct {
	primaries int
	groups    [128][]group // by the first item of their options
	options   []pair       // the bits that each option forbids
	set       []pair       // the bits that each option sets
	index     []int        // of the option in the problem
}

type pair struct{ a, b uint64 }

// group is the slice options[from:to] of static. All these options forbid the bits in the field
// common, and may forbid more bits.
type group struct {
	common   pair
	from, to int32
}

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
	s.options, s.set = make([]pair, m.options), make([]pair, m.options)
	s.index = make([]int, m.options)
	for i, key := range keys {
		o := key & (1<<32 - 1)
		s.index[i] = o
		s.options[i], s.set[i] = pair{forbid[0][o], forbid[1][o]}, pair{set[0][o], set[1][o]}
		groups := &s.groups[key>>40]
		if i == 0 || key>>32 != keys[i-1]>>32 {
			*groups = append(*groups, group{s.options[i], int32(i), int32(i)})
		}
		g := &(*groups)[len(*groups)-1]
		g.common.a &= s.options[i].a
		g.common.b &= s.options[i].b
		g.to++
	}
	return s
}

type stepper struct {
	*static
	progress // its updates count the groups and options tested
}

func (s *static) search(p progress) error {
	w := &stepper{s, p}
	w.walk(pair{})
	return w.end()
}

func (s *stepper) walk(state pair) {
	if s.nodes++; s.poll(s.nodes, 1<<12) || s.st.Share.Skip(len(s.chosen), false) {
		return
	}
	first := bits.TrailingZeros64(^state.a)
	if first == 64 {
		first += bits.TrailingZeros64(^state.b)
	}
	if first >= s.primaries {
		s.answer(len(s.chosen))
		return
	}
	groups := s.groups[first&127]
	s.updates += int64(len(groups))
	for i := range groups {
		g := &groups[i]
		if g.common.a&state.a|g.common.b&state.b != 0 {
			continue
		}
		options := s.options[g.from:g.to]
		s.updates += int64(len(options))
		for k := range options {
			o := &options[k]
			if o.a&state.a|o.b&state.b != 0 {
				continue
			}
			set := &s.set[int(g.from)+k]
			s.chosen = append(s.chosen, s.index[int(g.from)+k])
			s.walk(pair{state.a | set.a, state.b | set.b})
			if s.stopped {
				return
			}
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
	}
}
