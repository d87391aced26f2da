package wording

import "testing"

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
			t.Errorf("Name(%q) = %q, want %q", typed, got, want)
		}
	}
}
