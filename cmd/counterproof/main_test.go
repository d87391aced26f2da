package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"counterproof/bench"
)

// program is the whole command in the test binary.
func program() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

func TestMain(m *testing.M) {
	// The workers are this binary started again.
	if len(os.Args) == 2 && os.Args[1] == bench.WorkerCommand {
		program()
	}
	testscript.Main(m, map[string]func(){"counterproof": program})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Getuid() == 0, nil
		},
	})
}

// needs skips, loudly, a test of programs that are not installed.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("*** SKIPPED: %s is not installed ***", p)
		}
	}
}
