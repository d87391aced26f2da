package referee

import (
	"context"
	"math/big"
	"slices"
	"time"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// These constants limit the runs of the program, and the time, while one formula is shrunk.
const (
	shrinkTries = 2000
	shrinkTime  = time.Minute
	// againRuns is the number of runs on the same text that show whether a fault occurs in each of them.
	againRuns = 5
)

// A shrinker makes a formula smaller as long as the program has the same kind of fault.
type shrinker struct {
	*Subject
	*Finding
	ctx   context.Context
	runs  int // of each try; more than one if the fault does not occur in every run
	tries int
}

// shrink leaves out variables, clauses, literals and projected variables, until none of them can be left
// out alone. It also sets the traits of the finding. The error is ctx.Err().
func (s *Subject) shrink(ctx context.Context, f *Finding) error {
	bounded, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	w := &shrinker{Subject: s, Finding: f, ctx: bounded, runs: 1}
	slow := f.Fault.Kind == TimeLimit // each further run may take as long
	if !slow && w.right(f.Formula, againRuns) {
		w.runs = 2 * againRuns
	}
	for size := -1; size != f.size() && bounded.Err() == nil; {
		size = f.size()
		w.pass()
	}
	f.Traits = f.traits()
	reversed := slices.Clone(f.Clauses)
	slices.Reverse(reversed)
	if w.runs > 1 {
		f.Traits = []string{"not in every run on the same text"}
	} else if !slow && w.right(f.with(reversed...), 1) {
		f.Traits = append(f.Traits, "right if the clauses come in the reverse order")
	}
	return ctx.Err()
}

func (s *shrinker) pass() {
	g := s.Formula
	g.Layout = nil
	s.try(g)
	if s.Projected {
		g = s.Formula
		g.Free, g.Projected = upTo(g.NumVars), false
		s.try(g)
	}
	for _, sign := range []cnf.Lit{1, -1} {
		f := s.Formula
		reduce(upTo(f.NumVars), func(vars []cnf.Lit) bool { return s.try(f.keep(vars, sign)) })
	}
	reduce(s.Clauses, func(clauses [][]cnf.Lit) bool { return s.try(s.with(clauses...)) })
	for i := len(s.Clauses) - 1; i >= 0; i-- {
		reduce(s.Clauses[i], func(c []cnf.Lit) bool {
			clauses := slices.Clone(s.Clauses)
			clauses[i] = c
			return s.try(s.with(clauses...))
		})
	}
	if s.Projected {
		reduce(s.Free, func(vars []cnf.Lit) bool { return s.try(s.project(vars...)) })
	}
}

// try takes the formula f if the program has the same kind of fault on it.
func (s *shrinker) try(f Formula) bool {
	for run := 0; run < s.runs && s.tries < shrinkTries; run++ {
		s.tries++
		if fault, n := s.ask(f); fault != nil && fault.Kind == s.Fault.Kind {
			s.Formula, s.Count, s.Fault = f, n, *fault
			return true
		}
	}
	return false
}

// right reports whether one of several answers to a formula is right.
func (s *shrinker) right(f Formula, runs int) bool {
	for range runs {
		if fault, n := s.ask(f); fault == nil && n != nil {
			return true
		}
	}
	return false
}

// ask returns the verdict on an answer, and the number of solutions, which is nil if the program was not
// asked.
func (s *shrinker) ask(f Formula) (*Fault, *big.Int) {
	n, err := truth(s.ctx, &f)
	if err != nil || n == nil || !s.fits(&f, n) {
		return nil, nil
	}
	fault, err := s.Judge(s.ctx, &f, n)
	if err != nil {
		return nil, nil
	}
	return fault, n
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

// size orders formulas by how easy they are to read: plain ones first, then by clauses, literals and
// variables.
func (f Formula) size() int {
	n := len(f.Clauses)<<20 + len(slices.Concat(f.Clauses...))<<10 + f.NumVars
	if f.Layout != nil {
		n += 1 << 50
	}
	return n
}

// traits names what is unusual about a formula. The fault of a shrunk formula probably depends on it.
func (f Formula) traits() (traits []string) {
	literals := slices.Concat(f.Clauses...)
	distinct := wording.Set(f.Clauses, func(c []cnf.Lit) string { return string(cnf.AppendClause(nil, c)) })
	exists := func(has func(c []cnf.Lit) bool) bool { return slices.ContainsFunc(f.Clauses, has) }
	for _, t := range []struct {
		name string
		has  bool
	}{
		{"no clauses", len(f.Clauses) == 0},
		{"an empty clause", exists(func(c []cnf.Lit) bool { return len(c) == 0 })},
		{"a duplicate clause", len(distinct) < len(f.Clauses)},
		{"a literal twice in a clause", exists(func(c []cnf.Lit) bool {
			return len(wording.Set(c, func(l cnf.Lit) cnf.Lit { return l })) < len(c)
		})},
		{"a tautological clause", exists(func(c []cnf.Lit) bool {
			return slices.ContainsFunc(c, func(l cnf.Lit) bool { return slices.Contains(c, -l) })
		})},
		{"unused variables", len(wording.Set(literals, cnf.Lit.Var)) < f.NumVars},
		{"a projection", f.Projected},
	} {
		if t.has {
			traits = append(traits, t.name)
		}
	}
	if f.Layout != nil {
		traits = append(traits, f.Layout.kind)
	}
	return traits
}
