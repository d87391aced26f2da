package toggle

import (
	"counterproof/encode"
	"counterproof/native/gf2"
)

// ReduceGiven returns the native method for a system with given values. The parameter values has
// the same form as in encode.TakesGiven. Each given value becomes an equation.
func (b *Board) ReduceGiven(system func() gf2.System, values []int) []encode.Reduction {
	return b.Reduce(func() gf2.System { return system().With(values) })
}
