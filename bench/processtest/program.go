package processtest

import (
	_ "embed"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// CI is the environment variable that .ci/run sets. If it is set, a test fails if a program is
// missing that `make tools` installs.
const CI = "COUNTERPROOF_CI"

//go:embed programs.tsv
var programs string

// Program returns the path of an outside program. If the program is missing, the test is
// skipped or, in CI, fails (see Find).
func Program(t testing.TB, name string) string {
	t.Helper()
	path, ok := Find(t, name)
	if !ok {
		t.Skipf("*** SKIPPED: %s is not installed ***", name)
	}
	return path
}

// Find looks for an outside program that only a part of a test needs. In CI, the test fails if
// the program is missing although `make tools` installs it.
func Find(t testing.TB, name string) (path string, ok bool) {
	t.Helper()
	pkg, names := program(name)
	for _, n := range names {
		for _, file := range []string{n, "/usr/games/" + n} { // the folder of Debian's sgt-puzzles, often not on PATH
			if path, err := exec.LookPath(file); err == nil {
				return path, true
			}
		}
	}
	if pkg == "" {
		t.Logf("*** LEFT OUT: %s is not installed ***", name)
		return "", false
	}
	if os.Getenv(CI) != "" {
		t.Fatalf("%s is not installed and this is CI: run make tools (Debian's package is %s)", name, pkg)
	}
	t.Logf("*** LEFT OUT: %s is not installed; make tools installs it (Debian's package is %s) ***", name, pkg)
	return "", false
}

// Package returns the Debian packages, separated by spaces, from which `make tools` installs a
// program. It returns "" if `make tools` does not install the program.
func Package(name string) string {
	pkg, _ := program(name)
	return pkg
}

// program finds a program in programs.tsv by any of its names.
func program(name string) (pkg string, names []string) {
	for line := range strings.Lines(programs) {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			continue
		}
		if names := strings.Fields(fields[1]); slices.Contains(names, name) {
			return strings.TrimPrefix(fields[0], "-"), names
		}
	}
	return "", []string{name}
}
