package polyomino

import (
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

// Smaller returns the pieces as removable parts. Every copy of a piece is a separate part. The
// parameter made is a function that returns an instance of the remaining board and pieces, or nil.
// Smaller finds a solution and removes a piece together with the cells that it covers in the
// solution, so that the rest also has a solution. A piece that the solution does not use is removed
// without cells. If no method finds a solution quickly, only optional pieces can be removed.
func (t *Tiling) Smaller(made func(*Board, []Piece) encode.Instance) clues.Parts {
	s, _ := encode.Quick(t.Reduce())
	return clues.Parts{Kind: "pieces", N: len(slices.DeleteFunc(encode.Left(t.values, nil), t.empty)), Without: func(gone ...int) encode.Instance {
		lost := make([]bool, t.values)
		pieces := slices.Clone(t.Pieces)
		for _, number := range gone {
			lost[number] = true
			p := &pieces[t.pieceOf(number)]
			if s == "" && p.Lo == p.Hi {
				return nil
			}
			p.Hi--
			if strings.IndexByte(string(s), byte(number)) >= 0 { // used
				p.Lo--
			}
			p.Lo = max(0, min(p.Lo, p.Hi))
		}
		left := slices.DeleteFunc(pieces, func(p Piece) bool { return p.Hi == 0 })
		board := t.Part(func(site int) bool { return s == "" || !lost[s[site]] })
		if len(board.Cells) == 0 || !slices.ContainsFunc(left, func(p Piece) bool { return p.On == nil }) {
			return nil
		}
		return made(board, left)
	}}
}

// Heap places the pieces one after the other at random in an h x w grid, so that each piece touches
// the earlier ones. It returns the board that consists of the covered cells, cropped to its
// bounding box. It returns nil if a piece has no such position.
func Heap(rng *rand.Rand, h, w int, pieces []Piece) *Board {
	covered := make([]bool, h*w)
	in := func(x Cell) bool { return x.R >= 0 && x.R < h && x.C >= 0 && x.C < w }
	taken := func(x Cell) bool { return in(x) && covered[x.R*w+x.C] }
	blocked := func(x Cell) bool { return !in(x) || taken(x) }
	touches := func(x Cell) bool {
		return taken(Cell{x.R + 1, x.C}) || taken(Cell{x.R - 1, x.C}) || taken(Cell{x.R, x.C + 1}) || taken(Cell{x.R, x.C - 1})
	}
	for n := range pieces {
		var places [][]Cell
		for _, shape := range pieces[n].Orientations() {
			for at := range h * w {
				place := wording.Each(shape, func(x Cell) Cell { return Cell{at/w + x.R, at%w + x.C} })
				if !slices.ContainsFunc(place, blocked) && (n == 0 || slices.ContainsFunc(place, touches)) {
					places = append(places, place)
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
	on := encode.Where(covered, func(on bool) bool { return on })
	all := normal(wording.Each(on, func(i int) Cell { return Cell{i / w, i % w} }))
	box := extent(all)
	return NewBoard(box.R+1, box.C+1, func(r, c int) bool { return slices.Contains(all, Cell{r, c}) })
}
