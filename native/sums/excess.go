package sums

import (
	"context"
	"math/big"
	"slices"

	"counterproof/native"
	"counterproof/native/hitting"
)

// flipped returns the problem in which the values 0 and 1 are exchanged. The total must be known.
func (p *Problem) flipped() *Problem {
	q := &Problem{N: p.N, Total: p.N - p.Total}
	for _, s := range p.Sums {
		q.Sums = append(q.Sums, Sum{s.Vars, len(s.Vars) - s.Value})
	}
	return q
}

// excess returns a smallest set of sums that force more ones than the total, or nil if this takes
// more than most sums. Sums of different components force ones independently of each other. So excess
// takes each component and each number of ones, and finds the fewest sums that force this number.
// Then it combines the components as in a knapsack problem. Suppose that any k of n independent sums
// suffice. Without the division into components, there would be C(n,k-1) correction sets.
func (p *Problem) excess(ctx context.Context, st *native.Stats, all []Component, most int, steps, work *int) ([]int, error) {
	want := p.Total + 1
	if p.reach(most) < want {
		return nil, nil
	}
	ones, err := (&Problem{N: p.N, Sums: p.Sums, Total: -1}).least(ctx, st)
	if err != nil || ones < want {
		return nil, err // even all sums together do not force enough ones
	}
	best := make([][]int, want+1) // [k]: fewest sums that force k ones, or nil
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

// reach returns an upper bound for the number of ones that a set of sums forces, if the set has at
// most N sums, where N is the parameter most. The bound is the sum of the largest values. If a set
// of sums has solutions, one of its solutions has at most as many ones as the values of the sums
// add up to.
func (p *Problem) reach(most int) int {
	return p.largest(most, func(s Sum) int { return min(max(0, s.Value), p.N) })
}

// largest takes a number of each sum. It returns the sum of the n largest numbers, or of all if there
// are fewer.
func (p *Problem) largest(n int, of func(Sum) int) int {
	var numbers []int
	for _, s := range p.Sums {
		numbers = append(numbers, of(s))
	}
	slices.Sort(numbers)
	sum := 0
	for _, x := range numbers[max(0, len(numbers)-n):] {
		sum += x
	}
	return sum
}

// offers returns a list of sets, one for each number of ones from 1 to the parameter want. The set
// is a smallest set of sums of the component that forces at least this number of ones. Entry i is
// for i+1 ones. If an entry is nil, use the next entry that is not nil: it forces more ones, with
// as few sums as the smaller number needs. The list ends before the first number for which the set
// would have more sums than the parameter most says. offers uses a forcing or, if this takes too
// long, correction sets.
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

// upTo returns a search (see cores) for sums of which no solution has at most the given number of
// ones. It sets the total to this number, and adds the same number of new variables that are in no
// sum. The new variables can supply the ones that a solution lacks.
func (u *cores) upTo(ones int) *cores {
	return &cores{p: &Problem{N: u.p.N + ones, Sums: u.p.Sums, Total: ones}, ctx: u.ctx, st: u.st, steps: u.steps}
}

// combine extends the best sets of sums for some components by one more component. The set best[k]
// has the fewest sums that force k ones. For the last k, the set forces k ones or more. Sets with
// more sums than the parameter most says are dropped.
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

// least returns the smallest number of ones that a solution of the sums can have, ignoring the
// total. It returns N+1 if there is no solution.
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

// gaps returns false only if no n sums have a gap at the total. The n sums have a gap there if some
// assignments of all variables that satisfy these sums have fewer ones than the total, and some have
// more, but none has exactly the total. Then there are numbers a < b: the variables in these sums can
// satisfy them with a ones and with b ones, but not with any number of ones between. There are fewer
// than b-a other variables, because b-a or more of them would fill the gap. As b-a is at most the
// number of variables in the n sums, more than half of all variables are in these sums. gaps checks
// whether n sums can have so many variables.
func (p *Problem) gaps(n int) bool {
	return 2*p.largest(n, func(s Sum) int { return len(s.Vars) }) > p.N
}

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
