package result

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"counterproof/encode/wording"
)

// The values of Job.Task.
const (
	Count   = "count"   // count the solutions, at most Limits.Solutions of them
	Solve   = "solve"   // find Limits.Solutions solutions, or one if there is no such limit
	Unique  = "unique"  // stop at a second solution
	Deduce  = "deduce"  // solve with human techniques as far as they lead, and grade the board
	Explain = "explain" // ask the native theory: ranks, fewest presses
	Certify = "certify" // write a certificate of the count into Job.Folder
	Empty   = "empty"   // measure a run of the outside program on a trivial formula; never in a ledger
)

// The values of Job.Mode, for the task Count.
const (
	// Default computes the count without listing the solutions if the method can do so and
	// there is no solution limit. If not, the job lists the solutions.
	Default = ""
	// List lists the solutions, so that the record has a digest.
	List = "list"
	// Sets first computes the count, if the method can count without listing. If the count is at
	// most MostListed and at most the solution limit, the job also lists the solutions. If the
	// number of listed solutions differs from the count, the job ends with an error.
	Sets = "sets"
)

// MostListed is the largest number of solutions that the mode Sets lists.
const MostListed = 1_000_000

// Limits holds the limits of one job. Zero means no limit.
type Limits struct {
	Solutions int64         `json:"solutions,omitempty"`
	Wall      time.Duration `json:"wall,omitempty"`   // begins when the worker gets the job
	CPU       time.Duration `json:"cpu,omitempty"`    // user and system time of the whole job and its outside programs
	Memory    int64         `json:"memory,omitempty"` // resident bytes of the worker and its outside program
}

// Resources reports whether there is a limit of time or memory.
func (l Limits) Resources() bool { return l != Limits{Solutions: l.Solutions} }

// A Job is one task on one instance by one method, under limits. The canonical text of a Job
// leaves out fields at their zero value, so a new field does not change the keys of old jobs.
type Job struct {
	Task       string `json:"task"`
	Puzzle     string `json:"puzzle"`
	Instance   string `json:"instance"`         // canonical notation
	Method     string `json:"method"`           // the full name: native/list, where the user wrote native
	Version    string `json:"version"`          // of the method and, with the option Orbits, of the symmetries
	Solver     string `json:"solver,omitempty"` // the outside module or program, with its version
	Style      string `json:"style,omitempty"`
	Seed       uint64 `json:"seed,omitempty"`
	Repetition int    `json:"repetition,omitempty"` // from 0
	Cube       string `json:"cube,omitempty"`
	Mode       string `json:"mode,omitempty"`
	Options
	// Given holds the values that a solution must have, as clues.NameGiven prints them. Only the
	// tasks Count, Solve and Unique accept given values.
	Given  string `json:"given,omitempty"`
	Folder string `json:"folder,omitempty"` // where Certify writes the certificate
	LRAT   bool   `json:"lrat,omitempty"`   // Certify also writes the proof in the format LRAT
	Limits Limits `json:"limits,omitzero"`

	// Label, Cores and Sharing are not part of the key.
	Label Label `json:"label,omitzero"`
	Cores int   `json:"cores,omitempty"` // how many cores a native search may use at once; 0 means one
	Sharing
}

// A Listed is a job in a long list. Such jobs share all fields except their instances, so that each takes
// about 120 bytes instead of 530.
type Listed struct {
	like     *Job
	instance string
	key      string
}

// Shared returns a function that makes lists of jobs. The function needs the key of the job.
func Shared() func(j Job, key string) Listed {
	kinds := map[Job]*Job{}
	return func(j Job, key string) Listed {
		l := Listed{instance: j.Instance, key: key}
		j.Instance = ""
		if l.like = kinds[j]; l.like == nil {
			l.like = new(j) // &j would put j on the heap in each call
			kinds[j] = l.like
		}
		return l
	}
}

// Label returns the label of the job, which must not be changed.
func (l Listed) Label() *Label { return &l.like.Label }

// Key returns the key of the job.
func (l Listed) Key() string { return l.key }

// Whole returns the job.
func (l Listed) Whole() Job {
	j := *l.like
	j.Instance = l.instance
	return j
}

// Unlisted returns the jobs of a list.
func Unlisted(list []Listed) []Job {
	return wording.Each(list, func(l Listed) Job { return l.Whole() })
}

// Whole returns the job itself.
func (j Job) Whole() Job { return j }

// A Keyed is a Job or a Listed.
type Keyed interface {
	Key() string
	Whole() Job
}

// Sharing says which jobs one search can do together.
type Sharing struct {
	Family   string `json:"-"`                  // equal for such jobs; empty for other jobs
	Together int    `json:"together,omitempty"` // the number of jobs that one search does, from this one on; 0: only this one
}

