package nonogram

import (
	"fmt"
	"slices"
	"strconv"
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
		return r.probeText(&r.memory.tales[st.Clue], st.Site) + so
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

// moveText describes a move: what a look at one line, or one probe, finds.
func (r *reasoner) moveText(m *reason.Move) string {
	st := m.Lead()
	cells := func(sites []int) string { return reason.Several(sites, r.cell, "cells") }
	so := ", so " + reason.Settled(m.Steps, cells, [2]string{"is black", "is white"}, [2]string{"are black", "are white"})
	if at := m.Empty(); at >= 0 {
		so = fmt.Sprintf(", so %s can be neither black nor white", r.cell(at))
	}
	name := st.Rule.Name + ": "
	if st.Rule.Level == extreme {
		var targets []int
		for _, x := range m.Steps {
			targets = append(targets, x.Site)
		}
		return name + r.probeText(&r.memory.tales[st.Clue], targets...) + so
	}
	look := r.looks[st.Clue]
	runs := r.lines[look.line].runs
	clue := r.lineName(look.line) + " (" + strings.Trim(fmt.Sprint(runs), "[]") + ")"
	if len(runs) == 0 {
		clue = r.lineName(look.line) + " (no runs)"
	}
	switch {
	case look.at == none:
		return fmt.Sprintf("%s%s cannot be filled%s", name, clue, so)
	case st.Rule.Name == "overlap":
		var covered []string
		for _, x := range m.Steps {
			if run := strconv.Itoa(r.looks[x.Clue].at + 1); !slices.Contains(covered, run) {
				covered = append(covered, run)
			}
		}
		if len(covered) == 1 {
			return fmt.Sprintf("%sin %s run %s covers the same cells wherever it fits%s", name, clue, covered[0], so)
		}
		return fmt.Sprintf("%sin %s the runs %s cover the same cells wherever they fit%s", name, clue, reason.And(covered), so)
	case st.Rule.Name == "finish":
		return fmt.Sprintf("%s%s has all its black cells%s", name, clue, so)
	case st.Rule.Name == "gap":
		return fmt.Sprintf("%sin %s some cells are in no place where a run fits%s", name, clue, so)
	case st.Rule.Name == "edge":
		return fmt.Sprintf("%sin %s the runs over known black cells fit in few places, which agree%s", name, clue, so)
	}
	return fmt.Sprintf("%sall ways to fill %s agree%s", name, clue, so)
}

// probeText describes what each supposed colour leads to, as far as it matters for the
// given cells.
func (r *reasoner) probeText(t *tale, targets ...int) string {
	var all []string
	for _, b := range t.branches {
		moves, _ := t.trace(r, b, targets...)
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

// drawState draws a state: cells are black, white with an x, or open. With a move, the
// cells that it depends on have a yellow disc or background. Open cells of its
// line, and the supposed cell, are pale yellow. The cells that become known are blue.
func (r *reasoner) drawState(s deduce.State, m *reason.Move) *draw.Picture {
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
	if m != nil {
		title = m.Title()
		for _, at := range m.Sites() {
			if s[at] == 3 {
				cells[at].Fill = draw.PaleYellow
			}
		}
		for _, f := range m.Facts() {
			if f.Value == 0 {
				cells[f.Site].Disc, cells[f.Site].Ink = true, draw.Yellow
			} else {
				cells[f.Site].Fill = draw.Yellow
			}
		}
	}
	for k := range m.Len() {
		st := m.Steps[k]
		cells[st.Site] = grid.Cell{Fill: draw.Sky, Text: "x"}
		if st.Value == 0 {
			cells[st.Site] = grid.Cell{Fill: draw.Sky, Disc: true}
		}
	}
	p := r.sheet(title, r.clueCell)
	p.Cell = func(y, x int) grid.Cell { return cells[y*len(r.cols)+x] }
	return grid.Draw(p)
}
