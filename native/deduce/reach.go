package deduce

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"slices"
)

// ErrLimit is the error of Reach if there are more states than the given limit.
var ErrLimit = errors.New("too many states")

// A Reached is a state that some order of deductions reaches.
type Reached struct {
	State
	Level  int      // lowest level that suffices to reach the state; -1: the start
	Next   []int    // indices of the states that one more deduction reaches; empty: no deduction is triggered
	Orders *big.Int // the number of orders of deductions that reach the state
	from   int      // the first state from which a deduction leads here
}

// Reach lists the states that at least one order of deductions reaches, by the number of lost bits,
// from the given state on. An order is a sequence of bits, whichever rules remove them. If there are
// more states than the given limit, Reach returns the first of them and ErrLimit. A state in which a
// site has no value counts as a last state, from which no deduction leads on. The function triggered
// returns the deductions that are triggered in a state, as Problem.Triggered does. Reach also returns
// its errors and ctx.Err().
//
// If all deductions remain triggered, the bits lost in each state form the feasible sets of an
// antimatroid. So there is exactly one last state. For any two states, there is a state that has
// lost exactly the bits that at least one of the two has lost (Korte, Lovasz and Schrader,
// Greedoids, 1991).
func Reach(ctx context.Context, start State, limit int, triggered func(s State) ([]Step, error)) ([]Reached, error) {
	number := map[string]int{key(start): 0}
	list := []Reached{{State: start, Level: -1, Orders: big.NewInt(1)}}
	for at := 0; at < len(list); at++ { // every deduction loses one bit, so all orders that reach this state are counted
		if err := ctx.Err(); err != nil {
			return list, err
		}
		if slices.Contains(list[at].State, 0) {
			continue
		}
		steps, err := triggered(list[at].State)
		if err != nil {
			return list, err
		}
		for _, st := range steps {
			s := slices.Clone(list[at].State)
			s[st.Site] &^= 1 << st.Value
			name := key(s)
			i, ok := number[name]
			if !ok {
				if len(list) == limit {
					return list, ErrLimit
				}
				i = len(list)
				number[name] = i
				list = append(list, Reached{State: s, Level: math.MaxInt, Orders: new(big.Int), from: at})
			}
			to := &list[i]
			to.Level = min(to.Level, max(list[at].Level, st.Rule.Level))
			if !slices.Contains(list[at].Next, i) { // several rules may remove the bit
				list[at].Next = append(list[at].Next, i)
				to.Orders.Add(to.Orders, list[at].Orders)
			}
		}
	}
	return list, nil
}

// Path returns the indices of the states of one order that reaches the state with the given index.
func Path(list []Reached, at int) []int {
	path := []int{at}
	for ; at > 0; at = list[at].from {
		path = append(path, list[at].from)
	}
	slices.Reverse(path)
	return path
}

func key(s State) string {
	b, _ := binary.Append(nil, binary.LittleEndian, []uint64(s))
	return string(b)
}
