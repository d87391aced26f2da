package cover

import (
	"math/bits"
	"slices"
)

// table maps keys, all of the same number of words, to values. It is a hash
// table with linear probing whose slots are indices into plain slices: without
// pointers, so that the garbage collector need not look into it, and in half
// the memory of a Go map of strings.
type table struct {
	slots  []int32 // 0 is free, else an entry from 1; their number is a power of two
	keys   []uint64
	values []uint64
}

// hash folds the 128-bit products: a plain product has only zeros below the
// lowest bit of its key, and the keys of a window of items differ high up.
// Dominoes on 16x16 took 10 times as long with it.
func hash(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, k := range key {
		hi, lo := bits.Mul64(h^k, 0xff51afd7ed558ccd)
		h = hi ^ lo
	}
	return h ^ h>>32
}

func (t *table) find(key []uint64) (slot, entry int) {
	mask := len(t.slots) - 1
	for i := int(hash(key)) & mask; ; i = (i + 1) & mask {
		e := int(t.slots[i])
		if e == 0 || slices.Equal(t.keys[(e-1)*len(key):e*len(key)], key) {
			return i, e - 1
		}
	}
}

func (t *table) get(key []uint64) (value uint64, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	_, e := t.find(key)
	if e < 0 {
		return 0, false
	}
	return t.values[e], true
}

// put adds a key that is not in the table, and returns how many bytes that
// took.
func (t *table) put(key []uint64, value uint64) int64 {
	size := 8 * int64(len(key)+1)
	if 2*len(t.values) >= len(t.slots) {
		old := len(t.slots)
		t.slots = make([]int32, max(8, 2*old))
		size += 4 * int64(len(t.slots)-old)
		for e := range t.values {
			slot, _ := t.find(t.keys[e*len(key) : (e+1)*len(key)])
			t.slots[slot] = int32(e + 1)
		}
	}
	t.keys = append(t.keys, key...)
	t.values = append(t.values, value)
	slot, _ := t.find(key)
	t.slots[slot] = int32(len(t.values))
	return size
}
