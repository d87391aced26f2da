package polyomino

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
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
		encode.Put(s, p.placements[i].cells, byte(value))
	}
	return encode.Solution(s)
}

// widestFamily is the longest shorter side of boards that are searched together. On wider boards, the
// fixed order of the cells is slow: see cover.Methods.
const widestFamily = 8

// Family implements encode.HasFamily. Tilings with the same pieces on boards of the same size are a
// family if the pieces are all different, and each is used exactly once.
func (t *Tiling) Family() (name, method string) {
	var b strings.Builder
	fmt.Fprint(&b, t.Size())
	for i := range t.Pieces {
		p := &t.Pieces[i]
		if p.On != nil || p.Lo != 1 || p.Hi != 1 {
			return "", ""
		}
		fmt.Fprintf(&b, ";%d %v", p.Motion, p)
	}
	if len(t.classes()) < len(t.Pieces) || min(t.H, t.W) > widestFamily {
		return "", ""
	}
	return b.String(), "bitset"
}

func (t *Tiling) tiling() *Tiling { return t }

// SearchFamily implements encode.HasFamily. It searches the board that has the open cells of all members.
// It takes the cells in the reverse of the usual order: for the 366 days of the calendar, this takes
// 0.9 million nodes instead of 2.4 million, because the months are at the top.
func (t *Tiling) SearchFamily(ctx context.Context, st *native.Stats, members []encode.Instance, yield func(int, encode.Solution) bool) error {
	own := wording.Each(members, func(m encode.Instance) *Tiling { return m.(interface{ tiling() *Tiling }).tiling() })
	common, err := NewTiling(NewBoard(t.H, t.W, func(r, c int) bool {
		return slices.ContainsFunc(own, func(m *Tiling) bool { return m.At(r, c) >= 0 })
	}), t.Pieces)
	if err != nil {
		return err
	}
	p := common.emptyPlan()
	areas := p.areas(p.bounds)
	p.hopeless = false // the pieces need not have the area of all cells
	common.layAll(p)
	item := wording.Each(common.cellItems(), func(i int) int { return len(common.Cells) - 1 - i })
	f := cover.Family{Problem: &cover.Problem{Items: p.items(make([]string, len(item)))}}
	for _, pl := range p.placements {
		f.Problem.Options = append(f.Problem.Options, appendOption(nil, item, pl.class, pl.cells))
	}
	var index []int    // of the members that can have a solution
	var closed [][]int // for each of them: the cells of the common board that are not open
	for m, tiling := range own {
		if areas.Bit(len(tiling.Cells)) == 0 {
			continue
		}
		cells := encode.Where(common.Cells, func(x Cell) bool { return tiling.At(x.R, x.C) < 0 })
		free := wording.Each(cells, func(i int) int { return item[i] })
		slices.Sort(free)
		index, closed, f.Free = append(index, m), append(closed, cells), append(f.Free, free)
	}
	whole, text := make([]byte, len(item)), []byte(nil)
	return f.Search(ctx, st, func(m int, options []int) bool {
		for _, i := range options {
			pl := &p.placements[i]
			encode.Put(whole, pl.cells, byte(p.classes[pl.class].values[0]))
		}
		from := 0
		text = text[:0]
		for _, cell := range closed[m] {
			text, from = append(text, whole[from:cell]...), cell+1
		}
		return yield(index[m], encode.Solution(append(text, whole[from:]...)))
	})
}

func (p *plan) bounds(k int) (lo, hi int) { return p.classes[k].lo, p.classes[k].hi }

// areas returns the possible total areas of the pieces, up to the area of the board, as bits. The
// number of used pieces of each class k must be within bounds(k). If the area of the board is not a possible
// total area, there is no solution. For example, no number of pentominoes covers the 66 cells of a
// 6x11 board. A search would notice this fact only at its end.
func (p *plan) areas(bounds func(k int) (lo, hi int)) *big.Int {
	return p.totals(len(p.covering), bounds, func(k int) map[int]bool { return map[int]bool{len(p.classes[k].shapes[0]): true} })
}

// totals returns the possible totals of the pieces, up to the parameter most. If n is a total, bit n
// of the result is set. Each piece of class k adds one of the numbers in adds(k) to the total. The
// number of used pieces of class k must be within bounds(k).
func (p *plan) totals(most int, bounds func(k int) (lo, hi int), adds func(k int) map[int]bool) *big.Int {
	within := new(big.Int).Lsh(big.NewInt(1), uint(most+1))
	within.Sub(within, big.NewInt(1))
	reached := big.NewInt(1)
	for k := range p.classes {
		lo, hi := bounds(k)
		steps, next, shifted := adds(k), new(big.Int), new(big.Int)
		for used := 0; used <= hi && reached.Sign() > 0; used++ {
			if used >= lo {
				next.Or(next, reached)
			}
			more := new(big.Int)
			for n := range steps {
				more.Or(more, shifted.Lsh(reached, uint(n)))
			}
			reached = more.And(more, within)
		}
		reached = next
	}
	return reached
}

// implied looks at each class of several equal pieces. It reports whether the bounds on the number
// of used pieces follow from the area A of the board, so that the formula need not count them.
//
// Take one class d, whose pieces have a cells each. If the numbers of all other classes are within
// their bounds, the total area B of their pieces has finitely many possible values, and (A - B)/a
// pieces of class d are used. The bounds of d follow if this number is within them for every B for
// which it is whole and not negative. For 32 dominoes on 64 cells, B = 0.
//
// If the bounds of a class are left out, the check of each later class allows any number of pieces
// of that class. Consider the class that was left out last: its bounds follow from the bounds that
// the formula states. Next, consider the class that was left out before it: its bounds follow from
// the bounds in the formula and the bounds of the last class. In this way, all bounds follow.
//
// The order in which the classes are checked decides which bounds are left out. The function
// implied begins with the class whose counter would be the largest. The number of empty cells needs no
// counter. See class.empty.
func (p *plan) implied() []bool {
	laid := make([]int, len(p.classes))
	for _, pl := range p.placements {
		laid[pl.class]++
	}
	order := encode.Where(p.classes, func(c class) bool { return c.hi > 1 && !c.empty() })
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(laid[b]*p.classes[b].hi, laid[a]*p.classes[a].hi)
	})
	all := len(p.covering)
	implied := wording.Each(p.classes, class.empty)
	for _, d := range order {
		others := p.areas(func(k int) (lo, hi int) {
			switch {
			case k == d:
				return 0, 0
			case implied[k] && !p.classes[k].empty():
				return 0, all
			}
			return p.bounds(k)
		})
		c := p.classes[d]
		implied[d] = true
		for n := 0; n*len(c.shapes[0]) <= all; n++ {
			if (n < c.lo || n > c.hi) && others.Bit(all-n*len(c.shapes[0])) == 1 {
				implied[d] = false
			}
		}
	}
	return implied
}
