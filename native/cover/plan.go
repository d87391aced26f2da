package cover

import "math/bits"

// plan is a problem as a sequence of steps for memo. The steps change a state, in which bits are
// only set and counters only grow. The state consists of the bits of masks, followed by one counter
// for each item whose multiplicity is not 1:1.
type plan struct {
	*masks
	words  int // words of a state; the first masks.words of them hold the bits of masks
	steps  []step
	fields []field // the counter of each item in the field several
	counts [][]int // for each option: the items that it holds, as indices in the field several
}

type kind uint8

const (
	choose  kind = iota // choose one of the options, unless the bit of the step is already set
	perhaps             // choose the only option, or leave it out
	enough              // choose nothing; check that at least lo options hold the item
)

// step is one step of a plan. An item with multiplicity 1:1 has one step, which chooses among the
// options that hold no earlier item. Any other item has one step for each such option, followed by
// a final step of kind enough.
type step struct {
	kind    kind
	bit     int
	several int // in a step of kind enough: the index of its item in plan.several
	lo      int
	options []int
	view    []eye // the part of the state that earlier steps can change and this step or a later one can read
}

// eye selects some bits of one word of the state.
type eye struct {
	word int
	mask uint64
}

// field says which bits of a state count the chosen options that hold one item. Only items whose
// multiplicity is not 1:1 have a field.
type field struct {
	word, shift int
	mask        uint64 // not shifted
}

func newPlan(p *Problem) *plan {
	l := &plan{masks: newMasks(p)}
	l.words = l.masks.words
	which := map[int]int{} // by bit: the index of the item in the field several
	room := 0              // unused bits in the last word of counters
	for k, it := range l.several {
		width := bits.Len(uint(it.hi))
		if room < width {
			l.words++
			room = 64
		}
		room -= width
		l.fields = append(l.fields, field{l.words - 1, room, 1<<width - 1})
		which[it.bit] = k
	}

	byFirst := make([][]int, len(l.items))
	l.counts = make([][]int, l.options)
	for o := range l.options {
		first := l.ends[o][0]
		byFirst[first] = append(byFirst[first], o)
		for k, it := range l.several {
			if l.forbid[it.bit/64][o]>>(it.bit%64)&1 != 0 {
				l.counts[o] = append(l.counts[o], k)
			}
		}
	}
	for b, options := range byFirst {
		k, ok := which[b]
		if !ok {
			l.steps = append(l.steps, step{kind: choose, bit: b, options: options})
			continue
		}
		for i := range options {
			l.steps = append(l.steps, step{kind: perhaps, bit: b, options: options[i : i+1]})
		}
		l.steps = append(l.steps, step{kind: enough, bit: b, several: k, lo: l.several[k].lo})
	}
	l.look()
	return l
}

// look computes the view of every step: the bits of the state that an earlier step can change and
// that this step or a later one can read.
func (l *plan) look() {
	seen := make([][]uint64, len(l.steps)) // at first: what step s or a later one reads
	sees := make([]uint64, l.words)
	for s := len(l.steps) - 1; s >= 0; s-- {
		step := &l.steps[s]
		switch step.kind {
		case choose:
			sees[step.bit/64] |= 1 << (step.bit % 64)
		case enough:
			f := l.fields[step.several]
			sees[f.word] |= f.mask << f.shift
		}
		for _, o := range step.options {
			for w := range l.masks.words {
				sees[w] |= l.forbid[w][o]
			}
			for _, k := range l.counts[o] {
				f := l.fields[k]
				sees[f.word] |= f.mask << f.shift
			}
		}
		seen[s] = append([]uint64(nil), sees...)
	}
	changed := make([]uint64, l.words)
	for s := range l.steps {
		for w, m := range seen[s] {
			if m &= changed[w]; m != 0 {
				l.steps[s].view = append(l.steps[s].view, eye{w, m})
			}
		}
		for _, o := range l.steps[s].options {
			for w := range l.masks.words {
				changed[w] |= l.set[w][o]
			}
			for _, k := range l.counts[o] {
				bit, f := l.several[k].bit, l.fields[k]
				changed[bit/64] |= 1 << (bit % 64)
				changed[f.word] |= f.mask << f.shift
			}
		}
	}
}

