package counterproof

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLibrary runs the program of docs/library.md in a module of its own and checks that it prints
// the published counts of three days.
func TestLibrary(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles most packages")
	}
	text, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, found := strings.Cut(string(text), "```go\n")
	program, _, closed := strings.Cut(program, "```\n")
	if !found || !closed {
		t.Fatal("docs/library.md has no program")
	}
	if n := strings.Count(program, "\n"); n > 40 {
		t.Errorf("the program has %d lines", n)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", program)
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sums))
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	// The new go.mod requires the same versions as ours, so that go needs no module proxy.
	name, required, _ := strings.Cut(strings.TrimPrefix(string(mod), "module "), "\n")
	version := "v0.0.0"
	if major := regexp.MustCompile(`/(v[0-9]+)$`).FindStringSubmatch(name); major != nil { // for whoever has changed the path
		version = major[1] + ".0.0"
	}
	write("go.mod", "module example.org/days\n"+required+"\nrequire "+name+" "+version+"\nreplace "+name+" => "+root+"\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := []string{"58", "58", "34", "34", "28", "28"} // encode/testdata/calendar.json
	var got []string
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); len(words) == 3 {
			got = append(got, words[2])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the program prints %q, want the counts %v", out, want)
	}
}
