// Package native defines the interface of the native algorithms, the statistics that they report,
// and a hash table for their searches. Each algorithm family is a package below this one. No family
// knows a puzzle or a SAT solver.
package native

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A Solver lists the answers of one problem.
type Solver[A any] interface {
	// Search yields each answer once and stops when yield returns false. An answer is valid only
	// during the call of yield. Search returns nil if the search was complete or yield stopped it.
	// If the search was cut short, Search returns ctx.Err() or ErrLimit, and st holds the work so
	// far.
	Search(ctx context.Context, st *Stats, yield func(A) bool) error
}

// A Counter counts the answers of one problem without listing them. Count returns the number of
// answers. It returns the same errors as Solver.Search.
type Counter interface {
	Count(ctx context.Context, st *Stats) (*big.Int, error)
}

// A Walk is a search for values of cells that can pause, so that another method can search the rest.
type Walk interface {
	// Run searches until the search is complete, until yield returns false, or until it has worked
	// longer than the parameter patience since the last solution. The method defines the unit of
	// this work, and 0 means that Run does not pause. Only after a pause, the result done is false,
	// and Run can be called again.
	Run(patience int, yield func(cells []byte) bool) (done bool, err error)
	// Rest describes what has not been searched yet. A solution of the problem is in this rest if
	// and only if at least one cell of each list has the given value. After the search, one list is
	// empty.
	Rest() [][]Cell
}

// A Cell is a value of a cell, which is named by its index.
type Cell struct {
	At    int
	Value byte
}

// Stats counts the work of one search in machine-independent steps. It also holds the limit of this
// work and a function that receives the progress. A solver adds to the counts that it keeps, and
// leaves the other counts unchanged.
type Stats struct {
	Nodes   int64 // nodes of the search tree that were entered
	Updates int64 // elementary changes to the state, like Knuth's updates
	Limit   Limit
	// The search calls Progress now and then, in its own goroutine, with the work so far. Progress
	// may be nil.
	Progress func(nodes, updates int64)
	Share    *Share // nil if the search does all the work itself
	AnyOrder bool   // whether the caller needs all answers and accepts any order, which may save work
}

// A Limit bounds the work of a search without regard to time, so that the same search always ends
// at the same step. 0 means that there is no limit.
type Limit struct{ Nodes, Updates int64 }

// ErrLimit is the error of a search that took more steps than the Limit in its Stats.
var ErrLimit = errors.New("the limit of steps is reached")

// Poll calls st.Progress with the work so far: the counts in st plus the given counts, which the
// search has not added to st yet. It returns ctx.Err(), or ErrLimit if the work so far exceeds the
// limit. A solver calls Poll only now and then, so the work may exceed the limit by a few steps.
func (st *Stats) Poll(ctx context.Context, nodes, updates int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if st.Progress != nil {
		st.Progress(st.Nodes+nodes, st.Updates+updates)
	}
	if l := st.Limit; l.Nodes > 0 && st.Nodes+nodes > l.Nodes || l.Updates > 0 && st.Updates+updates > l.Updates {
		return ErrLimit
	}
	return nil
}

// A Share divides a search tree among several searches of the same problem, which run at the same time.
// Each search walks through the whole tree above the depth Depth, in the same order, and numbers the
// nodes at this depth and the answers above it. Each of these belongs to the search that reaches it
// first. Only an engine whose tree above this depth does not depend on earlier work can support this.
// Engines without support ignore the Share, so a caller has to look at Taken.
type Share struct {
	Depth int           // the number of decisions above a node that belongs to one search
	Taken *atomic.Int64 // the number of nodes that were reached, for all searches; nil: no node belongs to this search
	Met   int64         // the number of nodes that this search has reached
}

// Skip reports whether a search must leave out a node or an answer below depth decisions, because
// another search has it. If s is nil, it returns false.
func (s *Share) Skip(depth int, answer bool) bool {
	if s == nil || depth > s.Depth || (depth == s.Depth) == answer {
		return false
	}
	s.Met++
	return s.Taken == nil || !s.Taken.CompareAndSwap(s.Met-1, s.Met)
}

// A Table numbers keys from 0, in the order in which they are added. All keys of a table have the
// same number of words. The table uses linear probing and contains no pointers to keys, so the
// garbage collector need not scan it. It takes half the memory of a Go map with string keys.
type Table struct {
	Keys  []uint64 // one key after the other
	n     int
	slots []int32 // 0 is free, other values are keys counted from 1; the number of slots is a power of two
}

// Len returns the number of keys.
func (t *Table) Len() int { return t.n }

// Bytes returns the memory that the table uses.
func (t *Table) Bytes() int { return 8*len(t.Keys) + 4*len(t.slots) }

// Reset removes all keys, and makes room for n keys.
func (t *Table) Reset(n int) {
	t.Keys, t.n = t.Keys[:0], 0
	t.resize(max(8, 1<<bits.Len(uint(2*n))), 0)
}

// Find returns the number of a key, or -1 if the table lacks the key.
func (t *Table) Find(key []uint64) int {
	if len(t.slots) == 0 {
		return -1
	}
	return int(t.slots[t.slot(key)]) - 1
}

// Add returns the number of a key. If the table lacks the key, Add adds it.
func (t *Table) Add(key []uint64) int {
	if 2*t.n >= len(t.slots) {
		t.resize(max(8, 2*len(t.slots)), len(key))
	}
	at := t.slot(key)
	if i := t.slots[at]; i > 0 {
		return int(i - 1)
	}
	t.Keys = append(t.Keys, key...)
	t.n++
	t.slots[at] = int32(t.n)
	return t.n - 1
}

// slot returns the slot of a key, which is free if the table lacks the key.
func (t *Table) slot(key []uint64) int {
	mask := len(t.slots) - 1
	for at := int(hash(key)) & mask; ; at = (at + 1) & mask {
		i := int(t.slots[at])
		if i == 0 || slices.Equal(t.Keys[(i-1)*len(key):i*len(key)], key) {
			return at
		}
	}
}

func (t *Table) resize(size, words int) {
	if size > cap(t.slots) {
		t.slots = make([]int32, size)
	} else {
		t.slots = t.slots[:size]
		clear(t.slots)
	}
	for i := range t.n {
		t.slots[t.slot(t.Keys[i*words:(i+1)*words])] = int32(i + 1)
	}
}

// hash returns a hash value of a key. It XORs the halves of 128-bit products, because a plain
// 64-bit product has only zeros below the lowest set bit of the key, and keys often differ only in
// high bits. With plain products, dominoes on 16x16 took 10 times as long.
func hash(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, k := range key {
		hi, lo := bits.Mul64(h^k, 0xff51afd7ed558ccd)
		h = hi ^ lo
	}
	return h ^ h>>32
}
