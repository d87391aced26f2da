// Package extern lists the models of a formula with outside SAT solvers. Each is a program on
// PATH.
//
// If a program can list models itself, the package runs it once. Otherwise the package uses a
// blocking loop. It runs the program on the formula and the blocking clauses so far, reads the
// model, and adds its blocking clause. It repeats this until the program reports that there is
// no model. The loop starts the program again for each solution, so the program loses its
// learned clauses. On a calendar day this takes most of the time (BenchmarkDay).
//
// The package trusts no program. It yields a model only after it has checked the model against
// the formula and found that the solution is new. A list counts as complete only if both the
// output and the exit status of the program say so. The package cannot notice if a program
// claims too early that there are no more models. To find that error, compare with other
// methods.
//
// The package sets no limits. Each program runs in its own process group, which is ended when the
// search ends. Kill ends all programs when this process is about to exit. On Linux, a program also
// ends with the process that started it. A program may start processes in another group or session.
// These processes end with the program if Adopt was called before. Otherwise they end when Kill or
// EndMarked finds their mark. The package writes no files: programs read the formula from standard
// input.
//
// In a browser (GOOS=js) there are no programs, so no tool is found.
package extern

import (
	"errors"

	"counterproof/sat/cnf"
)

// Version must be raised when a change in how this package runs programs can change their answers
// or their cost.
const Version = 1

// A Solver lists the projected models of F with a program.
type Solver struct {
	Tool *Tool
	F    *cnf.Formula
}

// A WrongError reports a wrong answer of a program: a model that breaks the formula, or the
// same solution twice.
type WrongError struct {
	Program string
	Err     error
}

func (e *WrongError) Error() string { return e.Program + " gave a wrong answer: " + e.Err.Error() }
func (e *WrongError) Unwrap() error { return e.Err }

// ErrCPU reports that the system ended a program because of its CPU time.
var ErrCPU = errors.New("the program exceeded its limit of CPU time")
