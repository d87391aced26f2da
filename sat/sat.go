// Package sat lists the models of a formula with gophersat, a CDCL solver written in Go. It
// checks every model against the formula before it yields the model.
//
// The package trusts five functions of gophersat v1.4.0: ParseSliceNb, New, Solve, AppendClause
// and Model. They agreed with truth tables on tens of thousands of random formulas. Every model
// is certified: if gophersat returns a model that breaks a clause, the search ends with an
// error.
//
// Nothing in this package checks that no solution is missing. That depends on gophersat and on
// the propagation and splitting of this package. The native methods and the other styles of the
// same puzzle cross-check the result. A Proof lets a checker verify that no solution is
// missing, without trusting gophersat or this package.
//
// The package does not trust the rest of gophersat. A test in gophersat_test.go demonstrates
// each of these defects:
//
//   - CountModels and Enumerate return wrong counts and panic on a formula without clauses.
//     They never read their stop channel. This package offers CountModels only as a method
//     under test.
//   - Assume forgets the unit clauses of the formula, so this package never calls it. It passes
//     the clauses of a reduced cube to the solver, not assumptions.
//   - All solvers of a process share one package-level buffer. This package therefore holds one
//     lock during each call into gophersat. Parallel work needs several processes.
//   - If AppendClause adds a variable that the solver was not created with, gophersat panics
//     later. If the appended clause refutes the formula, the proof lacks its last line. Proofs
//     contain no deletions.
//   - Solve cannot be interrupted. A search checks its context only between two calls. To
//     enforce a time limit within a call, either end the process or use a Proof: closing the
//     channel of the proof lines makes gophersat panic, and engine.listen recovers.
//
// Models are counted under the formula's projection: two models that agree on the projected
// variables are one solution. Of these models, a search yields only one, and which one is not
// specified.
//
// The package knows nothing about puzzles and checks no proofs (sat/drat does).
//
// Before the solver sees a formula, unit propagation reduces it. Blocking also fixes failed
// literals; Cubes also resolves auxiliary variables away. There are no other reductions. Each
// conclusion of a reduction is either written as a lemma or found by unit propagation in the
// original formula.
package sat

// Version must be raised when a change can affect the answers or the cost of a method of this
// package.
const Version = 4
