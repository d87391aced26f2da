package puzzletest

import (
	"iter"

	"counterproof/encode"
)

// Shrunk yields the boards that remain after removing one part of an instance.
func Shrunk(in encode.Instance) iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for _, kind := range encode.PartsOf(in) {
			for i := range kind.N {
				if less := kind.Without(i); less != nil && !yield(less) {
					return
				}
			}
		}
	}
}
