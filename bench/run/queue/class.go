package queue

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// BuiltIn is the class of jobs that need no outside program.
const BuiltIn = "builtin"

// Class returns the class of a job: the name of the outside program that the job needs, or BuiltIn.
// All jobs of a list have the same class. A worker takes a class if it computes the same keys for
// the jobs of the class as the coordinator. So a machine without clasp works on the jobs of all
// other classes.
func Class(j result.Job) string {
	name, _, _ := strings.Cut(j.Solver, " ")
	if extern.Find(name) == nil {
		return BuiltIn
	}
	return name
}

// Samples returns the first job for each need. Two jobs have different needs if, for example, their
// puzzles, their methods or the versions of their methods differ.
func Samples(jobs []result.Job) (samples []result.Job) {
	seen := map[[7]string]bool{}
	for _, j := range jobs {
		need := [...]string{j.Task, j.Puzzle, j.Method, j.Style, j.Version, j.Solver, strconv.FormatBool(j.Orbits)}
		if !seen[need] {
			seen[need] = true
			samples = append(samples, j)
		}
	}
	return samples
}

// Classes returns those classes of the samples that this program takes, sorted. For each other
// class, the result reasons has the first reason that Classes found.
func Classes(lookup encode.Lookup, samples []result.Job) (taken, reasons []string) {
	takes := map[string]bool{}
	for _, j := range samples {
		c := Class(j)
		if ok, seen := takes[c]; seen && !ok {
			continue
		}
		err := Verify(lookup, j)
		if takes[c] = err == nil; err != nil {
			reasons = append(reasons, err.Error())
		}
	}
	maps.DeleteFunc(takes, func(_ string, takes bool) bool { return !takes })
	return slices.Sorted(maps.Keys(takes)), reasons
}

// Verify returns an error if this program would give the job another key. A different key means
// that the versions of the program, of a method or of an outside solver differ, so the record
// would not be comparable.
func Verify(lookup encode.Lookup, j result.Job) error {
	p := lookup(j.Puzzle)
	if p == nil {
		return fmt.Errorf("%s by %s: this worker has no puzzle %s", j.Puzzle, j.Method, j.Puzzle)
	}
	in, err := p.Parse(j.Instance)
	if err != nil {
		return fmt.Errorf("%s %s: this worker cannot read the board: %w", j.Puzzle, wording.Short(j.Instance), err)
	}
	own, err := answer.PrepareNamed(j, p, in, j.Method)
	if err != nil {
		return fmt.Errorf("%s by %s: %w", j.Puzzle, j.Method, err)
	}
	for _, f := range []struct{ name, want, got string }{
		{"version", j.Version, own.Version}, {"solver", j.Solver, own.Solver}, {"style", j.Style, own.Style},
		{"method", j.Method, own.Method}, {"board", j.Instance, own.Instance}, {"job", j.Text(), own.Text()},
	} {
		if f.want != f.got {
			return fmt.Errorf("%s by %s: the coordinator has the %s %q, this worker has %q", j.Puzzle, j.Method, f.name, f.want, f.got)
		}
	}
	return nil
}
