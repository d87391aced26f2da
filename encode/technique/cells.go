package technique

import (
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/native/deduce"
)

// Cells returns the cells of a picture that shows a state of the deduction, for a board in which
// each site is a cell with one of n values. If a cell has only one value left, it shows this value.
// Otherwise it shows a small text for each value left. If m is not nil, the cells also show the
// move m. The cells and values in the move's patterns and chains are yellow. The cells of its facts
// are pale yellow. For example, if a box has only one place for a value, these are the other cells
// of the box. The cells that the move changes are pale blue, and the values that it removes are
// struck out. A value that the move places is blue.
func Cells(s deduce.State, n int, name func(value int) string, m *Move) []grid.Cell {
	cells := make([]grid.Cell, len(s))
	gone := m.Gone()
	for i, left := range s {
		if s.One(i) && gone[i] == 0 {
			cells[i].Text = name(s.Value(i))
			continue
		}
		cells[i].Marks = make([]grid.Mark, n)
		for v := range deduce.Each(left) {
			cells[i].Marks[v].Text = name(v)
		}
	}
	if m == nil {
		return cells
	}
	for _, b := range m.Facts() {
		cells[b.Site].Fill = draw.PaleYellow
	}
	mark := func(i int, values uint64) {
		cells[i].Fill = draw.PaleYellow
		for v := range cells[i].Marks {
			if values>>v&1 == 1 {
				cells[i].Marks[v].Fill = draw.Yellow
			}
		}
	}
	for k := range m.Steps[:m.Own] {
		st := &m.Steps[k]
		for _, i := range st.Sites {
			mark(i, st.Values)
		}
		for _, x := range st.Chain() {
			mark(x.From.Site, 1<<x.From.Value)
			if x.To != deduce.None {
				mark(x.To.Site, 1<<x.To.Value)
			}
		}
	}
	for i, values := range gone {
		cells[i].Fill = draw.PaleSky
		for v := range deduce.Each(values) {
			cells[i].Marks[v].Struck = true
		}
	}
	for _, b := range m.Placed {
		if cells[b.Site].Marks == nil { // nothing else was left
			cells[b.Site].Fill = draw.Sky
			continue
		}
		cells[b.Site].Fill = draw.PaleSky
		cells[b.Site].Marks[b.Value].Fill = draw.Sky
	}
	return cells
}
