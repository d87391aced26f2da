package cover

import (
	"math/bits"
	"slices"
)

// table is a hash table that maps keys to values. All its keys have the same number of words. It
// uses linear probing and contains no pointers to keys or values. So the garbage collector need not
// scan the table. The table takes half the memory of a Go map with string keys.
type table struct {
	slots  []int32 // 0 is free, other values are entries counted from 1; the number of slots is a power of two
	keys   []uint64
	values []uint64
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

// find returns the slot of a key and the index of its entry in t.values. If the table lacks the
// key, find returns the free slot for the key and entry -1.
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

// put adds a key with its value. The key must not be in the table yet. It returns the number of
// bytes by which the table grew.
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
