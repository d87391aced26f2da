package answer

import (
	"context"
	"errors"
	"fmt"

	"counterproof/encode"
	"counterproof/native"
)

// A Key is the answer to a board, in the form that the last pages of a booklet have.
type Key struct {
	Solution *encode.Solution // the first solution; nil if none was found
	Found    int              // the number of solutions that were found
	// Open says that the search ended at a limit, so there may be more solutions.
	Open bool
}

// mostKeyed is the number of solutions after which FindKey stops.
const mostKeyed = 1000

// keyLimit limits the search for a Key to about 10 seconds, because a single board could hold up a
// whole booklet. The limit counts steps instead of time, so that the same board always has the
// same Key.
var keyLimit = native.Limit{Nodes: 20_000_000, Updates: 200_000_000}

// FindKey finds the answer to a board by its best native method, and checks every solution by the
// rules. FindKey stops after 1,000 solutions. The same board always gives the same Key. If a
// solution breaks a rule, the error names this solution. Any other error is ctx.Err().
func FindKey(ctx context.Context, in encode.Instance) (*Key, error) {
	k := &Key{}
	err := Natively(ctx, in, &native.Stats{Limit: keyLimit}, func(s encode.Solution) bool {
		if k.Found == mostKeyed {
			k.Open = true
			return false
		}
		if k.Found++; k.Found == 1 {
			k.Solution = &s
		}
		return true
	})
	if errors.Is(err, native.ErrLimit) {
		k.Open, err = true, nil
	}
	return k, err
}

// String says how many solutions were found, or nothing if the solution is unique.
func (k *Key) String() string {
	switch {
	case k.Found == 1 && !k.Open:
		return ""
	case k.Found == 0 && k.Open:
		return "not solved: the search takes too long"
	case k.Found == 0:
		return "no solution"
	case k.Found == mostKeyed && k.Open:
		return fmt.Sprintf("one of more than %d,%03d solutions", mostKeyed/1000, mostKeyed%1000)
	case k.Open:
		return fmt.Sprintf("one of %d or more solutions", k.Found)
	}
	return fmt.Sprintf("one of %d solutions", k.Found)
}
