package deduce

import (
	"context"
	"encoding/binary"
	"errors"
)

// ErrLimit is the error of Reach if there are more states than the given limit.
var ErrLimit = errors.New("too many states")

// A Reached is a state that some order of deductions reaches.
type Reached struct {
	State
	Level int  // lowest level that suffices to reach the state; -1: the start
	Last  bool // no deduction is triggered
}

// Reach lists the states that at least one order of deductions reaches, the start first. If there
// are more states than the given limit, it returns the first of them and ErrLimit. A state in which
// a site has no value counts as a last state, from which no deduction leads on. Reach also returns
// ctx.Err().
//
// If all deductions remain triggered, the bits lost in each state form the feasible sets of an
// antimatroid. So there is exactly one last state. For any two states, there is a state that has
// lost exactly the bits that at least one of the two has lost (Korte, Lovasz and Schrader,
// Greedoids, 1991).
func (p *Problem) Reach(ctx context.Context, limit int) ([]Reached, error) {
	w := walker{Problem: p}
	number := map[string]int{}
	list := []Reached{}
	add := func(s State, level int) bool { // reports whether the state is new or easier to reach
		key := key(s)
		i, ok := number[key]
		if !ok {
			number[key] = len(list)
			list = append(list, Reached{State: s, Level: level})
			return true
		}
		if level < list[i].Level {
			list[i].Level = level
			return true
		}
		return false
	}
	add(append(State(nil), p.Start...), -1)
	for todo := []int{0}; len(todo) > 0; {
		if err := ctx.Err(); err != nil {
			return list, err
		}
		at := todo[0]
		todo = todo[1:]
		from := list[at]
		var triggered []Step
		if !w.empty(from.State) {
			triggered = w.triggered(from.State)
		}
		list[at].Last = len(triggered) == 0
		for _, st := range triggered {
			s := append(State(nil), from.State...)
			s[st.Site] &^= 1 << st.Value
			if add(s, max(from.Level, st.Rule.Level)) {
				todo = append(todo, number[key(s)])
			}
		}
		if len(list) > limit {
			return list[:limit], ErrLimit
		}
	}
	return list, nil
}

func key(s State) string {
	b, _ := binary.Append(nil, binary.LittleEndian, []uint64(s))
	return string(b)
}
