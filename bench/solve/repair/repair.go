// Package repair finds the fewest given values that leave a board exactly one solution, and proves how
// many are needed.
package repair

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/hitting"
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
	r := &repair{ctx: ctx, puzzle: p, in: in, wide: encode.Wide(in.Sites()), name: name, o: o, report: report, st: &native.Stats{Limit: native.Limit{Updates: o.Work}}}
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

	wide      bool // encode.Wide of the board
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
		return clues.Given{Site: site, Value: target.At(r.wide, site)}
	})
}

func (r *repair) differ(s, target encode.Solution) []int {
	if r.clued != nil {
		return encode.Where(r.clued.single, func(in encode.Instance) bool { return in.Check(s) != nil })
	}
	return encode.Where(r.columns, func(site int) bool { return s.At(r.wide, site) != target.At(r.wide, site) })
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
	a := Report{p.Name, in.String(), asked, resolved.String(), clues.NameGiven(in, r.Given), r.Size(), r.AtLeast, r.Minimal(),
		"one", "", encode.FormatSolution(in, r.Target), ""}
	if r.Every {
		a.Targets, a.Solutions = "all", strconv.Itoa(r.Solutions)
	}
	if r.Board != nil {
		a.Board = r.Board.String()
	}
	return a
}

// These are the errors of FindFewest for boards about which it cannot say anything.
var (
	ErrNoValueClues = errors.New("the board has no clues that give the value of a single site and can be left out")
	ErrSeveral      = errors.New("the board has more than one solution")
)

// FindFewest finds the smallest number of clues that leave exactly the one solution of the instance, and
// a board with as many clues. It counts the clues that the notation has for values, such as the numbers in
// the cells of a sudoku. Any site may have such a clue. All other clues of the instance stay, such as the
// sums of a fleet.
//
// Each other solution breaks some of the clues that are true of the target, and the chosen clues must
// meet each of these sets. So FindFewest works like Repair with one target, and stops in the same
// ways. The other errors are ErrNoValueClues, ErrNoSolution and ErrSeveral.
func FindFewest(ctx context.Context, p *encode.Puzzle, in encode.Instance, name method.Name, o Options, report func(Progress)) (*Repaired, error) {
	board, ok := in.(clues.HasClues)
	if _, give := in.(clues.HasValueClues); !ok || !give {
		return nil, ErrNoValueClues
	}
	o.Solutions = 1
	r := newRepair(ctx, p, in, name, o, report)
	switch err := r.list(); {
	case err != nil:
		return nil, err
	case len(r.solutions) == 0:
		return nil, ErrNoSolution
	case len(r.solutions) > 1:
		return nil, ErrSeveral
	}
	r.target = r.solutions[0]
	full := allGiven(in, r.target)
	if full == nil {
		return nil, ErrNoValueClues
	}
	r.clued = &clued{full: full, groups: valueClues(full, full, r.target)}
	r.columns = encode.Left(len(r.clued.groups), nil)
	r.clued.single = wording.Each(r.columns, func(i int) encode.Instance { return r.clued.only([]int{i}) })
	f := hitting.NewFamily(len(r.columns), nil)
	alone, err := r.alone(f, nil)
	switch {
	case alone:
		r.best = []int{}
	case err == nil:
		err = r.leave(f)
	}
	if err != nil && !stopped(err) {
		return nil, err
	}
	done := &Repaired{Board: in, Clues: len(valueClues(board, full, r.target)), Target: r.target, Every: true, Solutions: 1}
	if r.best != nil && len(r.best) < done.Clues {
		done.Board, done.Clues = r.clued.only(r.best), len(r.best)
	}
	done.AtLeast = min(r.progress.AtLeast, done.Clues)
	return done, nil
}

// allGiven returns the board with clues for all values, or nil if the notation cannot express them.
func allGiven(in encode.Instance, s encode.Solution) clues.HasClues {
	full, _ := in.(clues.HasValueClues).WithValues(s, encode.Left(len(s), nil)).(clues.HasClues)
	return full
}

// valueClues returns the groups of clues that come back when all values are given. A sum, for example,
// does not come back.
func valueClues(board, full clues.HasClues, s encode.Solution) []int {
	return encode.Where(encode.Left(board.Clues(), nil), func(g int) bool {
		again := allGiven(board.Without(g), s)
		return again != nil && again.Clues() == full.Clues()
	})
}

// A clued is a board with clues for all values of its solution. Its elements are these clues, not sites:
// one clue can be about two sites, and can say more than a value.
type clued struct {
	full   clues.HasClues
	groups []int             // the groups of clues that give values
	single []encode.Instance // by element: the board with only this clue of all that give values
}

func (c *clued) only(set []int) encode.Instance {
	return c.full.Without(encode.Keep(c.groups, encode.Left(len(c.groups), set))...)
}

// shrink returns a subset of the clues in set that another solution breaks, while it obeys all clues
// that are not in the subset. No other solution breaks fewer of these clues. Without shrink, the bound
// for a 9x9 sudoku was 10 after 25 s instead of 14 after 5 s, because the first solutions found break most clues.
func (r *repair) shrink(set []int) ([]int, error) {
	for k := 0; k < len(set); {
		gone := slices.Delete(slices.Clone(set), k, k+1)
		var other []int
		err := r.search(r.board(encode.Left(len(r.columns), gone)), func(s encode.Solution) bool {
			if s != r.target {
				other = r.differ(s, r.target)
			}
			return other == nil
		})
		switch {
		case err != nil:
			return set, err
		case other != nil:
			set = other // without the clue k, and each clue before k is needed here, too
		default:
			k++
		}
	}
	return set, nil
}
