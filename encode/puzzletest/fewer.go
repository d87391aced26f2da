package puzzletest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/native/deduce"
)

// Fewer makes a random state of the problem. It makes a second state by removing some values from
// the first state. It returns an error if a rule finds a deduction in the first state but not in
// the second, although the value to remove is still in the second state. A rule whose patterns need
// only false bits never causes this error. A rule might remember what it found. So Fewer calls the
// function fresh before each use of a rule, to get a new problem.
func Fewer(rng *rand.Rand, fresh func() *deduce.Problem) error {
	p := fresh()
	width := 0 // largest number of values of a site, as bits
	for _, left := range p.Start {
		width = max(width, bits.Len64(left))
	}
	if width == 0 {
		return nil
	}
	lose := func(s deduce.State) deduce.State {
		s = slices.Clone(s)
		for range rng.IntN(1 + len(s)) {
			s[rng.IntN(len(s))] &^= 1 << rng.IntN(width)
		}
		return s
	}
	more := lose(p.Start)
	less := lose(more)
	for i := range p.Rules {
		after := found(fresh(), i, less)
		for at := range found(fresh(), i, more) {
			if less.Has(at.Site, at.Value) && !after[at] {
				return fmt.Errorf("rule %s finds %v in the state %b, but not with fewer values in %b", p.Rules[i].Name, at, more, less)
			}
		}
	}
	return nil
}

// found returns the bits that the rule with the given index would remove in a state.
func found(p *deduce.Problem, rule int, s deduce.State) map[deduce.Bit]bool {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = int32(i)
	}
	found := map[deduce.Bit]bool{}
	p.Rules[rule].Find(s, all, func(site, value int, _ deduce.Pattern) { found[deduce.Bit{Site: site, Value: value}] = true })
	return found
}
