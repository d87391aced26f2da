// Package brute lists solutions by going through the assignments like an
// odometer: site 0 turns slowest, the last site fastest. A failed check names
// sites that break a rule whatever the others hold (a nogood), so nothing is
// lost by turning the last of them at once and passing over every assignment
// that differs only behind it.
//
// It is the oracle that the other methods are held to, so it does nothing else:
// no propagation, no learning, no other order of sites or values. It knows no
// puzzle, and a problem that would take too long it refuses.
package brute

import (
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Version is raised when the cost of the method can change.
const Version = 1

// MaxSteps is the number of checks above which a problem is refused: some
// seconds for the cheapest check, minutes for most.
const MaxSteps = 1e8

// A Problem is a number of sites, each with its number of values, and a check.
// With no site there is one assignment, the empty one; a site without a value
// leaves none.
type Problem struct {
	Sites []int // at most 256 values each
	// Check returns nil for a solution, or else the sites that break a rule
	// whatever the others hold (at least one, unless there is no solution at
	// all). values has the length of Sites and must not be kept.
	Check func(values []byte) []int
	Plain bool // step through every assignment, as a check of the jumps
}

// A TooLargeError says that a problem was refused.
type TooLargeError struct{ Steps float64 } // checks that it would take, estimated

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("too large for brute force: an estimated %.1g steps, more than %.0g", e.Steps, MaxSteps)
}

// Search implements native.Solver: the answers come in lexicographic order.
// It returns a *TooLargeError, before the first answer, if Estimate is above
// MaxSteps. Nodes counts the checks, those of the estimate included.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	steps, err := p.Estimate(ctx, st)
	if err != nil {
		return err
	}
	if steps > MaxSteps {
		return &TooLargeError{steps}
	}
	o, ok := p.odometer(nil)
	for ok {
		if err := st.Poll(ctx, 0, 0); err != nil {
			return err
		}
		st.Nodes++
		last, solved := o.check()
		if solved && !yield(o.values) {
			return nil
		}
		ok = o.turn(last)
	}
	return nil
}

// An odometer stands on one assignment of its problem.
type odometer struct {
	*Problem
	values []byte
	// order[i] is the order in which site i takes its values, nil: ascending.
	order [][]byte
	at    []int // values[i] is the value of rank at[i] in the order
	// since[d] is the number of turns before the assignments that agree with
	// this one on the first d sites; since[0] is 0.
	since []int
	turns int
}

// odometer stands on the first assignment; false if there is none.
func (p *Problem) odometer(order [][]byte) (*odometer, bool) {
	o := &odometer{
		Problem: p,
		values:  make([]byte, len(p.Sites)),
		order:   order,
		at:      make([]int, len(p.Sites)),
		since:   make([]int, len(p.Sites)+1),
	}
	for i, n := range p.Sites {
		if n < 1 {
			return nil, false
		}
		o.set(i, 0)
	}
	return o, true
}

func (o *odometer) set(site, rank int) {
	o.at[site] = rank
	o.values[site] = byte(rank)
	if o.order != nil {
		o.values[site] = o.order[site][rank]
	}
}

// check returns the site to turn next, -1 for none, and whether the
// assignment is a solution.
func (o *odometer) check() (last int, solved bool) {
	broken := o.Check(o.values)
	switch {
	case broken == nil:
		return len(o.Sites) - 1, true
	case len(broken) == 0:
		return -1, false
	case o.Plain:
		return len(o.Sites) - 1, false
	}
	return slices.Max(broken), false
}

// turn goes to the next assignment that differs at site or before it; false
// if there is none.
func (o *odometer) turn(site int) bool {
	o.turns++
	for site >= 0 && o.at[site] == o.Sites[site]-1 {
		site--
	}
	if site < 0 {
		return false
	}
	o.set(site, o.at[site]+1)
	o.since[site+1] = o.turns
	for i := site + 1; i < len(o.Sites); i++ {
		o.set(i, 0)
		o.since[i+1] = o.turns
	}
	return true
}
