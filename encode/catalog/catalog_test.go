package catalog

import (
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

func TestNearest(t *testing.T) {
	names := []string{"calendar", "exactcover", "packing", "pentomino", "map"}
	for typed, want := range map[string]string{
		"calender":    "calendar",
		"Calendar":    "calendar",
		"cal":         "calendar",
		"pentominoes": "pentomino",
		"exact-cover": "exactcover",
		"pakcing":     "packing",
		"mpa":         "map",
		"chess":       "",
		"x":           "",
		"":            "",
	} {
		if got := Nearest(typed, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}
