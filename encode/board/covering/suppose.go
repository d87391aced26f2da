package covering

import "slices"

// A Need says how many chosen options hold an item.
type Need struct {
	Lo, Hi int
	// For is another item: if a chosen option holds it, one of the options of this item is chosen,
	// too. If there is no such item, For is -1.
	For int
}

// A Cover is an exact cover in the form that human techniques need: it answers what follows if some
// options are excluded, and one option is supposed to be chosen. Its methods change nothing.
type Cover struct {
	Needs  []Need
	Holds  []Set // by item: the options that hold it
	Rivals []Set // by option: the options that cannot be chosen together with it
	items  [][]int
	many   bool // some item may be held by several chosen options, but not by any number of them
}

// NewCover makes a Cover. The parameter options has the items of each option. Options that share
// an item with Hi = 1 are rivals.
func NewCover(needs []Need, options [][]int) *Cover {
	c := &Cover{Needs: needs, items: options}
	for range needs {
		c.Holds = append(c.Holds, NewSet(len(options)))
	}
	for o, items := range options {
		for _, i := range items {
			c.Holds[i].Add(o)
		}
	}
	for o, items := range options {
		rivals := NewSet(len(options))
		for _, i := range items {
			if needs[i].Hi == 1 {
				rivals.Join(c.Holds[i])
			}
			c.many = c.many || needs[i].Hi > 1 && needs[i].Hi < len(options)
		}
		rivals.Drop(o)
		c.Rivals = append(c.Rivals, rivals)
	}
	return c
}

// Exclude makes two options rivals.
func (c *Cover) Exclude(a, b int) {
	c.Rivals[a].Add(b)
	c.Rivals[b].Add(a)
}

// Against returns the options that leave an item too few options, if only the options in alive can
// be chosen. For an item with Lo = 1, these options are rivals of all its options in alive.
func (c *Cover) Against(alive Set, item int) Set {
	need, own := c.Needs[item], alive.And(c.Holds[item])
	if need.Lo > 1 {
		out := NewSet(len(c.items))
		for q := range alive.Each() {
			if own.Without(c.Rivals[q]).Len() < need.Lo {
				out.Add(q)
			}
		}
		return out
	}
	out := slices.Clone(alive)
	switch {
	case need.Lo == 0 && need.For < 0:
		clear(out)
		return out
	case need.Lo == 0:
		out = out.And(c.Holds[need.For])
	}
	for o := range own.Each() {
		left := uint64(0)
		for i, word := range c.Rivals[o] {
			out[i] &= word
			left |= out[i]
		}
		if left == 0 {
			break
		}
	}
	return out
}

// A Forced is an option that a supposition forces, because its item has no other option left.
type Forced struct{ Option, Item int }

// A Supposition shows that an option cannot be chosen. It forces the options of the Chain, one after
// the other. Then the Item has too few options left.
type Supposition struct {
	Chain []Forced
	Item  int
}

// Suppose supposes that option q is chosen, if only the options in alive can be chosen and those in
// chosen are. In each round, it chooses all options that are the last of an item. It returns nil if no
// contradiction appears before as many rounds as the parameter rounds. The Chain of the result has
// all options that it chose; see Needed. If options are lost, Suppose needs no more rounds.
func (c *Cover) Suppose(alive, chosen Set, q, rounds int) *Supposition {
	now, taken := alive.Without(c.Rivals[q]), slices.Clone(chosen)
	p := &Supposition{}
	taken.Add(q)
	if p.Item = c.crowded(now, taken, q); p.Item >= 0 {
		return p
	}
	done := make([]bool, len(c.Needs))
	for r := 0; ; r++ {
		first := len(p.Chain)
		for i, need := range c.Needs {
			if done[i] || need.Lo == 0 && (need.For < 0 || !taken.Meets(c.Holds[need.For])) {
				continue
			}
			n, o := now.few(c.Holds[i])
			if need.Lo > 1 {
				n = now.And(c.Holds[i]).Len() - need.Lo + 1
			}
			switch {
			case n < 1:
				p.Item = i
				return p
			case n > 1:
			case need.Lo > 1:
				done[i] = true
				for o := range now.And(c.Holds[i]).Each() {
					p.Chain = append(p.Chain, Forced{o, i})
				}
			default:
				done[i] = true
				p.Chain = append(p.Chain, Forced{o, i})
			}
		}
		p.Chain = append(p.Chain[:first], slices.DeleteFunc(slices.Clone(p.Chain[first:]), func(f Forced) bool { return taken.Has(f.Option) })...)
		if r == rounds || len(p.Chain) == first {
			return nil
		}
		for _, f := range p.Chain[first:] {
			now.remove(c.Rivals[f.Option])
			taken.Add(f.Option)
		}
		for _, f := range p.Chain[first:] {
			if p.Item = c.crowded(now, taken, f.Option); p.Item >= 0 {
				return p
			}
		}
	}
}

// crowded excludes the other options of the items of option q that now have all their chosen
// options. It returns an item with more of them, or -1.
func (c *Cover) crowded(now, taken Set, q int) int {
	if !c.many {
		return -1
	}
	for _, i := range c.items[q] {
		n := taken.And(c.Holds[i]).Len()
		if n > c.Needs[i].Hi {
			return i
		}
		if n == c.Needs[i].Hi {
			now.remove(c.Holds[i].Without(taken))
		}
	}
	return -1
}

// Needed leaves only those options in the chain of a supposition that its contradiction needs. On a
// board with items that several chosen options hold, it leaves all.
func (c *Cover) Needed(p *Supposition, alive Set, q int) {
	if c.many {
		return
	}
	wanted := map[int]bool{p.Item: true} // items: why have they no other option?
	keep := make([]bool, len(p.Chain))
	for k := len(p.Chain); k >= 0; k-- {
		if k < len(p.Chain) {
			if !keep[k] {
				continue
			}
			wanted = map[int]bool{p.Chain[k].Item: true}
		}
		for item := range wanted {
			for o := range alive.And(c.Holds[item]).Without(c.Rivals[q]).Each() {
				if i := slices.IndexFunc(p.Chain[:k], func(f Forced) bool { return c.Rivals[f.Option].Has(o) }); i >= 0 {
					keep[i] = true
				}
			}
			if need := c.Needs[item]; need.Lo == 0 { // the item is needed because of another
				if i := slices.IndexFunc(p.Chain[:k], func(f Forced) bool { return c.Holds[need.For].Has(f.Option) }); i >= 0 && !c.Holds[need.For].Has(q) {
					keep[i] = true
				}
			}
		}
	}
	chain := p.Chain[:0:0]
	for k, f := range p.Chain {
		if keep[k] {
			chain = append(chain, f)
		}
	}
	p.Chain = chain
}
