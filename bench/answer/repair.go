package answer

import (
	"context"
	"errors"
	"fmt"

	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/encode"
	"counterproof/native"
)

// RepairOptions bound the work of Repair. Zero means the default.
type RepairOptions struct {
	// Solutions is the largest number of solutions among which Repair looks for the one that needs
	// the fewest values. If the board has more, it fixes one of the first solutions.
	Solutions int
	// Proof is the largest number of values for which Repair proves that as many do not suffice.
	Proof int
	// Work bounds the search for smaller sets, in updates of native/hitting.
	Work int64
}

// The defaults of RepairOptions. The work takes some seconds.
const (
	RepairSolutions = 1000
	RepairProof     = 20
	RepairWork      = 1_000_000_000
)

// mostSearches bounds the searches for another solution in one proof.
const mostSearches = 5000

// A RepairProgress says how far Repair is.
type RepairProgress struct {
	Solutions int // the solutions found so far
	Searches  int // the searches for another solution
	Size      int // the number of values in the smallest set so far; 0 without any
	AtLeast   int // as many values are needed
}

// A Repaired is a set of values that leaves exactly one solution.
type Repaired struct {
	Given  []encode.Given  // sorted by site; empty for a board with one solution
	Target encode.Solution // the solution that remains
	Board  encode.Instance // the board with clues for the values; nil if the notation has no such clues

	// AtLeast is a proven lower bound: no set with fewer values leaves one solution. If Every is
	// true, this holds whichever solution remains, and Solutions is the number of solutions. If Every
	// is false, the board has more than Solutions solutions, and the bound holds only for sets that
	// leave Target.
	AtLeast   int
	Every     bool
	Solutions int
}

// Minimal reports whether no smaller set exists: for no solution, or if Every is false, for Target.
func (r *Repaired) Minimal() bool { return r.AtLeast == len(r.Given) }

// ErrNoSolution is the error of Repair for a board without a solution.
var ErrNoSolution = errors.New("the board has no solution, so there is none for given values to leave")

// Repair finds a small set of values such that exactly one solution of the instance has them, and
// proves how few can suffice. The named method lists the solutions and looks for other ones.
//
// A set of sites leaves only the target if it meets every set of sites in which another solution
// differs from the target. So the smallest sets are smallest hitting sets. If the board has at most
// o.Solutions solutions, all of them are known, and Repair tries each as the target. Otherwise it
// chooses a target among the first solutions and looks for the other solutions that matter. Again and
// again, it finds a smallest hitting set of the differences so far, asks for another solution that the
// set leaves, and adds its difference. (This is the implicit hitting set method; Moreno-Centeno and
// Karp, Operations Research 61, 2013.)
//
// If the deadline of ctx ends the proof, the result has the bound so far. If it ends Repair before
// there is any result, or if ctx is cancelled, the error is ctx.Err(). Other errors are ErrNoSolution
// and the errors of engine.Resolve and Solve.
func Repair(ctx context.Context, p *encode.Puzzle, in encode.Instance, name method.Name, o RepairOptions, report func(RepairProgress)) (*Repaired, error) {
	if o.Solutions == 0 {
		o.Solutions = RepairSolutions
	}
	if o.Proof == 0 {
		o.Proof = RepairProof
	}
	if o.Work == 0 {
		o.Work = RepairWork
	}
	r := &repair{ctx: ctx, puzzle: p, in: in, name: name, o: o, report: report, st: &native.Stats{Limit: native.Limit{Updates: o.Work}}}
	if r.report == nil {
		r.report = func(RepairProgress) {}
	}
	r.st.Progress = func(int64, int64) { r.report(r.progress) }
	if err := r.list(); err != nil {
		return nil, err
	}
	if len(r.solutions) == 0 {
		return nil, ErrNoSolution
	}
	err := r.choose()
	if r.best == nil || errors.Is(err, context.Canceled) || err != nil && !stopped(err) {
		return nil, err
	}
	return r.result(), nil
}

