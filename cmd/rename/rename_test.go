package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReplaced(t *testing.T) {
	folder := func(name string) bool { return name == "encode" || name == "cmd" }
	for _, c := range []struct{ text, want string }{
		{`import "old/encode"`, `import "x.org/new/encode"`},
		{`import enc "old/encode/sudoku"`, `import enc "x.org/new/encode/sudoku"`},
		{"old/encode", "x.org/new/encode"},
		{"`old/encode` and old/cmd/old", "`x.org/new/encode` and x.org/new/cmd/old"},
		{"go test old/... other/old/...", "go test x.org/new/... other/old/..."},
		{"module old\n", "module x.org/new\n"},
		{"module old/cmd/mutate\n", "module x.org/new/cmd/mutate\n"},
		{"require old v0.0.0\nreplace old => ../old\n", "require x.org/new v0.0.0\nreplace x.org/new => ../old\n"},
		{`"require old v0\nreplace old => " + dir`, `"require x.org/new v0\nreplace x.org/new => " + dir`},
		{"go mod edit -replace old=../old", "go mod edit -replace x.org/new=../old"},
		{"go mod edit -replace=old=../old", "go mod edit -replace=x.org/new=../old"},
		// The program, files, and other modules.
		{"bin/old count && ./cmd/old/main.go old/nothing", "bin/old count && ./cmd/old/main.go old/nothing"},
		{`import "example.org/old/encode"`, `import "example.org/old/encode"`},
		{"module older\nold count calendar\n", "module older\nold count calendar\n"},
	} {
		if got := replaced(c.text, "old", "x.org/new", folder); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
		if got := replaced(c.want, "x.org/new", "old", folder); got != c.text {
			t.Errorf("%q changes back to %q, want %q", c.want, got, c.text)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args   []string
		status int
		stderr string
	}{
		{nil, 2, "want the new module path"},
		{[]string{""}, 2, "want the new module path"},
		{[]string{"name"}, 2, "want the new module path"},
		{[]string{"example.org"}, 2, "want the new module path"},
		{[]string{"example.org/a/../b"}, 2, "want the new module path"},
		{[]string{"https://example.org/a"}, 2, "want the new module path"},
		{[]string{"example.org/a", "example.org/b"}, 2, "want the new module path"},
		{[]string{"name"}, 2, "a host with a dot"},
		{[]string{"example.org/a"}, 1, "go.mod"}, // the folder has no go.mod
		{[]string{"counterproof"}, 1, "go.mod"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(c.args, &stdout, &stderr); status != c.status || !strings.Contains(stderr.String(), c.stderr) || stdout.Len() > 0 {
			t.Errorf("%q: exit status %d, %q, want %d and %q", c.args, status, &stderr, c.status, c.stderr)
		}
	}
}

// TestRename renames a copy of the module to two paths, one after the other. Then it checks that
// the go command finds all imports, that some packages compile, that Go files are formatted, and
// that the layout test passes.
func TestRename(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the module again")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	duplicate(t, root, dir)
	t.Chdir(dir)
	// In sorted imports, the second path comes after the paths of other modules.
	for _, to := range []string{"example.org/Counter-Proof", "zoo.example/puzzles/v2"} {
		var stdout, stderr bytes.Buffer
		if status := run([]string{to}, &stdout, &stderr); status != 0 || !strings.Contains(stdout.String(), "to "+to+" in ") {
			t.Fatalf("exit status %d: %s%s", status, &stdout, &stderr)
		}
	}
	for _, words := range [][]string{
		{"list", "-test", "-deps", "./..."},
		{"vet", "-trimpath", "./encode/sudoku", "./bench/method"},
		{"-C", "cmd/mutate", "vet", "-trimpath", "./..."},
		{"test", "-trimpath", "-count=1", "-short", "."},
	} {
		if out, err := exec.Command("go", words...).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(words, " "), err, out)
		}
	}
	if out, err := exec.Command("gofmt", "-l", ".").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v\n%s", err, out)
	}
	out, err := exec.Command("go", "list", "-m").Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "zoo.example/puzzles/v2" {
		t.Errorf("the module is %s, %v", got, err)
	}
	mutate, err := os.ReadFile("cmd/mutate/go.mod")
	if err != nil || !strings.HasPrefix(string(mutate), "module zoo.example/puzzles/v2/cmd/mutate\n") {
		t.Errorf("cmd/mutate: %v\n%s", err, mutate)
	}
}

// duplicate copies the files of a module except the folders .git, bin and out.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && slices.Contains([]string{".git", "bin", "out"}, rel):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}
