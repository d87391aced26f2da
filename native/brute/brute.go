// Package brute lists solutions by going through all assignments of values to sites (variables) in
// order, like an odometer: site 0 turns slowest, and the last site turns fastest. If an assignment
// is not a solution, the check names sites whose values break a rule, whatever the values of the
// other sites are. These values together are called a nogood. The odometer then skips directly to
// the next value of the last of these sites. It skips only assignments that break the same rule.
//
// The tests compare the other methods with this package. So the package is kept simple: it has no
// propagation, no learning and no other order of sites or values. It knows no puzzle, and it
// refuses problems that would take too long.
package brute

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

// Version is the version of the method. Increase it when a change can alter its cost.
const Version = 1

// MaxSteps is the largest number of calls of Check that Search accepts. With the cheapest Check,
// this many calls take a few seconds. With most functions Check, they take minutes.
const MaxSteps = 1e8

// A Problem consists of sites, each with its number of values, and a function that checks an
// assignment. A problem without sites has one assignment, which is empty. If a site has no values,
// there is no assignment.
type Problem struct {
	Sites []int // the number of values of each
	// Check returns nil for a solution. For any other assignment, it returns sites whose values
	// break a rule, whatever the values of the other sites are. An empty list means that the
	// problem has no solution at all. The parameter values has one entry per site. Check must not
	// keep this slice.
	Check func(values []int) []int
	Plain bool // visit every assignment without jumps, for tests of the jumps
}

// A TooLargeError is the error of Search for a problem that would take more than MaxSteps calls of
// Check.
type TooLargeError struct{ Steps float64 } // the estimated number of checks

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("too large for brute force: it would take an estimated %.1g checks, more than the limit of %.0g", e.Steps, MaxSteps)
}

// Search yields the answers in lexicographic order. If Estimate returns more than MaxSteps, Search
// returns a *TooLargeError without any answer. st.Nodes counts the calls of Check, including the
// calls for the estimate.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
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

type odometer struct {
	*Problem
	values []int
	// order[i] is the order in which site i takes its values. If order is nil, all sites take them
	// in ascending order.
	order [][]int
	at    []int // values[i] is at position at[i] of the order
	// since[d] is the value of the field turns at which the first d sites took their current
	// values. since[0] is 0.
	since []int
	turns int
}

func (p *Problem) odometer(order [][]int) (*odometer, bool) {
	o := &odometer{
		Problem: p,
		values:  make([]int, len(p.Sites)),
		order:   order,
		at:      make([]int, len(p.Sites)),
		since:   make([]int, len(p.Sites)+1),
	}
	for i, n := range p.Sites {
		if n < 1 {
			return o, false
		}
		o.set(i, 0)
	}
	return o, true
}

func (o *odometer) set(site, rank int) {
	o.at[site] = rank
	o.values[site] = rank
	if o.order != nil {
		o.values[site] = o.order[site][rank]
	}
}

// check calls Check for the current assignment. The result last is the site to turn next, or -1 if
// the problem has no solution. The result solved says whether the assignment is a solution.
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

const (
	firstProbe = 200_000 // checks; the estimate is exact if the search ends within them
	probes     = 9       // number of further probes, each with random orders of values
	probeSteps = 20_000  // checks of each further probe
	mostValues = 1 << 16 // of a site in a probe
)

// Estimate estimates how many times Search would call Check. For a problem of up to MaxSteps
// assignments it returns the number of assignments, which is an upper bound. For a Plain problem it
// also returns the number of assignments, which is exact in this case, and so it does for a problem with a
// site of more than 65,536 values. For all other problems, the
// result is exact if a search ends within 200,000 checks. If no search ends within 200,000 checks,
// the result is the median of the results of ten probes. A probe begins a search, stops it early
// and extrapolates its cost. All probes except the first give every site a random order of values.
// The error is ctx.Err().
//
// The extrapolation resembles the recursive estimator of Kilby, Slaney, Thiébaux and Walsh
// (Estimating search tree size, AAAI 2006). It assumes that the values of a site that have not been
// tried cost as much, on average, as the tried values of this site. Values that a single check
// refutes are ignored, both in the average and in the number of values to try. When these values
// were not ignored, the estimate for a Latin square of 25 sites was 70,000 times too large. On
// Latin squares and queens, the estimate is right within a factor of 3.
//
// Estimate does not use the share of all assignments that a probe has passed. This share says
// little, because one check can refute many assignments at once.
func (p *Problem) Estimate(ctx context.Context, st *native.Stats) (float64, error) {
	size := 1.0
	for _, n := range p.Sites {
		size *= float64(n)
	}
	if size <= MaxSteps || p.Plain || slices.Max(p.Sites) > mostValues {
		return size, nil
	}
	steps, ended, err := p.probe(ctx, st, nil, firstProbe)
	if ended || err != nil {
		return steps, err
	}
	all := []float64{steps}
	rng := rand.New(rand.NewPCG(0, 0))
	for range probes {
		order := make([][]int, len(p.Sites))
		for i, n := range p.Sites {
			order[i] = rng.Perm(n)
		}
		steps, _, err := p.probe(ctx, st, order, probeSteps)
		if err != nil {
			return 0, err
		}
		all = append(all, steps)
	}
	slices.Sort(all)
	return max(all[len(all)/2], firstProbe), nil
}

// probe begins a search and stops it when the number of checks reaches the parameter limit. It
// returns the estimated number of checks of the whole search. If the search ended by itself, the
// number is exact, and the result ended is true.
func (p *Problem) probe(ctx context.Context, st *native.Stats, order [][]int, limit int) (steps float64, ended bool, err error) {
	o, ok := p.odometer(order)
	for ok && o.turns < limit {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		st.Nodes++
		last, _ := o.check()
		ok = o.turn(last)
	}
	if !ok {
		return float64(o.turns), true, nil
	}
	return o.extrapolate(st), false, nil
}

// extrapolate estimates the number of checks of the whole search from the part done so far. It adds
// its own checks to st.
func (o *odometer) extrapolate(st *native.Stats) float64 {
	steps := 1.0 // for the assignments that agree on the first d+1 sites
	for d := len(o.Sites) - 1; d >= 0; d-- {
		for i := d + 1; i < len(o.Sites); i++ {
			o.set(i, 0)
		}
		rank, open, later := o.at[d], 1, 0 // numbers of values that are not refuted: tried, not yet tried
		for v := range o.Sites[d] {
			if v == rank {
				continue
			}
			o.set(d, v)
			st.Nodes++
			if last, _ := o.check(); last <= d && d < len(o.Sites)-1 {
				continue
			}
			if v < rank {
				open++
			} else {
				later++
			}
		}
		tried := float64(o.since[d+1]-o.since[d]) + steps
		steps = tried * float64(open+later) / float64(open)
	}
	return steps
}
