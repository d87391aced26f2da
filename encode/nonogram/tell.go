package nonogram

import (
	"fmt"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/grid"
	"counterproof/encode/reason"
	"counterproof/native/deduce"
	"counterproof/native/line"
)

// lineName returns the name of line l, such as "row 1" or "column 2".
func (r *reasoner) lineName(l int) string {
	if h := len(r.rows); l >= h {
		return fmt.Sprintf("column %d", l-h+1)
	}
	return fmt.Sprintf("row %d", l+1)
}

// crossing names cell i of line l by the line that crosses line l there.
func (r *reasoner) crossing(l, i int) string {
	if l < len(r.rows) {
		return fmt.Sprintf("column %d", i+1)
	}
	return fmt.Sprintf("row %d", i+1)
}

func (r *reasoner) cell(at int) string {
	return fmt.Sprintf("(%d,%d)", at/len(r.cols)+1, at%len(r.cols)+1)
}

var colours = [...]string{line.Zero: "white", line.One: "black"}

// text returns the sentence that explains a step. It shortens a cell to (row,column).
func (r *reasoner) text(st *deduce.Step) string {
	to := line.Zero + line.State(1-st.Value)
	w := len(r.cols)
	so := fmt.Sprintf(", so row %d, column %d is %s", st.Site/w+1, st.Site%w+1, colours[to])
	if st.Rule.Level == extreme {
		return r.probeText(&r.memory.tales[st.Clue]) + so
	}
	look := r.looks[st.Clue]
	x := &r.lines[look.line]
	name := r.lineName(look.line)
	here := r.crossing(look.line, x.index(st.Site))
	if look.at == none {
		return name + " cannot be filled" + so
	}
	switch st.Rule.Name {
	case "overlap":
		p := newRoom(x.runs, look.cells)
		s, n := p.spans[look.at], x.runs[look.at]
		return fmt.Sprintf("in %s run %d, of %d, fits from %s to %s and so always covers %s%s",
			name, look.at+1, n, r.crossing(look.line, s.first), r.crossing(look.line, s.last+n-1), here, so)
	case "finish":
		return fmt.Sprintf("%s has all its black cells%s", name, so)
	case "gap":
		return fmt.Sprintf("in %s no run fits over %s%s", name, here, so)
	case "edge":
		does := "covers"
		if to == line.Zero {
			does = "ends before"
		}
		return fmt.Sprintf("in %s the run over %s %s %s wherever it fits%s", name, r.crossing(look.line, look.at), does, here, so)
	}
	return fmt.Sprintf("all ways to fill %s have %s %s%s", name, here, colours[to], so)
}

// probeText describes the moves of each branch in words. If a branch ends at a line that
// cannot be filled, it names that line.
func (r *reasoner) probeText(t *tale) string {
	var all []string
	for _, b := range t.branches {
		moves, _ := t.trace(r, b)
		var words []string
		for _, m := range moves {
			words = append(words, r.lineName(m.line)+" has "+r.known(m))
		}
		if b.failed != fine {
			words = append(words, r.lineName(b.failed)+" cannot be filled")
		}
		text := strings.Join(words, ", ")
		if t.at != none {
			text = fmt.Sprintf("with %s %s: ", r.cell(t.at), colours[b.to]) + text
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// known lists the cells of a move by colour, in words.
func (r *reasoner) known(m move) string {
	var list []string
	for _, to := range []line.State{line.Zero, line.One} {
		var cells []string
		for i, at := range m.cells {
			if m.to[i] == to {
				cells = append(cells, r.cell(at))
			}
		}
		if cells != nil {
			list = append(list, reason.And(cells)+" "+colours[to])
		}
	}
	return reason.And(list)
}

// drawState draws a state: cells are black, white with an x, or open. With a step, the
// cells that the step depends on are yellow, or have a yellow disc if they are black.
// Open cells of the step's line, or the supposed cell, are pale yellow. The cell that
// becomes known is blue.
func (r *reasoner) drawState(s deduce.State, st *deduce.Step) *draw.Picture {
	cells := make([]grid.Cell, len(s))
	for at, left := range s {
		switch left {
		case 1:
			cells[at].Text = "x"
		case 2:
			cells[at].Fill = draw.Black
		}
	}
	title := ""
	if st != nil {
		title = st.Rule.Name
		for _, at := range st.Sites {
			if s[at] == 3 {
				cells[at].Fill = draw.PaleYellow
			}
		}
		for _, f := range st.Facts() {
			if f.Value == 0 {
				cells[f.Site].Disc, cells[f.Site].Ink = true, draw.Yellow
			} else {
				cells[f.Site].Fill = draw.Yellow
			}
		}
		cells[st.Site] = grid.Cell{Fill: draw.Sky, Text: "x"}
		if st.Value == 0 {
			cells[st.Site] = grid.Cell{Fill: draw.Sky, Disc: true}
		}
	}
	p := r.sheet(title, r.clueCell)
	p.Cell = func(y, x int) grid.Cell { return cells[y*len(r.cols)+x] }
	return grid.Draw(p)
}
