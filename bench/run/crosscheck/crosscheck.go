// Package crosscheck solves boards by several methods and compares the answers. It can shrink a board
// on which the methods disagree.
package crosscheck

import (
	"cmp"
	"context"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
)

// A Board is an instance with its puzzle.
type Board struct {
	Puzzle   *encode.Puzzle
	Instance encode.Instance
}

// Names that stand for several methods in Check.Methods.
const (
	// All is the name that stands for every method of the instance, including the outside solvers
	// on PATH. It leaves out the methods that are known to give wrong answers.
	All = "all"
	// Some is the name that stands for the best native method and a few of the other methods that
	// All stands for. The choice depends only on the instance's notation, so every check of the
	// same board uses the same methods.
	Some = "some"
)

// few is the number of methods that the name Some adds to the best native method. The best native
// method is always included, because it is the cheapest method. The answers of the other three are
// compared with its answer. In the same two and a half minutes, a check by Some did 1,644 jobs on
// 411 boards, and a check by All did 1,328 jobs on 149 boards. The check by Some was faster because
// it seldom uses slow styles, or brute force on large boards.
const few = 3

// A Check solves boards by several methods and compares the answers. It compares the sets of
// solutions. If a board has more solutions than result.MostListed, or more than the limit of the
// jobs, the Check only compares the counts.
type Check struct {
	Methods []string       // the names of the methods; All and Some are accepted, and a method named twice runs once
	Job     result.Job     // the limits and the seed of all jobs
	Ledger  *ledger.Ledger // where the records go; may be nil
	Pool    *work.Pool
}

// A Checked is a board whose answers a Check has compared.
type Checked struct {
	*judge.Case          // one record per method
	Asked       []string // for each record: its method, as Check.Methods names it
}

// Run solves the boards by all methods and compares the answers. Run passes the comparisons to the
// function emit in the order of the boards. A comparison is passed as soon as its board and all
// boards before it are done.
//
// Another goroutine reads the boards, each only when it is needed. If a board has an error, Run
// finishes the earlier boards and returns the error. If a board lacks a method, the error is a
// *MethodError. Other errors come from the sequence boards, from the function emit, or from the
// worker pool.
func (c Check) Run(ctx context.Context, boards iter.Seq2[Board, error], emit func(Board, Checked) error) error {
	type group struct { // a board with its records so far
		board   Board
		asked   []string
		records []result.Record
	}
	var broken error
	jobs := func(yield func(*group, result.Job) bool) {
		for b, err := range boards {
			g := &group{board: b}
			var own []result.Job
			if err == nil {
				own, g.asked, err = c.jobs(b)
			}
			if broken = err; err != nil {
				return
			}
			for _, j := range own {
				if !yield(g, j) {
					return
				}
			}
		}
	}
	err := work.Stream(ctx, jobs, c.Ledger, c.Pool, func(g *group, o work.Outcome) error {
		if g.records = append(g.records, o.Record); len(g.records) < len(g.asked) {
			return nil
		}
		return emit(g.board, Checked{judge.Compare(g.records), g.asked})
	})
	if err != nil {
		return err
	}
	return broken
}

// A MethodError says that a board lacks a method or that an outside program cannot be run.
type MethodError struct{ Err error }

func (e *MethodError) Error() string { return e.Err.Error() }

func (e *MethodError) Unwrap() error { return e.Err }

// jobs returns one job for each method of a board, so that the sets of solutions can be compared, and
// the names of the methods as c.Methods states them. A second name of a method adds no job.
func (c Check) jobs(b Board) (jobs []result.Job, asked []string, err error) {
	template := c.Job
	template.Mode = result.Sets
	seen := map[string]bool{}
	for _, text := range c.methods(b) {
		j, err := answer.PrepareNamed(template, b.Puzzle, b.Instance, text)
		if err != nil {
			return nil, nil, &MethodError{err}
		}
		if !seen[j.Method] {
			seen[j.Method] = true
			jobs, asked = append(jobs, j), append(asked, text)
		}
	}
	return jobs, asked, nil
}

func (c Check) methods(b Board) []string {
	var names []string
	for _, name := range c.Methods {
		switch name {
		case All:
			names = append(names, trusted(b)...)
		case Some:
			names = append(names, some(b)...)
		default:
			names = append(names, name)
		}
	}
	return names
}

// underTest lists methods that are known to give wrong answers, which All and Some leave out.
var underTest = judge.Suspects{method.CountModels}

