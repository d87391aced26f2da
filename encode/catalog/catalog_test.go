package catalog

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
)

func TestAllIsSorted(t *testing.T) {
	all := All()
	if !slices.IsSortedFunc(all, func(a, b *encode.Puzzle) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the list is not sorted by name")
	}
	for _, p := range all {
		if Find(p.Name) != p {
			t.Errorf("Find(%q) is another puzzle: two of one name", p.Name)
		}
	}
	if p := Find("nothing"); p != nil {
		t.Errorf("Find(nothing) = %s", p.Name)
	}
}

// TestSymmetricPuzzles checks that exactly the listed puzzles know their symmetries. The package of
// each listed puzzle has a test TestSymmetry, which finds the orbits itself and compares the counts
// with them. A puzzle that joins the list needs such a test.
func TestSymmetricPuzzles(t *testing.T) {
	var symmetric []string
	for _, p := range All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := encode.Canonical(in); err == nil {
			symmetric = append(symmetric, p.Name)
		} else if !errors.Is(err, encode.ErrSymmetries) {
			t.Errorf("%s: error %v", p.Name, err)
		}
	}
	tested := []string{"calendar", "map", "packing", "pentomino", "pushpull"}
	if !slices.Equal(symmetric, tested) {
		t.Errorf("%v know their symmetries, %v have a TestSymmetry", symmetric, tested)
	}
}
