package sums

import (
	"context"
	"slices"

	"counterproof/native"
)

// Conflict is a smallest set of sums, ascending, that has no solution; total says
// whether the total is in it, as one member more. If the problem has solutions it
// is nil, false. ErrLimit comes with a conflict from which no sum can be left out,
// but which may not be a smallest one, or with none if the problem can not be
// counted or leaving out takes too long; the other errors are those of Analyse.
//
// A smallest conflict without the total lies in one component, where correction
// sets find it. One with the total mostly shows that there are too many ones or
// too few; then the components add up (see excess), and if it may be that the total
// only falls into a gap, correction sets of all sums decide.
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
	// The values that force most ones, or most zeros, are left out last.
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

// fewest is Conflict where there is one. With ErrLimit it has the best one so far,
// if any.
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

// only is the problem of one component.
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

// solve is a solution, nil if there is none.
func (p *Problem) solve(ctx context.Context, st *native.Stats) ([]byte, error) {
	var solution []byte
	err := p.Search(ctx, st, func(values []byte) bool {
		solution = append(make([]byte, 0, len(values)+1), values...)
		return false
	})
	return solution, err
}

// cores finds smallest sets of the sums of p that have no solution, under the
// total if it is given. A set of sums has a solution exactly if it misses one of
// the correction sets, those that have to go so that the others can be solved. So
// a smallest set that meets all correction sets found so far is a lower bound, and
// the answer if it has no solution; if it has one, the solution is extended until
// no more sums fit, and the others are a new correction set (Ignatiev, Previti,
// Liffiton, Marques-Silva, CP 2015).
type cores struct {
	p   *Problem
	ctx context.Context
	st  *native.Stats

	sets  []members // correction sets
	steps *int      // so far, up to maxSteps
	best  []int     // a conflict
}

// smallest is a smallest conflict of up to most sums, nil if there is none.
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
		size-- // it may do again
		// More correction sets while at it, which share nothing.
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

// found is the best conflict.
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

// try is a solution of the chosen sums, nil if there is none.
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

// correct is what is left of the sums when chosen, which has the solution, has
// been extended as far as can be.
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

// satisfied adds the sums that the solution satisfies.
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

// shrink leaves out of a conflict what can be, the first of the order first.
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

// keep keeps a conflict if it is the best.
func (u *cores) keep(chosen members) {
	if list := chosen.list(); u.best == nil || len(list) < len(u.best) {
		u.best = list
	}
}
