package sums

import (
	"slices"

	"counterproof/native/hitting"
)

// A forcing searches for a smallest set of sums of a component that force a given number of ones.
// This means that every solution of these sums has at least this number of ones. It tries sums with
// large values first. To skip sets, it uses a bound from one fixed solution of all sums: a set of
// sums forces at most as many ones as this solution has in the variables of these sums. The bound
// helps most if the total is far too small. A forcing also uses correction sets (see cores): if a
// set of sums has a solution with too few ones, the sums that this solution violates form a
// correction set.
type forcing struct {
	u     *cores        // of the component, which is a problem without a total
	order []int         // the sums, largest values first
	sum   []int         // [k]: the total of the values of the first k sums in order
	under []hitting.Set // for each sum: its variables that are 1 in the fixed solution
	size  int           // the size of the sets that are being tried
	sets  []hitting.Set // correction sets
	work  *int          // the number of candidates so far, limited by maxCandidates
}

// maxCandidates limits the number of sets and partial sets of sums that a forcing tries. This many
// candidates take about a second.
const maxCandidates = 4_000_000

// newForcing returns a forcing for the component of u, or nil if the sums of the component have no
// solution. The parameter work points to the number of candidates tried so far.
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
		ones := hitting.NewSet(p.N)
		for _, v := range s.Vars {
			if solution[v] == 1 {
				ones.Add(v)
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
		chosen := hitting.NewSet(len(f.order))
		found, err := f.add(at, chosen, hitting.NewSet(f.u.p.N), 0, ones, f.size)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// add extends the chosen sums by left further sums from f.order[from:], in every possible way. It
// skips further sums with fewer than ones variables that are 1 in the fixed solution, not counting
// those in taken. It returns the first set of sums that the method test confirms, or nil.
func (f *forcing) add(at *cores, chosen, taken hitting.Set, from, ones, left int) ([]int, error) {
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
		more := f.under[s].Without(taken)
		if more+f.sum[i+left]-f.sum[i+1] < ones {
			continue
		}
		next := slices.Clone(taken)
		next.Join(f.under[s])
		chosen.Add(s)
		found, err := f.add(at, chosen, next, i+1, ones-more, left-1)
		chosen.Remove(s)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// test returns the chosen sums if they force enough ones, else nil. The parameter at looks for a
// solution of the chosen sums that has too few ones. If there is such a solution, but no known
// correction set shows this yet, test adds a new correction set to f.sets.
func (f *forcing) test(at *cores, chosen hitting.Set) ([]int, error) {
	*f.work += len(f.sets) / 10
	for _, set := range f.sets {
		if !set.Meets(chosen) {
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
		return list(chosen), nil
	}
	// The method correct would first add further sums to the chosen ones. With this method, the
	// search found 13 correction sets in the time in which this code finds 5,000.
	in := slices.Clone(chosen)
	at.satisfied(in, solution)
	f.sets = append(f.sets, at.others(in))
	return nil, nil
}
