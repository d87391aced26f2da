package catalog

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

// TestParts checks what remains of random boards when parts are removed. The rest must be a
// different board in canonical notation, and the original board must not change. If the board has a
// solution, the rest must also have a solution, except for the kinds of parts listed in unsure.
func TestParts(t *testing.T) {
	unsure := map[string]bool{
		"lightsout rows": true, "lightsout columns": true, "lightsout lights": true,
		"laplace values": true, // every solution may use the removed values
		// Cells with letters of removed columns become blank, and there may be no way to fill them.
		"pairplace columns": true,
		"pushpull blocks":   true, "pushpull rows": true, "pushpull columns": true,
		"exactcover items": true, "exactcover options": true,
		"battleships rows": true, "battleships columns": true, "battleships ships": true,
	}
	seen := map[string]bool{}
	for _, p := range All() {
		for i := range 60 {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			in, err := p.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			text := in.String()
			solvable := found(t, in)
			for _, kind := range clues.PartsOf(in) {
				var gone []int
				for k := range kind.N {
					if rng.IntN(3) == 0 {
						gone = append(gone, k)
					}
				}
				if len(gone) == 0 {
					continue
				}
				left := kind.Without(gone...)
				if left == nil {
					continue
				}
				name := p.Name + " " + kind.Kind
				seen[name] = true
				again, err := p.Parse(left.String())
				if err != nil || again.String() != left.String() {
					t.Errorf("%s without %s %v: %q, %v", text, name, gone, left, err)
					continue
				}
				if left.String() == text {
					t.Errorf("%s without %s %v is as it was", text, name, gone)
				}
				if solvable && !unsure[name] && !found(t, left) {
					t.Errorf("%s without %s %v: %v has no solution", text, name, gone, left)
				}
			}
			if in.String() != text {
				t.Errorf("%s has become %v", text, in)
			}
		}
	}
	t.Log(seen)
	for _, name := range []string{
		"nonogram rows", "nonogram columns", "nonogram clues", "sudoku clues", "packing pieces", "pentomino pieces",
		"pairplace rows", "pairplace columns", "pairplace clues", "map regions", "map borders", "map clues",
		"sherlock columns", "sherlock categories", "sherlock clues", "lightsout rows", "lightsout columns", "lightsout lights",
		"minesweeper rows", "minesweeper columns", "minesweeper numbers", "minesweeper total",
		"battleships rows", "battleships columns", "battleships ships", "battleships clues", "submarines rows", "submarines columns",
		"laplace rows", "laplace columns", "laplace values", "exactcover chosen", "exactcover items", "exactcover options",
		"pushpull blocks", "pushpull rows", "pushpull columns", "gf2 rows", "gf2 columns",
	} {
		if !seen[name] {
			t.Errorf("no board was shrunk by %s", name)
		}
	}
}

// found reports whether a board has a solution.
func found(t *testing.T, in encode.Instance) bool {
	t.Helper()
	some := false
	if err := in.Reduce()[0].Search(t.Context(), new(native.Stats), func(encode.Solution) bool {
		some = true
		return false
	}); err != nil {
		t.Fatal(err)
	}
	return some
}
