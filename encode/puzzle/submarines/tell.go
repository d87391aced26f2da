package submarines

import (
	"fmt"

	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// names names parallel lines: "rows 1 and 3".
func (r *reasoner) names(lines []int) string {
	noun, first := "row", 0
	if lines[0] >= len(r.rows) {
		noun, first = "column", len(r.rows)
	}
	return technique.Numbers(noun, wording.Each(lines, func(l int) int { return l - first + 1 }))
}

func (r *reasoner) because(f *finding) string {
	name := r.names(f.lines)
	needs := map[bool]string{true: " needs ", false: " need "}[len(f.lines) == 1]
	sum := wording.Plural(f.need, "submarine")
	switch {
	case f.value == submarine && f.broken:
		return name + needs + sum + " but has more"
	case f.value == submarine:
		return name + needs + sum + " and has no more to place"
	case f.value == water && f.broken:
		return name + needs + sum + " but has too few cells for them"
	case f.value == water:
		return name + needs + sum + " and has no cell to spare"
	case f.broken:
		return fmt.Sprintf("%s%s%s but can hold only %d", name, needs, sum, f.room)
	}
	return name + needs + sum + " and can hold no more"
}

func (r *reasoner) moveText(m *technique.Move) string {
	cells := func(sites []int) string { return technique.CellList(sites, len(r.cols)) }
	so := technique.Settled(m.Steps, cells, [2]string{"is a submarine", "is water"}, [2]string{"are submarines", "are water"})
	if at := m.Empty(); at >= 0 {
		so = cells([]int{at}) + " can be neither water nor a submarine"
	}
	return m.Name() + ": " + r.because(m.Lead().Proof.(*finding)) + ", so " + so
}

// drawState draws known submarines as discs and known water as an x. For a move, it marks the lines
// whose sums the move uses, and the cells that become known are blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	p := r.picture(nil, m.Title(), nil)
	look := func(left uint64) grid.Cell {
		return [4]grid.Cell{0: {Text: "?"}, 1 << water: {Text: "x"}, 1 << submarine: {Disc: true}}[left]
	}
	cells := wording.Each(s, look)
	if m != nil {
		p.Lines = m.Lead().Proof.(*finding).lines
		for _, at := range m.Sites() {
			cells[at].Fill = draw.PaleYellow
		}
		for _, b := range m.Facts() {
			cells[b.Site].Fill = draw.Yellow
		}
		for at, gone := range m.Gone() {
			cells[at] = look(s[at] &^ gone)
			cells[at].Fill = draw.Sky
		}
	}
	p.Cell = func(r, c int) grid.Cell { return cells[r*p.W+c] }
	return grid.Draw(p)
}
