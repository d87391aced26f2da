package polyomino

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
)

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
			for _, cell := range pl.cells {
				whole[cell] = byte(p.classes[pl.class].values[0])
			}
		}
		from := 0
		text = text[:0]
		for _, cell := range closed[m] {
			text, from = append(text, whole[from:cell]...), cell+1
		}
		return yield(index[m], encode.Solution(append(text, whole[from:]...)))
	})
}
