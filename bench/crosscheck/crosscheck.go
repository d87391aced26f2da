// Package crosscheck solves boards by several methods and compares the answers. It shrinks a
// board on which they disagree.
package crosscheck

import (
	"context"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"counterproof/bench/answer"
	"counterproof/bench/engine"
	"counterproof/bench/judge"
	"counterproof/bench/ledger"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"counterproof/encode"
)

// A Board is an instance with its puzzle.
type Board struct {
	Puzzle   *encode.Puzzle
	Instance encode.Instance
}

// Names of several methods at once, which a Crosscheck knows.
const (
	// All is every method that the instance has, the outside solvers on PATH
	// among them, but those known to be wrong.
	All = "all"
	// Some is the best native method and few others out of All, drawn by the
	// text of the instance: the same for the same board.
	Some = "some"
)

// few is how many methods Some draws. The native method is the cheapest, so that
// three quarters of the jobs are about something that it is compared with. In the
// same two and a half minutes Some did 1,644 jobs on 411 boards, and All 1,328 on
// 149: brute force on large boards and slow styles are drawn now and then only.
const few = 3

// A Check solves boards by several methods and compares the answers: the sets of solutions, or
// the counts if there are more than result.MostListed solutions or more than the limit.
type Check struct {
	Methods []string   // names, All and Some among them; two that resolve to one method are one
	Job     result.Job // the limits and the seed of all jobs
	Ledger  *ledger.Ledger
	Pool    *work.Pool
}

// A Checked is a board that a Crosscheck has compared.
type Checked struct {
	*judge.Board          // one record per method
	Asked        []string // the name of each method as the Crosscheck has it
}

// Run passes the comparison of each board to emit, in the order of the boards, as soon as it and
// those before it are complete. Another goroutine asks for the boards as they are needed. Run
// asks for the first board before that, too: if this board lacks a method, nothing is run. Any
// other error ends the run when the boards before it are done. It is a board's own error or, if
// a board lacks a method, a *MethodError.
func (c Check) Run(ctx context.Context, boards iter.Seq2[Board, error], emit func(Board, Checked) error) error {
	for b, err := range boards {
		if err == nil {
			_, _, err = c.jobs(b)
		}
		if err != nil {
			return err
		}
		break
	}
	type group struct { // the jobs of a board
		board Board
		asked []string
	}
	var mu sync.Mutex
	var waiting []group
	var broken error
	jobs := func(yield func(result.Job) bool) {
		for b, err := range boards {
			var own []result.Job
			var asked []string
			if err == nil {
				own, asked, err = c.jobs(b)
			}
			mu.Lock()
			broken = err
			waiting = append(waiting, group{b, asked})
			mu.Unlock()
			if err != nil {
				return
			}
			for _, j := range own {
				if !yield(j) {
					return
				}
			}
		}
	}
	var records []result.Record
	err := work.Stream(ctx, jobs, c.Ledger, c.Pool, func(o work.Outcome) error {
		records = append(records, o.Record)
		mu.Lock()
		next := waiting[0]
		if len(records) < len(next.asked) {
			mu.Unlock()
			return nil
		}
		waiting = waiting[1:]
		mu.Unlock()
		x := Checked{judge.Compare(records), next.asked}
		records = nil
		return emit(next.board, x)
	})
	if err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	return broken
}

// A MethodError says that a board has no such method.
type MethodError struct{ Err error }

func (e *MethodError) Error() string { return e.Err.Error() }

func (e *MethodError) Unwrap() error { return e.Err }

// jobs are the jobs of one board, each method once, and the names by which c
// asks for them.
func (c Check) jobs(b Board) (jobs []result.Job, asked []string, err error) {
	if jobs, asked, err = answer.Comparison(c.Job, b.Puzzle, b.Instance, c.methods(b)); err != nil {
		return nil, nil, &MethodError{err}
	}
	return jobs, asked, nil
}

// methods are the names of the methods for one board.
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

// underTest are the methods that All and Some leave out.
var underTest = judge.Suspects{method.CountModels}

// trusted returns the methods of a board that are not known to be wrong.
func trusted(b Board) []string {
	names := slices.DeleteFunc(engine.Names(b.Puzzle, b.Instance), underTest.Has)
	return append(names, engine.Programs()...)
}

func some(b Board) []string {
	names := trusted(b)
	h := fnv.New64a()
	_, _ = h.Write([]byte(b.Puzzle.Name + " " + b.Instance.String()))
	rng := rand.New(rand.NewPCG(h.Sum64(), 0))
	others := names[1:]
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return names[:min(len(names), 1+few)]
}
