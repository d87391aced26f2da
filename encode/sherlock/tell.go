package sherlock

import (
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/grid"
	"counterproof/native/deduce"
)

const lostFill draw.Colour = 0xccccccff

func (r *reasoner) names(icons []int) []string {
	list := make([]string, len(icons))
	for i, icon := range icons {
		list[i] = r.name(icon)
	}
	return list
}

// places lists columns in words, with the given word ("and" or "or") before the last
// one.
func (r *reasoner) places(columns uint64, word string) string {
	var list []string
	for v := range deduce.Each(columns) {
		list = append(list, strconv.Itoa(v+1))
	}
	last := len(list) - 1
	switch last {
	case -1:
		return "no column"
	case 0:
		return "column " + list[0]
	}
	return "columns " + strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}

// drawState draws a state of the deduction, with one row per icon. Lost columns are
// grey, and a disc marks the only column left to an icon. If st is not nil, the lost
// columns that the step relies on are yellow, and the column that it removes is struck
// out.
func (r *reasoner) drawState(s deduce.State, st *deduce.Step) *draw.Picture {
	p := &grid.Board{H: len(s), W: r.n, Box: r.n}
	for i := range s {
		p.Left = append(p.Left, r.name(i))
	}
	for v := range r.n {
		p.Top = append(p.Top, strconv.Itoa(v+1))
	}
	cells := make([]grid.Cell, len(s)*r.n)
	for i, left := range s {
		for v := range r.n {
			switch {
			case !s.Has(i, v):
				cells[i*r.n+v].Fill = lostFill
			case left&(left-1) == 0:
				cells[i*r.n+v].Disc = true
			}
		}
	}
	if st != nil {
		p.Title = st.Rule.Name
		for _, f := range st.Facts() {
			cells[f.Site*r.n+f.Value].Fill = draw.Yellow
		}
		cells[st.Site*r.n+st.Value] = grid.Cell{Fill: draw.PaleSky, Marks: []grid.Mark{{Text: "?", Struck: true}}}
	}
	p.Cell = func(row, c int) grid.Cell { return cells[row*r.n+c] }
	return grid.Draw(p)
}
