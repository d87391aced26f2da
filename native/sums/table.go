package sums

import "math/bits"

// A table assigns the numbers 0, 1, 2, ... to states in the order in which find first receives
// them.
type table struct {
	words int      // words of a state
	keys  []uint64 // the states
	n     int      // number of states
	index []int32  // by hash: number + 1, or 0 for a free place
	shift uint
}

func (t *table) reset(n int) {
	size := max(16, 1<<bits.Len(uint(2*n)))
	t.keys = t.keys[:0]
	t.n = 0
	t.resize(size)
}

func (t *table) resize(size int) {
	if cap(t.index) >= size {
		t.index = t.index[:size]
		clear(t.index)
	} else {
		t.index = make([]int32, size)
	}
	t.shift = uint(64 - bits.Len(uint(size-1)))
}

func (t *table) hash(key []uint64) uint64 {
	h := uint64(0)
	for _, x := range key {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return (h * 0x9e3779b97f4a7c15) >> t.shift
}

// find returns the number of the state that the parameter key holds. A state that is not in the
// table gets the next number.
func (t *table) find(key []uint64) int32 {
	mask := uint64(len(t.index) - 1)
	h := t.hash(key)
next:
	for ; t.index[h] > 0; h = (h + 1) & mask {
		at := int(t.index[h]-1) * t.words
		for w, x := range t.keys[at : at+t.words] {
			if x != key[w] {
				continue next
			}
		}
		return t.index[h] - 1
	}
	t.keys = append(t.keys, key...)
	t.n++
	t.index[h] = int32(t.n)
	if 3*t.n > 2*len(t.index) {
		t.resize(2 * len(t.index))
		for i := range t.n {
			h := t.hash(t.keys[i*t.words : (i+1)*t.words])
			for ; t.index[h] > 0; h = (h + 1) & uint64(len(t.index)-1) {
			}
			t.index[h] = int32(i + 1)
		}
	}
	return int32(t.n - 1)
}
