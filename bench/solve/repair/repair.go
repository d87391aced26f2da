// Package repair finds the fewest given values that leave a board exactly one solution, and proves how
// many are needed.
package repair

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native"
)

// Options limits the work of Repair. If a field is 0, its default applies.
type Options struct {
	// Solutions is the largest number of solutions among which Repair looks for the one that needs the
	// fewest values. If there are more, it chooses one of the first.
	Solutions int
	// Proof limits the proof of minimality: Repair tests sets of at most this many values.
	Proof int
	// Work limits the search for smaller sets, in updates of native/hitting.
	Work int64
}

// These constants are the defaults of Options. With them, Repair takes some seconds.
const (
	DefaultSolutions = 1000
	DefaultProof     = 20
	DefaultWork      = 1_000_000_000
)

const mostSearches = 5000

// A Progress is a report about a running call of Repair.
type Progress struct {
	Solutions int // the solutions found so far
	Searches  int // the searches for another solution
	Size      int // the number of values in the smallest set so far; 0 without any
	AtLeast   int // the proven lower bound of the number of values
}

// A Repaired is a set of values or clues that leaves exactly one solution.
type Repaired struct {
	Given  []clues.Given   // sorted by site; empty for a board with one solution
	Target encode.Solution // the solution that remains
	Board  encode.Instance // the board with clues for the values; nil if the notation has no such clues
	Clues  int             // the number of clues of Board that give values, as FindFewest counts them

	// AtLeast is a proven lower bound: no set with fewer values leaves exactly one solution. If
	// Every is true, the bound holds for every solution as the target, and the field Solutions is
	// the number of all solutions. If Every is false, the board has more solutions than this
	// number, and the bound holds only for sets that leave Target.
	AtLeast   int
	Every     bool
	Solutions int
}

// Size returns the number of values, or the number of clues if FindFewest returned the result.
func (r *Repaired) Size() int { return len(r.Given) + r.Clues }

// Minimal reports whether no smaller set leaves exactly one solution, or Target if Every is false.
func (r *Repaired) Minimal() bool { return r.AtLeast == r.Size() }

// ErrNoSolution is the error of Repair for a board without a solution.
var ErrNoSolution = errors.New("the board has no solution, so there is none for given values to leave")

// Repair finds a small set of values such that exactly one solution of the instance has them, and
// proves a lower bound of the number of values that are needed. Repair uses the named method for
// all searches.
//
// The target is the solution that remains when the values are given. For each other solution,
// consider the set of sites in which this solution differs from the target. A set of given sites
// excludes all other solutions exactly if it meets every such set of differences. So the task is to
// find a smallest hitting set. If the board has at most o.Solutions solutions, Repair lists all of
// them and tries each of them as the target. If the board has more, Repair chooses a target among
// the first solutions. Then Repair repeats three steps. First, it finds a smallest hitting set of
// the sets known so far. Second, it searches for another solution that has the target's values at
// the sites of the hitting set. Third, it adds the set of sites in which the found solution differs
// from the target. (This is the implicit hitting set method; Moreno-Centeno and Karp, Operations
// Research 61, 2013.)
//
// If ctx ends during the proof, the result has the smallest set and the bound so far. If ctx ends
// before there is any set, the error is ctx.Err(). Other errors are ErrNoSolution and the errors of
// engine.Resolve and answer.Solve.
func Repair(ctx context.Context, p *encode.Puzzle, in encode.Instance, name method.Name, o Options, report func(Progress)) (*Repaired, error) {
	r := newRepair(ctx, p, in, name, o, report)
	if err := r.list(); err != nil {
		return nil, err
	}
	var err error
	switch {
	case len(r.solutions) == 0:
		return nil, ErrNoSolution
	case len(r.solutions) == 1:
		r.target, r.best, r.every = r.solutions[0], []int{}, true
	case r.every:
		err = r.amongAll()
	default:
		err = r.forOne()
	}
	if r.best == nil || err != nil && !stopped(err) {
		return nil, err
	}
	return r.result(), nil
}

func newRepair(ctx context.Context, p *encode.Puzzle, in encode.Instance, name method.Name, o Options, report func(Progress)) *repair {
	o = Options{cmp.Or(o.Solutions, DefaultSolutions), cmp.Or(o.Proof, DefaultProof), cmp.Or(o.Work, DefaultWork)}
	r := &repair{ctx: ctx, puzzle: p, in: in, name: name, o: o, report: report, st: &native.Stats{Limit: native.Limit{Updates: o.Work}}}
	if r.report == nil {
		r.report = func(Progress) {}
	}
	r.st.Progress = func(int64, int64) { r.report(r.progress) }
	return r
}

