package sums

import (
	"context"
	"math/big"
	"slices"

	"counterproof/native"
)

// flipped is the problem with 0 and 1 exchanged.
func (p *Problem) flipped() *Problem {
	q := &Problem{N: p.N, Total: p.N - p.Total}
	for _, s := range p.Sums {
		q.Sums = append(q.Sums, Sum{s.Vars, len(s.Vars) - s.Value})
	}
	return q
}

// excess is a smallest set of up to most sums that force more ones than the total;
// nil if there is none. Sums of different components force their ones apart. So
// for each component and each number of ones the fewest sums are sought that force
// so many, by forcing and where that takes too long by correction sets, and the
// components are put together as in a knapsack. Without that, n sums apart of which
// any k would do take C(n,k-1) correction sets.
func (p *Problem) excess(ctx context.Context, st *native.Stats, all []Component, most int, steps, work *int) ([]int, error) {
	want := p.Total + 1
	// Sums that have solutions have one with no more ones than their values.
	var values []int
	for _, s := range p.Sums {
		values = append(values, max(0, s.Value))
	}
	slices.Sort(values)
	reach := 0
	for _, v := range values[max(0, len(values)-most):] {
		reach += min(v, p.N)
	}
	if reach < want {
		return nil, nil
	}
	ones, err := (&Problem{N: p.N, Sums: p.Sums, Total: -1}).least(ctx, st)
	if err != nil || ones < want {
		return nil, err // all sums do not
	}
	best := make([][]int, want+1) // sums that force so many ones, nil for none
	best[0] = []int{}
	for _, c := range all {
		q := p.only(c)
		offers := [][]int{} // sums by the ones that they force, nil for none
		first, err := newForcing(&cores{p: q, ctx: ctx, st: st, steps: steps}, work)
		if err != nil {
			return nil, err
		}
		for ones := 1; ones <= min(want, len(c.Vars)); ones++ {
			var found []int
			err := ErrLimit
			if first != nil {
				found, err = first.smallest(ones, most)
			}
			if err == ErrLimit {
				first = nil
				// As many new variables as there may be ones turn "up to" into "exactly".
				u := &cores{p: &Problem{N: q.N + ones - 1, Sums: q.Sums, Total: ones - 1}, ctx: ctx, st: st, steps: steps}
				found, err = u.smallest(most)
			}
			if err != nil {
				return nil, err
			}
			if found == nil {
				break
			}
			chosen := Problem{N: q.N, Total: -1}
			for i, s := range found {
				chosen.Sums = append(chosen.Sums, q.Sums[s])
				found[i] = c.Sums[s]
			}
			least, err := chosen.least(ctx, st)
			if err != nil {
				return nil, err
			}
			ones = max(ones, min(least, want))
			offers = append(offers, make([][]int, ones-len(offers))...)
			offers[ones-1] = found
		}
		next := slices.Clone(best)
		for have, sums := range best {
			if sums == nil {
				continue
			}
			for i, more := range offers {
				to := min(want, have+i+1)
				if n := len(sums) + len(more); more != nil && n <= most && (next[to] == nil || n < len(next[to])) {
					next[to] = slices.Concat(sums, more)
				}
			}
		}
		best = next
	}
	slices.Sort(best[want])
	return best[want], nil
}

// least is the least number of ones of a solution, N+1 if there is none.
func (p *Problem) least(ctx context.Context, st *native.Stats) (int, error) {
	a, err := p.analyse(ctx, st, false)
	if err != nil {
		return 0, err
	}
	least := 0
	for _, c := range a.Components {
		k := slices.IndexFunc(c.ByTotal, func(x *big.Int) bool { return x.Sign() > 0 })
		if k < 0 {
			return p.N + 1, nil
		}
		least += k
	}
	return least, nil
}

// gaps says whether n sums that have solutions, though not with the total, may
// have some with fewer ones and some with more. Then the variables in them have
// solutions with a and with b ones and none between, and b-a is greater than the
// number of the other variables, or these would fill the gap. So more than half of
// the variables are in the n sums.
func (p *Problem) gaps(n int) bool {
	var sizes []int
	for _, s := range p.Sums {
		sizes = append(sizes, len(s.Vars))
	}
	slices.Sort(sizes)
	most := 0
	for _, size := range sizes[max(0, len(sizes)-n):] {
		most += size
	}
	return 2*most > p.N
}
