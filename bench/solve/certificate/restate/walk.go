package restate

import (
	"cmp"
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// A residual is what remains of a list of clauses after unit propagation: the clauses that are not yet
// satisfied, without false literals. First come unit clauses for the variables of the rule that
// have a value but have not been read yet.
type residual [][]cnf.Lit

// A walker gives values to the variables of a rule, one variable after the other. It follows the
// automaton of the rule and the residual of a list of clauses. From equal residuals in the same state,
// everything continues in the same way, so the walker continues with only one of them.
type walker struct {
	ctx       context.Context
	value     []int8    // by variable: 1 true, -1 false, 0 open
	trail     []cnf.Lit // the literals that are true
	place     []int     // by variable: its place in the scope of the rule, from 1; 0: not in the scope
	work, ask int       // literals visited; the next number at which to ask whether ctx has ended
	err       error     // ErrUndecided, or the error of ctx
}

func (w *walker) visited(n int) {
	if w.work += n; w.work >= w.ask && w.err == nil {
		w.ask = w.work + 1<<20
		if w.err = w.ctx.Err(); w.work > mostWork {
			w.err = cmp.Or(w.err, ErrUndecided)
		}
	}
}

// walk compares the projected models of the clauses with the assignments that the rule accepts. The
// result lost says that the clauses forbid an accepted assignment. The result broken says that they
// allow another assignment.
func (w *walker) walk(r *rule, clauses residual) (lost, broken bool) {
	for i, v := range r.scope {
		w.place[v] = i + 1
	}
	defer func() {
		for _, v := range r.scope {
			w.place[v] = 0
		}
	}()
	next, kept := map[int][]residual{}, 0
	visit := func(i, state int, rest residual, consistent bool) {
		switch completable := w.completable(r, i, state); {
		case !consistent:
			lost = lost || completable
		case !completable:
			broken = broken || w.satisfiable(rest)
		case i == len(r.scope):
			lost = lost || !w.satisfiable(rest)
		case !slices.ContainsFunc(next[state], func(other residual) bool { return w.equal(rest, other) }):
			next[state] = append(next[state], rest)
			if kept += len(rest); kept > mostKept {
				w.err = cmp.Or(w.err, ErrUndecided)
			}
		}
	}
	rest, consistent := w.assume(clauses, 0)
	visit(0, 0, rest, consistent)
	for i, v := range r.scope {
		now := next
		next, kept = map[int][]residual{}, 0
		for state, list := range now {
			for _, rest := range list {
				for _, l := range []cnf.Lit{-v, v} {
					if w.err != nil || lost && broken {
						return lost, broken
					}
					rest, consistent := w.assume(rest, i+1, l)
					visit(i+1, r.next(state, i, l > 0), rest, consistent)
				}
			}
		}
	}
	return lost, broken
}

// single works like walk for a rule and clauses that both allow at most one true variable. Clauses that say
// so may be missing from the list.
func (w *walker) single(r *rule, clauses residual) (lost, broken bool) {
	for chosen := range len(r.scope) + 1 { // the last one means that no variable is true
		state, lits := 0, cnf.Negated(r.scope)
		for i, v := range r.scope {
			if i == chosen {
				lits[i] = v
			}
			if state >= 0 {
				state = r.next(state, i, i == chosen)
			}
		}
		rest, consistent := w.assume(clauses, len(r.scope), lits...)
		accepted, allowed := w.completable(r, len(r.scope), state), consistent && w.satisfiable(rest)
		lost, broken = lost || accepted && !allowed, broken || allowed && !accepted
	}
	return lost, broken
}

func (w *walker) equal(a, b residual) bool {
	w.visited(1)
	return slices.EqualFunc(a, b, func(x, y []cnf.Lit) bool {
		w.visited(len(x))
		return slices.Equal(x, y)
	})
}

// completable reports whether the values of the variables from place i on can lead from the state of the
// rule to an accepted state.
func (w *walker) completable(r *rule, i, state int) bool {
	if state < 0 || i == len(r.scope) {
		return state >= 0 && r.accept(state)
	}
	at := [2]int{i, state}
	yes, ok := r.known[at]
	if !ok && w.err == nil {
		w.visited(100) // an entry of the map takes as long as visiting so many literals
		yes = w.completable(r, i+1, r.next(state, i, true)) || w.completable(r, i+1, r.next(state, i, false))
		r.known[at] = yes
	}
	return yes
}

// assume makes the literals true and propagates units. It returns false after a conflict. The number read
// says how many variables of the scope have been read.
func (w *walker) assume(clauses residual, read int, lits ...cnf.Lit) (rest residual, consistent bool) {
	defer func() {
		for _, l := range w.trail {
			w.value[l.Var()] = 0
		}
		w.trail = w.trail[:0]
	}()
	for _, l := range lits {
		w.set(l)
	}
	rest, backward := clauses, false
	for before := -1; before < len(w.trail); {
		before = len(w.trail)
		open := make(residual, 0, len(rest))
		for _, clause := range rest {
			switch clause, satisfied := w.reduce(clause); {
			case satisfied:
			case len(clause) == 0:
				return nil, false
			case len(clause) == 1:
				w.set(clause[0])
			default:
				open = append(open, clause)
			}
		}
		rest, backward = open, !backward
		slices.Reverse(rest) // chains of implications run in both directions of the list
	}
	if backward {
		slices.Reverse(rest)
	}
	slices.Sort(w.trail)
	var units residual
	for _, l := range w.trail {
		if w.place[l.Var()] > read {
			units = append(units, []cnf.Lit{l})
		}
	}
	return append(units, rest...), true
}

// reduce returns the clause without its false literals, and whether a literal is true.
func (w *walker) reduce(clause []cnf.Lit) (rest []cnf.Lit, satisfied bool) {
	w.visited(len(clause))
	if slices.ContainsFunc(clause, func(l cnf.Lit) bool { return w.is(l) > 0 }) {
		return nil, true
	}
	if slices.ContainsFunc(clause, func(l cnf.Lit) bool { return w.is(l) < 0 }) {
		clause = slices.DeleteFunc(slices.Clone(clause), func(l cnf.Lit) bool { return w.is(l) < 0 })
	}
	return clause, false
}

// is returns 1 if the literal is true, -1 if it is false, and 0 if its variable is open.
func (w *walker) is(l cnf.Lit) int8 {
	if l < 0 {
		return -w.value[-l]
	}
	return w.value[l]
}

func (w *walker) set(l cnf.Lit) {
	w.value[l.Var()] = 1
	if l < 0 {
		w.value[l.Var()] = -1
	}
	w.trail = append(w.trail, l)
}

func positive(clause []cnf.Lit) bool {
	return !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return l < 0 })
}

// satisfiable decides whether the clauses have a model, by case distinctions and unit propagation. It
// tries the value false first. If each clause has a negative literal, all variables may be false.
func (w *walker) satisfiable(rest residual) bool {
	w.visited(20 * len(rest)) // limits the memory of the recursion
	if w.err != nil || !slices.ContainsFunc(rest, positive) {
		return true
	}
	for _, l := range []cnf.Lit{-cnf.Lit(rest[0][0].Var()), cnf.Lit(rest[0][0].Var())} {
		if after, consistent := w.assume(rest, len(w.value), l); consistent && w.satisfiable(after) {
			return true
		}
	}
	return false
}
