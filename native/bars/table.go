package bars

import (
	"math/bits"
	"slices"
)

// A table is a hash table that maps states to values. A state is a key of keyWords words, and its
// value has valueWords words. The states are numbered from 0 in the order in which they were added.
type table struct {
	keyWords, valueWords int

	keys, values []uint64
	index        []uint32 // open addressing: 1 + the number of the state, or 0 for a free place
	n            int      // number of states
}

func newTable(keyWords, valueWords int) *table {
	return &table{keyWords: keyWords, valueWords: valueWords, index: make([]uint32, 64)}
}

func (t *table) reset() {
	t.keys, t.values, t.n = t.keys[:0], t.values[:0], 0
	clear(t.index)
}

func (t *table) bytes() int { return 8*(cap(t.keys)+cap(t.values)) + 4*len(t.index) }

func (t *table) key(i int) []uint64   { return t.keys[i*t.keyWords : (i+1)*t.keyWords] }
func (t *table) value(i int) []uint64 { return t.values[i*t.valueWords : (i+1)*t.valueWords] }

func hash(key []uint64) uint64 {
	h := uint64(0)
	for _, x := range key {
		hi, lo := bits.Mul64(x^h^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	return h
}

// find returns the value of a state. Until the next call of find, the caller is allowed to change
// this value. If the table lacks the state, find adds it with the value 0.
func (t *table) find(key []uint64) []uint64 {
	mask := uint64(len(t.index) - 1)
	at := hash(key) & mask
	for ; t.index[at] != 0; at = (at + 1) & mask {
		i := int(t.index[at]) - 1
		if slices.Equal(t.key(i), key) {
			return t.value(i)
		}
	}
	t.n++
	t.index[at] = uint32(t.n)
	t.keys = append(t.keys, key...)
	end := len(t.values) + t.valueWords
	if end > cap(t.values) {
		t.values = append(make([]uint64, 0, max(2*cap(t.values), 64*t.valueWords)), t.values...)
	}
	t.values = t.values[:end]
	value := t.value(t.n - 1)
	clear(value)
	if 2*t.n > len(t.index) {
		t.grow()
	}
	return value
}

func (t *table) grow() {
	t.index = make([]uint32, 2*len(t.index))
	mask := uint64(len(t.index) - 1)
	for i := range t.n {
		at := hash(t.key(i)) & mask
		for t.index[at] != 0 {
			at = (at + 1) & mask
		}
		t.index[at] = uint32(i + 1)
	}
}
