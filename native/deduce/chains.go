package deduce

import (
	"math/bits"
	"slices"
)

// Chains are alternating chains: one supposes a value of a site and follows what
// this forces link by link, until the value itself is ruled out. A link goes from
// a bit that what is supposed takes away to the one that is then left in a group,
// since the group has exactly one true bit and all its other ones are lost. A
// chain needs no more than these lost bits, and goes on through a bit that is lost
// in the meantime; so the rule keeps its triggers.
//
// A link rests on the state and not on the links before it: there are no nets, in
// which several things that are supposed to follow are put together. What chains
// find are the unit clauses that the clauses of two literals imply (the
// implication graph of Aspvall, Plass and Tarjan, 1979), as far as one chain from
// a literal to its negation goes.
//
// A bit has the code site * Values + value. The memory for a state is kept: two
// goroutines want two values.
type Chains struct {
	Values int       // that a site has at most
	Groups [][]int32 // the codes of bits of which exactly one is true
	// Takes are the codes of the bits that a bit excludes, which exclude it in
	// turn. The slice is used before the next call only.
	Takes func(code int32) []int32

	found []chain // by the clue of a step
	last  []int32 // by code: the one found last that rules it out, from 1; 0: none
	web   web
}

type chain struct {
	links []Link
	sites []int
}

// A Link is: where From goes, To is left in the group. To is None where From
// itself is the last one there.
type Link struct {
	From, To Bit
	Group    int
}

// None is no bit.
var None = Bit{Site: -1}

// Rule is the rule of these chains. Its patterns have the sites of the links.
func (c *Chains) Rule(name string, level int, statement string) Rule {
	return Rule{Name: name, Level: level, Statement: statement, Find: c.find, Facts: c.facts}
}

// Links are the chain of a step of the rule, from the bit that goes back to it.
func (c *Chains) Links(st *Step) []Link { return c.found[st.Clue].links }

func (c *Chains) bit(code int32) Bit { return Bit{int(code) / c.Values, int(code) % c.Values} }

