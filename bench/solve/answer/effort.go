package answer

import (
	"counterproof/encode/capability/deduction"
)

// An Effort says how much work the moves of a deduction are. Plain conclusions do not count.
type Effort struct {
	Technique string         // the last rule, in the order of the board's rules, that a move uses; empty if there are no moves
	Levels    []string       // the levels with moves, the easiest first
	Moves     map[string]int // by level
	All       int            // the number of moves
	// Waiting is the length of the longest run of consecutive moves that place no value.
	Waiting int
}

// EffortOf measures the moves of a deduction.
func EffortOf(in deduction.Deducible, d *deduction.Result) Effort {
	e := Effort{Moves: map[string]int{}, Waiting: d.Waiting()}
	used := map[string]bool{}
	found := d.Found()
	e.All = len(found)
	for _, m := range found {
		e.Moves[m.Rule.Level]++
		used[m.Rule.Name] = true
	}
	for _, r := range append(in.Rules(), deduction.Traps(in)...) {
		if used[r.Name] {
			e.Technique = r.Name
		}
	}
	for _, level := range append(deduction.Levels(in), deduction.TrapLevel) {
		if e.Moves[level] > 0 {
			e.Levels = append(e.Levels, level)
		}
	}
	return e
}
