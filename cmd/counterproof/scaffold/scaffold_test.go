package scaffold

import (
	"maps"
	"os"
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
		old, err := os.ReadFile(catalog)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range changes {
			lines := strings.Split(string(x.Data), "\n")
			if x.Name != catalog {
				continue
			}
			i := slices.Index(lines, "\t\t&"+c.name+".Puzzle,")
			if i < 0 || c.before != "" && lines[i-1] != c.before || c.after != "" && lines[i+1] != c.after {
				t.Errorf("%s is in line %d of\n%s", c.name, i+1, x.Data)
			}
			if got := len(lines) - strings.Count(string(old), "\n") - 1; got != 2 {
				t.Errorf("%s adds %d lines to the catalogue, want 2", c.name, got)
			}
		}
	}
}
