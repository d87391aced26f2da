package counter

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// A cache maps components to their counts. It stores the whole key of a component, not only its hash, so
// two components are never mistaken for each other. Records are appended to a log of segments. When the
// log is full, the oldest segment is dropped.
type cache struct {
	segments [][]byte
	first    int64            // the position of the oldest segment that is kept
	kept     int              // how many segments are kept
	places   map[uint64]int64 // by hash of the key: the position of the newest record; without pointers, for the garbage collector
	seed     maphash.Seed
}

const (
	segment = 1 << 20
	fixed   = 8 // bytes of a record before its key: the lengths of the key and of the count
	maxKey  = 1 << 12
)

func newCache(bytes int) *cache {
	return &cache{segments: [][]byte{nil}, kept: max(bytes/segment, 2), places: map[uint64]int64{}, seed: maphash.MakeSeed()}
}

// split returns the key and the count of the first record, and the records after it.
func split(records []byte) (key, count, rest []byte) {
	n, m := binary.LittleEndian.Uint32(records), binary.LittleEndian.Uint32(records[4:])
	body := records[fixed:]
	return body[:n], body[n : n+m], body[n+m:]
}

func (c *cache) hash(key []byte) uint64 { return maphash.Bytes(c.seed, key) }

// base returns the position of the newest segment.
func (c *cache) base() int64 { return c.first + segment*int64(len(c.segments)-1) }

func (c *cache) last() *[]byte { return &c.segments[len(c.segments)-1] }

// end returns the position of the next record.
func (c *cache) end() int64 { return c.base() + int64(len(*c.last())) }

// get returns the count of a component in big-endian bytes.
func (c *cache) get(key []byte) (count []byte, ok bool) {
	at, ok := c.places[c.hash(key)]
	if !ok {
		return nil, false
	}
	at -= c.first
	found, count, _ := split(c.segments[at/segment][at%segment:])
	return count, string(found) == string(key)
}

// put adds a component. It skips components whose record would be large, because they rarely recur.
func (c *cache) put(key, count []byte) {
	n := fixed + len(key) + len(count)
	if len(key) == 0 || len(key) > maxKey || n > segment {
		return
	}
	if len(*c.last())+n > segment {
		c.grow()
	}
	c.places[c.hash(key)] = c.end()
	r := binary.LittleEndian.AppendUint32(*c.last(), uint32(len(key)))
	r = binary.LittleEndian.AppendUint32(r, uint32(len(count)))
	*c.last() = append(append(r, key...), count...)
}

// grow adds a segment, or uses the oldest again.
func (c *cache) grow() {
	n := len(c.segments)
	if n == c.kept {
		oldest := c.segments[0]
		c.forget(oldest)
		copy(c.segments, c.segments[1:])
		*c.last() = oldest[:0]
		c.first += segment
		return
	}
	c.segments = slices.Grow(c.segments, 1)[:n+1]
	if *c.last() = (*c.last())[:0]; cap(*c.last()) == 0 { // otherwise truncate has left it there
		*c.last() = make([]byte, 0, segment)
	}
}

// forget removes the places of records.
func (c *cache) forget(records []byte) {
	for len(records) > 0 {
		var key []byte
		key, _, records = split(records)
		delete(c.places, c.hash(key))
	}
}

// truncate removes the records from a position on.
func (c *cache) truncate(from int64) {
	for {
		last, kept := c.last(), max(from-c.base(), 0)
		if kept < int64(len(*last)) {
			c.forget((*last)[kept:])
			*last = (*last)[:kept]
		}
		if kept > 0 || len(c.segments) == 1 {
			return
		}
		c.segments = c.segments[:len(c.segments)-1]
	}
}
