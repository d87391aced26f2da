package answer

import (
	"context"
	"errors"
	"testing"

	"counterproof/encode"
	"counterproof/native"
)

// TestFindKey checks the numbers of solutions that FindKey finds against published counts.
// A-Puzzle-A-Day has 7 solutions on 6 October and 216 on 25 January. A 5x5 board of Lights Out has
// either 4 solutions or none. The 6x10 rectangle has 2,339 tilings up to symmetry.
func TestFindKey(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		found         int
		open          bool
		text          string
	}{
		{"calendar", "10-06", 7, false, "one of 7 solutions"},
		{"calendar", "01-25", 216, false, "one of 216 solutions"},
		{"lightsout", "#####/#####/#####/#####/#####", 4, false, "one of 4 solutions"},
		{"lightsout", "#..../...../...../...../.....", 0, false, "no solution"},
		{"pentomino", "6x10", 1000, true, "one of more than 1,000 solutions"},
		{"nonogram", "2x2:1/1/1/1", 2, false, "one of 2 solutions"},
		{"nonogram", "2x2:2/2/1/1", 0, false, "no solution"},
		{"pushpull", "011110110", 1, false, ""},
	} {
		_, in := board(t, c.puzzle, c.board)
		k, err := FindKey(t.Context(), in)
		if err != nil {
			t.Errorf("%s %s: %v", c.puzzle, c.board, err)
			continue
		}
		if k.Found != c.found || k.Open != c.open || k.String() != c.text || (k.Solution != nil) != (c.found > 0) {
			t.Errorf("%s %s: %d solutions, open %t, %q, want %d, %t, %q", c.puzzle, c.board, k.Found, k.Open, k, c.found, c.open, c.text)
		}
		if k.Solution != nil && in.Check(*k.Solution) != nil {
			t.Errorf("%s %s: the solution breaks a rule", c.puzzle, c.board)
		}
	}
	_, in := board(t, "calendar", "10-06")
	if _, err := FindKey(ended(t), in); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestFindKeyLimit checks that after too many steps FindKey returns the solutions found so far and
// says that there may be more.
func TestFindKeyLimit(t *testing.T) {
	defer func(limit native.Limit) { keyLimit = limit }(keyLimit)
	keyLimit = native.Limit{Nodes: 1}
	_, in := board(t, "pentomino", "6x10")
	k, err := FindKey(t.Context(), in)
	if err != nil || k.Found != 0 || !k.Open || k.String() == "" || k.String() == (&Key{}).String() {
		t.Errorf("%+v, %v, want an open key without a solution", k, err)
	}
	if some := (&Key{Found: 3, Open: true, Solution: new(encode.Solution)}).String(); some == (&Key{Found: 3}).String() || some == k.String() {
		t.Errorf("3 or more solutions are %q", some)
	}
}
