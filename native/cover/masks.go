package cover

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
