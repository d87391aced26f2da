// Package brute lists solutions by going through the assignments like an odometer: site 0 turns
// slowest, the last site fastest. A failed check names sites whose values break a rule, no matter
// what the other sites hold (a nogood). So the odometer turns the last of these sites at once. That
// skips only assignments that break the same rule.
//
// The tests compare the other methods with brute. So it does nothing else: no propagation, no
// learning, no other order of sites or values. It knows no puzzle, and it refuses a problem that
// would take too long.
package brute

import (
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Version increases when the cost of the method can change.
const Version = 1

// MaxSteps is the number of checks above which a problem is refused. That many take some seconds
// with the cheapest check, and minutes with most checks.
const MaxSteps = 1e8

// A Problem is a list of sites, each with its number of values, and a check. A problem without
// sites has one assignment, the empty one. If a site has no values, there is no assignment.
type Problem struct {
	Sites []int // at most 256 values each
	// Check returns nil for a solution. Otherwise it returns sites whose values break a rule, no
	// matter what the other sites hold. An empty list means that the problem has no solution at
	// all. values has the length of Sites and must not be kept.
	Check func(values []byte) []int
	Plain bool // visit every assignment, to check the jumps
}

// A TooLargeError reports that a problem was refused.
type TooLargeError struct{ Steps float64 } // the estimated number of checks

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("too large for brute force: it would take an estimated %.1g checks, more than the limit of %.0g", e.Steps, MaxSteps)
}

// Search implements native.Solver. The answers come in lexicographic order. If Estimate is above
// MaxSteps, Search returns a *TooLargeError without any answer. Nodes counts the checks, including
// the checks for the estimate.
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

// An odometer shows one assignment of its problem.
type odometer struct {
	*Problem
	values []byte
	// order[i] is the order in which site i takes its values. If order is nil, all sites take them
	// in ascending order.
	order [][]byte
	at    []int // values[i] is at position at[i] of the order
	// since[d] is the number of turns before the first assignment that agrees with the current one
	// on the first d sites. since[0] is 0.
	since []int
	turns int
}

// odometer returns an odometer that shows the first assignment, or false if there is none.
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

// set gives the site the value at a position of its order.
func (o *odometer) set(site, rank int) {
	o.at[site] = rank
	o.values[site] = byte(rank)
	if o.order != nil {
		o.values[site] = o.order[site][rank]
	}
}

// check returns the site to turn next, or -1 if the search is over, and whether the assignment is a
// solution.
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

// turn moves to the next assignment that differs at the given site or at an earlier one. It returns
// false if there is none.
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
