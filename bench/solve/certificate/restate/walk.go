package restate

import (
	"cmp"
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// A residual is what remains of a list of clauses after unit propagation: the clauses that are not yet
// satisfied, without false literals. First come unit clauses for the variables of the rule that
// have a value but have not been read yet. After a conflict, the residual is only the empty clause.
type residual [][]cnf.Lit

// A walker gives values to the variables of a rule, one variable after the other. It follows the
// automaton of the rule and the residual of a list of clauses. From equal residuals in the same state,
// everything continues in the same way, so the walker continues with only one of them.
type walker struct {
	ctx       context.Context
	value     []int8    // by variable: 1 true, -1 false, 0 open
	trail     []cnf.Lit // the literals that are true
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
// allow another assignment. If once is true, the rule and the clauses both allow at most one true
// variable, even if clauses that say so are missing from the list.
func (w *walker) walk(r *rule, clauses residual, once bool) (lost, broken bool) {
	now := map[int][]residual{0: {w.assume(clauses, r.scope)}} // by state of the rule
	for i, v := range r.scope {
		next, kept, left := map[int][]residual{}, 0, r.scope[i+1:]
		for state, list := range now {
			for _, rest := range list {
				for _, lits := range [][]cnf.Lit{{-v}, {v}} {
					to := r.next(state, i, lits[0] > 0)
					if once && lits[0] > 0 {
						lits = append(lits, cnf.Negated(left)...)
					}
					switch after := w.assume(rest, left, lits...); {
					case w.err != nil || lost && broken:
						return lost, broken
					case to < 0:
						broken = broken || w.satisfiable(after)
					case !slices.ContainsFunc(next[to], func(other residual) bool { return w.equal(after, other) }):
						next[to] = append(next[to], after)
						if kept += len(after); kept > mostKept {
							w.err = ErrUndecided
						}
					}
				}
			}
		}
		now = next
	}
	for state, list := range now {
		for _, rest := range list {
			accepted, allowed := r.accept(state), w.satisfiable(rest)
			lost, broken = lost || accepted && !allowed, broken || allowed && !accepted
		}
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

// assume makes the literals true and propagates units. It returns the residual, in which the variables
// in left have not been read.
func (w *walker) assume(clauses residual, left []cnf.Lit, lits ...cnf.Lit) (rest residual) {
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
				return residual{nil}
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
		if _, ok := slices.BinarySearch(left, cnf.Lit(l.Var())); ok {
			units = append(units, []cnf.Lit{l})
		}
	}
	return append(units, rest...)
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

// satisfiable decides whether the clauses have a model, by case distinctions and unit propagation. It
// tries the value false first. If each clause has a negative literal, all variables may be false.
func (w *walker) satisfiable(rest residual) bool {
	w.visited(20 * len(rest)) // limits the memory of the recursion
	if w.err != nil || !slices.ContainsFunc(rest, positive) {
		return true
	}
	if len(rest[0]) == 0 {
		return false
	}
	v := cnf.Lit(rest[0][0].Var())
	return w.satisfiable(w.assume(rest, nil, -v)) || w.satisfiable(w.assume(rest, nil, v))
}

func positive(clause []cnf.Lit) bool {
	return !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return l < 0 })
}
