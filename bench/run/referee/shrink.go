package referee

import (
	"context"
	"math/big"
	"slices"
	"time"

	"counterproof/sat/cnf"
)

// These constants limit the runs of the program, and the time, while one formula is shrunk.
const (
	shrinkTries = 2000
	shrinkTime  = time.Minute
)

// A shrinker makes a formula smaller as long as the program has the same kind of fault.
type shrinker struct {
	*Subject
	runs  int // of each try; more than one if the fault does not occur in every run
	tries int

	// The smallest formula so far, with its number of solutions and its fault.
	f     Formula
	count *big.Int
	fault *Fault
}

// shrink leaves out clauses, literals, projected variables and variables, until none of them can be
// left out alone. The error is that of ctx.
func (s *shrinker) shrink(all context.Context) error {
	ctx, cancel := context.WithTimeout(all, shrinkTime)
	defer cancel()
	for size := -1; size != s.f.size() && ctx.Err() == nil; {
		size = s.f.size()
		s.try(ctx, s.f.plain())
		s.dropVars(ctx, 1)
		s.dropVars(ctx, -1)
		reduce(slices.Clone(s.f.Clauses), func(clauses [][]cnf.Lit) bool { return s.try(ctx, s.f.with(clauses)) })
		for i := len(s.f.Clauses) - 1; i >= 0; i-- {
			reduce(slices.Clone(s.f.Clauses[i]), func(c []cnf.Lit) bool {
				clauses := slices.Clone(s.f.Clauses)
				clauses[i] = c
				return s.try(ctx, s.f.with(clauses))
			})
		}
		if s.f.Projected {
			if f, _ := s.f.unprojected(); !s.try(ctx, f) {
				reduce(slices.Clone(s.f.Free), func(vars []cnf.Lit) bool { return s.try(ctx, s.f.project(vars...)) })
			}
		}
	}
	return all.Err()
}

// dropVars assigns variables, in chunks, and leaves them out.
func (s *shrinker) dropVars(ctx context.Context, sign cnf.Lit) {
	f := s.f
	reduce(upTo(f.NumVars), func(vars []cnf.Lit) bool {
		left := make([]bool, f.NumVars+1)
		for _, v := range vars {
			left[v] = true
		}
		return s.try(ctx, f.assign(sign, left).dropVars(func(v int) bool { return !left[v] }))
	})
}

// try takes the formula f if the program has the same kind of fault on it.
func (s *shrinker) try(ctx context.Context, f Formula) bool {
	if s.tries >= shrinkTries || ctx.Err() != nil {
		return false
	}
	if f.Layout.Vars < 0 && (f.NumVars == 0 || !f.Mentioned()[f.NumVars]) {
		return false // the header would not be too small
	}
	n, err := s.truth(ctx, &f)
	if err != nil || n == nil || !s.Fits(&f, n) {
		return false
	}
	for range s.runs {
		s.tries++
		fault, err := s.Judge(ctx, &f, n)
		if err == nil && fault != nil && fault.Kind == s.fault.Kind {
			s.f, s.count, s.fault = f, n, fault
			return true
		}
	}
	return false
}

// reduce passes shorter lists to the function keep, which reports whether it wants this list instead
// of the last one. It leaves out all items, then halves, quarters and so on.
func reduce[T any](items []T, keep func([]T) bool) {
	for size := len(items); size > 0; size = min(size, len(items)) / 2 {
		for from := 0; from < len(items); {
			if left := slices.Delete(slices.Clone(items), from, min(from+size, len(items))); keep(left) {
				items = left
			} else {
				from += size
			}
		}
	}
}

// plain returns f with the plain layout.
func (f Formula) plain() Formula {
	f.Layout = Layout{}
	return f
}

// unprojected returns f with all variables projected, and whether its text named some.
func (f Formula) unprojected() (Formula, bool) {
	projected := f.Projected
	f.Free, f.Projected = upTo(f.NumVars), false
	return f, projected
}

// used returns f without the variables that occur in no clause, and whether there were any.
func (f Formula) used() (Formula, bool) {
	mentioned := f.Mentioned()
	g := f.dropVars(func(v int) bool { return !mentioned[v] })
	return g, g.NumVars < f.NumVars
}

// assign returns f under the assumption that all variables that are not left have the given sign. They
// stay, in no clause.
func (f Formula) assign(sign cnf.Lit, left []bool) Formula {
	clauses := [][]cnf.Lit{}
	for _, c := range f.Clauses {
		gone := func(l cnf.Lit) bool { return !left[l.Var()] }
		if !slices.ContainsFunc(c, func(l cnf.Lit) bool { return gone(l) && l*sign > 0 }) {
			clauses = append(clauses, slices.DeleteFunc(slices.Clone(c), gone))
		}
	}
	return f.with(clauses)
}
