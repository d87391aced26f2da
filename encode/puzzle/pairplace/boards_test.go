package pairplace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzletest"
)

// TestGenerate checks that each generated table has the requested size and exactly one solution.
// Without any one of its clues, it must have several solutions. The same seed must give the same
// table.
func TestGenerate(t *testing.T) {
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 1, W: 2}, {H: 1, W: 5}, {H: 2, W: 6}, {H: 3, W: 7}, {H: 7, W: 7}, Puzzle.Size, {H: 7, W: 8}, {H: 9, W: 10}} {
		seen := map[string]bool{}
		for seed := range uint64(4) {
			make := func() *Table {
				in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), size, encode.OneSolution)
				if err != nil {
					t.Fatal(err)
				}
				return in.(*Table)
			}
			in := make()
			seen[in.String()] = true
			if in.h != size.H || in.n != size.W {
				t.Errorf("%v: %v", size, in)
			}
			if again := make(); again.String() != in.String() {
				t.Errorf("%v: %v, then %v", size, in, again)
			}
			if got := solutions(t, in, "sat", 2); len(got) != 1 {
				t.Errorf("%v has the solutions %v", in, got)
			}
			for i := range in.Clues() {
				if got := solutions(t, in.Without(i).(*Table), "sat", 2); len(got) != 2 {
					t.Errorf("%v has one solution without clue %d too", in, i)
				}
			}
		}
		if size.W > 5 && len(seen) != 4 {
			t.Errorf("%v: the same puzzle for some seeds: %v", size, seen)
		}
	}
	for _, size := range []encode.Size{{H: 0, W: 4}, {H: 4, W: 4}, {H: 6, W: 5}, {H: 2, W: 1}, {H: 1, W: 17}, {H: -1, W: 3}, {H: 1, W: 0}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, encode.OneSolution)
		if bad := new(*encode.SizeError); !errors.As(err, bad) {
			t.Errorf("%v: %v, %v", size, in, err)
		}
	}
	none := func(encode.Instance) bool { return false }
	for _, size := range []encode.Size{{}, {H: 2, W: 4}} {
		if in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, none); err == nil {
			t.Errorf("%v, and nothing was wanted", in)
		}
	}
}

// TestSmallBoards checks that tables for a cross-check have at most 6 columns and 720
// solutions. Tables of every width, full tables, and tables with no, one and several
// solutions must all occur often.
func TestSmallBoards(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(300) {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 1)), encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Table)
		n := len(solutions(t, b, "native", 1000))
		if n > 720 || b.n > 6 {
			t.Errorf("%v has %d solutions", b, n)
		}
		kinds[[]string{"none", "one", "several"}[min(n, 2)]]++
		kinds[fmt.Sprint("columns ", b.n)]++
		if b.n == 1 || b.h == most(b.n) {
			kinds["full"]++
		}
	}
	for _, kind := range []string{"none", "one", "several", "full", "columns 1", "columns 2", "columns 3", "columns 4", "columns 5", "columns 6"} {
		if kinds[kind] < 20 {
			t.Errorf("%d boards of 300 of the kind %s: %v", kinds[kind], kind, kinds)
		}
	}
}

// TestFill checks that fill makes tables that obey the rules, and that it makes every
// full table of four columns.
func TestFill(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for n := 1; n <= 26; n++ {
		h := most(n)
		if n%3 == 0 {
			h = 1 + rng.IntN(h)
		}
		in := fill(rng, h, n)
		s := make([]byte, len(in.given))
		for i, x := range in.given {
			s[i] = byte(x)
		}
		if err := empty(t, h, n).Check(encode.Solution(s)); err != nil {
			t.Errorf("%v: %v", in, err)
		}
	}
	// Each of the 6 full tables on four columns occurs.
	seen := map[string]bool{}
	for range 200 {
		seen[fill(rng, 3, 4).String()] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d full tables on four columns, want 6", len(seen))
	}
}

// TestClues checks which tables remain when one clue is removed. The two letters of a
// pair must be removed together.
func TestClues(t *testing.T) {
	for text, want := range map[string][]string{
		"BA.ED./D..AFE": {"...ED./D..AFE", "BA..../D..AFE", "BA.ED./....FE", "BA.ED./D..A.."},
		"B...":          {"...."},
		"BC..":          {".C..", "B..."}, // contradictory
		"free:BB..":     {"free:.B..", "free:B..."},
		"BACD/.B.D":     {"..CD/.B.D"}, // with an even number of columns, an own letter is not a clue
		"A.C/.CB":       {"..C/.CB", "A../.CB", "A.C/..."},
		"...":           nil,
	} {
		in := mustParse(t, text)
		var got []string
		for i := range in.Clues() {
			got = append(got, in.Without(i).(*Table).String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: without each clue %q, want %q", text, got, want)
		}
		all := make([]int, in.Clues())
		for i := range all {
			all[len(all)-1-i] = i
		}
		if got := in.Without(all...); got.Clues() != 0 || in.String() != text {
			t.Errorf("%s: without all clues %s", in, got)
		}
	}
}

// TestShrunk checks which tables remain when a row, a column or a clue is removed. The remaining
// tables must be valid and keep as many clues as possible.
func TestShrunk(t *testing.T) {
	for text, want := range map[string][]string{
		"BADC/D..A":   {"D..A", "BADC", ".CB/...", ".CB/C.A", "BA./C.A", "BA./...", "..DC/D..A", "BA../D..A", "BADC/...."},
		"A.C/.CB/...": {".CB/...", "A.C/...", "A.C/.CB", ".B", "AB", "A.", "..C/.CB/...", "A../.CB/...", "A.C/.../..."},
		".":           nil,
		"B.":          {".", ".", ".."},
	} {
		var got []string
		for in := range puzzletest.Shrunk(mustParse(t, text)) {
			got = append(got, in.String())
			if _, err := parse(in.String()); err != nil {
				t.Errorf("%s: %s: %v", text, in, err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		for range puzzletest.Shrunk(mustParse(t, text)) {
			break // the iterator must stop here
		}
	}
}

// TestNoSingleSolution checks that encode.Unique takes little time for a table in which
// two rows have no clue. If the search went through the cells in order, as the method
// memo does, this table would take more than 20 s.
func TestNoSingleSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(0, 0))
	full := fill(rng, 11, 12)
	in := clues.Dig(context.Background(), rng, full, func(in encode.Instance) bool {
		one, err := encode.Unique(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}).(*Table)
	if in.clueless() > 1 {
		t.Errorf("%v", in)
	}
}

// TestSize checks that a table without blanks has as many clues as FullClues says.
func TestSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 9; n++ {
		for h := 1; h <= most(n); h++ {
			full := fill(rng, h, n)
			if got, want := full.Clues(), full.FullClues(); got != want {
				t.Errorf("%dx%d: %d clues, FullClues says %d", h, n, got, want)
			}
			if z := full.Size(); z.H != h || z.W != n {
				t.Errorf("%dx%d: size %v", h, n, z)
			}
		}
	}
}
