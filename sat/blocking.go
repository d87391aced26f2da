package sat

import (
	"context"
	"slices"

	"counterproof/native"
	"counterproof/sat/cnf"
)

// Blocking lists the projected models of F in one run of the solver: solve,
// read the model, add its blocking clause, repeat. The solver keeps what it
// learned; restarting it for each model took 26 times as long on a calendar day
// of 216 solutions.
//
// Memory grows with the number of solutions, by a clause each.
type Blocking struct{ F *cnf.Formula }

// Search implements native.Solver. The error says so if gophersat returned a
// model that F does not have.
func (b Blocking) Search(ctx context.Context, st *native.Stats, yield func(cnf.Model) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	certifier := newCertifier(b.F)
	e := newEngine(ints(b.F.Clauses), b.F.NumVars, st)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, ok := e.solve()
		if !ok {
			return nil
		}
		if err := certifier.check(m); err != nil {
			return err
		}
		if !yield(m) {
			return nil
		}
		clause := blocking(b.F, m)
		if len(clause) == 0 { // nothing is projected: all models are one solution
			return nil
		}
		e.add(clause)
	}
}

// blocking is the clause that forbids the solution of m, each literal once:
// appended to a running solver, a clause that repeats one would be watched
// twice by the same literal.
func blocking(f *cnf.Formula, m cnf.Model) []cnf.Lit {
	clause := f.Blocking(m)
	slices.Sort(clause)
	return slices.Compact(clause)
}

// ints converts clauses to what ParseSliceNb takes, in one block.
func ints(clauses [][]cnf.Lit) [][]int {
	n := 0
	for _, c := range clauses {
		n += len(c)
	}
	block, out := make([]int, 0, n), make([][]int, len(clauses))
	for i, c := range clauses {
		start := len(block)
		for _, l := range c {
			block = append(block, int(l))
		}
		out[i] = block[start:len(block):len(block)]
	}
	return out
}
