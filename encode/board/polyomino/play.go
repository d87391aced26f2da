package polyomino

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Spots implements play.HasSpots. The board is in the upper left corner of every picture.
func (t *Tiling) Spots() []play.Spot {
	return wording.Each(t.Cells, func(x Cell) play.Spot {
		return play.Square(float64(margin+x.C*unit), float64(margin+x.R*unit), unit)
	})
}

func (t *Tiling) Look(_, value int) play.Look {
	if t.empty(value) {
		return play.Look{Fill: draw.White, Text: t.ValueName(0, value)}
	}
	fill := palette[value%len(palette)]
	return play.Look{Fill: fill, Text: t.ValueName(0, value), Ink: fill.Ink()}
}

// Kinds implements play.HasPieces. Equal pieces are one kind.
func (t *Tiling) Kinds() []play.Piece {
	var kinds []play.Piece
	for _, c := range t.classes() {
		if c.hi == 0 {
			continue
		}
		p := play.Piece{Name: t.letters(c.values), Lo: c.lo, Hi: c.hi, Values: slices.Clone(c.values)}
		for _, x := range c.on {
			p.Only = append(p.Only, t.At(x.R, x.C))
		}
		for _, shape := range c.shapes {
			p.Shapes = append(p.Shapes, wording.Each(shape, func(x Cell) [2]int { return [2]int{x.R, x.C} }))
		}
		kinds = append(kinds, p)
	}
	return kinds
}

func (t *Tiling) Rest(covered []int, used []int) encode.Instance {
	gone := make([]bool, len(t.Cells))
	for _, i := range covered {
		gone[i] = true
	}
	board := t.Part(func(site int) bool { return !gone[site] })
	if len(board.Cells) == 0 {
		return nil
	}
	var pieces []Piece
	k := 0
	for _, c := range t.classes() {
		if c.hi == 0 {
			continue
		}
		hi := c.hi - used[k]
		for i := range max(0, hi) { // each copy with its letter on the whole board
			p := t.Pieces[t.pieceOf(c.values[0])]
			p.Lo, p.Hi, p.Letter = min(1, max(0, c.lo-used[k]-i)), 1, t.letter(c.values[used[k]+i])
			pieces = append(pieces, p)
		}
		if hi < 0 {
			panic("polyomino: more copies are used than there are")
		}
		k++
	}
	rest, err := NewTiling(board, pieces)
	if err != nil {
		panic("polyomino: " + err.Error()) // the board of t has more placements
	}
	rest.Label = t.Label
	return restOf{rest}
}

// A restOf is the rest of a tiling. It has no notation that can be read.
type restOf struct{ *Tiling }

func (r restOf) String() string {
	return fmt.Sprintf("the rest, %v, with %d kinds of pieces", r.Marks(), len(r.Pieces))
}

func (t *Tiling) letters(values []int) string {
	first, last := values[0], values[len(values)-1]
	if last-first == len(values)-1 && last > first {
		return t.ValueName(0, first) + "-" + t.ValueName(0, last)
	}
	all := wording.Each(values, func(v int) string { return t.ValueName(0, v) })
	return strings.Join(all, " ")
}
