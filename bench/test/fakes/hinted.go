package fakes

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
)

// A Hinted is a fake board with two rules of deduction, an easy one and a hard one. The easy rule
// removes the value 0 from the last switch. The hard rule removes the value 1 from the first
// switch.
//
// On a board with one switch, the easy rule is right and the hard rule is wrong. On larger
// boards, the two rules are wrong, with two exceptions. In fake-hint and fake-hint-unique,
// one of the rules states that it assumes a unique solution. In fake-hint-shown, the board
// shows a solution in which the last switch is on, and the two rules agree with this
// solution.
type Hinted struct{ Board }

// NewHinted returns the hinted board of n switches of the puzzle.
func NewHinted(puzzle string, n int) Hinted { return Hinted{New(puzzle, n)} }

func (h Hinted) Rules() []deduction.Rule {
	return []deduction.Rule{{Name: "on", Level: "easy", Unique: h.Puzzle == "fake-hint" && h.N > 1},
		{Name: "off", Level: "two words", Unique: h.Puzzle == "fake-hint-unique"}}
}

func (h Hinted) Deduce(_ context.Context, _ *native.Stats, o deduction.Options) (*deduction.Result, error) {
	d := &deduction.Result{State: make([]uint64, h.N)}
	for i := range d.State {
		d.State[i] = 3
	}
	gone := []deduction.Gone{{Site: h.N - 1, Value: 0}, {Site: 0, Value: 1}}
	for k, r := range h.Rules() {
		if h.Puzzle == "fake-hint-unique" && k == 0 || !o.Use(r) {
			continue
		}
		d.Steps = append(d.Steps, deduction.Step{Rule: r, Gone: gone[k]})
		d.State[gone[k].Site] &^= 1 << gone[k].Value
		d.Level = r.Level
		d.Broken = d.Broken || d.State[gone[k].Site] == 0
	}
	if one := encode.Solution("\x01"); h.N == 1 && d.State[0] == 2 {
		d.Solution = &one
	}
	return d, nil
}

func (h Hinted) Hidden() *encode.Solution {
	if h.Puzzle != "fake-hint-shown" {
		return nil
	}
	s := make([]byte, h.N)
	s[h.N-1] = 1
	return new(encode.Solution(s))
}

func (h Hinted) Reduce() []encode.Reduction {
	if h.Puzzle == "fake-hint-none" {
		return []encode.Reduction{{Method: "list", Version: 3, Search: h.right(0)}}
	}
	return h.Board.Reduce()
}
