// Package cnf represents propositional formulas in conjunctive normal form: literals, clauses,
// models, and the projection that says which variables decide a solution. It reads and writes
// them as DIMACS.
//
// It does not solve anything.
package cnf

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode/wording"
)

// A Lit is a literal in DIMACS form: v means that variable v is true, -v that it is false.
// Variables are numbered from 1. The number 0 is not a literal.
type Lit int32

// Var returns the variable of l, from 1.
func (l Lit) Var() int {
	if l < 0 {
		return int(-l)
	}
	return int(l)
}

// Negated returns the negations of the literals.
func Negated(lits []Lit) []Lit {
	return wording.Each(lits, func(l Lit) Lit { return -l })
}

// A Formula is a conjunction of clauses over the variables 1..NumVars, together with the
// projection under which its models are counted.
type Formula struct {
	NumVars int
	Clauses [][]Lit
	Projection
	Comments []string // printed as `c` lines above the header, one line each
}

// Add appends a clause. The formula keeps the slice.
func (f *Formula) Add(clause ...Lit) {
	if n := len(f.Clauses); n == cap(f.Clauses) {
		f.Clauses = slices.Grow(f.Clauses, max(n, 1)) // append alone copies a long list four times as often
	}
	f.Clauses = append(f.Clauses, clause)
}

// Mentioned returns, for each variable, whether a clause or one of the other lists contains it.
func (f *Formula) Mentioned(others ...[]Lit) []bool {
	mentioned := make([]bool, f.NumVars+1)
	for _, list := range slices.Concat(f.Clauses, others) {
		for _, l := range list {
			mentioned[l.Var()] = true
		}
	}
	return mentioned
}

// A Projection names the variables that decide a solution: two models that agree on these variables
// are one solution.
//
// In every model of the formula, exactly one literal of each group is true. Groups may overlap; an
// exact cover has one group for each item. The literals of Free are in no group and may be true or
// false.
type Projection struct {
	Groups [][]Lit
	Free   []Lit
}

// Vars returns the projected variables, as positive literals, in ascending order, each once.
func (p *Projection) Vars() []Lit {
	var vars []Lit
	for _, g := range append(slices.Clip(p.Groups), p.Free) {
		for _, l := range g {
			vars = append(vars, max(l, -l))
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// SortedBlocking returns the clause of Blocking, sorted, and with each literal once. If a clause with
// a repeated literal were appended to a running solver, the solver would watch the same literal twice.
func (p *Projection) SortedBlocking(m Model) []Lit {
	clause := p.Blocking(m)
	slices.Sort(clause)
	return slices.Compact(clause)
}

// Blocking returns the clause that forbids the solution of m and no other solution. For each group,
// the clause contains the negation of the true literal, without repeats. For each free literal, it
// contains the literal that is false in m: the literal itself or its negation. An exact cover by 8
// options is blocked by 8 literals.
func (p *Projection) Blocking(m Model) []Lit {
	var clause []Lit
	for _, g := range p.Groups {
		for _, l := range g {
			if m.True(l) {
				clause = append(clause, -l)
				break
			}
		}
	}
	slices.Sort(clause)
	clause = slices.Compact(clause)
	for _, l := range p.Free {
		if m.True(l) {
			l = -l
		}
		clause = append(clause, l)
	}
	return clause
}

// A Model gives each variable a truth value: m[v-1] is the value of variable v.
type Model []bool

// True reports whether l is true in m.
func (m Model) True(l Lit) bool { return m[l.Var()-1] == (l > 0) }

// Check returns nil if the model m satisfies every clause of f and makes exactly one literal true in
// every group of the projection of f. Otherwise it returns an error that names the first broken
// clause or group.
func (f *Formula) Check(m Model) error {
	if len(m) != f.NumVars {
		return fmt.Errorf("model has %d variables, but the formula has %d", len(m), f.NumVars)
	}
clauses:
	for i, c := range f.Clauses {
		for _, l := range c {
			if m.True(l) {
				continue clauses
			}
		}
		return fmt.Errorf("model falsifies clause %d: %v", i+1, c)
	}
	return f.CheckGroups(m)
}

// CheckGroups returns nil if m makes exactly one literal of every group true. Otherwise it
// returns an error that names the first group that m breaks.
func (p *Projection) CheckGroups(m Model) error {
	for i, g := range p.Groups {
		n := 0
		for _, l := range g {
			if m.True(l) {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("model makes %d literals of projection group %d true, want exactly one", n, i+1)
		}
	}
	return nil
}

// A Solver lists the models of one formula, one for each solution. A solution is one assignment
// to the projected variables.
type Solver interface {
	// Search yields one model for each solution and stops when yield returns false. A model is
	// only valid during the call of yield. If ctx ends the search early, the error is ctx.Err(),
	// and st holds the work done so far.
	Search(ctx context.Context, st *Stats, yield func(Model) bool) error
}

// Stats records the work of one search. A solver adds to the fields that it measures and leaves
// the other fields unchanged.
type Stats struct {
	Conflicts    int64   // in the solver, or in all runs of an outside program; may be Unstated
	Decisions    int64   // counted like Conflicts
	Propagations int64   // in all runs of an outside program, or Unstated; no other solver counts them
	Cubes        int64   // cubes passed to the solver
	Closed       int64   // cubes closed by propagation without the solver
	Seconds      float64 // wall time inside the solver

	Runs         int64 // runs of an outside program
	ProgramBytes int64 // largest resident memory of one run of an outside program, if known
}

// Unstated is the value of Conflicts, Decisions or Propagations if a run of an outside program
// did not report the number.
const Unstated = -1