// trusted leaves out sat/STYLE/count, because the sets of solutions are only compared if every method
// lists them.
func trusted(b Board) []string {
	return append(slices.DeleteFunc(lookup.Names(b.Puzzle, b.Instance), func(name string) bool {
		return underTest.Has(name) || method.MustParse(name).Variant == method.Count
	}), lookup.Programs()...)
}

func some(b Board) []string {
	names := slices.DeleteFunc(trusted(b), func(name string) bool { return name == method.Hybrid }) // it is no independent voice
	h := fnv.New64a()
	_, _ = h.Write([]byte(b.Puzzle.Name + " " + b.Instance.String()))
	rng := rand.New(rand.NewPCG(h.Sum64(), 0))
	others := names[1:]
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return names[:min(len(names), 1+few)]
}

// A Summary counts boards by the results of their comparisons. The zero value is empty.
type Summary struct {
	Instances int `json:"instances"`
	Agree     int `json:"agree"`
	Disagree  int `json:"disagree"`  // two answers contradict each other, or one is wrong by itself
	Failed    int `json:"failed"`    // a method ended with the reason error or killed
	Undecided int `json:"undecided"` // fewer than two methods gave an answer, and no method failed

	Methods []*MethodSummary `json:"methods"` // in the order of their first use
	Drawn   *Drawn           `json:"drawn,omitempty"`
}

// A Drawn says how many of the last boards were drawn at random.
type Drawn struct {
	Seed   uint64 `json:"seed"`
	Boards int    `json:"boards"`
}

// A MethodSummary counts the records of one method. Each record counts in exactly one field. An
// answer counts as wrong only if it is known to be wrong. An answer counts as a disagreement if
// another answer contradicts it and nobody knows which of the two is wrong. Any other record counts
// by how its job ended. Method is the name as the user wrote it.
type MethodSummary struct {
	Method   string `json:"method"`
	Exact    int    `json:"exact"`
	AtLeast  int    `json:"at_least"`
	Timeout  int    `json:"timeout"`
	CPU      int    `json:"cpu"`
	Memory   int    `json:"memory"`
	Error    int    `json:"error"`
	Killed   int    `json:"killed"`
	Refused  int    `json:"refused"` // brute force refused the board as too large
	Disagree int    `json:"disagree"`
	Wrong    int    `json:"wrong"`

	// The wall time of the search, without starting the worker and reading the board. A job
	// that was cut short counts with the wall time of the whole job.
	MedianSeconds float64 `json:"median_seconds"`
	TotalSeconds  float64 `json:"total_seconds"`

	seconds []float64
}

// Add counts one comparison.
func (s *Summary) Add(x Checked) {
	s.Instances++
	switch {
	case x.Wrong():
		s.Disagree++
	case slices.ContainsFunc(x.Records, judge.Failed):
		s.Failed++
	case x.Methods < 2:
		s.Undecided++
	default:
		s.Agree++
	}
	blamed := x.Blame(underTest)
	for i, r := range x.Records {
		s.method(x.Asked[i]).add(r, blamed[i])
	}
}

func (s *Summary) method(name string) *MethodSummary {
	i := slices.IndexFunc(s.Methods, func(m *MethodSummary) bool { return m.Method == name })
	if i < 0 {
		i = len(s.Methods)
		s.Methods = append(s.Methods, &MethodSummary{Method: name})
	}
	return s.Methods[i]
}

func (m *MethodSummary) add(r result.Record, blame judge.Blame) {
	switch {
	case blame == judge.KnownWrong:
		m.Wrong++
	case blame == judge.Disputed:
		m.Disagree++
	case r.Status == result.Exact:
		m.Exact++
	case r.Status == result.AtLeast:
		m.AtLeast++
	case r.Refused():
		m.Refused++
	default:
		by := map[string]*int{result.Timeout: &m.Timeout, result.CPU: &m.CPU, result.Memory: &m.Memory, result.Killed: &m.Killed}
		*cmp.Or(by[r.Reason], &m.Error)++
	}
	if r.WallSeconds != nil {
		m.seconds = append(m.seconds, *r.WallSeconds)
		m.TotalSeconds += *r.WallSeconds
	}
}

// Finish computes the median times of all comparisons added so far.
func (s *Summary) Finish() {
	for _, m := range s.Methods {
		if n := len(m.seconds); n > 0 {
			slices.Sort(m.seconds)
			m.MedianSeconds = (m.seconds[(n-1)/2] + m.seconds[n/2]) / 2
		}
	}
}
