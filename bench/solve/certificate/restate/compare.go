package restate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"counterproof/sat/cnf"
)

// A Difference says how a formula differs from the rules of its puzzle.
type Difference string

func (d Difference) Error() string { return string(d) }

// ErrUndecided means that the comparison would take too long.
var ErrUndecided = errors.New("the comparison of the formula with the rules takes too long")

const (
	mostLiterals = 4_000_000   // of a formula that is compared
	mostWork     = 100_000_000 // literals visited in a comparison; this takes a few seconds
	mostKept     = 4_000_000   // clauses that a walk keeps after each variable
)

// A part is a list of clauses that share auxiliary variables, or one clause without any.
type part struct {
	clauses residual
	first   int       // the number of its first clause, from 1
	scope   []cnf.Lit // its projected variables, ascending
	follows bool      // from one rule
}

// Compare compares the projected models of a formula with the assignments that satisfy the rules. The
// projected variables are 1 to projected. If both sets are equal, Compare returns nil. Otherwise it
// returns a Difference. It also does so if a part of the formula follows only from
// several rules together, or a rule only from clauses that contain variables of other rules. Compare
// returns ErrUndecided if it would take too long, and the error of ctx when ctx ends.
func (b *Board) Compare(ctx context.Context, f *cnf.Formula, projected int) error {
	if projected != b.vars {
		return Difference(fmt.Sprintf("want %d projected variables, got %d", b.vars, projected))
	}
	literals := 0
	for _, clause := range f.Clauses {
		literals += len(clause)
	}
	if literals > mostLiterals {
		return ErrUndecided
	}
	w := &walker{ctx: ctx, value: make([]int8, max(f.NumVars, projected)+1)}
	parts := split(f, projected)
	rules := slices.SortedStableFunc(slices.Values(b.rules), func(x, y *rule) int { return cmp.Compare(len(x.scope), len(y.scope)) })
	for r, own := range w.contained(parts, rules, projected) {
		rule := rules[r]
		others, once := withoutPairs(rule, own)
		lost, broken := w.walk(rule, clausesOf(others), once)
		if broken && w.err == nil {
			return Difference(fmt.Sprintf("the clauses allow values of the variables %v that break the rule of %s", rule.scope, rule.name))
		}
		for _, p := range own {
			if lost && !p.follows { // perhaps it follows, but another part does not
				bad, _ := w.walk(rule, p.clauses, false)
				p.follows = !bad
			}
			p.follows = p.follows || !lost
		}
	}
	if w.err != nil {
		return w.err
	}
	for _, p := range parts {
		if !p.follows {
			return Difference(fmt.Sprintf("clause %d, %v, may exclude a solution: with the clauses that share its auxiliary variables, it does not follow from a rule", p.first, p.clauses[0]))
		}
	}
	return nil
}

// withoutPairs leaves out the clauses of two negated variables, if the rule allows at most one true variable
// and there is such a clause for each pair. All these clauses follow from the rule.
func withoutPairs(r *rule, parts []*part) (others []*part, all bool) {
	pairs := map[[2]cnf.Lit]bool{}
	for _, p := range parts {
		if c := p.clauses[0]; r.once && len(p.scope) == 2 && len(p.clauses) == 1 && len(c) == 2 && max(c[0], c[1]) < 0 {
			p.follows = true
			pairs[[2]cnf.Lit(p.scope)] = true
		} else {
			others = append(others, p)
		}
	}
	if n := len(r.scope); !r.once || len(pairs) < n*(n-1)/2 {
		return parts, false
	}
	return others, true
}

func clausesOf(parts []*part) (all residual) {
	for _, p := range parts {
		all = append(all, p.clauses...)
	}
	return all
}

// split divides the clauses into parts, in the order of their first clauses.
func split(f *cnf.Formula, projected int) (parts []*part) {
	parent := make([]int, f.NumVars+1)
	for v := range parent {
		parent[v] = v
	}
	find := func(v int) int { // the auxiliary variable that stands for the variables of a part
		for ; parent[v] != v; v = parent[v] {
			parent[v] = parent[parent[v]]
		}
		return v
	}
	for _, clause := range f.Clauses {
		with := 0
		for _, l := range clause {
			if v := l.Var(); v > projected {
				with = find(cmp.Or(with, v))
				parent[find(v)] = with
			}
		}
	}
	byVariable := map[int]*part{}
	for i, clause := range f.Clauses {
		p := &part{first: i + 1}
		if at := slices.IndexFunc(clause, func(l cnf.Lit) bool { return l.Var() > projected }); at >= 0 {
			v := find(clause[at].Var())
			byVariable[v] = cmp.Or(byVariable[v], p)
			p = byVariable[v]
		}
		if len(p.clauses) == 0 {
			parts = append(parts, p)
		}
		p.clauses = append(p.clauses, clause)
		for _, l := range clause {
			if l.Var() <= projected {
				p.scope = append(p.scope, cnf.Lit(l.Var()))
			}
		}
	}
	for _, p := range parts {
		slices.Sort(p.scope)
		p.scope = slices.Compact(p.scope)
	}
	return parts
}

// contained returns, for each rule, the parts whose projected variables all occur in the rule.
func (w *walker) contained(parts []*part, rules []*rule, projected int) [][]*part {
	with := make([][]int, projected+1) // by variable: the rules that contain it; 0: all rules
	for r, rule := range rules {
		for _, v := range append([]cnf.Lit{0}, rule.scope...) {
			with[v] = append(with[v], r)
		}
	}
	inside := make([][]*part, len(rules))
	for _, p := range parts {
		first := append(slices.Clip(p.scope), 0)[0]
		for _, r := range with[first] {
			w.visited(8) // an entry of a list takes as long as visiting so many literals
			missing := func(v cnf.Lit) bool { _, ok := slices.BinarySearch(rules[r].scope, v); return !ok }
			if w.err == nil && !slices.ContainsFunc(p.scope, missing) {
				inside[r] = append(inside[r], p)
			}
		}
	}
	return inside
}

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
