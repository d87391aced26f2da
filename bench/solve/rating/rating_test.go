package rating_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"counterproof/bench/solve/rating"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// count counts up to two solutions by brute force.
func count(t *testing.T, in encode.Instance) (n int) {
	err := encode.BruteForce(in).Search(t.Context(), new(native.Stats), func(encode.Solution) bool {
		n++
		return n < 2
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRate compares the solutions and the unnecessary clues of small boards of each puzzle with brute
// force.
func TestRate(t *testing.T) {
	several := map[string]int{} // boards with unnecessary clues, by puzzle
	for _, p := range catalog.All() {
		if p.Generate == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(1, 37))
		for range 20 {
			in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			if len(in.Sites()) > 16 || p.Name == "pentomino" {
				continue // brute force takes too long
			}
			got, err := rating.Rate(t.Context(), p, in)
			if err != nil {
				t.Fatal(err)
			}
			n := count(t, in)
			if got.Solutions != strconv.Itoa(n) || got.Instance != in.String() || got.Nodes == nil {
				t.Errorf("%s %s: %+v, want %d solutions", p.Name, in, got, n)
			}
			board, ok := in.(clues.HasClues)
			if want := ok && n == 1; (got.Unnecessary != nil) != want || (got.Level != "") && n != 1 {
				t.Errorf("%s %s: %+v", p.Name, in, got)
			}
			if got.Unnecessary == nil {
				continue
			}
			want := 0
			for i := range board.Clues() {
				if count(t, board.Without(i)) == 1 {
					want++
				}
			}
			if *got.Unnecessary != want {
				t.Errorf("%s %s: %d unnecessary clues, want %d", p.Name, in, *got.Unnecessary, want)
			}
			several[p.Name] += want
		}
	}
	if several["sudoku"] == 0 || several["battleships"] == 0 {
		t.Errorf("unnecessary clues by puzzle: %v", several)
	}
}

// TestLevels rates boards whose levels are known. Easter Monster is a sudoku that players know as one of the
// hardest.
func TestLevels(t *testing.T) {
	for _, c := range []struct{ puzzle, text, level, technique string }{
		{"sudoku", "..1.4......3.2..", "easy", "naked single"},
		{"sudoku", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", "beyond extreme", ""},
		{"lightsout", "##", "", ""},
		{"sudoku", "................", "", ""},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rating.Rate(t.Context(), p, in)
		if err != nil || got.Level != c.level || got.Technique != c.technique || (got.Moves != nil) != (c.technique != "") {
			t.Errorf("%s %s: %+v, %v; want the level %q and the technique %q", c.puzzle, c.text, got, err, c.level, c.technique)
		}
	}
}

// TestLate checks that a passed deadline is a reason, and a canceled context an error.
func TestLate(t *testing.T) {
	in := catalog.Find("sudoku").ExampleBoard()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	got, err := rating.Rate(late, catalog.Find("sudoku"), in)
	if fields := got.Fields("-"); err != nil || got.Reason != "timeout" || fields[0] != in.String() || fields[1] != "?(timeout)" {
		t.Errorf("%+v, %v", got, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rating.Rate(over, catalog.Find("sudoku"), in); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}
