package polyomino

import (
	"context"
	"iter"
	"slices"

	"counterproof/encode"
	"counterproof/native"
)

// Smaller yields what is left of the tiling without one piece and the cells
// that it covers in some solution, so that what is left has a solution too: one
// board for each piece. A tiling without a solution yields nothing.
func (t *Tiling) Smaller() iter.Seq2[*Board, []Piece] {
	return func(yield func(*Board, []Piece) bool) {
		var s encode.Solution
		err := t.Reduce()[0].Search(context.Background(), &native.Stats{}, func(found encode.Solution) bool {
			s = found
			return false
		})
		if err != nil || s == "" {
			return
		}
		number := 0
		for i := range t.Pieces {
			for range t.Pieces[i].Hi {
				v := byte(number)
				number++
				board := NewBoard(t.H, t.W, func(r, c int) bool {
					at := t.At(r, c)
					return at >= 0 && s[at] != v
				})
				if len(board.Cells) == 0 || len(board.Cells) == len(t.Cells) {
					continue
				}
				pieces := slices.Clone(t.Pieces)
				pieces[i].Hi--
				pieces[i].Lo = max(0, pieces[i].Lo-1)
				if pieces[i].Hi == 0 {
					pieces = slices.Delete(pieces, i, i+1)
				}
				if !yield(board, pieces) {
					return
				}
			}
		}
	}
}
