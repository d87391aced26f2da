package crosscheck

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"counterproof/bench/run/work"
	"counterproof/bench/test/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// puzzleNamed finds a fake or real puzzle by its name.
func puzzleNamed(name string) *encode.Puzzle {
	if p := fakes.Lookup(name); p != nil {
		return p
	}
	return catalog.Find(name)
}

// TestMain runs the tests. With arguments, the test binary does not run tests: it acts as a
// worker, or as the cross-check that a test kills.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == work.WorkerCommand:
		// Catch signals, as the real program does before it becomes a worker.
		signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
		os.Exit(work.Worker(puzzleNamed, os.Stdin, os.Stdout))
	case len(os.Args) == 3 && os.Args[1] == "crosscheck":
		os.Exit(slowCheck(os.Args[2]))
	}
	os.Exit(m.Run())
}
