// Package result describes jobs and their records. It defines the key of a job and the values of
// the fields, and it writes records as JSON Lines, CSV and Go benchmark lines. The package knows no
// puzzle and no solver.
package result

import (
	"slices"
	"strings"
)

// The values of Record.Status: how much the count says.
const (
	Exact   = "exact"    // there are exactly Count solutions
	AtLeast = "at-least" // there are Count solutions or more
	Unknown = "unknown"  // Count is empty
)

// The values of Record.Reason: why the job ended.
const (
	Done    = "done"
	Limit   = "limit"   // as many solutions as requested were found
	Timeout = "timeout" // the limit of wall time was reached
	CPU     = "cpu"     // the limit of CPU time was reached
	Memory  = "memory"  // the limit of resident memory was reached
	Killed  = "killed"  // the worker ended, or the job was cancelled
	Error   = "error"   // Record.Error says what went wrong
)

// These are the values of Record.Failure: the kinds of errors that programs must distinguish.
// A record with a Failure has the reason Error, and its Error begins with the word of its
// Failure.
const (
	Refused  = "refused" // brute force refused the instance as too large for it
	Panicked = "panic"   // the method panicked
)

// failure returns the Failure. In records of earlier versions, it is the first word of Error.
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

// Refused reports whether brute force refused the instance as too large, which is not a failure.
func (r Record) Refused() bool { return r.failure() == Refused }

// Crashed reports whether the method panicked or ended its worker.
func (r Record) Crashed() bool { return r.Reason == Killed || r.failure() == Panicked }

// Amount returns the count as readers see it. A lower bound is ">=K". If there is no answer, Amount
// returns "?" followed by the reason in parentheses.
func (r Record) Amount() string {
	switch {
	case r.Status == Exact:
		return r.Count
	case r.Status == AtLeast:
		return ">=" + r.Count
	case r.Refused():
		return "?(refused)"
	case r.Reason != "":
		return "?(" + r.Reason + ")"
	}
	return "?"
}

// The values of Record.Verdict.
const (
	Correct   = "correct" // confirmed; judge.Verdicts says when
	Wrong     = "wrong"
	Unchecked = "unchecked"
)

// A Record holds the result of one job. A field that was not measured is absent from its JSON. Times
// are in seconds and sizes in bytes. Nothing is rounded.
type Record struct {
	Key        string `json:"key,omitempty"` // the key of the job: the SHA-256 of the job's canonical text, in hex
	Task       string `json:"task,omitempty"`
	Puzzle     string `json:"puzzle"`
	Instance   string `json:"instance"` // canonical notation
	Method     string `json:"method"`   // the full name: native/list, where the user wrote native
	Style      string `json:"style,omitempty"`
	Version    string `json:"version,omitempty"` // as in Job
	Seed       uint64 `json:"seed,omitempty"`
	Repetition int    `json:"repetition,omitempty"` // from 0
	Cube       string `json:"cube,omitempty"`
	Mode       string `json:"mode,omitempty"` // how to count: Default, List or Sets
	Options
	Given string `json:"given,omitempty"` // the values that a solution must have, as in Job

	// The limits of the job. A limit that was not set is absent.
	SolutionLimit int64   `json:"solution_limit,omitempty"`
	WallLimit     float64 `json:"wall_limit_seconds,omitempty"`
	CPULimit      float64 `json:"cpu_limit_seconds,omitempty"`
	MemoryLimit   int64   `json:"memory_limit_bytes,omitempty"`

	// The place of the job in its experiment; see Label.
	Suite   string   `json:"suite,omitempty"`
	Height  *int64   `json:"height,omitempty"` // of the board, in cells
	Width   *int64   `json:"width,omitempty"`
	Number  *int64   `json:"number,omitempty"`  // of the board's regions or mines
	Density *float64 `json:"density,omitempty"` // from 0 to 1; nil unless the board was chosen at random with a density
	Draws   *int64   `json:"draws,omitempty"`   // how often generate or random produced this board; see Label

	// BoardSeed is the seed of generate or random, or nil for a board from elsewhere.
	BoardSeed *uint64 `json:"board_seed,omitempty"`

	*Cell // nil unless the instance has a place in a table, as a date has in a calendar

	// Hash is the SHA-256 of puzzle NUL instance, in hex.
	Hash string `json:"instance_hash,omitempty"`

	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Verdict string `json:"verdict,omitempty"`
	Count   string `json:"count,omitempty"`  // decimal
	Digest  string `json:"digest,omitempty"` // 64 hex digits
	Error   string `json:"error,omitempty"`
	Failure string `json:"failure,omitempty"` // Refused or Panicked; empty for any other error

	// WallSeconds is the wall time of the search. If a limit cut the job short, or if the worker
	// died, WallSeconds is the time since the worker got the job.
	WallSeconds *float64 `json:"wall_seconds,omitempty"`
	// CPUSeconds is the user and system time of the search. If a limit cut the job short,
	// CPUSeconds is the time of the whole job. Outside programs are included.
	CPUSeconds *float64 `json:"cpu_seconds,omitempty"`
	// PeakBytes is the largest resident size of the worker plus the largest resident size of an
	// outside program. If the system can reset the worker's peak, PeakBytes covers only this job.
	// If not, PeakBytes covers the worker's whole life.
	PeakBytes    *int64   `json:"peak_bytes,omitempty"`
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
	Propagations *int64   `json:"propagations,omitempty"` // of literals; nil unless an outside program states them

	*Difficulty // nil unless the task is deduce

	// Facts holds the numbers and truth values (0 or 1) that the task explain found, under the
	// names that the command explain prints.
	Facts map[string]float64 `json:"facts,omitempty"`

	// ModelSeconds holds the seconds to each solution, or nil without the option Trace.
	ModelSeconds []float64 `json:"model_seconds,omitempty"`

	// Provenance.
	Started string `json:"started,omitempty"` // RFC 3339, UTC
	Host    string `json:"host,omitempty"`    // CPU model, cores, operating system
	Go      string `json:"go,omitempty"`
	Commit  string `json:"commit,omitempty"`
	Solver  string `json:"solver,omitempty"` // the outside module or program, with its version
	// Tries is the number of times that a queue handed out the job and the worker was killed. If
	// the reason of the record is not Killed, Tries is 0.
	Tries int `json:"tries,omitempty"`
	// Parallel is how many jobs could run at once on the machine, and Cores is how many cores they
	// could use. Records of earlier versions lack both numbers, so they are 0.
	Parallel int `json:"parallel_jobs,omitempty"`
	Cores    int `json:"cores,omitempty"`
	// EmptyRun is the wall time of a run of the outside program on a formula of one unit clause, on the same
	// machine. It is nil for other methods, and if the program fails on this formula.
	EmptyRun *float64 `json:"empty_run_seconds,omitempty"`
}