func stopped(err error) bool {
	return errors.Is(err, native.ErrLimit) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// A repair is the state of one call of Repair or FindFewest. In the hitting sets of Repair, the
// element c stands for the site columns[c].
type repair struct {
	ctx      context.Context
	puzzle   *encode.Puzzle
	in       encode.Instance
	name     method.Name
	o        Options
	report   func(Progress)
	progress Progress
	st       *native.Stats
	clued    *clued // nil for Repair, whose hitting sets consist of sites

	solutions []encode.Solution
	every     bool  // the list solutions is complete
	columns   []int // all sites; if every is true, sites that divide the solutions in the same way have only one column

	best   []int // indices of columns; nil if there is no result yet
	target encode.Solution
}

// list lists at most o.Solutions + 1 solutions. The last one only shows that the board has more.
func (r *repair) list() error {
	err := r.search(r.in, func(s encode.Solution) bool {
		r.solutions = append(r.solutions, s)
		if r.progress.Solutions = len(r.solutions); len(r.solutions)%64 == 0 {
			r.report(r.progress)
		}
		return len(r.solutions) <= r.o.Solutions
	})
	r.every = len(r.solutions) <= r.o.Solutions
	return err
}

func (r *repair) search(in encode.Instance, yield func(encode.Solution) bool) error {
	m, err := lookup.Resolve(r.puzzle, in, r.name)
	if err != nil {
		return err
	}
	return answer.Solve(r.ctx, in, m, yield)
}

func (r *repair) improve(set []int, target encode.Solution) {
	if r.best == nil || len(set) < len(r.best) {
		r.best, r.target = set, target
		r.progress.Size = len(set)
		r.report(r.progress)
	}
}

func (r *repair) prove(n int) {
	r.progress.AtLeast = n
	r.report(r.progress)
}

func (r *repair) result() *Repaired {
	done := &Repaired{Target: r.target, Given: r.given(r.best, r.target),
		AtLeast: min(r.progress.AtLeast, len(r.best)), Every: r.every, Solutions: len(r.solutions)}
	if !r.every {
		done.Solutions = r.o.Solutions
	}
	if clued, ok := r.in.(clues.HasValueClues); ok {
		done.Board = clued.WithValues(r.target, encode.Keep(r.columns, r.best))
	}
	return done
}

// given returns the values of the target at the sites of a hitting set, sorted by site.
func (r *repair) given(set []int, target encode.Solution) []clues.Given {
	return wording.Each(set, func(c int) clues.Given {
		site := r.columns[c]
		return clues.Given{Site: site, Value: int(target[site])}
	})
}

func (r *repair) differ(s, target encode.Solution) []int {
	if r.clued != nil {
		return encode.Where(r.clued.single, func(in encode.Instance) bool { return in.Check(s) != nil })
	}
	var columns []int
	for c, site := range r.columns {
		if s[site] != target[site] {
			columns = append(columns, c)
		}
	}
	return columns
}

// A Report is a Repaired in the form that repair --json prints.
type Report struct {
	Puzzle    string `json:"puzzle"`
	Instance  string `json:"instance"`
	Method    string `json:"method"` // as the caller named it
	Resolved  string `json:"resolved"`
	Given     string `json:"given"`
	Size      int    `json:"size"`
	AtLeast   int    `json:"at_least"`
	Minimal   bool   `json:"minimal"`
	Targets   string `json:"targets"`             // "all", or "one" if at_least is only about the target
	Solutions string `json:"solutions,omitempty"` // absent if there are more than the limit
	Target    string `json:"target"`
	Board     string `json:"board,omitempty"`
}

// Report returns the result for a board, with the name of the method as the caller gave it and in full.
func (r *Repaired) Report(p *encode.Puzzle, in encode.Instance, asked string, resolved method.Name) Report {
	a := Report{p.Name, in.String(), asked, resolved.String(), clues.FormatGiven(r.Given), r.Size(), r.AtLeast, r.Minimal(),
		"one", "", r.Target.Format(in.Sites()), ""}
	if r.Every {
		a.Targets, a.Solutions = "all", strconv.Itoa(r.Solutions)
	}
	if r.Board != nil {
		a.Board = r.Board.String()
	}
	return a
}
