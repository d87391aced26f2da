package sums

import (
	"context"
	"slices"

	"counterproof/native"
	"counterproof/native/hitting"
)

// Conflict explains why a problem has no solution. It returns a smallest conflict: a smallest set
// of sums, in ascending order, that have no solution. If total is true, the set also contains the
// total. If the problem has solutions, Conflict returns nil and false.
//
// If the search for a smallest conflict takes too long, Conflict returns ErrLimit with another
// conflict. This conflict can be larger than necessary, but removing any one of its sums leaves a
// set with a solution. Conflict returns ErrLimit and nil if the problem cannot be solved within the
// limits, or if removing sums also takes too long. The other errors are the same as for Analyse.
//
// A smallest conflict without the total lies in one component, and correction sets find it there
// (see cores). In most conflicts with the total, the sums force too many ones or too many zeros.
// Such a conflict combines sets from several components (see excess). The total can also fall into
// a gap between the possible totals. If such a gap cannot be ruled out, Conflict uses correction
// sets of all sums.
func (p *Problem) Conflict(ctx context.Context, st *native.Stats) (sums []int, total bool, err error) {
	solution, err := p.solve(ctx, st)
	if err != nil || solution != nil {
		return nil, false, err
	}
	if p.Total > p.N || p.Total < -1 {
		return []int{}, true, nil
	}
	sums, total, err = p.fewest(ctx, st)
	if err != nil && err != ErrLimit {
		return nil, false, err
	}
	if err == nil || sums != nil {
		return sums, total, err
	}
	u := &cores{p: &Problem{N: p.N, Sums: p.Sums, Total: -1}, ctx: ctx, st: st, steps: new(int)}
	if solution, err = u.try(u.everything()); err != nil {
		return nil, false, err
	}
	if total = solution != nil; total {
		u.p = p
	}
	// Try to remove the sums with the most ones last, and then the sums with the most zeros.
	value := func(i int) int { return p.Sums[i].Value }
	rest := func(i int) int { return len(p.Sums[i].Vars) - p.Sums[i].Value }
	for _, by := range []func(i int) int{value, rest} {
		chosen := u.everything()
		order := list(chosen)
		slices.SortStableFunc(order, func(a, b int) int { return by(a) - by(b) })
		switch err := u.shrink(chosen, order); err {
		case nil:
			u.keep(chosen)
		case ErrLimit:
		default:
			return nil, false, err
		}
	}
	return u.best, total && u.best != nil, ErrLimit
}

// fewest returns a smallest conflict of a problem without solutions. If the error is ErrLimit, the
// conflict is the smallest found so far, or nil.
func (p *Problem) fewest(ctx context.Context, st *native.Stats) (sums []int, total bool, err error) {
	steps, work := 0, 0
	most := len(p.Sums)
	all, _ := p.components()
	for _, c := range all {
		u := &cores{p: p.only(c), ctx: ctx, st: st, steps: &steps}
		found, err := u.smallest(most)
		if found != nil {
			for j, i := range found {
				found[j] = c.Sums[i]
			}
			sums, most = found, len(found)-1
		}
		if err != nil {
			return sums, false, err
		}
	}
	if sums != nil {
		most-- // the total is a member
	}
	if p.Total == -1 || most < 0 {
		return sums, false, nil
	}
	for _, q := range []*Problem{p, p.flipped()} {
		found, err := q.excess(ctx, st, all, most, &steps, &work)
		if err != nil {
			return sums, total, err
		}
		if found != nil {
			sums, total, most = found, true, len(found)-1
		}
	}
	if most < 0 || !p.gaps(most) {
		return sums, total, nil
	}
	u := &cores{p: p, ctx: ctx, st: st, steps: &steps}
	found, err := u.smallest(most)
	if found != nil {
		sums, total = found, true
	}
	return sums, total, err
}

// only returns the problem that consists of the sums and variables of component c, without the
// total.
func (p *Problem) only(c Component) *Problem {
	local := make(map[int]int, len(c.Vars))
	for i, v := range c.Vars {
		local[v] = i
	}
	q := &Problem{N: len(c.Vars), Total: -1}
	for _, s := range c.Sums {
		t := Sum{Value: p.Sums[s].Value}
		for _, v := range p.Sums[s].Vars {
			t.Vars = append(t.Vars, local[v])
		}
		q.Sums = append(q.Sums, t)
	}
	return q
}

func (p *Problem) solve(ctx context.Context, st *native.Stats) ([]byte, error) {
	var solution []byte
	err := p.Search(ctx, st, func(values []byte) bool {
		solution = append(make([]byte, 0, len(values)+1), values...)
		return false
	})
	return solution, err
}

// cores finds smallest sets of sums of p that have no solution. The total of p, if known, must
// always hold. A correction set is a set of sums such that the other sums have a solution. So a set
// of sums has a solution exactly if some correction set contains none of these sums. The search
// takes a smallest set that contains a sum of every correction set found so far. The size of this
// set is a lower bound. If the set has no solution, it is the answer. If the set has a solution,
// the search adds further sums, but only if there is still a solution. The sums that it could not
// add form a new correction set (Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015).
type cores struct {
	p   *Problem
	ctx context.Context
	st  *native.Stats

	steps *int  // steps so far, limited by maxSteps
	best  []int // the smallest conflict found so far
}