// A Cell holds a readable name of an instance, and its row and column in a table of all instances
// of its kind, such as the dates of a year.
type Cell struct {
	Row    string `json:"row,omitempty"`    // the name of the table's row: October
	Column string `json:"column,omitempty"` // the name of the table's column: 6
	Label  string `json:"label,omitempty"`  // the name of the instance in a sentence: 6 October
	Short  string `json:"short,omitempty"`  // the name of the instance at an axis: 6 Oct
	Noun   string `json:"noun,omitempty"`   // the word for one such instance: day
	Part   string `json:"part,omitempty"`   // which of several instances in one row and column: Mon
}

// GroupBy divides values into groups with the same key, in the order of their first values.
func GroupBy[T any, K comparable](values []T, key func(T) K) [][]T {
	var groups [][]T
	index := map[K]int{}
	for _, v := range values {
		k := key(v)
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}

// Neighbours returns the same groups as GroupBy, but copies nothing if all values with the same key are
// next to each other. The caller must not change the groups, which can be parts of the parameter values.
func Neighbours[T any, K comparable](values []T, key func(T) K) [][]T {
	var groups [][]T
	seen := map[K]bool{}
	for start, end := 0, 0; start < len(values); start = end {
		k := key(values[start])
		if seen[k] {
			return GroupBy(values, key)
		}
		seen[k] = true
		for end = start + 1; end < len(values) && key(values[end]) == k; end++ {
		}
		groups = append(groups, values[start:end:end])
	}
	return groups
}

// Without returns the values for which the function leaveOut returns false. If it returns false for all
// values, Without copies nothing. The caller must not change the result.
func Without[T any](values []T, leaveOut func(T) bool) []T {
	i := slices.IndexFunc(values, leaveOut)
	if i < 0 {
		return slices.Clip(values)
	}
	kept := slices.Clone(values[:i])
	for _, v := range values[i+1:] {
		if !leaveOut(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// The values of Difficulty.Deduced.
const (
	Solved        = "solved"
	Stuck         = "stuck"
	Contradiction = "contradiction" // the rules show that there is no solution
	NotUnique     = "not unique"    // rules that assume a unique solution show that there is no solution or more than one
)

// A Difficulty holds the fields of a record that only the task deduce has.
//
// In such a record, WallSeconds and CPUSeconds measure only the deduction. The other results come
// from two searches that look for a second solution without deduction. Nodes comes from the best
// native method. Count, Status, Digest, Conflicts and Decisions come from SAT in the puzzle's
// default style with one run of the solver (sat/STYLE/cubes=0).
//
// Some boards, such as boards of minesweeper, reveal more cells during the deduction. For such a
// board, the two searches and LeftRemovable use only the cells that are visible at the
// beginning.
type Difficulty struct {
	Deduced      string   `json:"deduced"`
	Levels       []string `json:"levels"`         // the levels that the method is allowed to use, the easiest first
	Level        string   `json:"level"`          // the hardest level that was used; empty if there was no step
	LevelIndex   int64    `json:"level_index"`    // the index of Level in Levels, from 0; -1 if there was no step
	Steps        int64    `json:"steps"`          // each step removes one value from one site
	StepsByLevel []int64  `json:"steps_by_level"` // the number of steps of each level, in the order of Levels

	// LongestWait is the length of the longest run of steps that settle no site. A step that
	// leaves one value of a site settles the site. If every site has two values, LongestWait is
	// 0.
	LongestWait int64 `json:"longest_wait"`

	// Left is the number of values that remain at the end, minus one for each site.
	Left int64 `json:"left"`
	// LeftRemovable counts the values that remain at the end although no solution within the
	// remaining values has them. Without the option Possible, LeftRemovable is nil.
	LeftRemovable *int64 `json:"left_removable,omitempty"`

	Clues     *int64 `json:"clues,omitempty"`      // groups of clues; nil if the puzzle's clues cannot be left out
	FullClues *int64 `json:"full_clues,omitempty"` // groups of clues of a solved board of this size
	Size      string `json:"size,omitempty"`       // height x width; empty if the puzzle does not state it

	// Moves counts the moves of a second deduction. A move removes everything that one reason
	// excludes. Moves that only draw plain conclusions from given values do not count. The time of
	// this deduction is not measured. Moves is nil in records of earlier versions.
	Moves *int64 `json:"moves,omitempty"`
}
