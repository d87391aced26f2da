package referee

import (
	"context"
	"slices"

	"counterproof/sat/cnf"
)

// changes lists what the referee changes about a formula to explain a fault. Each change returns
// false if it does not change the formula.
var changes = []struct {
	name  string
	apply func(Formula) (Formula, bool)
}{
	{"if the clauses come in another order", func(f Formula) (Formula, bool) {
		clauses := slices.Clone(f.Clauses)
		slices.Reverse(clauses)
		return f.with(clauses), !slices.EqualFunc(clauses, f.Clauses, slices.Equal[[]cnf.Lit])
	}},
	{"if no clause has a literal twice", func(f Formula) (Formula, bool) {
		return f.eachClause(func(c []cnf.Lit) ([]cnf.Lit, bool) {
			slices.Sort(c)
			return slices.Compact(c), true
		})
	}},
	{"without tautological clauses", func(f Formula) (Formula, bool) {
		return f.eachClause(func(c []cnf.Lit) ([]cnf.Lit, bool) {
			return c, !slices.ContainsFunc(c, func(l cnf.Lit) bool { return slices.Contains(c, -l) })
		})
	}},
	{"with two contradicting clauses instead of each empty one", func(f Formula) (Formula, bool) {
		if f.NumVars == 0 {
			return f, false
		}
		g, ok := f.eachClause(func(c []cnf.Lit) ([]cnf.Lit, bool) { return c, len(c) > 0 })
		return g.with(append(g.Clauses, []cnf.Lit{1}, []cnf.Lit{-1})), ok
	}},
	{"without duplicate clauses", func(f Formula) (Formula, bool) {
		var kept [][]cnf.Lit
		return f.eachClause(func(c []cnf.Lit) ([]cnf.Lit, bool) {
			again := slices.ContainsFunc(kept, func(k []cnf.Lit) bool { return slices.Equal(k, c) })
			kept = append(kept, c)
			return c, !again
		})
	}},
	{"without variables that occur in no clause", Formula.used},
	{"without the projection", Formula.unprojected},
}

// eachClause replaces each clause by what the function change returns, and removes it if change
// returns false. It reports whether the literals of the formula have become fewer.
func (f Formula) eachClause(change func([]cnf.Lit) (changed []cnf.Lit, keep bool)) (Formula, bool) {
	clauses := [][]cnf.Lit{}
	for _, c := range f.Clauses {
		if c, ok := change(slices.Clone(c)); ok {
			clauses = append(clauses, c)
		}
	}
	g := f.with(clauses)
	return g, g.size() < f.size()
}

// explain says what the fault of the shrunk formula depends on.
func (s *shrinker) explain(ctx context.Context) (because []string) {
	wrong := 0
	for range againRuns {
		if fault, err := s.Judge(ctx, &s.f, s.count); err == nil && fault != nil {
			wrong++
		}
	}
	if wrong < againRuns {
		return []string{"not in every run on the same text"}
	}
	for _, c := range changes {
		f, ok := c.apply(s.f)
		if !ok {
			continue
		}
		n, err := s.truth(ctx, &f)
		if err != nil || n == nil || !s.Fits(&f, n) {
			continue
		}
		if fault, err := s.Judge(ctx, &f, n); err == nil && fault == nil {
			because = append(because, "right "+c.name)
		}
	}
	return because
}

// againRuns is the number of runs on the same text that show whether a fault occurs in each of them.
const againRuns = 5
