package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"counterproof/bench/processtest"
	"counterproof/bench/work"
)

// program is the whole command in the test binary.
func program() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

func TestMain(m *testing.M) {
	// The workers are this binary started again.
	if len(os.Args) == 2 && os.Args[1] == work.WorkerCommand {
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

// needs skips a test if one of the programs is not installed. In CI the test fails if
// `make tools` installs the program.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		processtest.Program(t, p)
	}
}
