package data

import (
	"slices"
	"testing"
)

// Lines of equally few instances are one warning.
func TestFew(t *testing.T) {
	var w Warnings
	for i, name := range []string{"a", "b", "c", "d"} {
		w.FewInstances(name, []int{2, 5, 2, 1}[i])
	}
	want := Warnings{{FewInstances, 2, "only 2 instances of a; c"}, {FewInstances, 1, "only 1 instance of d"}}
	if !slices.Equal(w, want) {
		t.Errorf("got %v, want %v", w, want)
	}
}
