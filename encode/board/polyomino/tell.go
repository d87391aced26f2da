package polyomino

import (
	"fmt"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) text(st *deduce.Step) string {
	return fmt.Sprintf("%s, so %s is not %s", r.because(st), r.list([]int{st.Site}), r.ValueName(0, st.Value))
}

func (r *reasoner) sentence(m *technique.Move) string {
	f := m.Lead().Proof.(*finding)
	text := m.Name() + ": " + r.because(m.Lead())
	switch at := m.Empty(); {
	case at >= 0:
		return fmt.Sprintf("%s, so %s cannot be covered, not by %s", text, r.list([]int{at}), r.or(m.Gone()[at]))
	case f.item < 0 && f.rule == "no place":
		return m.Name() + ": no place is left for " + r.without(m.Steps)
	case f.item < 0:
		return fmt.Sprintf("%s, so %s does not cover %s", text, r.ValueName(0, f.value), r.list(f.cells))
	}
	return fmt.Sprintf("%s, so %s covers %s", text, r.ValueName(0, f.value), r.list(f.cells))
}

// without says which pieces no longer cover which cells.
func (r *reasoner) without(steps []deduce.Step) string {
	gone := (&technique.Move{Steps: steps}).Gone()
	var cells []int
	for c := range r.Cells {
		if gone[c] != 0 {
			cells = append(cells, c)
		}
	}
	sets, with := technique.Group(cells, func(c int) uint64 { return gone[c] })
	return technique.Parts(wording.Each(sets, func(set uint64) string { return r.or(set) + " over " + r.list(with[set]) }))
}

func (r *reasoner) or(set uint64) string {
	return technique.Or(technique.Names(set, func(v int) string { return r.ValueName(0, v) }))
}

// because describes the pattern of a step.
func (r *reasoner) because(st *deduce.Step) string {
	f := st.Proof.(*finding)
	if f.item < 0 && f.rule == "no place" {
		return fmt.Sprintf("%s has no place left over %s", r.ValueName(0, st.Value), r.list([]int{st.Site}))
	}
	places := func(list []int) string {
		if len(list) == 1 {
			return "only one place"
		}
		return wording.Plural(len(list), "place")
	}
	text, but := "", ": "
	switch {
	case f.item < 0:
		text, but = fmt.Sprintf("%s has %s left over %s", r.ValueName(0, f.value), places(f.excluded), r.list(f.cells)), ", but "
	case f.value < 0:
		text = r.none(f.item)
	case f.item < len(r.Cells):
		text = fmt.Sprintf("only %s can cover %s, in %s", r.ValueName(0, f.value), r.item(f.item), places(f.places))
	default:
		text = fmt.Sprintf("%s has %s left", r.item(f.item), places(f.places))
	}
	if len(f.places) > 1 {
		text += " that share cells"
	}
	if len(f.excluded) > 0 {
		v := r.see(f.state)
		hardest := slices.MaxFunc(f.excluded, func(a, b int) int { return r.forced(v, f.rule, a) - r.forced(v, f.rule, b) })
		text += but + r.excuseText(v, f.rule, hardest)
	}
	if n := len(f.excluded) - 1; n > 0 {
		text += ", and so on for " + wording.Plural(n, "other place")
	}
	return text
}

// forced returns how many pieces a rule forces to exclude an option.
func (r *reasoner) forced(v *view, rule string, o int) int {
	if rule != "forced pieces" || r.failure(v, o) != nil {
		return 0
	}
	return len(r.cover.Suppose(v.alive, o, mostRounds).Chain)
}

func (r *reasoner) excuseText(v *view, rule string, o int) string {
	if rule == "cells and pieces" {
		cells, values := r.setOf(v, o)
		return fmt.Sprintf("no place covers two of the cells in %s, and only %s can cover these cells", r.list(cells), technique.And(wording.Each(values, func(v int) string { return r.ValueName(0, v) })))
	}
	text := "if " + r.laid(o) + ", "
	f := r.failure(v, o)
	if len(f) == 1 {
		return text + fmt.Sprintf("it cuts off %s around %s, and no pieces have this size together", wording.Plural(len(f[0]), "cell"), r.list(f[0][:1]))
	} else if f != nil {
		sizes := wording.Each(f, func(cells []int) string { return fmt.Sprint(len(cells)) })
		return text + fmt.Sprintf("the pieces cannot be divided among regions of %s cells", technique.And(sizes))
	}
	p := r.cover.Suppose(v.alive, o, mostRounds)
	for _, forced := range p.Chain {
		text += fmt.Sprintf("for %s then %s, ", r.item(forced.Item), r.laid(forced.Option))
	}
	return text + r.none(p.Item)
}

// laid describes an option as a clause.
func (r *reasoner) laid(o int) string {
	return r.ValueName(0, r.options[o].value) + " lies in " + r.list(r.options[o].cells)
}

// none says that an item has no option.
func (r *reasoner) none(item int) string {
	if item < len(r.Cells) {
		return "no place is left over " + r.item(item)
	}
	return "no place is left for " + r.item(item)
}

func (r *reasoner) item(item int) string {
	if item < len(r.Cells) {
		return r.list([]int{item})
	}
	return r.ValueName(0, item-len(r.Cells))
}

// drawState draws a state: the pieces left for each cell. A closed cell has its label. Before a move
// that supposes a place of a piece, the cells of this place are orange.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := technique.Cells(s, min(r.values, deduce.MaxValues), func(v int) string { return r.ValueName(0, v) }, m)
	if m != nil {
		for _, o := range m.Lead().Proof.(*finding).excluded {
			for _, c := range r.options[o].cells {
				cells[c].Frame = draw.Orange
			}
		}
	}
	p := &grid.Board{Title: m.Title(), H: r.H, W: r.W, Cell: func(row, c int) grid.Cell {
		if i := r.At(row, c); i >= 0 {
			return cells[i]
		}
		return grid.Cell{Fill: closedFill, Text: r.label(row, c), Size: 12}
	}}
	return grid.Draw(p)
}

const closedFill draw.Colour = 0xccccccff
