package answer

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/native"
	engine "counterproof/native/deduce"
)

// Orders holds all orders of steps of a board, for rules that a person might use in any order.
//
// The steps that an order has made at some time form a feasible set. If a step that is possible stays
// possible until it is made, the feasible sets form an antimatroid, and all orders end in the same
// state.
type Orders struct {
	Sets []engine.Reached // a state for each feasible set, the empty set first, smaller sets before larger ones
	Ends []End            // one for all states with the same verdict and number of open values, most orders first
}

// An End stands for states in which no step is possible.
type End struct {
	*deduction.Result          // of one of these states
	States            int      // the number of these states
	Orders            *big.Int // the number of orders that end in them
	Path              []int    // the indices in Orders.Sets of one such order
	// Made holds the step between each two states of Path, and Texts its sentence.
	Made  []deduction.Step
	Texts []string
}

// ErrManySets is the error of AllOrders if there are more feasible sets than the limit.
var ErrManySets = engine.ErrLimit

// AllOrders lists the feasible sets of a board. If there are more than the limit, the error is
// ErrManySets. The options o choose the rules.
func AllOrders(ctx context.Context, in deduction.Deducible, o deduction.Options, limit int) (*Orders, error) {
	start, err := Start(ctx, in)
	if err != nil {
		return nil, err
	}
	// Rules may remember what they found in an earlier state, so each state gets new ones.
	triggered := func(s engine.State) (*deduction.Result, error) {
		o.From, o.Triggered = s, true
		return in.Deduce(ctx, new(native.Stats), o)
	}
	all := &Orders{}
	all.Sets, err = engine.Reach(ctx, start, limit, func(s engine.State) ([]engine.Step, error) {
		d, err := triggered(s)
		if err == nil && o.Trap == "" && atLeast(d) > float64(limit) {
			err = ErrManySets
		}
		if err != nil {
			return nil, err
		}
		return wording.Each(d.Steps, func(st deduction.Step) engine.Step {
			return engine.Step{Rule: new(engine.Rule), Bit: st.Gone}
		}), nil
	})
	if err != nil {
		return nil, err
	}
	for i := range all.Sets {
		if s := &all.Sets[i]; len(s.Next) == 0 {
			d, err := triggered(s.State)
			if err != nil {
				return nil, err
			}
			k := slices.IndexFunc(all.Ends, func(end End) bool { return end.Verdict() == d.Verdict() && end.Open() == d.Open() })
			if k < 0 {
				k = len(all.Ends)
				all.Ends = append(all.Ends, End{Result: d, Orders: new(big.Int), Path: engine.Path(all.Sets, i)})
			}
			all.Ends[k].States++
			all.Ends[k].Orders.Add(all.Ends[k].Orders, s.Orders)
		}
	}
	for i := range all.Ends {
		end := &all.Ends[i]
		for k, at := range end.Path[:len(end.Path)-1] {
			d, err := triggered(all.Sets[at].State)
			if err != nil {
				return nil, err
			}
			next := all.Sets[end.Path[k+1]].State
			step := slices.IndexFunc(d.Steps, func(st deduction.Step) bool { return next[st.Gone.Site]>>st.Gone.Value&1 == 0 })
			end.Made, end.Texts = append(end.Made, d.Steps[step]), append(end.Texts, d.Text(step))
		}
		end.Assumed = end.Broken && slices.ContainsFunc(end.Made, func(st deduction.Step) bool { return st.Rule.Unique })
	}
	slices.SortStableFunc(all.Ends, func(a, b End) int { return b.Orders.Cmp(a.Orders) })
	return all, nil
}

// atLeast returns a number of feasible sets that surely exist if the steps of d stay possible until they
// are made. Any of these steps can then be made, in any order, unless a site loses all values. With this
// bound, AllOrders refuses the example of Battleships at the first state. Counting 20,000 sets took 23 s.
func atLeast(d *deduction.Result) float64 {
	gone := map[int]uint64{} // by site
	for _, st := range d.Steps {
		gone[st.Gone.Site] |= 1 << st.Gone.Value
	}
	sets := 1.0
	for site, values := range gone {
		ways := math.Exp2(float64(bits.OnesCount64(values)))
		if d.State[site] == values {
			ways--
		}
		sets *= ways
	}
	return sets
}
