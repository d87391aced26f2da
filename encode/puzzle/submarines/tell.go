package submarines

import (
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) because(f *finding) string {
	why := map[bool][2]string{
		false: {" and has no cell to spare", " and has no more to place"},
		true:  {" but has too few cells for them", " but has more"},
	}[f.broken][f.value]
	return grid.LineName(len(r.rows), f.line) + " needs " + wording.Plural(r.sums[f.line], "submarine") + why
}

func (r *reasoner) moveText(m *technique.Move) string {
	cells := func(sites []int) string { return technique.CellList(sites, len(r.cols)) }
	so := technique.Settled(m.Steps, cells, [2]string{"is a submarine", "is water"}, [2]string{"are submarines", "are water"})
	if at := m.Empty(); at >= 0 {
		so = cells([]int{at}) + " can be neither water nor a submarine"
	}
	return m.Name() + ": " + r.because(m.Lead().Proof.(*finding)) + ", so " + so
}

// drawState draws known submarines as discs and known water as an x. For a move, it marks the line
// whose sum the move uses, and the cells that become known are blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	p := r.picture(nil, m.Title(), nil)
	look := func(left uint64) grid.Cell {
		return [4]grid.Cell{0: {Text: "?"}, 1 << water: {Text: "x"}, 1 << submarine: {Disc: true}}[left]
	}
	cells := wording.Each(s, look)
	if m != nil {
		p.Lines = []int{m.Lead().Proof.(*finding).line}
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
