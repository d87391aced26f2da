// Package toy holds functions for the tests of mutate to break.
package toy

// Max returns the greater number.
func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Steps counts how often 2 fits into n.
func Steps(n int) int {
	k := 0
	for ; n >= 2; k++ {
		n -= 2
	}
	return k
}
