package drat

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A lit is a literal of the checker. A positive literal is an even number; its negation is the
// next odd number.
type lit = int32

// A ref is the index in clauses.store where the literals of a clause begin. The three numbers before
// the literals are the id of the clause, its length, and the next clause with the same key. If a binary
// clause is the reason why a literal is true, the function because returns a ref for this clause.
// The value 0 means no clause.
type ref = int32

// because returns the ref of a binary clause that makes a literal true. The parameter other is the
// other literal of the clause, which is false.
func because(other lit) ref { return ^other }

// clauses holds the clauses that were not deleted. Binary clauses, the most frequent ones in
// our formulas, are two entries in lists. All other clauses are in one store.
type clauses struct {
	binary  [][]lit   // by literal: the other literals of its binary clauses
	watched [][]watch // by literal: the clauses of three or more literals that watch it
	store   []int32
	most    int            // limit of the length of store
	free    map[int][]ref  // by length: the places of deleted clauses
	first   map[uint64]ref // by key: the first clause with this key
	key     []uint64       // by literal: a random number; the key of a clause is the sum over its literals

	id    int32            // of the clause that is added next
	pairs map[[2]lit]int32 // the ids of binary clauses; nil if nobody asks for hints
}

// A watch is a clause that watches a literal, together with another literal of the clause. If that
// other literal is true, the checker need not look at the clause.
type watch struct {
	other lit
	at    ref
}

func (c *clauses) grow() {
	if c.first == nil {
		c.most = math.MaxInt32
		c.first = map[uint64]ref{}
		c.free = map[int][]ref{}
	}
	c.binary = append(c.binary, nil, nil)
	c.watched = append(c.watched, nil, nil)
	c.key = append(c.key, rand.Uint64(), rand.Uint64()) // random, so that no file can force collisions
}

// add stores a clause without repeated literals and watches its first two literals. If the clause
// makes its first literal true, the returned ref is the reason to record for this literal.
func (c *clauses) add(lits []lit) ref {
	if len(lits) == 2 {
		if c.pairs != nil {
			c.pairs[pair(lits[0], lits[1])] = c.id
		}
		c.binary[lits[0]] = append(c.binary[lits[0]], lits[1])
		c.binary[lits[1]] = append(c.binary[lits[1]], lits[0])
		return because(lits[1])
	}
	at := c.room(len(lits))
	copy(c.store[at:], lits)
	c.store[at-3] = c.id
	key := c.sum(lits)
	c.store[at-1] = c.first[key]
	c.first[key] = at
	if len(lits) > 2 {
		c.watched[lits[0]] = append(c.watched[lits[0]], watch{lits[1], at})
		c.watched[lits[1]] = append(c.watched[lits[1]], watch{lits[0], at})
	}
	return at
}

// full reports whether the store may be too full for another clause of n literals.
func (c *clauses) full(n int) bool { return len(c.store)+n+3 > c.most }

func (c *clauses) room(n int) ref {
	if free := c.free[n]; len(free) > 0 {
		c.free[n] = free[:len(free)-1]
		return free[len(free)-1]
	}
	at := len(c.store) + 3
	c.store = slices.Grow(c.store, n+3)[:at+n]
	c.store[at-2] = int32(n)
	return ref(at)
}

func (c *clauses) lits(at ref) []lit { return c.store[at : at+c.store[at-2]] }

func (c *clauses) sum(lits []lit) (key uint64) {
	for _, l := range lits {
		key += c.key[l]
	}
	return key
}

// find returns the clause with the given literals, which the caller must have marked. It returns 0
// if there is no such clause.
func (c *clauses) find(lits []lit, mark []bool) ref {
	for at := c.first[c.sum(lits)]; at != 0; at = c.store[at-1] {
		if found := c.lits(at); len(found) == len(lits) && !slices.ContainsFunc(found, func(l lit) bool { return !mark[l] }) {
			return at
		}
	}
	return 0
}

func (c *clauses) remove(lits []lit, at ref) {
	key := c.sum(lits)
	if c.first[key] != at {
		before := c.first[key]
		for c.store[before-1] != at {
			before = c.store[before-1]
		}
		c.store[before-1] = c.store[at-1]
	} else if next := c.store[at-1]; next != 0 {
		c.first[key] = next
	} else {
		delete(c.first, key)
	}
	if len(lits) > 2 {
		for _, l := range c.lits(at)[:2] {
			ws := c.watched[l]
			i := slices.IndexFunc(ws, func(w watch) bool { return w.at == at })
			ws[i] = ws[len(ws)-1]
			c.watched[l] = ws[:len(ws)-1]
		}
	}
	c.free[len(lits)] = append(c.free[len(lits)], at)
}

func (c *clauses) removeBinary(x, y lit) bool {
	i := slices.Index(c.binary[x], y)
	if i < 0 {
		return false
	}
	c.binary[x] = slices.Delete(c.binary[x], i, i+1)
	i = slices.Index(c.binary[y], x)
	c.binary[y] = slices.Delete(c.binary[y], i, i+1)
	return true
}
