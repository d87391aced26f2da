package deduce

import (
	"context"
	"encoding/binary"
	"errors"
)

// ErrLimit says that there are more states than asked for.
var ErrLimit = errors.New("too many states")

// A Reached state is one that some order of deductions comes to.
type Reached struct {
	State
	Level int  // the least that the hardest step of an order up to here can have; -1: the start
	Last  bool // nothing is triggered
}

// Reach lists the states that the orders of deductions come to, the start first,
// by no more than limit of them. For rules that remain triggered these are the
// feasible sets of an antimatroid: there is one last state, and what two states
// have lost together is what a third has lost (Korte, Lovasz and Schrader,
// Greedoids, 1991). It takes a state without a value in some site for a last one.
// The error is ErrLimit or ctx.Err().
func (p *Problem) Reach(ctx context.Context, limit int) ([]Reached, error) {
	w := walker{Problem: p}
	number := map[string]int{}
	list := []Reached{}
	add := func(s State, level int) bool { // whether it is new or easier
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
	b := make([]byte, 0, 8*len(s))
	for _, left := range s {
		b = binary.LittleEndian.AppendUint64(b, left)
	}
	return string(b)
}
