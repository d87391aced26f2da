// Package extern lists the models of a formula with outside SAT solvers, and counts them with outside
// model counters. A Tool defines how to run such a program. Package bench/system/solvers reads
// definitions.
//
// If a program can list or count models itself, the package runs it once. Otherwise the package uses a
// blocking loop. It runs the program on the formula and the blocking clauses so far, reads the
// model, and adds its blocking clause. It repeats this until the program reports that there is
// no model. The loop starts the program again for each solution, so the program loses its
// learned clauses. On a calendar day this takes most of the time (BenchmarkDay).
//
// The package trusts no program. It yields a model only after it has checked the model against
// the formula and found that the solution is new. A list counts as complete only if both the
// output and the exit status of the program say so. The package cannot notice if a program
// claims too early that there are no more models, or if a count is wrong. To find these errors,
// compare with other methods.
//
// The package sets no limits. Each program runs in its own process group, which is ended when the
// search ends. Kill ends all programs when this process is about to exit. On Linux, a program also
// ends with the process that started it. A program may start processes in another group or session.
// These processes end with the program if Adopt was called before. Otherwise they end when Kill or
// EndMarked finds their mark. Most programs read the formula from standard input. A program that
// wants a file gets one in the folder for temporary files. The file is removed after the run or,
// if this process is killed, by EndMarked.
//
// The package starts only programs with an absolute path, and programs in the absolute folders of
// PATH. So it never starts a program of the current folder by accident.
//
// In a browser (GOOS=js) there are no programs.
package extern

import (
	"errors"
	"time"

	"counterproof/sat/cnf"
)

// Version must be raised when a change in how this package runs programs can change their answers
// or their cost.
const Version = 1

// A Solver lists or counts the projected models of F with a program.
type Solver struct {
	Tool *Tool
	F    *cnf.Formula
}

// Limits are what a program learns about a run. A limit of 0 does not apply.
type Limits struct {
	Wall   time.Duration
	Memory int64 // bytes
	Seed   uint64
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

// A FailedError reports a run that ended without an answer. Its code is the exit status, or -1 if a
// signal ended the program.
type FailedError struct {
	Err     error
	Code    int
	Killed  bool // this package ended the program
	TooMuch bool // because its output was too long
}

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }
