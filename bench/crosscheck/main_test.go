package crosscheck

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"counterproof/bench/fakes"
	"counterproof/bench/work"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// lookup finds fake puzzles and real ones.
func lookup(name string) *encode.Puzzle {
	if p := fakes.Lookup(name); p != nil {
		return p
	}
	return catalog.Find(name)
}

// TestMain lets the test binary be the worker, too, and the cross-check that a test kills.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == work.WorkerCommand:
		// As the program around a worker does.
		signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
		os.Exit(work.Worker(lookup, os.Stdin, os.Stdout))
	case len(os.Args) == 3 && os.Args[1] == "crosscheck":
		os.Exit(slowCheck(os.Args[2]))
	}
	os.Exit(m.Run())
}
