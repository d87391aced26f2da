package sums

import (
	"context"
	"encoding/binary"
	"slices"
)

// A group is a set of variables with the same sums. Between lo and hi of them are
// 1; no solution has fewer or more.
type group struct {
	vars   []int
	sums   []int // of a part, ascending
	lo, hi int
}

// A part is what is left to count of a component, or of a piece of it, when all
// that the bounds say is known. Its sums have two groups or more.
type part struct {
	groups []group
	sums   []tally
}

// A tally is a sum over groups.
type tally struct {
	groups []int
	value  int
}

// A reduction is a component taken apart.
type reduction struct {
	dead  bool  // no patterns
	ones  []int // the variables that are 1 in all patterns
	parts []*part
}

// pairs is the number of neighbours up to which a sum is compared with them.
const pairs = 64

// reduce merges the variables of a component into groups, narrows their bounds
// by single sums and by pairs of sums (the difference of two sums bounds what
// they do not share) and takes out the groups whose value is then known. Without
// the pairs the slowest of 300 expert boards took up to seven times as long, the
// median one 1.1 times.
func (p *Problem) reduce(ctx context.Context, c Component, of [][]int) (*reduction, error) {
	n := p.network(c, of)
	alive, err := n.narrow(ctx)
	if err != nil || !alive {
		return &reduction{dead: true}, err
	}
	r := &reduction{}
	for i := range n.groups {
		g := &n.groups[i]
		if g.lo == len(g.vars) {
			r.ones = append(r.ones, g.vars...)
		}
		if g.lo < g.hi {
			continue
		}
		for _, s := range g.sums {
			n.sums[s].value -= g.lo
		}
		if 0 < g.lo && g.lo < len(g.vars) {
			r.parts = append(r.parts, &part{groups: []group{{vars: g.vars, lo: g.lo, hi: g.hi}}})
		}
	}
	parts, alive := n.split()
	if !alive {
		return &reduction{dead: true}, nil
	}
	r.parts = append(r.parts, parts...)
	return r, nil
}

// network is the component as one part.
func (p *Problem) network(c Component, of [][]int) *part {
	n := &part{sums: make([]tally, len(c.Sums))}
	local := make(map[int]int, len(c.Sums))
	for i, s := range c.Sums {
		local[s] = i
		n.sums[i].value = p.Sums[s].Value
	}
	index := map[string]int{}
	var key []byte
	for _, v := range c.Vars {
		key = key[:0]
		for _, s := range of[v] {
			key = binary.AppendUvarint(key, uint64(s))
		}
		g, ok := index[string(key)]
		if !ok {
			g = len(n.groups)
			index[string(key)] = g
			sums := make([]int, len(of[v]))
			for i, s := range of[v] {
				sums[i] = local[s]
				n.sums[sums[i]].groups = append(n.sums[sums[i]].groups, g)
			}
			n.groups = append(n.groups, group{sums: sums})
		}
		n.groups[g].vars = append(n.groups[g].vars, v)
		n.groups[g].hi++
	}
	return n
}

