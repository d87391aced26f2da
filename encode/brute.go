package encode

import (
	"errors"
	"fmt"

	"counterproof/native/brute"
)

// BruteForce returns the method that tries every combination of values of the sites. The search
// calls only the instance's methods Sites and Check. If Check returns a *Violation, the search
// skips all combinations with the same values at the sites of the violation. If Check returns
// another error, the search panics.
func BruteForce(in Instance) Reduction {
	return Native("brute", brute.Version, &brute.Problem{Sites: in.Sites(), Check: func(values []byte) []int {
		err := in.Check(Solution(values))
		if err == nil {
			return nil
		}
		var v *Violation
		if !errors.As(err, &v) {
			panic(fmt.Sprintf("Check returned %T, want *encode.Violation", err))
		}
		if v.Sites == nil { // the search reads nil as "no violation"
			return []int{}
		}
		return v.Sites
	}})
}
