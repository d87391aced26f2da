package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"counterproof/native"
	"counterproof/native/brute"
)

// Best returns the best native method of the instance or, if it has none, brute force.
func Best(in Instance) Reduction {
	if all := in.Reduce(); len(all) > 0 {
		return all[0]
	}
	return BruteForce(in)
}

// BruteForce returns the method that tries every combination of values of the sites. The search
// calls only the instance's methods Sites and Check. If Check returns a *Violation, the search
// skips all combinations with the same values at the sites of the violation. If Check returns
// ErrUndecided, the search ends with this error. If Check returns another error, the search panics.
func BruteForce(in Instance) Reduction {
	return Reduction{Method: "brute", Version: brute.Version, Search: func(ctx context.Context, st *native.Stats, yield func(Solution) bool) error {
		var undecided error
		sites := in.Sites()
		wide := Wide(sites)
		p := &brute.Problem{Sites: sites, Check: func(values []int) []int {
			err := in.Check(MakeSolution(wide, values))
			if err == nil {
				return nil
			}
			var v *Violation
			switch {
			case errors.Is(err, ErrUndecided):
				undecided = err
				return []int{} // ends the search
			case !errors.As(err, &v):
				panic(fmt.Sprintf("Check returned %T, want *encode.Violation", err))
			case v.Sites == nil: // the search reads nil as "no violation"
				return []int{}
			}
			return v.Sites
		}}
		err := p.Search(ctx, st, func(values []int) bool { return yield(MakeSolution(wide, values)) })
		return cmp.Or(undecided, err)
	}}
}