// A Label says in which suite of an experiment a job is, and how the board of the job was made.
type Label struct {
	Suite   string  `json:"suite,omitempty"`
	Size    Size    `json:"size,omitzero"`    // of the board; zero if it has no size
	Random  bool    `json:"random,omitempty"` // the board was chosen at random with the given Density
	Density float64 `json:"density,omitempty"`
	Draws   int     `json:"draws,omitempty"` // how often the key generate or random of the suite produced this board; 0 if the board is from elsewhere
	Seed    uint64  `json:"seed,omitempty"`  // the seed of generate or random
	Cell    Cell    `json:"cell,omitzero"`   // of an instance that implements layout.HasTableCell
}

// A Place is one occurrence of a job in an experiment. A job has several places if several suites
// contain the job, or if its board was chosen at random at several densities.
type Place struct {
	Key   string // of the job
	Board int    // number of the job's instance in the experiment; the job's shard follows from it
	Label *Label // may be shared
}

// A Size is the height and the width of a board in cells, and the number of its regions or
// mines. A board without regions or mines has the number 0.
type Size struct{ H, W, N int }

// On returns a copy of the record in which the fields of the label are set.
func (l Label) On(r Record) Record {
	present := func(n int) *int64 { return optional(n != 0, int64(n)) }
	r.Suite = l.Suite
	r.Height, r.Width, r.Number = present(l.Size.H), present(l.Size.W), present(l.Size.N)
	r.Density = optional(l.Random, l.Density)
	r.Draws = present(l.Draws)
	r.BoardSeed = optional(l.Draws > 0, l.Seed)
	r.Cell = optional(l.Cell != Cell{}, l.Cell)
	return r
}

func optional[T any](present bool, value T) *T {
	if !present {
		return nil
	}
	return &value
}

// Text returns the canonical text of the job, one field per line. The name of a file is not part of it.
func (j Job) Text() string {
	var b strings.Builder
	b.Grow(256)
	line(&b, "task", j.Task)
	line(&b, "puzzle", j.Puzzle)
	line(&b, "instance", wording.Identity(j.Instance))
	line(&b, "method", j.Method)
	line(&b, "version", j.Version)
	line(&b, "solver", j.Solver)
	line(&b, "style", j.Style)
	field(&b, "seed", j.Seed)
	field(&b, "repetition", j.Repetition)
	line(&b, "cube", j.Cube)
	line(&b, "mode", j.Mode)
	if j.Options != (Options{}) {
		for _, o := range keyOrder(j.Options.List()) {
			line(&b, o.Name, o.Text)
		}
	}
	line(&b, "given", j.Given)
	line(&b, "folder", j.Folder)
	field(&b, "lrat", j.LRAT)
	field(&b, "solutions", j.Limits.Solutions)
	field(&b, "wall", j.Limits.Wall)
	field(&b, "cpu", j.Limits.CPU)
	field(&b, "memory", j.Limits.Memory)
	return b.String()
}

func field[T comparable](b *strings.Builder, name string, value T) {
	var zero T
	if value != zero {
		line(b, name, fmt.Sprint(value))
	}
}

func line(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(name)
		b.WriteByte(' ')
		b.WriteString(value)
		b.WriteByte('\n')
	}
}

// Key returns the SHA-256 of the canonical text, in hex.
func (j Job) Key() string { return Hash(j.Text()) }

// Hash returns the SHA-256 of a text, in hex.
func Hash[T ~string | ~[]byte](text T) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Record returns a record of the job without an answer, with the status Unknown.
func (j Job) Record(reason, message string) Record {
	r := j.Keyless(reason, message)
	r.Key, r.Hash = j.Key(), Hash(j.Puzzle+"\x00"+wording.Identity(j.Instance))
	return r
}

// Keyless returns the same record as Record, but without the key and the hash of the instance. Computing
// them takes a few microseconds, a tenth of the time of an easy sudoku.
func (j Job) Keyless(reason, message string) Record {
	return j.Label.On(Record{
		Task: j.Task, Puzzle: j.Puzzle, Instance: j.Instance, Method: j.Method, Style: j.Style, Version: j.Version,
		Seed: j.Seed, Repetition: j.Repetition, Cube: j.Cube, Mode: j.Mode, Options: j.Options, Given: j.Given,
		SolutionLimit: j.Limits.Solutions, MemoryLimit: j.Limits.Memory,
		WallLimit: j.Limits.Wall.Seconds(), CPULimit: j.Limits.CPU.Seconds(),
		Status: Unknown, Reason: reason, Error: message,
	})
}

// Failed returns a record of the job with the reason Error. The parameter failure is a value of
// Record.Failure. It is also the first word of the record's Error.
func (j Job) Failed(failure, why string) Record {
	r := j.Record(Error, failure+": "+why)
	r.Failure = failure
	return r
}

// Bounds returns the number of solutions after which the search stops (0 means never). The
// result proven is the count that is proven if the search stops there. The task Count looks
// for one solution more than the limit, so that the count is exact if the board has exactly as
// many solutions as the limit.
func (j Job) Bounds() (stop, proven int64) {
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
