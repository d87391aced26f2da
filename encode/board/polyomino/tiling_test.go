package polyomino

import (
	"slices"
	"testing"

	"counterproof/native/cover"
)

// TestBest checks that a tiling, without building its exact cover, puts the engines into the order
// of cover.Methods. It tries dominoes, trominoes, different pieces, and pieces that cannot have the
// area of the board, on boards of up to 9x9 cells.
func TestBest(t *testing.T) {
	of := func(drawn string, lo, hi int) Piece {
		p := MustPiece(drawn, 0)
		p.Lo, p.Hi = lo, hi
		return p
	}
	first := map[string]int{}
	for h := 1; h <= 9; h++ {
		for w := 1; w <= 9; w++ {
			board := NewBoard(h, w, func(r, c int) bool { return r+c > 0 || h*w%2 == 0 })
			if len(board.Cells) == 0 {
				continue
			}
			for _, pieces := range [][]Piece{
				{of("xx", len(board.Cells)/2, len(board.Cells)/2)},
				{of("xxx", 0, len(board.Cells)), of("xx/x.", 0, 3)},
				{of("xx/xx", 1, 1), of("xxxxx", 0, 1), of("x/x/xx", 1, 1), of("x", 0, 40)},
				{of("xx", 0, 0), of("xx/x.", 0, 30)},
			} {
				tiling, err := NewTiling(board, pieces)
				if err != nil {
					t.Fatal(err)
				}
				p, _ := tiling.cover(nil, nil)
				var want, got []string
				for _, m := range cover.Methods(p) {
					want = append(want, m.Name)
				}
				for _, r := range tiling.Reduce() {
					got = append(got, r.Method)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%v with %d kinds of pieces: %v, want %v", board, len(pieces), got, want)
				}
				first[want[0]]++
			}
		}
	}
	if first["memo"] < 20 || first["bitset"] < 20 {
		t.Errorf("the engines that come first: %v, want 20 of each and more", first)
	}
}

// TestReduceIsLazy checks that Reduce builds no exact cover before one of its methods is used.
func TestReduceIsLazy(t *testing.T) {
	board := NewBoard(30, 30, func(r, c int) bool { return true })
	pieces := []Piece{MustPiece("x/xxx", 0), MustPiece("xx/xx", 0)}
	pieces[0].Hi, pieces[1].Hi = 100, 125
	var last *Tiling
	allocated := testing.AllocsPerRun(1, func() {
		var err error
		if last, err = NewTiling(board, pieces); err != nil {
			t.Fatal(err)
		}
		last.Reduce()
	})
	if p, _ := last.cover(nil, nil); allocated > float64(len(p.Options))/5 {
		t.Errorf("%v allocations for the names of the methods, and there are %d options", allocated, len(p.Options))
	}
}
