package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"counterproof/bench/run/work"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

// program runs the whole program in the test binary.
func program() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// TestMain makes the test binary act as the program counterproof or as one of its workers.
func TestMain(m *testing.M) {
	// The program starts its own binary again as a worker.
	if len(os.Args) == 2 && os.Args[1] == work.WorkerCommand {
		program()
	}
	if strings.HasPrefix(filepath.Base(os.Args[0]), "fzn-") { // MiniZinc starts it as a solver
		program()
	}
	testscript.Main(m, map[string]func(){"counterproof": program})
}

// TestScripts runs the scripts of testdata/script. $PUZZLES is the number of puzzles, $TWICE is
// twice that, and $LISTED is the number with the puzzles of files. The condition [long] is true in a long test.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			puzzles := len(catalog.All())
			env.Setenv("PUZZLES", strconv.Itoa(puzzles))
			env.Setenv("TWICE", strconv.Itoa(2*puzzles))
			env.Setenv("LISTED", strconv.Itoa(puzzles+len(catalog.OfFiles())))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"fails": fails},
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Getuid() == 0 || name == "long" && processtest.IsLong(), nil
		},
	})
}

// fails implements the script command `fails STATUS 'FACTS' PROGRAM ARG...`. The program must exit
// with the status, print one line to stderr that states the facts (see facttest), and print nothing
// to stdout.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("want fails STATUS FACTS PROGRAM ARG...")
	}
	var exit *exec.ExitError
	if err := ts.Exec(args[2], args[3:]...); !errors.As(err, &exit) || strconv.Itoa(exit.ExitCode()) != args[0] {
		ts.Fatalf("got %v, want exit status %s", err, args[0])
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("it prints to stdout: %q", out)
	}
	message := ts.ReadFile("stderr")
	if !strings.HasPrefix(message, "counterproof: ") || strings.Count(message, "\n") != 1 {
		ts.Fatalf("want one line that begins with the name of the program, got %q", message)
	}
	if missing := facttest.Missing(message, args[1]); missing != "" {
		ts.Fatalf("the message lacks %s", missing)
	}
}

// needs skips a test if one of the programs is not installed. In CI, a missing
// program that `make tools` installs fails the test.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		processtest.Program(t, p)
	}
}