// smallest returns a smallest conflict, or nil if every conflict has more sums than the parameter
// most says.
func (u *cores) smallest(most int) ([]int, error) {
	solution, err := u.try(u.everything())
	if err != nil || solution != nil {
		return nil, err
	}
	sets := hitting.NewFamily(len(u.p.Sums), nil) // correction sets
	for size := 0; ; {
		need := most + 1
		if u.best != nil {
			need = min(need, len(u.best))
		}
		var chosen hitting.Set
		for ; chosen == nil && size < need; size++ {
			if chosen, err = u.hit(sets, size); err != nil {
				return u.found(most, err)
			}
		}
		if chosen == nil {
			return u.found(most, nil)
		}
		size-- // the next round can find a set of the same size
		// Collect several disjoint correction sets in one round.
		for first := true; ; first = false {
			solution, err := u.try(chosen)
			if err != nil {
				return u.found(most, err)
			}
			if solution == nil {
				if first {
					u.best = list(chosen)
					return u.found(most, nil)
				}
				if err := u.shrink(chosen, list(chosen)); err != nil {
					return u.found(most, err)
				}
				u.keep(chosen)
				break
			}
			rest, err := u.correct(chosen, solution)
			if err != nil {
				return u.found(most, err)
			}
			sets.Add(list(rest))
			chosen.Join(rest)
		}
	}
}

// found returns err and the best conflict so far, or nil if it has more than most sums.
func (u *cores) found(most int, err error) ([]int, error) {
	if u.best != nil && len(u.best) <= most {
		return u.best, err
	}
	return nil, err
}

// maxSteps limits the steps of the search for a smallest conflict. A step is a node of the search for
// a hitting set, which takes about 2 microseconds. Each time the search looks for a solution of n
// sums, this counts as n steps, plus one step for every 20 arcs.
const maxSteps = 1_000_000

// hit returns at most n sums that contain a sum of every correction set, or nil if this is impossible.
func (u *cores) hit(sets *hitting.Family, n int) (hitting.Set, error) {
	if *u.steps >= maxSteps {
		return nil, ErrLimit
	}
	st := native.Stats{Limit: native.Limit{Nodes: int64(maxSteps - *u.steps)}}
	sums, ok, err := sets.Within(u.ctx, &st, n)
	*u.steps += int(st.Nodes)
	switch {
	case err == native.ErrLimit:
		return nil, ErrLimit
	case err != nil || !ok:
		return nil, err
	}
	return hitting.NewSet(len(u.p.Sums), sums...), nil
}

func (u *cores) everything() hitting.Set {
	all := hitting.NewSet(len(u.p.Sums))
	for i := range u.p.Sums {
		all.Add(i)
	}
	return all
}

func (u *cores) try(chosen hitting.Set) ([]byte, error) {
	q := &Problem{N: u.p.N, Total: u.p.Total}
	for _, i := range list(chosen) {
		q.Sums = append(q.Sums, u.p.Sums[i])
	}
	before := u.st.Updates
	solution, err := q.solve(u.ctx, u.st)
	*u.steps += len(q.Sums) + int(u.st.Updates-before)/20
	return solution, err
}

// correct begins with the chosen sums and the given solution of these sums. It adds further sums,
// but only if the larger set still has a solution. It returns the sums that it could not add, which
// form a correction set.
func (u *cores) correct(chosen hitting.Set, solution []byte) (hitting.Set, error) {
	in := slices.Clone(chosen)
	u.satisfied(in, solution)
	err := bisect(list(u.everything()), func(more []int) (bool, error) {
		with := slices.Clone(in)
		for _, i := range more {
			with.Add(i)
		}
		if slices.Equal(with, in) {
			return true, nil
		}
		solution, err := u.try(with)
		if solution != nil {
			copy(in, with)
			u.satisfied(in, solution)
		}
		return solution != nil, err
	})
	return u.others(in), err
}

// bisect calls attempt with all sums. Whenever attempt returns false, bisect calls it with the first
// half of these sums and then with the second half.
func bisect(sums []int, attempt func(sums []int) (bool, error)) error {
	if len(sums) == 0 {
		return nil
	}
	ok, err := attempt(sums)
	if ok || err != nil || len(sums) == 1 {
		return err
	}
	half := len(sums) / 2
	if err := bisect(sums[:half], attempt); err != nil {
		return err
	}
	return bisect(sums[half:], attempt)
}

// others returns the sums that are not in the set.
func (u *cores) others(set hitting.Set) hitting.Set { return u.everything().Minus(set) }

func (u *cores) satisfied(in hitting.Set, solution []byte) {
	for i, s := range u.p.Sums {
		n := 0
		for _, v := range s.Vars {
			n += int(solution[v])
		}
		if n == s.Value {
			in.Add(i)
		}
	}
}

// shrink makes a conflict smaller. It tries the sums in the list order, from first to last. It
// removes a sum if the remaining sums still have no solution. It returns ErrLimit after too many
// steps.
func (u *cores) shrink(chosen hitting.Set, order []int) error {
	return bisect(order, func(some []int) (bool, error) {
		if *u.steps > 2*maxSteps {
			return false, ErrLimit
		}
		for _, i := range some {
			chosen.Remove(i)
		}
		solution, err := u.try(chosen)
		if solution != nil {
			for _, i := range some {
				chosen.Add(i)
			}
		}
		return solution == nil, err
	})
}

func (u *cores) keep(chosen hitting.Set) {
	if list := list(chosen); u.best == nil || len(list) < len(u.best) {
		u.best = list
	}
}

func list(s hitting.Set) []int { return slices.AppendSeq([]int{}, s.All()) }
