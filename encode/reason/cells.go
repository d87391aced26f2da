package reason

import (
	"counterproof/encode/draw"
	"counterproof/encode/grid"
	"counterproof/native/deduce"
)

// Cells returns the cells of a picture that shows a state of the deduction, for a board in which
// each site is a cell with one of n values. A cell shows its value if only one is left, or else a
// small text for each value left. If m is not nil, the cells also show the move m. The cells and values of its patterns and of its chains are yellow. The cells that it changes
// are pale blue, and the removed values are struck out. The value that it places is blue.
func Cells(s deduce.State, n int, name func(value int) string, m *Move, chain func(st *deduce.Step) []deduce.Implication) []grid.Cell {
	cells := make([]grid.Cell, len(s))
	var gone map[int]uint64
	if m != nil {
		gone = m.Gone()
	}
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
		for _, x := range chain(st) {
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
		cells[b.Site].Fill = draw.PaleSky
		if cells[b.Site].Marks != nil {
			cells[b.Site].Marks[b.Value].Fill = draw.Sky
		}
	}
	return cells
}
