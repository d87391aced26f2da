package processtest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A caller takes the place of a test. It records whether Program or Find skips the test or
// makes the test fail.
type caller struct {
	testing.TB
	end string
}

func (c *caller) Helper()             {}
func (c *caller) Logf(string, ...any) {}
func (c *caller) Skipf(format string, args ...any) {
	c.end = "skipped: " + fmt.Sprintf(format, args...)
	panic(c)
}
func (c *caller) Fatalf(format string, args ...any) {
	c.end = "failed: " + fmt.Sprintf(format, args...)
	panic(c)
}

// call returns the path that f finds. If f ends the test instead, call says whether the test was
// skipped or failed.
func call(f func(t testing.TB) string) (result string) {
	c := &caller{}
	defer func() {
		if r := recover(); r != nil {
			if r != any(c) {
				panic(r)
			}
			result = c.end
		}
	}()
	return f(c)
}

// TestMissingProgram checks that a missing program skips a test or a part of it. In CI, the
// test must fail if `make tools` installs the program.
func TestMissingProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a program needs another name on Windows, such as clasp.exe")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"headless-shell", "elsewhere"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	find := func(t testing.TB, name string) string {
		path, ok := Find(t, name)
		if !ok && path == "" {
			path = "left out"
		}
		return path
	}
	for _, c := range []struct {
		name, ci, program, find string // the beginning of the results of Program and Find
	}{
		{"chromium", "", filepath.Join(dir, "headless-shell"), filepath.Join(dir, "headless-shell")},
		{"chromium", "1", filepath.Join(dir, "headless-shell"), filepath.Join(dir, "headless-shell")},
		{"elsewhere", "1", filepath.Join(dir, "elsewhere"), filepath.Join(dir, "elsewhere")},
		{"clasp", "", "skipped: *** SKIPPED: clasp", "left out"},
		{"clasp", "1", "failed: clasp", "failed: clasp"},
		{"sbatch", "", "skipped: *** SKIPPED: sbatch", "left out"}, // cluster.tsv lists it
		{"sbatch", "1", "failed: sbatch is not installed and this is CI: run make tools-cluster", "failed: sbatch"},
		{"drat-trim", "1", "skipped: *** SKIPPED: drat-trim", "left out"}, // Debian has no package of it
		{"nowhere", "1", "skipped: *** SKIPPED: nowhere", "left out"},     // programs.tsv does not list it
	} {
		t.Setenv(CI, c.ci)
		if got := call(func(t testing.TB) string { return Program(t, c.name) }); !strings.HasPrefix(got, c.program) {
			t.Errorf("Program(%q) with %s=%q: %s, want %s", c.name, CI, c.ci, got, c.program)
		}
		if got := call(func(t testing.TB) string { return find(t, c.name) }); !strings.HasPrefix(got, c.find) {
			t.Errorf("Find(%q) with %s=%q: %s, want %s", c.name, CI, c.ci, got, c.find)
		}
	}
}

// TestProgramsTable checks that each line of the tables has three fields and that no program has two
// lines.
func TestProgramsTable(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(programs + clusterPrograms) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) != 3 || fields[0] == "" || fields[1] == "" || fields[2] == "" {
			t.Errorf("%q: want packages, names and a purpose, separated by tabs", line)
			continue
		}
		for _, name := range strings.Fields(fields[1]) {
			if seen[name] {
				t.Errorf("%s has two lines", name)
			}
			seen[name] = true
		}
	}
	if !seen["clasp"] || !seen["chromium"] || !seen["sbatch"] {
		t.Errorf("the programs are %v", seen)
	}
}
