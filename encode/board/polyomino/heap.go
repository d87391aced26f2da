package polyomino

import "math/rand/v2"

// Heap places the pieces one after the other at random in an h x w grid, so that each piece touches
// the earlier ones. It returns the board that consists of the covered cells, cropped to its
// bounding box. It returns nil if a piece has no such position.
func Heap(rng *rand.Rand, h, w int, pieces []Piece) *Board {
	covered := make([]bool, h*w)
	in := func(r, c int) bool { return r >= 0 && r < h && c >= 0 && c < w }
	for n := range pieces {
		var places [][]Cell
		for _, shape := range pieces[n].Orientations() {
			for r := range h {
				for c := range w {
					fits, touches := true, n == 0
					for _, x := range shape {
						y, z := r+x.R, c+x.C
						if !in(y, z) || covered[y*w+z] {
							fits = false
							break
						}
						for _, d := range [4]Cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
							if in(y+d.R, z+d.C) && covered[(y+d.R)*w+z+d.C] {
								touches = true
							}
						}
					}
					if fits && touches {
						place := make([]Cell, len(shape))
						for i, x := range shape {
							place[i] = Cell{r + x.R, c + x.C}
						}
						places = append(places, place)
					}
				}
			}
		}
		if len(places) == 0 {
			return nil
		}
		for _, x := range places[rng.IntN(len(places))] {
			covered[x.R*w+x.C] = true
		}
	}
	var all []Cell
	for i, on := range covered {
		if on {
			all = append(all, Cell{i / w, i % w})
		}
	}
	all = normal(all)
	bottom, right := 0, 0
	on := map[Cell]bool{}
	for _, x := range all {
		bottom, right = max(bottom, x.R), max(right, x.C)
		on[x] = true
	}
	return NewBoard(bottom+1, right+1, func(r, c int) bool { return on[Cell{r, c}] })
}
