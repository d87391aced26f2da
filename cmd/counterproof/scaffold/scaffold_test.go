package scaffold

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	list "counterproof/encode/catalog"
)

// TestPuzzles checks that the names read from the sources match the catalogue.
func TestPuzzles(t *testing.T) {
	t.Chdir("../../..")
	found, err := puzzles()
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Values(found)); !slices.Equal(got, list.Names()) {
		t.Errorf("got %v, want %v", got, list.Names())
	}
}

// TestPlan adds puzzles that come before, among and after the puzzles of this repository. The lists
// must stay sorted by the names of the puzzles, which can differ from the names of their packages. The names
// are so near to old names that other new puzzles do not come between them.
func TestPlan(t *testing.T) {
	t.Chdir("../../..")
	for _, c := range []struct{ name, before, after string }{
		{"battleship", "", "\t\t&battleships.Puzzle,"},
		{"map0", "\t\t&mapcolour.Puzzle,", ""}, // behind map
		{"zzz", "", "\t}"},
	} {
		changes, err := plan(c.name, kinds[0])
		if err != nil {
			t.Fatal(err)
		}
		if len(changes) != 4 {
			t.Errorf("%s: %d changes, want 4", c.name, len(changes))
		}
		for _, x := range changes {
			lines := strings.Split(string(x.new), "\n")
			if x.file != catalog {
				continue
			}
			i := slices.Index(lines, "\t\t&"+c.name+".Puzzle,")
			if i < 0 || c.before != "" && lines[i-1] != c.before || c.after != "" && lines[i+1] != c.after {
				t.Errorf("%s is in line %d of\n%s", c.name, i+1, x.new)
			}
			if got := len(lines) - strings.Count(string(x.old), "\n") - 1; got != 2 {
				t.Errorf("%s adds %d lines to the catalogue, want 2", c.name, got)
			}
		}
	}
}

// TestApplyAllOrNothing checks that apply leaves no file behind after an error. It tries a full
// disk, a missing folder, and a folder for the new files that is not empty.
func TestApplyAllOrNothing(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("list", "old")
	write("taken/file", "mine")
	if err := os.Symlink("/dev/full", "full"); err != nil {
		t.Fatal(err)
	}
	made := change{"new/x.go", nil, []byte("x")}
	listed := change{"list", []byte("old"), []byte("changed")}
	for _, c := range []struct {
		folder  string
		changes []change
	}{
		{"new", []change{made, listed, {"full", []byte{}, []byte("changed")}}},
		{"new", []change{made, listed, {"missing/list", []byte("old"), []byte("changed")}}},
		{"taken", []change{{"taken/x.go", nil, []byte("x")}, listed}},
	} {
		if err := apply(c.folder, c.changes); err == nil {
			t.Errorf("%v: no error", c.changes)
		}
		var names []string
		err := filepath.WalkDir(".", func(name string, _ os.DirEntry, err error) error {
			names = append(names, name)
			return err
		})
		text, err2 := os.ReadFile("list")
		if want := []string{".", "full", "list", "taken", "taken/file"}; err != nil || err2 != nil || !slices.Equal(names, want) || string(text) != "old" {
			t.Errorf("%v: left %v, %q, %v, %v", c.changes, names, text, err, err2)
		}
	}
	if err := apply("new", []change{made, listed}); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile("list")
	if _, err2 := os.Stat("new/x.go"); err != nil || err2 != nil || string(text) != "changed" {
		t.Errorf("%q, %v, %v", text, err, err2)
	}
}
