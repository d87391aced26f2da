package polyomino

import (
	"fmt"
	"slices"
	"strings"

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
	v := r.see(f.state)
	var text string
	switch n := len(r.Cells); {
	case f.item < 0 && f.rule == "no place":
		return fmt.Sprintf("%s has no place left over %s", r.ValueName(0, st.Value), r.list([]int{st.Site}))
	case f.item < 0 && len(f.excluded) == 1:
		text = fmt.Sprintf("%s has only one place left over %s", r.ValueName(0, f.value), r.list(f.cells))
	case f.item < 0:
		text = fmt.Sprintf("%s has %d places left over %s", r.ValueName(0, f.value), len(f.excluded), r.list(f.cells))
	case f.value < 0:
		text = "no place is left " + r.of(f.item)
	case f.item < n && len(f.places) > 1:
		text = fmt.Sprintf("only %s can cover %s, and its %d places there share cells", r.ValueName(0, f.value), r.list([]int{f.item}), len(f.places))
	case f.item < n:
		text = fmt.Sprintf("only %s can cover %s, in only one place", r.ValueName(0, f.value), r.list([]int{f.item}))
	case len(f.places) > 1:
		text = fmt.Sprintf("the %d places left for %s share cells", len(f.places), r.ValueName(0, f.value))
	default:
		text = fmt.Sprintf("%s has only one place left", r.ValueName(0, f.value))
	}
	if len(f.excluded) == 0 {
		return text
	}
	return text + r.excuses(v, f)
}

// excuses says why options of a finding are excluded. It explains one of them, the one with the most
// forced pieces.
func (r *reasoner) excuses(v *view, f *finding) string {
	first := f.excluded[0]
	if f.rule == "forced pieces" {
		first = slices.MaxFunc(f.excluded, func(a, b int) int { return r.forced(v, a) - r.forced(v, b) })
	}
	text := ", but "
	if f.item >= 0 {
		text = ": "
	}
	text += r.excuseText(v, f.rule, first)
	if n := len(f.excluded) - 1; n > 0 {
		text += fmt.Sprintf(", and %s fail in a similar way", wording.Plural(n, "other place"))
		text = strings.Replace(text, "1 other place fail", "1 other place fails", 1)
	}
	return text
}

// forced returns how many pieces the contradiction of an option forces, or 0 for a region.
func (r *reasoner) forced(v *view, o int) int {
	if r.failure(v, o) != nil {
		return 0
	}
	return len(r.cover.Suppose(v.alive, o, mostRounds).Chain)
}

func (r *reasoner) excuseText(v *view, rule string, o int) string {
	if rule == "cells and pieces" {
		cells, values := r.setOf(v, o)
		return fmt.Sprintf("no place covers two of %s, and only %s can cover these cells", r.list(cells), technique.And(wording.Each(values, func(v int) string { return r.ValueName(0, v) })))
	}
	text := "if " + r.laid(o) + ", "
	if region := r.failure(v, o); region != nil {
		return text + fmt.Sprintf("it cuts off %s around %s, and no pieces that fit there have this size together", wording.Plural(len(region), "cell"), r.list(region[:1]))
	}
	p := r.cover.Suppose(v.alive, o, mostRounds)
	for _, forced := range p.Chain {
		text += fmt.Sprintf("for %s then %s, ", r.subject(forced.Item), r.laid(forced.Option))
	}
	return text + "no place is left " + r.of(p.Item)
}

// laid describes an option as a clause.
func (r *reasoner) laid(o int) string {
	return r.ValueName(0, r.options[o].value) + " lies at " + r.list(r.options[o].cells)
}

// of names an item after "no place is left".
func (r *reasoner) of(item int) string {
	if item < len(r.Cells) {
		return "over " + r.list([]int{item})
	}
	return "for " + r.ValueName(0, item-len(r.Cells))
}

func (r *reasoner) subject(item int) string {
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
