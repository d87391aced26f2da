// Package sat lists the models of a formula with gophersat, a CDCL solver in
// Go, and holds every model against the formula before anyone sees it.
//
// What is trusted: of gophersat v1.4.0 only ParseSliceNb, New, Solve,
// AppendClause and Model, which were right on tens of thousands of random
// formulas against truth tables. A model is certified: one that breaks a clause
// is an error, never a solution. That no solution is missing rests on gophersat
// and on this package's propagation and splitting; the native methods and the
// other styles of the same puzzle are there to contradict it, and a Proof says it
// line by line for a checker that trusts neither.
//
// What is not trusted, each shown by a test of its name in gophersat_test.go:
//
//   - CountModels and Enumerate count wrong, and panic on a formula without
//     clauses; their stop channel is never read. They stay as CountModels here,
//     a method under test and no answer.
//   - Assume forgets the unit clauses of the formula. It is never called: a
//     cube is handed over as the clauses that it leaves, not as assumptions.
//   - All solvers of a process share one package-level buffer. One lock is held
//     in each call into gophersat; parallel work takes several processes.
//   - AppendClause panics later on a variable that the solver was not made with,
//     and ends a proof without its last line where it refutes the formula; a
//     proof has no deletions.
//   - Solve cannot be interrupted. A context is looked at between two calls; a
//     time limit within one takes the end of the process, or a Proof: closing the
//     channel of its lines makes gophersat panic, in a place that recovers.
//
// Models are counted under the formula's projection: two models that agree on
// the projected variables are one solution, and the model that is yielded for
// it is any of them.
//
// The package does not know what a puzzle is, and checks no proof (sat/drat does).
// Before the solver sees a formula it is reduced by unit propagation, and by failed
// literals (Blocking) or by resolving idle auxiliaries away (Cubes), and by nothing
// else: each is a lemma, or unit propagation finds it in the formula as well.
package sat

// Version is raised when the answers or the cost of a method of this package
// can change.
const Version = 2
