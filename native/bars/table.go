package bars

import (
	"slices"

	"counterproof/native"
)

// A table is a hash table that maps states to values. A state is a key of keyWords words, and its
// value has valueWords words.
type table struct {
	native.Table
	keyWords, valueWords int
	values               []uint64
}

func (t *table) reset() {
	t.Reset(t.Len())
	t.values = t.values[:0]
}

func (t *table) bytes() int { return t.Bytes() + 8*cap(t.values) }

func (t *table) key(i int) []uint64   { return t.Keys[i*t.keyWords : (i+1)*t.keyWords] }
func (t *table) value(i int) []uint64 { return t.values[i*t.valueWords : (i+1)*t.valueWords] }

// find returns the value of a state. Until the next call of find, the caller is allowed to change
// this value. If the table lacks the state, find adds it with the value 0.
func (t *table) find(key []uint64) []uint64 {
	i, end := t.Add(key), len(t.values)
	if i*t.valueWords == end {
		if end+t.valueWords > cap(t.values) { // doubling copies less than append does
			t.values = slices.Grow(t.values, max(end, 64*t.valueWords))
		}
		t.values = t.values[:end+t.valueWords]
		clear(t.values[end:])
	}
	return t.value(i)
}
