package encode

import (
	"errors"
	"fmt"

	"counterproof/native/brute"
)

// BruteForce returns the method that tries all values of the sites. It knows only Sites and Check
// of the instance. It skips the assignments that a Violation rules out. It panics if Check returns
// an error that is not a *Violation.
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
