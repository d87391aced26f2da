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
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
)

// A Lookup finds a puzzle by its name; nil if there is none.
type Lookup func(name string) *encode.Puzzle

// The tasks.
const (
	Count   = "count"   // how many solutions; Limits.Solutions of them at most
	Solve   = "solve"   // find Limits.Solutions solutions, or one
	Unique  = "unique"  // stop at a second solution
	Deduce  = "deduce"  // by rules that people use: how far they come, and how hard it is
	Explain = "explain" // what the native theory knows: ranks, fewest presses
	// Certify writes a certificate of the count into Job.Folder.
	Certify = "certify"
)

// The modes of the task count.
const (
	// Default: Method.Count, or for Orbits Method.Orbits, where there is one
	// and no solution limit, which a count could not keep; else Method.Search.
	Default = ""
	// List: Method.Search, so that the record has a digest.
	List = "list"
	// Sets: as List, unless Method.Count says more than MostListed or the
	// solution limit; then that count is the answer, and has no digest.
	// Where both were asked and differ, the job ends with an error.
	Sets = "sets"
)

// MostListed is the number of solutions above which the mode Sets does not
// list.
const MostListed = 1_000_000

// Limits bound one job; zero is no limit.
type Limits struct {
	Solutions int64         `json:"solutions,omitempty"`
	Wall      time.Duration `json:"wall,omitempty"`   // from handing the job to the worker
	CPU       time.Duration `json:"cpu,omitempty"`    // user and system, of the whole job and its programs
	Memory    int64         `json:"memory,omitempty"` // resident bytes of the worker and its program
}

// A Job is one piece of work. Fields at their zero value are in no text of it,
// so that a new field changes no old key.
type Job struct {
	Task       string `json:"task"`
	Puzzle     string `json:"puzzle"`
	Instance   string `json:"instance"`         // canonical notation
	Method     string `json:"method"`           // as resolved
	Version    string `json:"version"`          // the method's, and of Orbits that of the symmetries
	Solver     string `json:"solver,omitempty"` // the outside module or program, with its version
	Style      string `json:"style,omitempty"`
	Seed       uint64 `json:"seed,omitempty"`
	Repetition int    `json:"repetition,omitempty"` // from 0
	Cube       string `json:"cube,omitempty"`
	Mode       string `json:"mode,omitempty"`
	Trace      bool   `json:"trace,omitempty"` // keep the time of every solution
	Fresh      bool   `json:"fresh,omitempty"` // in a worker of its own
	// Orbits counts solutions that are images of one another once: those that
	// encode.Canonical returns.
	Orbits bool `json:"orbits,omitempty"`
	// Possible, of the task Deduce, asks how many of the values left are in no
	// solution.
	Possible bool   `json:"possible,omitempty"`
	Folder   string `json:"folder,omitempty"` // of the task Certify
	Limits   Limits `json:"limits,omitzero"`

	// Label is what an experiment says of the job, no part of the key.
	Label Label `json:"label,omitzero"`
}

// A Label says where in an experiment a job comes from.
type Label struct {
	Suite   string      `json:"suite,omitempty"`
	Size    encode.Size `json:"size,omitzero"`    // of the board; zero: it has none
	Random  bool        `json:"random,omitempty"` // drawn at Density
	Density float64     `json:"density,omitempty"`
	Draws   int         `json:"draws,omitempty"` // how often generate or random gave the same; zero: neither did
	Seed    uint64      `json:"seed,omitempty"`  // of generate or random
	Cell    result.Cell `json:"cell,omitzero"`   // of an instance that is encode.Placed
}

// On puts the label on a record.
func (l Label) On(r result.Record) result.Record {
	present := func(n int) *int64 {
		if n == 0 {
			return nil
		}
		return new(int64(n))
	}
	r.Suite = l.Suite
	r.Height, r.Width, r.Number = present(l.Size.H), present(l.Size.W), present(l.Size.N)
	r.Density = nil
	if l.Random {
		r.Density = &l.Density
	}
	r.Draws = present(l.Draws)
	r.BoardSeed = nil
	if l.Draws > 0 {
		r.BoardSeed = &l.Seed
	}
	r.Cell = nil
	if l.Cell != (result.Cell{}) {
		r.Cell = &l.Cell
	}
	return r
}

