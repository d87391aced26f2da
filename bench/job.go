// Package bench runs jobs: one instance, one method, one task, under limits, in
// a worker process that is ended and replaced when it goes past one of them.
//
// A Job says what is to be done, a Pool of worker processes does it, Run keeps
// the records in a ledger so that a run can be killed and started again, and
// Compare puts the records of one instance side by side. A Spec is an
// experiment: a file that says which jobs there are.
//
// The package knows the shape of a puzzle and no puzzle by name: whoever calls
// it passes a Lookup.
package bench

import (
	"fmt"

	"counterproof/bench/engine"
	"counterproof/bench/result"
	"counterproof/encode"
)

// A Lookup finds a puzzle by its name; nil if there is none.
type Lookup func(name string) *encode.Puzzle

// Prepare returns the job j with the puzzle, the instance and the method called name, as
// resolved; an empty task becomes Count. The error names the methods there are, or says why an
// outside program cannot be run.
func Prepare(j result.Job, p *encode.Puzzle, in encode.Instance, name string) (result.Job, error) {
	if j.Task == result.Deduce {
		m, err := engine.Deduction(p, in, name)
		if err != nil {
			return j, err
		}
		j.Puzzle, j.Instance = p.Name, in.String()
		j.Method, j.Version, j.Style = m.Name.String(), m.Version, m.Style
		j.Solver, err = solver(m.Solver)
		return j, err
	}
	if j.Task == result.Explain {
		m, err := engine.Explanation(p, in, name)
		if err != nil {
			return j, err
		}
		j.Puzzle, j.Instance = p.Name, in.String()
		j.Method, j.Version = m.Name.String(), m.Version
		return j, nil
	}
	describe := engine.Describe
	if j.Task == result.Certify {
		describe = engine.Proving
	}
	m, err := describe(p, in, name)
	if err != nil {
		return j, err
	}
	if j.Task == "" {
		j.Task = result.Count
	}
	j.Puzzle, j.Instance = p.Name, in.String()
	j.Method, j.Version, j.Style = m.Name.String(), versionOf(j, m.Version), m.Style
	j.Solver, err = solver(m.Solver)
	return j, err
}

// versionOf returns the version of a job by a method of the version. A count up to symmetry
// depends on the version of the symmetries, too.
func versionOf(j result.Job, method string) string {
	if !j.Orbits {
		return method
	}
	return method + symmetries
}

// symmetries ends the version of every job that counts up to symmetry.
var symmetries = fmt.Sprintf("-symmetry%d", encode.SymmetryVersion)

// sizeOf returns the size of a board for a label.
func sizeOf(z encode.Size) result.Size { return result.Size{H: z.H, W: z.W, N: z.N} }
