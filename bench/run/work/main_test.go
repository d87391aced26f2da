package work

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestMain runs the tests. With arguments, the test binary acts instead as a worker or as the
// run that a test kills.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == WorkerCommand:
		// The program around a worker handles these signals, too.
		signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
		os.Exit(Worker(puzzleNamed, os.Stdin, os.Stdout))
	case len(os.Args) == 3 && os.Args[1] == "run":
		os.Exit(slowRun(os.Args[2]))
	}
	os.Unsetenv("GOGC") // make test sets it, but tests of memory limits need workers like those of users
	os.Exit(m.Run())
}

// puzzleNamed returns a fake puzzle or, for benchmarks, a puzzle of the catalogue.
func puzzleNamed(name string) *encode.Puzzle {
	if p := fakes.Lookup(name); p != nil {
		return p
	}
	return catalog.Find(name)
}

// job returns a job on board n of a fake puzzle by the named method.
func job(t *testing.T, puzzle string, n int, name string, template result.Job) result.Job {
	t.Helper()
	p := fakes.Lookup(puzzle)
	j, err := answer.Prepare(template, p, fakes.New(puzzle, n), method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// do runs jobs in a pool and returns their outcomes in the order of the jobs.
func do(t *testing.T, p *Pool, jobs ...result.Job) []Outcome {
	t.Helper()
	var all []Outcome
	err := Batch(t.Context(), jobs, nil, p, inOrder(func(o Outcome) error {
		all = append(all, o)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(jobs) {
		t.Fatalf("%d outcomes of %d jobs", len(all), len(jobs))
	}
	return all
}

// do gives one job to the process and waits for its record. The result ended is true if the process
// has ended.
func (p *process) do(ctx context.Context, j result.Job) (r result.Record, ended bool, err error) {
	x := &exchange{process: p, jobs: []Outcome{{Job: j}}}
	err = x.run(ctx, func(batch []Outcome) { r = batch[0].Record })
	return r, x.ended(), err
}