// narrow narrows the bounds of the groups. It is false if there is no solution,
// but may be true then too.
func (n *part) narrow(ctx context.Context) (bool, error) {
	queue := make([]int, len(n.sums))
	waits := make([]bool, len(n.sums))
	for s := range n.sums {
		queue[s] = s
		waits[s] = true
	}
	bound := func(g, lo, hi int) bool {
		x := &n.groups[g]
		if lo <= x.lo && hi >= x.hi {
			return true
		}
		x.lo, x.hi = max(x.lo, lo), min(x.hi, hi)
		for _, s := range x.sums {
			if !waits[s] {
				waits[s] = true
				queue = append(queue, s)
			}
		}
		return x.lo <= x.hi
	}
	// within bounds the groups by lo..hi for their sum.
	within := func(groups []int, lo, hi int) bool {
		least, most := 0, 0
		for _, g := range groups {
			least += n.groups[g].lo
			most += n.groups[g].hi
		}
		if hi < least || lo > most {
			return false
		}
		if lo <= least && hi >= most {
			return true
		}
		for _, g := range groups {
			x := n.groups[g]
			if !bound(g, lo-(most-x.hi), hi-(least-x.lo)) {
				return false
			}
		}
		return true
	}
	in := make([]bool, len(n.groups))
	near := make([]int, len(n.sums)) // the step, from 1, in which it was a neighbour last
	var own, other, both, neighbours []int
	// Bounds that move by one each time may take long: this is enough work.
	for step := 0; len(queue) > 0 && step < 100*len(n.sums)+1000; step++ {
		if step&63 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		s := queue[0]
		queue = queue[1:]
		waits[s] = false
		a := n.sums[s]
		if !within(a.groups, a.value, a.value) {
			return false, nil
		}
		neighbours = neighbours[:0]
		for _, g := range a.groups {
			if n.groups[g].lo == n.groups[g].hi {
				continue
			}
			in[g] = true
			for _, t := range n.groups[g].sums {
				if t != s && near[t] != step+1 {
					near[t] = step + 1
					neighbours = append(neighbours, t)
				}
			}
		}
		alive := true
		if len(neighbours) <= pairs {
			for _, t := range neighbours {
				b := n.sums[t]
				own, other, both = own[:0], other[:0], both[:0]
				x, y := a.value, b.value // of the groups that are not fixed
				lo, hi := 0, 0           // of both
				for _, g := range b.groups {
					switch {
					case n.groups[g].lo == n.groups[g].hi:
						y -= n.groups[g].lo
					case in[g]:
						both = append(both, g)
						lo += n.groups[g].lo
						hi += n.groups[g].hi
					default:
						other = append(other, g)
					}
				}
				for _, g := range a.groups {
					if n.groups[g].lo == n.groups[g].hi {
						x -= n.groups[g].lo
					} else if !slices.Contains(both, g) {
						own = append(own, g)
					}
				}
				for _, side := range []struct {
					groups []int
					value  int
				}{{own, x}, {other, y}} {
					least, most := 0, 0
					for _, g := range side.groups {
						least += n.groups[g].lo
						most += n.groups[g].hi
					}
					lo, hi = max(lo, side.value-most), min(hi, side.value-least)
				}
				alive = alive && lo <= hi && within(both, lo, hi) && within(own, x-hi, x-lo) && within(other, y-hi, y-lo)
			}
		}
		for _, g := range a.groups {
			in[g] = false
		}
		if !alive {
			return false, nil
		}
	}
	return true, nil
}

// split are the connected parts of the groups that are not fixed, merged anew.
// The values of the sums are those without the fixed groups. It is false if there
// is no solution, but may be true then too.
func (n *part) split() ([]*part, bool) {
	// Of sums over the same groups one is kept.
	keep := make([]bool, len(n.sums))
	seen := map[string]int{}
	var key []byte
	for s := range n.sums {
		t := &n.sums[s]
		t.groups = slices.DeleteFunc(t.groups, func(g int) bool { return n.groups[g].lo == n.groups[g].hi })
		key = key[:0]
		for _, g := range t.groups {
			key = binary.AppendUvarint(key, uint64(g))
		}
		value, again := seen[string(key)]
		if again && value != t.value || len(t.groups) == 0 && t.value != 0 {
			return nil, false
		}
		keep[s] = len(t.groups) > 0 && !again
		seen[string(key)] = t.value
	}
	var all []*part
	local := make([]int, len(n.sums))
	found := make([]bool, len(n.sums))
	for first := range n.sums {
		if found[first] || !keep[first] {
			continue
		}
		found[first] = true
		q := &part{}
		queue := []int{first}
		index := map[string]int{}
		taken := map[int]bool{}
		for i := 0; i < len(queue); i++ {
			local[queue[i]] = i
			q.sums = append(q.sums, tally{value: n.sums[queue[i]].value})
			for _, g := range n.sums[queue[i]].groups {
				for _, s := range n.groups[g].sums {
					if keep[s] && !found[s] {
						found[s] = true
						queue = append(queue, s)
					}
				}
			}
		}
		for _, s := range queue {
			for _, i := range n.sums[s].groups {
				if taken[i] {
					continue
				}
				taken[i] = true
				var sums []int
				key = key[:0]
				for _, s := range n.groups[i].sums {
					if keep[s] {
						sums = append(sums, local[s])
						key = binary.AppendUvarint(key, uint64(local[s]))
					}
				}
				g, ok := index[string(key)]
				if !ok {
					g = len(q.groups)
					index[string(key)] = g
					q.groups = append(q.groups, group{sums: sums})
					for _, s := range sums {
						q.sums[s].groups = append(q.sums[s].groups, g)
					}
				}
				x := &q.groups[g]
				x.vars = append(x.vars, n.groups[i].vars...)
				x.lo += n.groups[i].lo
				x.hi += n.groups[i].hi
			}
		}
		all = append(all, q)
	}
	return all, true
}
