package work

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"counterproof/bench/answer"
	"counterproof/bench/fakes"
	"counterproof/bench/method"
	"counterproof/bench/result"
)

// The test binary is the worker too, and the run that a test kills.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == WorkerCommand:
		// As the program around a worker does.
		signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
		os.Exit(Worker(fakes.Lookup, os.Stdin, os.Stdout))
	case len(os.Args) == 3 && os.Args[1] == "run":
		os.Exit(slowRun(os.Args[2]))
	}
	os.Exit(m.Run())
}

// job is a job of the native method of a puzzle, or of that named.
func job(t *testing.T, puzzle string, n int, name string, template result.Job) result.Job {
	t.Helper()
	p := fakes.Lookup(puzzle)
	j, err := answer.Prepare(template, p, fakes.New(puzzle, n), method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// do runs jobs in a pool and returns their records, in order.
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
