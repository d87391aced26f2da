package line

// memoWords limits the size of the memo for one side, in 64-bit words. That is 640 KB or, if a line
// has one word, 16,384 results. In trials, memos of 4,096 to 65,536 results contained 65% to 75% of
// the results that probing and search asked for. This saved about half of the time on 25x25 and
// 30x30 boards. The larger memos were not faster.
const memoWords = 5 << 14

// memoFrom is the cost of solved lines (see board.solved) after which a board gets memos. Small
// boards are solved before that, in less time than it takes to clear the memory of the memos.
const memoFrom = 1 << 12

// A memo stores results of solving lines. The hash of a line and its known cells gives the index of
// an entry, and a new result replaces the old one in this entry. An entry has five fields. The
// first two are the sets of cells known to be zero and known to be one. The next two are the sets
// of cells that then must be zero and must be one. The last one is a tag. The tag is 2(l+1) for
// line l, plus 1 if the line has a filling.
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

// entry returns the entry for line l with the given known cells. It may hold the result of another
// line.
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
