package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"testing"
)

// TestFirst asks for the first mistake on a sudoku of 4x4 cells, and on a board of minesweeper whose
// mines are hidden.
func TestFirst(t *testing.T) {
	sudoku := about("sudoku", "1234341221434...")
	entries := func(at ...int) []int {
		all := make([]int, 16)
		for i := range all {
			all[i] = -1
		}
		for i := 0; i < len(at); i += 2 {
			all[at[i]] = at[i+1]
		}
		return all
	}
	for name, x := range map[string]struct {
		entries, order []int
		want           int
	}{
		"nothing is entered":        {entries(), []int{}, -1},
		"the entries are right":     {entries(13, 2, 14, 1), []int{13, 14}, -1},
		"the second entry is wrong": {entries(13, 2, 14, 3, 15, 0), []int{13, 14, 15}, 14},
		"a later one is wrong too":  {entries(13, 1, 14, 3), []int{14, 13}, 14},
		"the other order":           {entries(13, 1, 14, 3), []int{13, 14}, 13},
	} {
		if got := ask[First](t, "first", and(sudoku, object{"entries": x.entries, "order": x.order})); got.Site != x.want {
			t.Errorf("%s: site %d, want %d", name, got.Site, x.want)
		}
	}
	refused(t, "first", and(sudoku, object{"entries": entries(), "order": []int{16}}))
	refused(t, "first", and(sudoku, object{"entries": []int{1}, "order": []int{}}))
}

// TestPatience checks that the answers to the questions "correct", "first" and "hint" say when a
// search took too long. If the context of the whole question ends, Ask must still return an error.
func TestPatience(t *testing.T) {
	hurried := &Desk{Puzzles: desk.Puzzles, Patience: 1} // a nanosecond
	const board = "..1.4......3.2.."
	body, err := json.Marshal(and(about("sudoku", board), object{"entries": filled(t, "sudoku", board, map[int]int{0: 2})}))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"correct", "first", "hint"} {
		var got struct {
			Correct, Limited bool
			Site             int
		}
		take := func(o any) error {
			text, err := json.Marshal(o)
			return cmp.Or(err, json.Unmarshal(text, &got))
		}
		if err := hurried.Ask(t.Context(), name, body, take); err != nil || !got.Limited || got.Correct || name == "first" && got.Site != -1 {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
		over, cancel := context.WithTimeout(t.Context(), 1)
		defer cancel()
		if err := desk.Ask(over, name, body, take); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: the question has ended, but got %v", name, err)
		}
	}
}
