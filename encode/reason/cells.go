package reason

import (
	"counterproof/encode/draw"
	"counterproof/encode/grid"
	"counterproof/native/deduce"
)

// Cells returns the cells of a picture that shows a state of the deduction, for a board in which
// each site is a cell with one of n values. A cell shows its value if only one is left, or else a
// small text for each value left. If st is not nil, the cells also show the step st. The cells
// and values of its pattern and of its chain are yellow. The cell from which it removes a value
// is blue, and that value is struck out.
func Cells(s deduce.State, n int, name func(value int) string, st *deduce.Step, chain func(st *deduce.Step) []deduce.Implication) []grid.Cell {
	cells := make([]grid.Cell, len(s))
	for i, left := range s {
		if left != 0 && left&(left-1) == 0 && (st == nil || st.Site != i) {
			cells[i].Text = name(s.Value(i))
			continue
		}
		cells[i].Marks = make([]grid.Mark, n)
		for v := range deduce.Each(left) {
			cells[i].Marks[v].Text = name(v)
		}
	}
	if st == nil {
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
	for _, i := range st.Sites {
		mark(i, st.Values)
	}
	for _, x := range chain(st) {
		mark(x.From.Site, 1<<x.From.Value)
		if x.To != deduce.None {
			mark(x.To.Site, 1<<x.To.Value)
		}
	}
	cells[st.Site].Fill = draw.PaleSky
	cells[st.Site].Marks[st.Value].Struck = true
	return cells
}
