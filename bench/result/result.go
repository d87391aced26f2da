// Package result describes jobs and their records: the identity of a job, the constants of its
// fields, and records as JSON Lines, CSV and Go-benchmark text. It knows no puzzle and no solver.
package result

import "strings"

// The values of Record.Status: how much the count says.
const (
	Exact   = "exact"    // Count is the number of solutions
	AtLeast = "at-least" // there are Count solutions or more
	Unknown = "unknown"  // no Count
)

// The values of Record.Reason: why the job ended.
const (
	Done    = "done"
	Limit   = "limit"   // as many solutions as were asked for
	Timeout = "timeout" // wall time
	CPU     = "cpu"     // CPU time
	Memory  = "memory"  // resident size
	Killed  = "killed"  // the worker went away
	Error   = "error"   // Record.Error says why
)

// The values of Record.Failure: the errors that others than readers tell apart. Such a record has the
// reason Error, and its Error begins with the same word.
const (
	Refused  = "refused" // brute force refused the instance as too large for it
	Panicked = "panic"   // the method panicked
)

// failure returns the Failure of a record. Records of earlier versions have it only as the first
// word of Error.
func (r Record) failure() string {
	if r.Failure != "" {
		return r.Failure
	}
	word, _, _ := strings.Cut(r.Error, ": ")
	if word == Panicked || word == Refused && r.Method == "brute" {
		return word
	}
	return ""
}

// Refused reports whether brute force refused the instance as too large for it. That is no
// failure of the method.
func (r Record) Refused() bool { return r.failure() == Refused }

// Crashed reports whether the method panicked or ended its worker.
func (r Record) Crashed() bool { return r.Reason == Killed || r.failure() == Panicked }

// Amount returns the count as readers see it: >=K for a lower bound, and, if there is no answer, ?
// with the reason in brackets.
func (r Record) Amount() string {
	switch r.Status {
	case Exact:
		return r.Count
	case AtLeast:
		return ">=" + r.Count
	}
	switch {
	case r.Refused():
		return "?(refused)"
	case r.Reason != "":
		return "?(" + r.Reason + ")"
	}
	return "?"
}

// The values of Record.Verdict.
const (
	Correct   = "correct" // two methods or more agree, or a published number does
	Wrong     = "wrong"
	Unchecked = "unchecked"
)

// A Record is what one job gave. A field that was not measured is absent from
// its JSON. Times are seconds, sizes bytes, nothing is rounded.
type Record struct {
	Key        string `json:"key,omitempty"` // the job's: SHA-256 of its canonical text, hex
	Task       string `json:"task,omitempty"`
	Puzzle     string `json:"puzzle"`
	Instance   string `json:"instance"` // canonical notation
	Method     string `json:"method"`   // as resolved
	Style      string `json:"style,omitempty"`
	Version    string `json:"version,omitempty"` // the method's
	Seed       uint64 `json:"seed,omitempty"`
	Repetition int    `json:"repetition,omitempty"` // from 0
	Cube       string `json:"cube,omitempty"`
	Mode       string `json:"mode,omitempty"` // of counting: list, sets, or as the method does it
	Options

	// The limits of the job; absent where there is none.
	SolutionLimit int64   `json:"solution_limit,omitempty"`
	WallLimit     float64 `json:"wall_limit_seconds,omitempty"`
	CPULimit      float64 `json:"cpu_limit_seconds,omitempty"`
	MemoryLimit   int64   `json:"memory_limit_bytes,omitempty"`

	// What the experiment says of the instance.
	Suite   string   `json:"suite,omitempty"`
	Height  *int64   `json:"height,omitempty"` // of the board, cells
	Width   *int64   `json:"width,omitempty"`
	Number  *int64   `json:"number,omitempty"`  // of its regions or mines
	Density *float64 `json:"density,omitempty"` // of what was drawn at random, 0 to 1
	Draws   *int64   `json:"draws,omitempty"`   // how often generate or random gave the same

	// BoardSeed is the seed of generate or random, where the board is theirs.
	BoardSeed *uint64 `json:"board_seed,omitempty"`

	*Cell // of an instance that has a place in a table of its kind; else nil

	// Hash is the SHA-256 of puzzle NUL instance, hex.
	Hash string `json:"instance_hash,omitempty"`

	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Verdict string `json:"verdict,omitempty"`
	Count   string `json:"count,omitempty"`  // decimal
	Digest  string `json:"digest,omitempty"` // 64 hex digits
	Error   string `json:"error,omitempty"`
	Failure string `json:"failure,omitempty"` // what kind of error, if not just any

	WallSeconds  *float64 `json:"wall_seconds,omitempty"` // of the search alone; of a job that was cut from handing it out
	CPUSeconds   *float64 `json:"cpu_seconds,omitempty"`  // of the search alone, or of all of a job that was cut; user and system, outside programs with it
	PeakBytes    *int64   `json:"peak_bytes,omitempty"`   // the most that was resident of the worker, during the job where the system can tell, and of an outside program
	Nodes        *int64   `json:"nodes,omitempty"`
	Updates      *int64   `json:"updates,omitempty"`
	Variables    *int64   `json:"variables,omitempty"`
	Clauses      *int64   `json:"clauses,omitempty"`
	Conflicts    *int64   `json:"conflicts,omitempty"`
	Decisions    *int64   `json:"decisions,omitempty"`
	Cubes        *int64   `json:"cubes,omitempty"`
	CubesClosed  *int64   `json:"cubes_closed,omitempty"`
	SATSeconds   *float64 `json:"sat_seconds,omitempty"`  // inside gophersat or an outside program
	Runs         *int64   `json:"runs,omitempty"`         // of an outside program
	Propagations *int64   `json:"propagations,omitempty"` // of literals, where an outside program states them

	*Difficulty // of the task deduce; else nil

	// Facts are the numbers and truth values (0 or 1) that the task explain
	// found, by their names in the command explain.
	Facts map[string]float64 `json:"facts,omitempty"`

	// ModelSeconds, where the job asked for a trace: seconds from the start
	// of the search to each solution.
	ModelSeconds []float64 `json:"model_seconds,omitempty"`

	// Provenance.
	Started string `json:"started,omitempty"` // RFC 3339, UTC
	Host    string `json:"host,omitempty"`    // CPU model, cores, operating system
	Go      string `json:"go,omitempty"`
	Commit  string `json:"commit,omitempty"`
	Solver  string `json:"solver,omitempty"` // the outside module or program, with its version
}

// A Cell says what a reader calls the instance, and where it is in a table of all instances of
// its kind, such as the dates of a year.
type Cell struct {
	Row    string `json:"row,omitempty"`    // of the table, by name: October
	Column string `json:"column,omitempty"` // 6
	Label  string `json:"label,omitempty"`  // in a sentence: 6 October
	Short  string `json:"short,omitempty"`  // at an axis: 6 Oct
	Noun   string `json:"noun,omitempty"`   // what one such instance is: day
}

// GroupBy divides values into groups of the same key, in the order of the first value of each.
func GroupBy[T any, K comparable](values []T, key func(T) K) [][]T {
	var groups [][]T
	index := map[K]int{}
	for _, v := range values {
		i, ok := index[key(v)]
		if !ok {
			i = len(groups)
			index[key(v)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}
