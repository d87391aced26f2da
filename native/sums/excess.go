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

// excess returns a smallest set of at most most sums that force more ones than the
// total, or nil if there is none. Sums of different components force ones
// independently of each other. So for each component and each number of ones, excess
// looks for the fewest sums that force this number, and then combines the components
// as in a knapsack. Treated as one, n independent sums of which any k suffice take
// C(n,k-1) correction sets.
func (p *Problem) excess(ctx context.Context, st *native.Stats, all []Component, most int, steps, work *int) ([]int, error) {
	want := p.Total + 1
	if p.reach(most) < want {
		return nil, nil
	}
	ones, err := (&Problem{N: p.N, Sums: p.Sums, Total: -1}).least(ctx, st)
	if err != nil || ones < want {
		return nil, err // all sums together force too few
	}
	best := make([][]int, want+1) // sums that force so many ones, nil for none
	best[0] = []int{}
	for _, c := range all {
		u := &cores{p: p.only(c), ctx: ctx, st: st, steps: steps}
		offers, err := u.offers(want, most, work)
		if err != nil {
			return nil, err
		}
		for _, sums := range offers {
			for i, s := range sums {
				sums[i] = c.Sums[s]
			}
		}
		best = combine(best, offers, most)
	}
	slices.Sort(best[want])
	return best[want], nil
}

// reach returns an upper bound of the ones that most sums force. Sums that have
// solutions have one with no more ones than the sum of their values.
func (p *Problem) reach(most int) int {
	var values []int
	for _, s := range p.Sums {
		values = append(values, max(0, s.Value))
	}
	slices.Sort(values)
	reach := 0
	for _, v := range values[max(0, len(values)-most):] {
		reach += min(v, p.N)
	}
	return reach
}

// offers returns the fewest sums of a component that force 1, 2, ... want ones, where
// most sums are enough. A nil entry means that the next set, which forces more ones,
// is no larger. The sums are found by forcing and, if that takes too long, by
// correction sets.
func (u *cores) offers(want, most int, work *int) ([][]int, error) {
	q := u.p
	var offers [][]int
	first, err := newForcing(u, work)
	if err != nil {
		return nil, err
	}
	for ones := 1; ones <= min(want, q.N); ones++ {
		var found []int
		err := ErrLimit
		if first != nil {
			found, err = first.smallest(ones, most)
		}
		if err == ErrLimit {
			first = nil
			found, err = u.upTo(ones - 1).smallest(most)
		}
		if found == nil || err != nil {
			return offers, err
		}
		chosen := Problem{N: q.N, Total: -1}
		for _, s := range found {
			chosen.Sums = append(chosen.Sums, q.Sums[s])
		}
		least, err := chosen.least(u.ctx, u.st)
		if err != nil {
			return nil, err
		}
		ones = max(ones, min(least, want))
		offers = append(offers, make([][]int, ones-len(offers))...)
		offers[ones-1] = found
	}
	return offers, nil
}

// upTo returns the search for sums that have no solution with up to this many ones.
// As many new variables as there may be ones turn "up to" into "exactly".
func (u *cores) upTo(ones int) *cores {
	return &cores{p: &Problem{N: u.p.N + ones, Sums: u.p.Sums, Total: ones}, ctx: u.ctx, st: u.st, steps: u.steps}
}

// combine adds the offers of one more component to the best sets of the others, up
// to most sums in all. best[k] forces k ones, the last set at least so many.
func combine(best, offers [][]int, most int) [][]int {
	next := slices.Clone(best)
	for have, sums := range best {
		if sums == nil {
			continue
		}
		for i, more := range offers {
			to := min(len(best)-1, have+i+1)
			if n := len(sums) + len(more); more != nil && n <= most && (next[to] == nil || n < len(next[to])) {
				next[to] = slices.Concat(sums, more)
			}
		}
	}
	return next
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