func (c *Chains) facts(st *Step) (facts []Bit) {
	seen := map[Bit]bool{}
	for _, x := range c.Links(st) {
		for _, code := range c.Groups[x.Group] {
			if b := c.bit(code); b != x.From && b != x.To && !seen[b] {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

func (c *Chains) find(s State, _ []int32, emit Emit) {
	w := &c.web
	if !w.build(c, s) {
		return
	}
	if n := len(s) * c.Values; len(c.last) < n {
		c.last = append(c.last, make([]int32, n-len(c.last))...)
	}
	for site, left := range s {
		for ; left != 0; left &= left - 1 {
			value := bits.TrailingZeros64(left)
			code := int32(site*c.Values + value)
			if !w.refuted(code) {
				continue
			}
			// In a run that asks again and again most are known.
			if c.last[code] == 0 || !c.holds(s, c.found[c.last[code]-1].links) {
				c.add(w.path(code))
				c.last[code] = int32(len(c.found))
			}
			i := int(c.last[code] - 1)
			emit(site, value, Pattern{Sites: c.found[i].sites, Clue: i})
		}
	}
}

func (c *Chains) add(links []Link) {
	x := chain{links: links}
	for _, l := range links {
		x.sites = append(x.sites, l.From.Site)
		if l.To != None {
			x.sites = append(x.sites, l.To.Site)
		}
	}
	c.found = append(c.found, x)
}

// holds reports whether the state has lost what the links rest on.
func (c *Chains) holds(s State, links []Link) bool {
	for _, l := range links {
		for _, code := range c.Groups[l.Group] {
			if b := c.bit(code); b != l.From && b != l.To && s.Has(b.Site, b.Value) {
				return false
			}
		}
	}
	return true
}

// A web is all links in a state. What links are to are its knots; what each of
// them forces is found once.
type web struct {
	*Chains
	live    []bool     // by code
	lone    [][2]int32 // groups with up to one left, and that one; -1: none
	checked []bool     // by code: what is the last one of a group
	links   []arc
	// The links from a bit that another one takes: by the code of the latter,
	// the first in next, whose entries are a link and the next entry; 0: none.
	first []int32
	next  [][2]int32

	knots  []int32  // their codes; knot 0 is that none is left in a group
	number []int32  // by code: among the knots; 0: no knot
	words  int      // of a set of knots
	reach  []uint64 // by knot: the set of those that it forces, itself included
	direct []uint64 // by knot: the set of those that it forces by one link
	set    []uint64 // of knots
}

// An arc is a Link by codes; to is -1 for None.
type arc struct{ from, to, group int32 }

// build makes the web of a state; false: it has no links.
func (w *web) build(c *Chains, s State) bool {
	n := len(s) * c.Values
	w.Chains = c
	w.links, w.knots, w.next = w.links[:0], append(w.knots[:0], -1), append(w.next[:0], [2]int32{})
	w.live, w.first, w.number = zeros(w.live, n), zeros(w.first, n), zeros(w.number, n)
	for site, left := range s {
		for ; left != 0; left &= left - 1 {
			w.live[site*c.Values+bits.TrailingZeros64(left)] = true
		}
	}
	w.lone, w.checked = w.lone[:0], zeros(w.checked, n)
	open := false // the last bit of a group takes one that is not lost
	for g, group := range c.Groups {
		a, b, more := int32(-1), int32(-1), false
		for _, code := range group {
			if w.live[code] {
				if b >= 0 {
					more = true
					break
				}
				a, b = code, a
			}
		}
		switch {
		case more:
		case b >= 0:
			w.link(arc{a, b, int32(g)})
			w.link(arc{b, a, int32(g)})
		default:
			w.lone = append(w.lone, [2]int32{int32(g), a})
			open = open || a < 0 || w.gets(a)
		}
	}
	if open { // or else no chain gets on through a last bit
		for _, x := range w.lone {
			w.leave(x[0], x[1])
		}
	}
	if len(w.links) > 0 {
		w.spread()
	}
	return len(w.links) > 0
}

// zeros is a slice of n zeros, in the memory of x if there is enough.
func zeros[T bool | int32 | uint64](x []T, n int) []T {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// gets reports whether the last bit of a group takes one that is not lost.
func (w *web) gets(last int32) bool {
	if w.checked[last] {
		return false
	}
	w.checked[last] = true
	for _, code := range w.Takes(last) {
		if w.live[code] {
			return true
		}
	}
	return false
}

// leave links the bits of a group that has one left, or none (-1): the lost ones
// too, which others take as before.
func (w *web) leave(g, last int32) {
	for _, code := range w.Groups[g] {
		if code == last {
			w.link(arc{code, -1, g})
		} else {
			w.link(arc{code, last, g})
		}
	}
}

// link adds a link, for all that take from.
func (w *web) link(x arc) {
	if x.to >= 0 && w.number[x.to] == 0 {
		w.number[x.to] = int32(len(w.knots))
		w.knots = append(w.knots, x.to)
	}
	for _, code := range w.Takes(x.from) {
		if w.live[code] && code != x.to {
			w.next = append(w.next, [2]int32{int32(len(w.links)), w.first[code]})
			w.first[code] = int32(len(w.next) - 1)
		}
	}
	w.links = append(w.links, x)
}

// knot is the number of what a link is to.
func (w *web) knot(link int32) int {
	if to := w.links[link].to; to >= 0 {
		return int(w.number[to])
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
		for e := w.first[w.knots[k]]; e > 0; e = w.next[e][1] {
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

// refuted reports whether a bit forces one that takes it, or leaves none in a
// group.
func (w *web) refuted(code int32) bool {
	e := w.first[code]
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
	if w.set[0]&1 == 1 {
		return true
	}
	for _, other := range w.Takes(code) {
		if k := w.number[other]; k > 0 && w.set[k/64]>>(k%64)&1 == 1 {
			return true
		}
	}
	return false
}

// path is a shortest chain that rules out what is refuted.
func (w *web) path(x int32) []Link {
	ends := make([]bool, len(w.knots))
	ends[0] = true
	for _, code := range w.Takes(x) {
		if k := w.number[code]; k > 0 {
			ends[k] = true
		}
	}
	type reached struct{ link, before int32 }
	queue := make([]reached, 0, len(w.knots))
	seen := make([]bool, len(w.knots))
	at := x
	for i := int32(-1); int(i) < len(queue); i++ {
		if i >= 0 {
			at = w.links[queue[i].link].to
		}
		for e := w.first[at]; e > 0; e = w.next[e][1] {
			k := w.knot(w.next[e][0])
			if seen[k] {
				continue
			}
			seen[k] = true
			queue = append(queue, reached{w.next[e][0], i})
			if !ends[k] {
				continue
			}
			var chain []Link
			for j := int32(len(queue) - 1); j >= 0; j = queue[j].before {
				l := w.links[queue[j].link]
				link := Link{w.bit(l.from), None, int(l.group)}
				if l.to >= 0 {
					link.To = w.bit(l.to)
				}
				chain = append(chain, link)
			}
			slices.Reverse(chain)
			return chain
		}
	}
	panic("unreachable: it is refuted")
}
