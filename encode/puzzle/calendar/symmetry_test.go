package calendar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// TestSymmetry checks the count up to symmetry for random dates of both boards. The test finds the
// orbits itself and counts them. The identity is the only symmetry of every date, so the count up
// to symmetry is the count of all solutions.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 4))
	for range puzzletest.DrawnBoards(8) {
		b := dragonfjord
		if rng.IntN(3) == 0 {
			b = weekday
		}
		all := everyDay(b)
		day := all[rng.IntN(len(all))].(*Day)
		var cells [][2]int
		for r, row := range day.board.rows {
			for c, label := range row {
				if label != "#" && !slices.Contains(day.open, label) {
					cells = append(cells, [2]int{r, c})
				}
			}
		}
		var tiles []puzzletest.Tile
		for _, p := range day.board.pieces {
			tile := puzzletest.Tile{Turn: true, Flip: true, Lo: 1, Hi: 1}
			for _, x := range p.Drawn {
				tile.Cells = append(tile.Cells, [2]int{x.R, x.C})
			}
			tiles = append(tiles, tile)
		}
		symmetries := puzzletest.NewTiles(cells, tiles)
		raw := 0
		_, err := puzzletest.Orbits(&Puzzle, day.String(), func(s encode.Solution) []encode.Solution {
			raw++
			return symmetries.Images(s)
		})
		if err != nil {
			t.Error(err)
		}
		if raw == 0 || symmetries.Len() != 1 {
			t.Errorf("%s: %d tilings, %d symmetries", day, raw, symmetries.Len())
		}
	}
}
