package polyomino

import (
	"slices"

	"counterproof/encode"
)

// A class is a set of equal pieces, which are pieces with the same orientations.
type class struct {
	shapes [][]Cell // the orientations, sorted
	on     []Cell   // as Piece.On
	lo, hi int
	values []int // the numbers of the copies, ascending
}

// empty reports whether the pieces stand for cells of which any number may stay empty.
func (c class) empty() bool { return c.on != nil && c.lo == 0 && c.hi >= len(c.on) }

type placement struct {
	class int
	cells []int32 // indices of Board.Cells, ascending
}

// A plan lists the classes and placements of a tiling. Encode and Reduce each make a plan and do
// not keep it. The boards of a whole year are in memory together, and their plans would take too
// much memory.
type plan struct {
	classes    []class
	placements []placement // by class, then orientation, then place in reading order
	covering   [][]int32   // for each cell, the placements that cover it
	hopeless   bool        // the pieces cannot have the area of the board; the plan has no placements
}

func (t *Tiling) newClasses() []class {
	var classes []class
	number := 0
	for i := range t.Pieces {
		piece := &t.Pieces[i]
		shapes := piece.Orientations()
		slices.SortStableFunc(shapes, compareShapes)
		k := slices.IndexFunc(classes, func(c class) bool {
			return slices.EqualFunc(c.shapes, shapes, slices.Equal) && slices.Equal(c.on, piece.On)
		})
		if k < 0 {
			k = len(classes)
			classes = append(classes, class{shapes: shapes, on: piece.On})
		}
		c := &classes[k]
		c.lo += piece.Lo
		c.hi += piece.Hi
		for range piece.Hi {
			c.values = append(c.values, number)
			number++
		}
	}
	return classes
}

func compareShapes(a, b []Cell) int { return slices.CompareFunc(a, b, compareCells) }

func compareCells(a, b Cell) int { return (a.R-b.R)*2*MaxCells + a.C - b.C }

func (t *Tiling) newPlan() *plan {
	p := t.emptyPlan()
	t.layAll(p)
	return p
}

func (t *Tiling) layAll(p *plan) {
	for k := range p.classes {
		t.lay(p, k, func(cells []int32) {
			p.placements = append(p.placements, placement{k, slices.Clone(cells)})
		})
	}
	for i, pl := range p.placements {
		for _, cell := range pl.cells {
			p.covering[cell] = append(p.covering[cell], int32(i))
		}
	}
}

// emptyPlan returns a plan without placements. It sets the field hopeless if no allowed choice of
// pieces has the same area as the board.
func (t *Tiling) emptyPlan() *plan {
	p := &plan{classes: t.classes(), covering: make([][]int32, len(t.Cells))}
	p.hopeless = p.areas(p.bounds).Bit(len(p.covering)) == 0
	return p
}

// lay calls yield with the cells of every placement of class k, ordered by orientation, then by
// position. It uses the same slice for every call of yield. A hopeless plan has no placements.
func (t *Tiling) lay(p *plan, k int, yield func(cells []int32)) {
	c := p.classes[k]
	if p.hopeless || c.hi == 0 {
		return
	}
	var cells []int32
	for _, shape := range c.shapes {
		box := extent(shape)
		for r := range t.H - box.R {
		place:
			for col := range t.W - box.C {
				cells = cells[:0]
				for _, x := range shape {
					at := t.At(r+x.R, col+x.C)
					if at < 0 || c.on != nil && !slices.Contains(c.on, t.Cells[at]) {
						continue place
					}
					cells = append(cells, int32(at))
				}
				yield(cells)
			}
		}
	}
}

// solution returns the solution that consists of the chosen placements. It gives a number to each
// copy of equal pieces. Models of the formula never choose too many pieces of a class. If too many
// pieces are chosen, several of these pieces get the last number. Check refuses such a solution,
// because the cells with that number do not have the shape of the piece.
func (p *plan) solution(chosen []int) encode.Solution {
	if slices.ContainsFunc(p.classes, func(c class) bool { return len(c.values) > 1 }) {
		first := func(i int) int32 { return p.placements[i].cells[0] }
		slices.SortFunc(chosen, func(a, b int) int { return int(first(a) - first(b)) })
	}
	s := make([]byte, len(p.covering))
	used := make([]int, len(p.classes))
	for _, i := range chosen {
		k := p.placements[i].class
		values := p.classes[k].values
		value := values[min(used[k], len(values)-1)]
		used[k]++
		for _, cell := range p.placements[i].cells {
			s[cell] = byte(value)
		}
	}
	return encode.Solution(s)
}