func (l *plan) fits(o int, state []uint64) bool {
	for w := range l.masks.words {
		if l.forbid[w][o]&state[w] != 0 {
			return false
		}
	}
	return true
}

func (l *plan) apply(o int, state []uint64) {
	for w := range l.masks.words {
		state[w] |= l.set[w][o]
	}
	for _, k := range l.counts[o] {
		f, it := l.fields[k], l.several[k]
		state[f.word] += 1 << f.shift
		if l.held(k, state) == it.hi {
			state[it.bit/64] |= 1 << (it.bit % 64)
		}
	}
}

func (l *plan) held(k int, state []uint64) int {
	f := l.fields[k]
	return int(state[f.word] >> f.shift & f.mask)
}

// masks represents a problem by bits: one bit for each item, in item order. A secondary item with
// colours instead has one bit per colour, and one more bit if an option holds the item without a
// colour. Each option has a mask of the bits that it sets when it is chosen and a mask of the bits
// that it forbids. An option is allowed while no bit that it forbids is set. So the test forbid&set
// == 0 covers all rules except multiplicities.
type masks struct {
	items   []int // the items of the primary bits, which come first: bit b is item items[b]
	words   int   // 64-bit words in a mask
	options int
	forbid  [][]uint64 // word w of option o is forbid[w][o]
	set     [][]uint64 // the bits that option o sets, without the bits of items in the field several
	several []several
	ends    [][2]int // the first and the last primary bit of each option
}

// several is a primary item whose multiplicity lo:hi is not 1:1. The field bit is the number of a
// bit, which is set in the state when no further option may hold the item.
type several struct{ bit, lo, hi int }

func newMasks(p *Problem) *masks {
	m := &masks{options: len(p.Options), ends: make([][2]int, len(p.Options))}
	first := make([]int, len(p.Items)) // the first bit of each item
	for i, it := range p.Items {
		if it.Secondary {
			continue
		}
		first[i] = len(m.items)
		if !it.exact() {
			m.several = append(m.several, several{len(m.items), it.Lo, it.Hi})
		}
		m.items = append(m.items, i)
	}
	bits := len(m.items)
	slot := p.slots()
	for i, it := range p.Items {
		if it.Secondary {
			first[i] = bits
			bits += len(slot[i])
		}
	}
	m.words = max(1, (bits+63)/64)
	for range m.words {
		m.forbid = append(m.forbid, make([]uint64, m.options))
		m.set = append(m.set, make([]uint64, m.options))
	}
	for o, option := range p.Options {
		ends := &m.ends[o]
		ends[0] = len(m.items)
		for _, u := range option {
			b := first[u.Item]
			if it := p.Items[u.Item]; !it.Secondary {
				m.forbid[b/64][o] |= 1 << (b % 64)
				ends[0], ends[1] = min(ends[0], b), max(ends[1], b)
				if it.exact() {
					m.set[b/64][o] |= 1 << (b % 64)
				}
				continue
			}
			own := b + slot[u.Item][u.Colour]
			m.set[own/64][o] |= 1 << (own % 64)
			for k := b; k < b+len(slot[u.Item]); k++ {
				if k != own || u.Colour == 0 {
					m.forbid[k/64][o] |= 1 << (k % 64)
				}
			}
		}
	}
	return m
}

func (it *Item) exact() bool { return it.Lo == 1 && it.Hi == 1 }

func (p *Problem) slots() []map[int]int {
	slot := make([]map[int]int, len(p.Items))
	for _, o := range p.Options {
		for _, u := range o {
			if !p.Items[u.Item].Secondary {
				continue
			}
			if slot[u.Item] == nil {
				slot[u.Item] = map[int]int{}
			}
			if _, ok := slot[u.Item][u.Colour]; !ok {
				slot[u.Item][u.Colour] = len(slot[u.Item])
			}
		}
	}
	return slot
}