// For fills in the puzzle, the instance and the method called name, as
// resolved, and keeps the rest of j; an empty task is Count. The error names
// the methods there are, or says why an outside program cannot be run.
func (j Job) For(p *encode.Puzzle, in encode.Instance, name string) (Job, error) {
	if j.Task == Deduce {
		m, err := method.Deduction(p, in, name)
		if err != nil {
			return j, err
		}
		j.Puzzle, j.Instance = p.Name, in.String()
		j.Method, j.Version, j.Style = m.Name, m.Version, m.Style
		j.Solver, err = solver(m.Solver)
		return j, err
	}
	if j.Task == Explain {
		m, err := method.Explanation(p, in, name)
		if err != nil {
			return j, err
		}
		j.Puzzle, j.Instance = p.Name, in.String()
		j.Method, j.Version = m.Name, m.Version
		return j, nil
	}
	describe := method.Describe
	if j.Task == Certify {
		describe = method.Proving
	}
	m, err := describe(p, in, name)
	if err != nil {
		return j, err
	}
	if j.Task == "" {
		j.Task = Count
	}
	j.Puzzle, j.Instance = p.Name, in.String()
	j.Method, j.Version, j.Style = m.Name, j.version(m.Version), m.Style
	j.Solver, err = solver(m.Solver)
	return j, err
}

// version returns the version of the job's method. A count up to symmetry
// depends on the version of the symmetries too.
func (j Job) version(method string) string {
	if !j.Orbits {
		return method
	}
	return method + symmetries
}

// symmetries ends the version of every job that counts up to symmetry.
var symmetries = fmt.Sprintf("-symmetry%d", encode.SymmetryVersion)

// Text is the canonical text of the job, one field a line.
func (j Job) Text() string {
	var b strings.Builder
	field(&b, "task", j.Task)
	field(&b, "puzzle", j.Puzzle)
	field(&b, "instance", j.Instance)
	field(&b, "method", j.Method)
	field(&b, "version", j.Version)
	field(&b, "solver", j.Solver)
	field(&b, "style", j.Style)
	field(&b, "seed", j.Seed)
	field(&b, "repetition", j.Repetition)
	field(&b, "cube", j.Cube)
	field(&b, "mode", j.Mode)
	field(&b, "trace", j.Trace)
	field(&b, "fresh", j.Fresh)
	field(&b, "orbits", j.Orbits)
	field(&b, "possible", j.Possible)
	field(&b, "folder", j.Folder)
	field(&b, "solutions", j.Limits.Solutions)
	field(&b, "wall", j.Limits.Wall)
	field(&b, "cpu", j.Limits.CPU)
	field(&b, "memory", j.Limits.Memory)
	return b.String()
}

func field[T comparable](b *strings.Builder, name string, value T) {
	var zero T
	if value != zero {
		fmt.Fprintf(b, "%s %v\n", name, value)
	}
}

// Key is the SHA-256 of the canonical text, in hex.
func (j Job) Key() string {
	sum := sha256.Sum256([]byte(j.Text()))
	return hex.EncodeToString(sum[:])
}

// record is a record of the job without an answer.
func (j Job) record(reason, message string) result.Record {
	hash := sha256.Sum256([]byte(j.Puzzle + "\x00" + j.Instance))
	return j.Label.On(result.Record{
		Hash: hex.EncodeToString(hash[:]),

		Key:        j.Key(),
		Task:       j.Task,
		Puzzle:     j.Puzzle,
		Instance:   j.Instance,
		Method:     j.Method,
		Style:      j.Style,
		Version:    j.Version,
		Seed:       j.Seed,
		Repetition: j.Repetition,
		Cube:       j.Cube,
		Mode:       j.Mode,
		Orbits:     j.Orbits,
		Trace:      j.Trace,
		Fresh:      j.Fresh,
		Possible:   j.Possible,

		SolutionLimit: j.Limits.Solutions,
		WallLimit:     j.Limits.Wall.Seconds(),
		CPULimit:      j.Limits.CPU.Seconds(),
		MemoryLimit:   j.Limits.Memory,

		Status: result.Unknown,
		Reason: reason,
		Error:  message,
	})
}

// bounds says after how many solutions the search stops, 0 for never, and the
// count that such a search stands for. Counting looks for one solution more
// than the limit, so that a count is exact when there are no more.
func (j Job) bounds() (stop, stands int64) {
	k := j.Limits.Solutions
	switch {
	case j.Task == Unique:
		return 2, 2
	case j.Task == Solve:
		return max(k, 1), max(k, 1)
	case k > 0:
		return k + 1, k
	}
	return 0, 0
}
