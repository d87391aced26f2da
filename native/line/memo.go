package line

// memoWords is how many words the results of one side take: 640 KB, and 16,384
// results where a line has one word. Of the lines that probing and search ask for,
// 65 to 75% are in a memo of 4,096 to 65,536, and finding one saves about half of
// the time on boards of 25x25 and 30x30; the larger sizes are no faster.
const memoWords = 5 << 14

// memoFrom is the cost of the lines solved before the memos are made: small boards
// are done sooner than their memory is cleared.
const memoFrom = 1 << 12

// A memo holds results of lines, each in a place that its hash gives: a new one
// replaces what was there. An entry is what was known to be zero and one, what
// was found to be zero and one, and 2(l+1), plus 1 where line l has a filling.
type memo struct {
	words  int
	shift  int
	stored []uint64
}

func newMemo(words int) *memo {
	m := &memo{words: words, shift: 64}
	size := 1
	for 2*size*(4*words+1) <= memoWords {
		size *= 2
		m.shift--
	}
	m.stored = make([]uint64, size*(4*words+1))
	return m
}

// entry is the place for line l.
func (m *memo) entry(l int, zero, one []uint64) []uint64 {
	hash := uint64(l)
	for i, z := range zero {
		hash = (hash^z)*0x9e3779b97f4a7c15 ^ hash>>29
		hash = (hash^one[i])*0xc2b2ae3d27d4eb4f ^ hash>>31
	}
	hash *= 0xff51afd7ed558ccd
	size := 4*m.words + 1
	at := int(hash>>m.shift) * size
	return m.stored[at : at+size]
}
