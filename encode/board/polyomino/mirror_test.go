//go:build !js

package polyomino

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/bench/system/usage"
	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/native"
)

// listed returns the solutions of a method in ascending order, and the nodes of the search.
func listed(t testing.TB, tiling *Tiling, name string, anyOrder bool) ([]encode.Solution, int64) {
	t.Helper()
	all := tiling.Reduce()
	i := slices.IndexFunc(all, func(r encode.Reduction) bool { return r.Method == name })
	var solutions []encode.Solution
	st := &native.Stats{AnyOrder: anyOrder}
	err := all[i].Search(context.Background(), st, func(s encode.Solution) bool {
		solutions = append(solutions, s)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(solutions)
	return solutions, st.Nodes
}

// symmetricBoard returns a random board. Half of the boards have the symmetries of their rectangle.
func symmetricBoard(rng *rand.Rand) *Board {
	h, w, symmetric := 3+rng.IntN(3), 3+rng.IntN(3), rng.IntN(2) > 0
	closed := map[Cell]bool{}
	for range rng.IntN(3) {
		r, c := rng.IntN(h), rng.IntN(w)
		closed[Cell{r, c}] = true
		if symmetric {
			closed[Cell{h - 1 - r, c}], closed[Cell{r, w - 1 - c}], closed[Cell{h - 1 - r, w - 1 - c}] = true, true, true
		}
	}
	return NewBoard(h, w, func(r, c int) bool { return !closed[Cell{r, c}] })
}

// TestMirror lists the solutions of random boards by bitset in any order and by dancing links, and compares
// them. Among the pieces are some that must not be turned or reflected, equal pieces, and a piece that
// covers one of a few given cells.
func TestMirror(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	shapes := []string{"xx/x", "xxx/x", "xxx/x.x", "xx", "xxx", ".x/xxx/.x", "xx/xx", ".xx/xx", "x", "xxx/.x"}
	mirrored, several := 0, 0
	part, whole := int64(0), int64(0) // nodes with and without symmetries
	for range 600 {
		board := symmetricBoard(rng)
		var pieces []Piece
		for area := len(board.Cells); area > 0; {
			p := MustPiece(shapes[rng.IntN(len(shapes))], 0)
			if len(p.Drawn) > area {
				continue
			}
			area -= len(p.Drawn)
			p.Motion = []Motion{Flip, Flip, Turn, Fixed}[rng.IntN(4)]
			if len(p.Drawn) == 1 && rng.IntN(2) > 0 {
				p.On = []Cell{{0, 0}, {0, board.W - 1}, {board.H - 1, 0}, {board.H - 1, board.W - 1}}
			}
			pieces = append(pieces, p)
		}
		tiling, err := NewTiling(board, pieces)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := listed(t, tiling, "dlx", true)
		got, nodes := listed(t, tiling, "bitset", true)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %d solutions, want %d", pieces, len(got), len(want))
		}
		if tiling.mirrored() != nil {
			_, all := listed(t, tiling, "bitset", false)
			part, whole = part+nodes, whole+all
			mirrored++
			several += min(len(want), 1)
		}
	}
	if mirrored < 200 || several < 50 || 2*part > whole {
		t.Errorf("%d boards with symmetries, %d with solutions, %d nodes, %d without symmetries", mirrored, several, part, whole)
	}
}

// TestMirrorStops checks that the search stops as soon as the caller has enough solutions, also between
// the images of one solution.
func TestMirrorStops(t *testing.T) {
	tiling := pentominoes(t, 3, 20)
	for most := 1; most < 9; most++ {
		n := 0
		if err := tiling.mirrored()(context.Background(), new(native.Stats), func(encode.Solution) bool { n++; return n < most }); err != nil || n != min(most, 8) {
			t.Errorf("%d solutions, want %d; %v", n, most, err)
		}
	}
}

func pentominoes(t testing.TB, h, w int) *Tiling {
	var pieces []Piece
	for i, text := range []string{".xx/xx/.x", "xxxxx", "x/x/x/xx", ".x/.x/xx/x", "xx/xx/x", "xxx/.x/.x", "x.x/xxx", "..x/..x/xxx", "..x/.xx/xx", ".x/xxx/.x", ".x/xx/.x/.x", "xx/.x/.xx"} {
		pieces = append(pieces, MustPiece(text, byte('A'+i)))
	}
	tiling, err := NewTiling(NewBoard(h, w, func(r, c int) bool { return true }), pieces)
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// BenchmarkMirror lists the packings of four boards with the twelve pentominoes, with and without the
// symmetries of the board. It reports how many times as much CPU time the search takes without them.
func BenchmarkMirror(b *testing.B) {
	for _, c := range []struct {
		h, w, want int
		floor      float64
	}{{6, 10, 9356, 3}, {5, 12, 4040, 3}, {4, 15, 1472, 2}, {3, 20, 8, 0.5}} {
		b.Run(fmt.Sprintf("%dx%d", c.h, c.w), func(b *testing.B) {
			tiling := pentominoes(b, c.h, c.w)
			var cpu [2]time.Duration
			for b.Loop() {
				for i := range cpu {
					before, _ := usage.CPU()
					if got, _ := listed(b, tiling, "bitset", i == 0); len(got) != c.want {
						b.Fatal(len(got))
					}
					after, _ := usage.CPU()
					cpu[i] += after - before
				}
			}
			ratio.Report(b, c.floor, "plain", float64(cpu[1])/float64(cpu[0]))
		})
	}
}
