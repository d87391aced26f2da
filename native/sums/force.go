package sums

import "slices"

// A forcing searches for a smallest set of sums of a component that force a given number of ones.
// It tries sums with large values first. It bounds what a set can force: take a fixed solution of
// all sums and count the ones among the variables of the set. The set forces at most this many
// ones, and so at most the sum of its values. If the total is far too small, the first sets tried
// need about as few sums as this bound requires. The search by correction sets does not use the
// bound. A forcing uses correction sets too: if a set has a solution with too few ones, the sums
// that the solution violates form a correction set.
type forcing struct {
	u     *cores    // of the component, as a problem without a total
	order []int     // the sums, largest values first
	sum   []int     // [k]: sum of the first k values in that order
	under []members // by sum: its variables that are 1 in a fixed solution of all sums
	size  int       // the size of the sets that are being tried
	sets  []members // correction sets
	work  *int      // candidates so far, limited by maxCandidates
}

// maxCandidates limits the number of sets and partial sets that a forcing tries, which takes about
// a second.
const maxCandidates = 4_000_000

// newForcing returns a forcing for the component of u, or nil if its sums have no solution.
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

// smallest returns a smallest set of sums that force the given number of ones, or nil if this takes
// more sums than the parameter most says. The number of ones must not decrease from call to call.
// smallest returns ErrLimit if all calls together try more than maxCandidates sets.
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

// add extends the chosen sums by further sums from f.order[from:], in every way. Their number is
// given by the parameter left. It skips a set of sums if too few of their variables are 1 in the
// fixed solution. Variables in the set taken do not count; the parameter ones says how many of the
// others must be 1. It returns the first set that the method test confirms, or nil.
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

// test returns the chosen sums if they force enough ones, that is, if the search in the parameter
// at finds no solution of them. Otherwise it returns nil, and adds a correction set to f.sets if no
// known one shows this.
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
	// Adding sums first, as correct does, found 13 correction sets in the time in which this way
	// finds 5,000.
	in := slices.Clone(chosen)
	at.satisfied(in, solution)
	rest := at.everything()
	for w := range rest {
		rest[w] &^= in[w]
	}
	f.sets = append(f.sets, rest)
	return nil, nil
}
