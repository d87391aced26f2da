//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestFuzzScript runs fuzz.sh with a fake go command. The fake go command has three fuzz targets in
// two packages. The test case says how many inputs each target tries.
func TestFuzzScript(t *testing.T) {
	needs(t, "sh", "awk", "sed")
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write("a_test.go", "package a\n\nfunc FuzzRead(f *testing.F) {\n}\n\nfunc FuzzWrite(f *testing.F) {}\n")
	write("b_test.go", "package b\n\n// FuzzNothing is no target.\nfunc TestB(t *testing.T) {}\nfunc FuzzB(f *testing.F) {}\n")
	// The script calls: go test -run ^$ -fuzz ^TARGET$ ... PACKAGE.
	write("go", `#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >>calls
case $1 in
list) printf 'x/a %s\n\nx/b %s\n' "$PWD/a_test.go" "$PWD/b_test.go" ;;
*)
	echo "fuzz: elapsed: 3s, execs: 7 (2/sec), new interesting: 0 (total: 1)"
	echo "fuzz: elapsed: 20s, execs: $(cat tried) (1/sec), new interesting: 0 (total: 1)"
	[ "$5" != "$(cat broken)" ] || { echo "--- FAIL: a crash"; exit 1; } ;;
esac
`)
	for _, c := range []struct {
		time, tried, broken string
		status              int
		stdout              string
	}{
		{"20s", "1000", "", 0, "1000 x/a FuzzRead 1000 x/a FuzzWrite 1000 x/b FuzzB"},
		{"20s", "999", "", 1, "999 x/a FuzzRead TOO FEW, 1000, 20s"},
		{"2s", "100", "", 0, "100 x/a FuzzRead 100"},
		{"1m1.5s", "3074", "", 1, "3074 x/a FuzzRead TOO FEW, 3075, 1m1.5s"},
		{"1h", "180000", "", 0, "180000 x/b FuzzB"},
		{"20s", "5000", "^FuzzWrite$", 1, "5000 x/a FuzzWrite FAILED fuzz: elapsed: 3s"},
		{"20s", "5000", "^FuzzRead$", 1, "5000 x/b FuzzB"}, // the other targets are still run
		{"20", "5000", "", 2, ""},
		{"20 s", "5000", "", 2, ""},
	} {
		write("tried", c.tried)
		write("broken", c.broken)
		write("calls", "")
		cmd := exec.Command("sh", "../fuzz.sh", filepath.Join(dir, "go"), c.time)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !facttest.States(string(out), c.stdout) || (stderr.Len() > 0) != (c.status > 0) {
			t.Errorf("%s, %s inputs: exit status %d, %v, want %d\n%s%s, want %s", c.time, c.tried, got, err, c.status, out, stderr.String(), c.stdout)
		}
		if want := "-fuzz ^FuzzB$ -fuzztime " + c.time + " "; c.status < 2 && !strings.Contains(read(t, filepath.Join(dir, "calls")), want) {
			t.Errorf("go is not called with %s", want)
		}
	}
}

// TestFuzzScriptFinds checks that fuzz.sh finds the fuzz targets in the test files of a package and
// of its external test package.
func TestFuzzScriptFinds(t *testing.T) {
	needs(t, "sh", "awk", "sed", "go")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":           "module x\n",
		"x.go":             "package x\n",
		"inside_test.go":   "package x\n\nfunc FuzzInside(f *testing.F) {}\n",
		"outside_test.go":  "package x_test\n\nfunc FuzzOutside(f *testing.F) {}\n",
		"go-for-the-tests": "#!/bin/sh\ncase $1 in\nlist) exec go \"$@\" ;;\n*) echo 'fuzz: elapsed: 20s, execs: 5000 (1/sec)' ;;\nesac\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../fuzz.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", script, "./go-for-the-tests", "20s")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	if want := "     5000  x FuzzInside\n     5000  x FuzzOutside\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}
