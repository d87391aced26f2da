package brute

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

const (
	firstProbe = 200_000 // checks; the estimate is exact if the search ends within them
	probes     = 9       // number of further probes, each with random orders of values
	probeSteps = 20_000  // checks of each further probe
)

// Estimate estimates how many times Search would call Check. For a problem of up to MaxSteps
// assignments it returns the number of assignments, which is an upper bound. For a Plain problem it
// also returns the number of assignments, which is exact in this case. For all other problems, the
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
	if size <= MaxSteps || p.Plain {
		return size, nil
	}
	steps, ended, err := p.probe(ctx, st, nil, firstProbe)
	if ended || err != nil {
		return steps, err
	}
	all := []float64{steps}
	rng := rand.New(rand.NewPCG(0, 0))
	for range probes {
		order := make([][]byte, len(p.Sites))
		for i, n := range p.Sites {
			for _, v := range rng.Perm(n) {
				order[i] = append(order[i], byte(v))
			}
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
func (p *Problem) probe(ctx context.Context, st *native.Stats, order [][]byte, limit int) (steps float64, ended bool, err error) {
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
