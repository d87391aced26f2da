package nonogram

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
	"counterproof/native/runlength"
)

func (r *reasoner) crossing(l, i int) string {
	if l < len(r.rows) {
		i += len(r.rows)
	}
	return r.lineName(i)
}

func (r *reasoner) cell(at int) string { return layout.CellName(at, len(r.cols)) }

var (
	states = [...]string{runlength.Zero: "left empty", runlength.One: "filled"}
	kinds  = [...]string{runlength.Zero: "empty", runlength.One: "filled"} // of a cell
)

func (r *reasoner) text(st *deduce.Step) string {
	to := runlength.Zero + runlength.State(1-st.Value)
	so := fmt.Sprintf(", so %s is %s", r.cell(st.Site), states[to])
	if st.Rule.Level == extreme {
		return r.probeText(&r.memory.tales[st.Clue], st.Site) + so
	}
	look := r.looks[st.Clue]
	x := &r.lines[look.line]
	name := r.lineName(look.line)
	here := r.crossing(look.line, x.index(st.Site))
	if look.at == none {
		return name + " cannot be completed" + so
	}
	switch st.Rule.Name {
	case "overlap":
		spans, _ := room(x.runs, look.cells)
		s, n := spans[look.at], x.runs[look.at]
		return fmt.Sprintf("in %s run %d, of %d, fits from %s to %s and so always covers %s%s",
			name, look.at+1, n, r.crossing(look.line, s.first), r.crossing(look.line, s.last+n-1), here, so)
	case "finish":
		return fmt.Sprintf("%s has all its filled cells%s", name, so)
	case "gap":
		return fmt.Sprintf("in %s no run fits over %s%s", name, here, so)
	case "edge":
		does := "covers"
		if to == runlength.Zero {
			does = "ends before"
		}
		return fmt.Sprintf("in %s the run over %s %s %s wherever it fits%s", name, r.crossing(look.line, look.at), does, here, so)
	}
	return fmt.Sprintf("all ways to complete %s have %s %s%s", name, here, states[to], so)
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	cells := func(sites []int) string { return technique.CellList(sites, len(r.cols)) }
	because := ""
	if st.Rule.Level == extreme {
		targets := wording.Each(m.Steps, func(x deduce.Step) int { return x.Site })
		because = r.probeText(&r.memory.tales[st.Clue], targets...)
	} else {
		l := r.looks[st.Clue].line
		cells = func(sites []int) string { return r.inLine(l, sites) }
		because = r.seen(m)
	}
	so := technique.Settled(m.Steps, cells, [2]string{"is filled", "is left empty"}, [2]string{"are filled", "are left empty"})
	if at := m.Empty(); at >= 0 {
		so = r.cell(at) + " can be neither filled nor left empty"
	}
	return st.Rule.Name + ": " + because + ", so " + so
}

// inLine names cells of a line: "cells 3 to 7 of row 4".
func (r *reasoner) inLine(l int, sites []int) string {
	return technique.Numbers("cell", r.numbers(l, sites)) + " of " + r.lineName(l)
}

func (r *reasoner) numbers(l int, sites []int) []int {
	list := wording.Each(sites, func(at int) int { return r.lines[l].index(at) + 1 })
	slices.Sort(list)
	return list
}

func (r *reasoner) seen(m *technique.Move) string {
	st := m.Lead()
	look := r.looks[st.Clue]
	runs := r.lines[look.line].runs
	clue := r.clueName(look.line)
	if len(runs) == 0 {
		clue = r.lineName(look.line) + " (no runs)"
	}
	var at []int // the runs, or the filled cells, counted from 1
	for _, x := range m.Steps {
		if k := r.looks[x.Clue].at + 1; !slices.Contains(at, k) {
			at = append(at, k)
		}
	}
	slices.Sort(at)
	switch {
	case look.at == none:
		return fmt.Sprintf("no way is left to complete %s of %s", technique.Numbers("cell", r.numbers(look.line, r.lines[look.line].cells)), clue)
	case st.Rule.Name == "overlap" && len(runs) == 1:
		return fmt.Sprintf("in %s the run covers the same cells wherever it lies", clue)
	case st.Rule.Name == "overlap" && len(at) == 1:
		return fmt.Sprintf("in %s run %d covers the same cells wherever it lies", clue, at[0])
	case st.Rule.Name == "overlap":
		return fmt.Sprintf("in %s each of the %s covers some cells wherever it lies", clue, technique.Numbers("run", at))
	case st.Rule.Name == "finish":
		return clue + " has all its filled cells"
	case st.Rule.Name == "gap":
		return fmt.Sprintf("no run of %s fits over some of its cells", clue)
	case st.Rule.Name == "edge":
		return fmt.Sprintf("in %s all positions of the run over %s agree on some cells", clue, technique.Numbers("filled cell", at))
	}
	return fmt.Sprintf("all ways to complete %s agree on some cells", clue)
}

func (r *reasoner) probeText(t *tale, targets ...int) string {
	var all []string
	for _, b := range t.branches {
		moves, _ := t.trace(b, targets...)
		has, fills := " has ", " cannot be completed"
		if t.at != none {
			has, fills = " would have ", " could not be completed"
		}
		words := wording.Each(moves, func(m move) string { return r.lineName(m.line) + has + r.known(b, m) })
		if b.failed != fine {
			words = append(words, r.lineName(b.failed)+fills)
		}
		text := technique.Parts(words)
		if t.at != none {
			text = fmt.Sprintf("if %s were %s, then %s", r.cell(t.at), states[b.cells[t.at]], text)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

func (r *reasoner) known(b *probe, m move) string {
	var list []string
	for _, to := range []runlength.State{runlength.Zero, runlength.One} {
		other := func(at int) bool { return b.cells[at] != to }
		if cells := slices.DeleteFunc(slices.Clone(m.cells), other); len(cells) > 0 {
			list = append(list, technique.Numbers(kinds[to]+" cell", r.numbers(m.line, cells)))
		}
	}
	return technique.And(list)
}

// drawState draws a state: cells are black, white with an x, or open. If a move is given, the cells
// that the move depends on have a yellow disc or background. The runs of the move's line are
// yellow, too. Open cells of this line, and the supposed cell, are pale yellow. The cells that
// become known are blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := make([]grid.Cell, len(s))
	for at, left := range s {
		switch left {
		case 1:
			cells[at].Text = "x"
		case 2:
			cells[at].Fill = draw.Black
		}
	}
	if m != nil {
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
	p := r.sheet(m.Title(), r.clueCell)
	if m != nil && m.Lead().Rule.Level != extreme {
		p.Lines = []int{r.looks[m.Lead().Clue].line}
	}
	p.Cell = func(y, x int) grid.Cell { return cells[y*len(r.cols)+x] }
	return grid.Draw(p)
}
