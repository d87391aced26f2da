package sums

import "slices"

// A forcing finds the fewest sums of a component that force a number of ones, by
// trying the greatest values first. Sums force at most as many ones as a solution
// of all sums has under them, so at most their values: with a total far too small
// the first sets tried are apart from each other and about as small as that bound.
// Correction sets alone know nothing of it; here every set that has a solution
// gives one too, of the sums that the solution does not satisfy.
type forcing struct {
	u     *cores    // of the component, as a problem without a total
	order []int     // the sums, greatest values first
	sum   []int     // of the first values in that order
	under []members // by sum: its variables that are 1 in a solution of all
	size  int       // of the last answer
	sets  []members
	work  *int // candidates so far, up to maxCandidates
}

// maxCandidates is about a second.
const maxCandidates = 4_000_000

// newForcing is nil if the sums have no solution.
func newForcing(u *cores, work *int) (*forcing, error) {
	p := u.p
	least, err := p.least(u.ctx, u.st)
	if err != nil || least > p.N {
		return nil, err
	}
	q := *p
	q.Total = least
	solution, err := q.solve(u.ctx, u.st)
	if err != nil {
		return nil, err
	}
	f := &forcing{u: u, sum: []int{0}, work: work}
	for i, s := range p.Sums {
		f.order = append(f.order, i)
		ones := make(members, p.N>>6+1)
		for _, v := range s.Vars {
			if solution[v] == 1 {
				ones.add(v)
			}
		}
		f.under = append(f.under, ones)
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return p.Sums[b].Value - p.Sums[a].Value })
	for i, s := range f.order {
		f.sum = append(f.sum, f.sum[i]+p.Sums[s].Value)
	}
	return f, nil
}

// smallest is a smallest set of up to most sums that force so many ones, no fewer
// than in the calls before; nil if there is none. ErrLimit comes after
// maxCandidates of all its calls.
func (f *forcing) smallest(ones, most int) ([]int, error) {
	at := f.u.upTo(ones - 1)
	solution, err := at.try(at.everything())
	if err != nil || solution != nil {
		return nil, err
	}
	for ; f.size <= min(most, len(f.order)); f.size++ {
		chosen := make(members, len(f.order)>>6+1)
		found, err := f.add(at, chosen, make(members, f.u.p.N>>6+1), 0, ones, f.size)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// add adds left sums, from a place in the order on, that have so many ones under
// them besides those that are taken.
func (f *forcing) add(at *cores, chosen, taken members, from, ones, left int) ([]int, error) {
	if left == 0 {
		return f.test(at, chosen)
	}
	for i := from; i+left <= len(f.order) && f.sum[i+left]-f.sum[i] >= ones; i++ {
		if *f.work++; *f.work > maxCandidates || *at.steps > maxSteps {
			return nil, ErrLimit
		}
		if *f.work&4095 == 0 && at.ctx.Err() != nil {
			return nil, at.ctx.Err()
		}
		s := f.order[i]
		more := f.under[s].without(taken)
		if more+f.sum[i+left]-f.sum[i+1] < ones {
			continue
		}
		next := slices.Clone(taken)
		for w := range next {
			next[w] |= f.under[s][w]
		}
		chosen.add(s)
		found, err := f.add(at, chosen, next, i+1, ones-more, left-1)
		chosen.remove(s)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// test is the chosen sums if they have no solution.
func (f *forcing) test(at *cores, chosen members) ([]int, error) {
	*f.work += len(f.sets) / 10
	for _, set := range f.sets {
		if !set.meets(chosen) {
			return nil, nil
		}
	}
	before := *at.steps
	defer func() { *f.work += 20 * (*at.steps - before) }()
	solution, err := at.try(chosen)
	if err != nil {
		return nil, err
	}
	if solution == nil {
		return chosen.list(), nil
	}
	// Extending the solution first, as for correction sets, gave 13 of them in the
	// time of 5,000.
	in := slices.Clone(chosen)
	at.satisfied(in, solution)
	rest := at.everything()
	for w := range rest {
		rest[w] &^= in[w]
	}
	f.sets = append(f.sets, rest)
	return nil, nil
}
