package answer

import (
	"fmt"
	"runtime/debug"

	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/sat/extern"
)

// Prepare returns the job j with the puzzle, the instance and the method called name, as
// resolved; an empty task becomes Count. The error names the methods there are, or says why an
// outside program cannot be run.
func Prepare(j result.Job, p *encode.Puzzle, in encode.Instance, name method.Name) (result.Job, error) {
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
	return method + SymmetryVersion
}

// SymmetryVersion ends the version of every job that counts up to symmetry.
var SymmetryVersion = fmt.Sprintf("-symmetry%d", encode.SymmetryVersion)

// SizeOf returns the size of a board for a label.
func SizeOf(z encode.Size) result.Size { return result.Size{H: z.H, W: z.W, N: z.N} }

// modules are the outside modules that a Method.Solver may name; any other is a
// program.
var modules = map[string]string{"gophersat": "github.com/crillab/gophersat"}

// solver is the outside solver called name with its version: what the program
// says, or that of the module the binary was built with, which is absent where
// the binary does not say. The error is about the program.
func solver(name string) (string, error) {
	tool := extern.Find(name)
	if tool == nil {
		return module(name), nil
	}
	version, err := tool.Version()
	if err != nil {
		return "", err
	}
	return name + " " + version, nil
}

func module(name string) string {
	info, ok := debug.ReadBuildInfo()
	path := modules[name]
	if !ok || path == "" {
		return name
	}
	for _, m := range info.Deps {
		if m.Path == path {
			if m.Replace != nil {
				m = m.Replace
			}
			return name + " " + m.Version
		}
	}
	return name
}
