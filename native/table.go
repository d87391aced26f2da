package native

import (
	"math/bits"
	"slices"
)

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
