package line

// memoWords limits the words of the results for one side. They take 640 KB, and if a line has one word,
// there are 16,384 results. A memo of 4,096 to 65,536 results contains 65 to 75% of the lines that
// probing and search ask for. This saves about half of the time on boards of 25x25 and 30x30. The
// larger sizes are not faster.
const memoWords = 5 << 14

// memoFrom is the cost of solved lines from which memos are used. Small boards are solved before that,
// in less time than it takes to clear the memory of the memos.
const memoFrom = 1 << 12

// A memo holds results of lines. The hash of a line gives the place of its result, and a new result
// replaces the old one there. An entry has five fields: the cells known to be zero, those known to be
// one, the cells found to be zero, those found to be one, and a tag. The tag is 2(l+1) for line l, plus
// 1 if the line has a filling.
type memo struct {
	words  int
	shift  int
	stored []uint64
}

// newMemo returns an empty memo for sets of the given number of words.
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

// entry returns the place for line l with the given known cells.
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