// stopped reports whether an error only ends a proof.
func stopped(err error) bool {
	return errors.Is(err, native.ErrLimit) || errors.Is(err, context.DeadlineExceeded)
}

// A repair is the state of Repair. Elements of hitting sets are the numbers of columns.
type repair struct {
	ctx      context.Context
	puzzle   *encode.Puzzle
	in       encode.Instance
	name     method.Name
	o        RepairOptions
	report   func(RepairProgress)
	progress RepairProgress
	st       *native.Stats

	solutions []encode.Solution
	every     bool  // solutions are all
	columns   []int // sites, one for each way to divide the solutions if every is true

	best    []int // columns; nil if there is no result yet
	target  encode.Solution
	atLeast int
}

// list finds up to o.Solutions solutions and one more.
func (r *repair) list() error {
	m, err := engine.Resolve(r.puzzle, r.in, r.name)
	if err != nil {
		return err
	}
	err = Solve(r.ctx, r.in, m, Watcher{}, func(s encode.Solution) bool {
		r.solutions = append(r.solutions, s)
		if r.progress.Solutions = len(r.solutions); len(r.solutions)%64 == 0 {
			r.report(r.progress)
		}
		return len(r.solutions) <= r.o.Solutions
	})
	r.every = len(r.solutions) <= r.o.Solutions
	return err
}

// choose finds the best target and the best set.
func (r *repair) choose() error {
	if len(r.solutions) == 1 {
		r.target, r.best, r.every = r.solutions[0], []int{}, true
		return nil
	}
	r.atLeast = 1
	if r.every {
		return r.amongAll()
	}
	return r.forOne()
}

// improve keeps a set if it is the smallest so far.
func (r *repair) improve(set []int, target encode.Solution) {
	if r.best == nil || len(set) < len(r.best) {
		r.best, r.target = set, target
		r.progress.Size = len(set)
		r.report(r.progress)
	}
}

// prove records that as many values are needed.
func (r *repair) prove(n int) {
	r.atLeast = n
	r.progress.AtLeast = n
	r.report(r.progress)
}

// result returns the best set as values.
func (r *repair) result() *Repaired {
	done := &Repaired{Target: r.target, AtLeast: min(r.atLeast, len(r.best)), Every: r.every, Solutions: len(r.solutions)}
	if !r.every {
		done.Solutions = r.o.Solutions
	}
	var sites []int
	for _, g := range r.given(r.best, r.target) {
		done.Given, sites = append(done.Given, g), append(sites, g.Site)
	}
	if clued, ok := r.in.(encode.HasValueClues); ok {
		done.Board = clued.WithValues(r.target, sites)
	}
	return done
}

// given returns the values of the target at the columns of a set, which are sorted by site.
func (r *repair) given(set []int, target encode.Solution) []encode.Given {
	var all []encode.Given
	for _, c := range set {
		site := r.columns[c]
		all = append(all, encode.Given{Site: site, Value: int(target[site])})
	}
	return all
}

// differ returns the columns in which a solution differs from the target.
func (r *repair) differ(s, target encode.Solution) []int {
	var columns []int
	for c, site := range r.columns {
		if s[site] != target[site] {
			columns = append(columns, c)
		}
	}
	return columns
}

// others looks for up to most other solutions that have the values of the target at the columns of the
// set.
func (r *repair) others(set []int, most int) ([]encode.Solution, error) {
	r.progress.Searches++
	r.report(r.progress)
	in := encode.Restrict(r.in, r.given(set, r.target))
	m, err := engine.Resolve(r.puzzle, in, r.name)
	if err != nil {
		return nil, err
	}
	var found []encode.Solution
	err = Solve(r.ctx, in, m, Watcher{}, func(s encode.Solution) bool {
		if s != r.target {
			found = append(found, s)
		}
		return len(found) < most
	})
	if err != nil {
		return nil, fmt.Errorf("looking for another solution: %w", err)
	}
	return found, nil
}
