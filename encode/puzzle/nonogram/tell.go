package nonogram

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
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
	at := wording.Each(m.Steps, func(x deduce.Step) int { return r.looks[x.Clue].at + 1 }) // the runs, or the filled cells, counted from 1
	slices.Sort(at)
	at = slices.Compact(at)
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

// searchWork limits each search of Explain. The work is the number of cells that the search sets,
// times the square of the number of machine words per line. A search takes one or two seconds on
// 40x40 cells, and about 15 seconds on 100x100.
const searchWork = 9_000_000

// Explain adds these facts:
//
//   - line_solvable: whether solving line by line decides all cells;
//   - probing_solvable: whether probing, which tries both colours of each open cell,
//     decides all cells;
//   - solutions: the number of solutions, or "2 or more" if counting takes too long or finds
//     more than mostCounted;
//   - forced, if there is a solution: the colours that cells have in all solutions, as
//     rows of 0, 1 and ?, joined by '/'.
//
// A fact that takes too long to find has no value. The picture shows the forced cells. If not all
// cells are forced, the picture also shows up to two solutions.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := &encode.Explanation{}
	p := b.problem()
	words := 1 + int64(max(len(b.rows), len(b.cols)))/63
	limit := native.Limit{Updates: searchWork / (words * words)}
	for _, test := range []struct {
		name, by string
		decide   func(context.Context, *native.Stats) ([]runlength.State, bool, error)
	}{{"line_solvable", "solving line by line", p.Lines}, {"probing_solvable", "probing", p.Probed}} {
		cells, ok, err := test.decide(ctx, &native.Stats{Limit: limit})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			x.Add(test.name, nil, "this takes too long to try here")
		case !ok:
			x.Add(test.name, false, fmt.Sprintf("no: %s shows that there is no solution", test.by))
		case len(undecided(cells)) > 0:
			x.Add(test.name, false, fmt.Sprintf("no: %s leaves %d of %d cells open", test.by, len(undecided(cells)), len(cells)))
		default:
			x.Add(test.name, true, "yes")
		}
	}
	found, n, err := b.some(ctx, limit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	switch {
	case len(found) == 2 && (err != nil || n > mostCounted):
		x.Add("solutions", "2 or more", "")
	case err != nil:
		x.Add("solutions", nil, "the search for "+[...]string{"one", "a second one"}[len(found)]+" takes too long here")
	default:
		x.Add("solutions", strconv.Itoa(n), "")
	}
	if err == nil && n == 0 {
		x.Picture = grid.Later(b.sheet("no solution", b.clueCell))
		return x, nil
	}
	return x, b.forced(ctx, limit, x, found)
}

const mostCounted = 1000

// some returns up to two solutions and the number of solutions. Counting stops when the number
// exceeds mostCounted. If there is an error, the results still hold the solutions found so far.
func (b *Board) some(ctx context.Context, limit native.Limit) (found []encode.Solution, n int, err error) {
	err = b.problem().Search(ctx, &native.Stats{Limit: limit}, func(cells []byte) bool {
		if n++; n <= 2 {
			found = append(found, encode.Solution(cells))
		}
		return n <= mostCounted
	})
	return found, n, err
}

func (b *Board) forced(ctx context.Context, limit native.Limit, x *encode.Explanation, found []encode.Solution) error {
	cells, solvable, err := b.problem().Forced(ctx, &native.Stats{Limit: limit})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && !solvable { // Search gave up, but Forced, which probes again, found that there is none
		x.Add("forced", nil, "none: there is no solution")
		x.Picture = grid.Later(b.sheet("no solution", b.clueCell))
		return nil
	}
	var boards []*grid.Board
	if err != nil {
		x.Add("forced", nil, "the search for them takes too long here")
	} else {
		grid.AddForced(x, wording.Each(cells, func(v runlength.State) byte { return "?01"[v] }), len(b.cols))
		boards = append(boards, b.sheet("forced cells", func(at int) byte { return "?.#"[cells[at]] }))
	}
	if err != nil || len(undecided(cells)) > 0 {
		for i, s := range found {
			boards = append(boards, b.sheet([...]string{"a solution", "a second solution"}[i], func(at int) byte { return ".#"[s[at]] }))
		}
	}
	if len(boards) == 0 {
		boards = append(boards, b.sheet("", b.clueCell))
	}
	x.Picture = grid.Later(boards...)
	return nil
}
