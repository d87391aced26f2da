package bench

import (
	"context"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/encode"
)

// A Board is an instance with its puzzle.
type Board struct {
	Puzzle   *encode.Puzzle
	Instance encode.Instance
}

// A Crosscheck solves boards by several methods and compares what they say:
// the sets of solutions, or the counts where Count says that there are more than
// MostListed solutions, or more than the limit.
type Crosscheck struct {
	Methods []string // names; two that resolve to one method are one
	Job     Job      // the limits and the seed of all jobs
	Ledger  *ledger.Ledger
	Pool    *Pool
}

// Run passes one comparison a board to emit, in the order of the boards, each
// as soon as it and those before it are there. An unknown method is an error
// before anything is run.
func (c Crosscheck) Run(ctx context.Context, boards []Board, emit func(Comparison) error) error {
	var jobs []Job
	var board []int    // of each job
	var asked []string // the method of each job as c has it
	for i, b := range boards {
		own, names, err := c.jobs(b)
		if err != nil {
			return err
		}
		jobs, asked = append(jobs, own...), append(asked, names...)
		for range own {
			board = append(board, i)
		}
	}
	var records []result.Record
	return Run(ctx, jobs, c.Ledger, c.Pool, InOrder(func(o Outcome) error {
		records = append(records, o.Record)
		if last := o.Index == len(jobs)-1 || board[o.Index+1] != board[o.Index]; !last {
			return nil
		}
		comparison := Compare(records)
		comparison.Asked = asked[o.Index+1-len(records) : o.Index+1]
		records = nil
		return emit(comparison)
	}))
}

// jobs are the jobs of one board, each method once, and the names by which c
// asks for them.
func (c Crosscheck) jobs(b Board) (jobs []Job, asked []string, err error) {
	seen := map[string]bool{}
	for _, name := range c.Methods {
		j := c.Job
		j.Mode = Sets
		j, err := j.For(b.Puzzle, b.Instance, name)
		if err != nil {
			return nil, nil, err
		}
		if !seen[j.Method] {
			seen[j.Method] = true
			jobs, asked = append(jobs, j), append(asked, name)
		}
	}
	return jobs, asked, nil
}
