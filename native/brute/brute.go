// Package brute lists solutions by going through all assignments.
package brute

import (
	"context"

	"counterproof/native"
)

// Version is raised when the cost of the method can change.
const Version = 1

// A Problem is a number of sites, each with its number of values, and a check.
type Problem struct {
	Sites []int
	// Check returns nil for a solution, or else the sites that break a rule
	// whatever the others hold (at least one, unless there is no solution at
	// all). values has the length of Sites and must not be kept.
	Check func(values []byte) []int
	Plain bool // step through every assignment, as a check of the jumps
}

// Search implements native.Solver: the answers come in lexicographic order.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	panic("to be written")
}

// A TooLargeError says that a problem was refused.
type TooLargeError struct{ Steps float64 }

func (e *TooLargeError) Error() string { return "" }
