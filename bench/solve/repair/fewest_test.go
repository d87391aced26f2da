package repair_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/repair"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
)

// TestFewestOfGrids finds the fewest clues of all 288 solved 4x4 sudokus. A 4x4 sudoku needs four clues.
// For some of the grids, the test compares every set of three clues with the other grids.
func TestFewestOfGrids(t *testing.T) {
	p := catalog.Find("sudoku")
	empty, err := p.Parse(strings.Repeat(".", 16))
	if err != nil {
		t.Fatal(err)
	}
	grids := solutions(t, p, empty, "native", 1000)
	if len(grids) != 288 {
		t.Fatalf("%d grids, want 288", len(grids))
	}
	byClues := map[int]int{}
	for i, s := range grids {
		in := empty.(clues.HasValueClues).WithValues(s, encode.Left(16, nil))
		found, err := repair.FindFewest(t.Context(), p, in, method.MustParse("native"), repair.Options{}, nil)
		if err != nil || !found.Minimal() {
			t.Fatalf("%v: %+v, %v", in, found, err)
		}
		byClues[found.Clues]++
		if left := solutions(t, p, found.Board, "sat", 2); len(left) != 1 || left[0] != s || found.Board.(clues.HasClues).Clues() != found.Clues {
			t.Errorf("%v: %v with %d clues leaves %d solutions", in, found.Board, found.Clues, len(left))
		}
		if i%24 == 0 && targetNeedsFewer(grids, s, found.Clues-1) {
			t.Errorf("%v: fewer than %d clues leave one solution", in, found.Clues)
		}
	}
	if byClues[4] != 288 {
		t.Errorf("grids by fewest clues: %v, want 4 for all", byClues)
	}
}

// TestFewest compares FindFewest with a search of all sets with one clue less, on random small boards
// of every puzzle that has clues for values.
func TestFewest(t *testing.T) {
	tried := map[string]int{}
	for _, name := range []string{"sudoku", "map", "pairplace", "battleships", "sherlock"} {
		p := catalog.Find(name)
		for seed := uint64(0); tried[name] < 6; seed++ {
			in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(34, seed)), encode.Size{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			all := solutions(t, p, in, "sat", 2)
			if len(all) != 1 || len(in.Sites()) > 40 {
				continue
			}
			found, err := repair.FindFewest(t.Context(), p, in, method.MustParse("native"), repair.Options{}, nil)
			if err != nil || !found.Minimal() {
				t.Fatalf("%s %v: %+v, %v", name, in, found, err)
			}
			tried[name]++
			if left := solutions(t, p, found.Board, "sat", 2); len(left) != 1 || left[0] != all[0] || found.Target != all[0] {
				t.Errorf("%s %v: %v leaves %d solutions", name, in, found.Board, len(left))
			}
			if found.Clues == 0 || found.Clues > 4 {
				continue
			}
			full := in.(clues.HasValueClues).WithValues(all[0], encode.Left(len(all[0]), nil)).(clues.HasClues)
			if fewer := fewerClues(full, valued(name, full), found.Clues-1); fewer != nil {
				t.Errorf("%s %v: %d clues, but %v has fewer", name, in, found.Clues, fewer)
			}
		}
	}
}

// valued returns the groups of clues that give the values of sites on a board where all are given.
func valued(name string, full clues.HasClues) (groups []int) {
	switch name {
	case "battleships": // the sums come after the hints
		return encode.Left(len(full.Sites()), nil)
	case "sherlock":
		return encode.Where(strings.Split(full.String(), ";")[1:], func(c string) bool { return strings.HasPrefix(c, "at ") })
	}
	return encode.Left(full.Clues(), nil)
}

// fewerClues returns a board with k of the clues and one solution, or nil if there is none.
func fewerClues(full clues.HasClues, groups []int, k int) encode.Instance {
	var try func(kept []int, from int) encode.Instance
	try = func(kept []int, from int) encode.Instance {
		if len(kept) == k {
			in := full.Without(encode.Keep(groups, encode.Left(len(groups), kept))...)
			if encode.OneSolution(in) {
				return in
			}
			return nil
		}
		for i := from; i < len(groups); i++ {
			if in := try(append(kept[:len(kept):len(kept)], i), i+1); in != nil {
				return in
			}
		}
		return nil
	}
	return try(nil, 0)
}

func TestFewestRefuses(t *testing.T) {
	for _, c := range []struct {
		puzzle, board string
		want          error
	}{
		{"lightsout", "#../.../...", repair.ErrNoValueClues},
		{"minesweeper", "1?", repair.ErrNoValueClues},
		{"sudoku", "................", repair.ErrSeveral},
		{"sudoku", "11..............", repair.ErrNoSolution},
	} {
		p := catalog.Find(c.puzzle)
		in, err := p.Parse(c.board)
		if err == nil {
			_, err = repair.FindFewest(t.Context(), p, in, method.MustParse("native"), repair.Options{}, nil)
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s %s: %v, want %v", c.puzzle, c.board, err, c.want)
		}
	}
	// Without time for a search there is no answer. A board of G. Royle's list has the fewest clues of any
	// sudoku, 17, so the result is the board itself, and a bound above 17 would be wrong.
	p := catalog.Find("sudoku")
	in, err := p.Parse(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := repair.FindFewest(over, p, in, method.MustParse("native"), repair.Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	found, err := repair.FindFewest(t.Context(), p, in, method.MustParse("native"), repair.Options{Proof: 1}, nil)
	if err != nil || found.Clues != 17 || found.Board.String() != in.String() || found.AtLeast < 8 || found.AtLeast > 16 || found.Minimal() {
		t.Errorf("the board with 17 clues: %+v, %v", found, err)
	}
}
