package sums

import (
	"context"
	"slices"

	"counterproof/native"
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
		order := chosen.list()
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

	sets  []members // correction sets
	steps *int      // steps so far, limited by maxSteps
	best  []int     // the smallest conflict found so far
}

// smallest returns a smallest conflict, or nil if every conflict has more sums than the parameter
// most says.
func (u *cores) smallest(most int) ([]int, error) {
	solution, err := u.try(u.everything())
	if err != nil || solution != nil {
		return nil, err
	}
	for size := 0; ; {
		need := most + 1
		if u.best != nil {
			need = min(need, len(u.best))
		}
		var chosen members
		for ; chosen == nil && size < need; size++ {
			none := make(members, len(u.p.Sums)>>6+1)
			chosen, err = u.hit(none, none, size)
			if err != nil {
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
					u.best = chosen.list()
					return u.found(most, nil)
				}
				if err := u.shrink(chosen, chosen.list()); err != nil {
					return u.found(most, err)
				}
				u.keep(chosen)
				break
			}
			rest, err := u.correct(chosen, solution)
			if err != nil {
				return u.found(most, err)
			}
			u.sets = append(u.sets, rest)
			for w := range chosen {
				chosen[w] |= rest[w]
			}
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

func (u *cores) everything() members {
	all := make(members, len(u.p.Sums)>>6+1)
	for i := range u.p.Sums {
		all.add(i)
	}
	return all
}

func (u *cores) try(chosen members) ([]byte, error) {
	q := &Problem{N: u.p.N, Total: u.p.Total}
	for _, i := range chosen.list() {
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
func (u *cores) correct(chosen members, solution []byte) (members, error) {
	in := slices.Clone(chosen)
	u.satisfied(in, solution)
	out := make(members, len(in))
	var extend func(from, to int) error
	extend = func(from, to int) error {
		more := slices.Clone(in)
		added := 0
		for i := from; i < to; i++ {
			if !in.has(i) {
				more.add(i)
				added++
			}
		}
		if added == 0 {
			return nil
		}
		solution, err := u.try(more)
		if err != nil {
			return err
		}
		if solution != nil {
			copy(in, more)
			u.satisfied(in, solution)
			return nil
		}
		if to-from == 1 {
			out.add(from)
			return nil
		}
		if err := extend(from, (from+to)/2); err != nil {
			return err
		}
		return extend((from+to)/2, to)
	}
	if err := extend(0, len(u.p.Sums)); err != nil {
		return nil, err
	}
	return out, nil
}

func (u *cores) satisfied(in members, solution []byte) {
	for i, s := range u.p.Sums {
		n := 0
		for _, v := range s.Vars {
			n += int(solution[v])
		}
		if n == s.Value {
			in.add(i)
		}
	}
}

// shrink makes a conflict smaller. It tries the sums in the list order, from first to last. It
// removes a sum if the remaining sums still have no solution. It returns ErrLimit after too many
// steps.
func (u *cores) shrink(chosen members, order []int) error {
	if *u.steps > 2*maxSteps {
		return ErrLimit
	}
	if len(order) == 0 {
		return nil
	}
	for _, i := range order {
		chosen.remove(i)
	}
	solution, err := u.try(chosen)
	if err != nil || solution == nil {
		return err
	}
	for _, i := range order {
		chosen.add(i)
	}
	half := len(order) / 2
	if half == 0 {
		return nil
	}
	if err := u.shrink(chosen, order[:half]); err != nil {
		return err
	}
	return u.shrink(chosen, order[half:])
}

func (u *cores) keep(chosen members) {
	if list := chosen.list(); u.best == nil || len(list) < len(u.best) {
		u.best = list
	}
}
