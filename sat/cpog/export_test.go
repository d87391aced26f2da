package cpog

// SetMemory changes the limit of the memory of nodes, in words of 64 bits. It returns the old limit.
func SetMemory(words int) (before int) {
	before, mostWords = mostWords, words
	return before
}
