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
	"fmt"
	"slices"

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

// An outside program may report these figures about its work.
const (
	conflicts = iota
	decisions
	propagations
)

// A wording holds a regular expression for each figure: the pattern of the line in which a program
// states the figure. The only group of the pattern matches the number. Without a pattern, the
// program does not report the figure, or reports it only rounded.
type wording [3]string

// A Tool describes how to use one program. The program reads DIMACS from standard input and
// answers in the output format of the SAT competitions, or in minisat's format.
type Tool struct {
	Name    string // name of the program on PATH, and of the method extern/NAME
	Package string // Debian's package; empty: there is none

	// Ask holds the arguments that make the program print its version as the last word of its first
	// line. If Ask is nil, the program has no such option, and the version is a digest of its file.
	Ask []string
	// Args holds the arguments of a run for one model. A program that does not print its
	// answer writes it to the argument answerFile.
	Args []string
	// All holds the arguments of a run that lists all models. Models that agree on the variables of
	// the `c project` line are listed only once. It is nil if the program cannot list models.
	All []string

	// States describes how the program reports the work of a run. The lines are comments
	// of its answer or, if the answer goes to answerFile, lines that it prints.
	States wording
	// OmitsZero is true if the program prints no line of conflicts or decisions when
	// there were none, but always prints a line of propagations.
	OmitsZero bool
}

// answerFile is the path of a pipe that the program inherits.
const answerFile = "/dev/fd/3"

// Tools returns all tools, sorted by name.
func Tools() []*Tool {
	return []*Tool{&cadical, &clasp, &cryptominisat5, &kissat, &minisat, &picosat}
}

// Find returns the tool with the given name, or nil if there is no such tool.
func Find(name string) *Tool {
	for _, t := range Tools() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Found returns the tools whose programs are on PATH.
func Found() []*Tool {
	return slices.DeleteFunc(Tools(), func(t *Tool) bool {
		_, err := t.Path()
		return err != nil
	})
}

// A NotFoundError reports that the program of a tool is not on PATH.
type NotFoundError struct{ Tool *Tool }

func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("extern/%s: found no program %s on PATH", e.Tool.Name, e.Tool.Name)
	if e.Tool.Package != "" {
		text += fmt.Sprintf(" (Debian's package is %s)", e.Tool.Package)
	}
	return text
}
