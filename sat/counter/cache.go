package counter

import (
	"encoding/binary"
	"hash/maphash"
)

// A cache maps components to their counts. It stores the whole key of a component, not only its hash, so
// two components are never mistaken for each other. Records are appended to a log of segments. When the
// log is full, the oldest segment is dropped.
type cache struct {
	segments [][]byte
	first    int64 // the position of the oldest segment that is kept
	end      int64
	kept     int     // how many segments are kept
	heads    []int64 // by hash: the position of the newest record, plus 1
	records  int     // at least as many as there are
	seed     maphash.Seed

	hits, asked int64
}

const (
	segment = 1 << 20
	fixed   = 20 // bytes of a record before its key: the previous record with the same hash, hash, lengths
	maxKey  = 1 << 12
)

func newCache(bytes int) *cache {
	return &cache{kept: max(bytes/segment, 2), heads: make([]int64, 1<<12), seed: maphash.MakeSeed()}
}

// record returns the record at a position, and the rest of its segment.
func (c *cache) record(at int64) []byte { return c.segments[(at-c.first)/segment][at%segment:] }

func size(record []byte) int64 {
	return fixed + int64(binary.LittleEndian.Uint32(record[12:])) + int64(binary.LittleEndian.Uint32(record[16:]))
}

func (c *cache) head(hash uint32) *int64 { return &c.heads[hash&uint32(len(c.heads)-1)] }

func (c *cache) hash(key []byte) uint32 { return uint32(maphash.Bytes(c.seed, key)) }

// get returns the count of a component in big-endian bytes.
func (c *cache) get(key []byte) (count []byte, ok bool) {
	c.asked++
	h := c.hash(key)
	for at := *c.head(h) - 1; at >= c.first; {
		r := c.record(at)
		if binary.LittleEndian.Uint32(r[8:]) == h {
			n := int(binary.LittleEndian.Uint32(r[12:]))
			if string(r[fixed:fixed+n]) == string(key) {
				c.hits++
				return r[fixed+n : size(r)], true
			}
		}
		at = int64(binary.LittleEndian.Uint64(r)) - 1
	}
	return nil, false
}

// put adds a component. It skips components whose record would be large, because they rarely recur.
func (c *cache) put(key, count []byte) {
	n := int64(fixed + len(key) + len(count))
	if len(key) == 0 || len(key) > maxKey || n > segment {
		return
	}
	if left := segment - c.end%segment; left < n {
		if left >= fixed {
			clear(c.record(c.end)[:fixed]) // a record without a key ends the segment
		}
		c.end += left
	}
	if (c.end-c.first)/segment >= int64(len(c.segments)) {
		c.grow()
	}
	h := c.hash(key)
	head := c.head(h)
	r := c.record(c.end)
	binary.LittleEndian.PutUint64(r, uint64(*head))
	binary.LittleEndian.PutUint32(r[8:], h)
	binary.LittleEndian.PutUint32(r[12:], uint32(len(key)))
	binary.LittleEndian.PutUint32(r[16:], uint32(len(count)))
	copy(r[fixed:], key)
	copy(r[fixed+len(key):], count)
	*head = c.end + 1
	c.end += n
	if c.records++; c.records > len(c.heads) {
		c.rehash()
	}
}

// grow adds a segment, or uses the oldest again.
func (c *cache) grow() {
	if len(c.segments) < c.kept {
		c.segments = append(c.segments, make([]byte, segment))
		return
	}
	oldest := c.segments[0]
	copy(c.segments, c.segments[1:])
	c.segments[len(c.segments)-1] = oldest
	c.first += segment
}

// walk calls visit with each record from a position on, until the end.
func (c *cache) walk(from int64, visit func(at int64, hash uint32, record []byte)) {
	for at := max(from, c.first); at < c.end; {
		left := segment - at%segment
		if r := c.record(at); left < fixed || binary.LittleEndian.Uint32(r[12:]) == 0 {
			at += left
		} else {
			visit(at, binary.LittleEndian.Uint32(r[8:]), r)
			at += size(r)
		}
	}
}

// rehash counts the records that are kept, and doubles the heads if these are many.
func (c *cache) rehash() {
	c.records = 0
	c.walk(0, func(int64, uint32, []byte) { c.records++ })
	if c.records < len(c.heads)/2 {
		return
	}
	c.heads = make([]int64, 2*len(c.heads))
	c.walk(0, func(at int64, hash uint32, record []byte) {
		head := c.head(hash)
		binary.LittleEndian.PutUint64(record, uint64(*head))
		*head = at + 1
	})
}

// truncate removes the records from a position on.
func (c *cache) truncate(from int64) {
	if from >= c.end {
		return
	}
	c.walk(from, func(_ int64, hash uint32, _ []byte) {
		c.records--
		for head := c.head(hash); *head > from; {
			if *head-1 < c.first {
				*head = 0
				return
			}
			*head = int64(binary.LittleEndian.Uint64(c.record(*head - 1)))
		}
	})
	c.end = max(from, c.first)
}
