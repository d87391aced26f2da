package minesweeper

import (
	"fmt"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) place(i int) string { return layout.CellName(i, r.w) }

func (r *reasoner) value(i int) int {
	n := r.need[i]
	around(r.h, r.w, i, func(j int) {
		if r.cells[j] == flagged {
			n++
		}
	})
	return n
}

func (r *reasoner) called(i int) string { return fmt.Sprintf("the %d at %s", r.value(i), r.place(i)) }

func (r *reasoner) text(st *deduce.Step) string {
	return r.because(st, st.Proof.(*finding)) + ", so " + r.conclusion(st)
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	f := st.Proof.(*finding)
	name := st.Rule.Name + ": "
	if at := m.Empty(); at >= 0 {
		return fmt.Sprintf("%s%s, so %s can be neither safe nor a mine", name, r.because(st, f), r.place(r.cell[at]))
	}
	if len(m.Steps) == 1 {
		return name + r.text(st)
	}
	cells := func(sites []int) string {
		return technique.CellList(encode.Keep(r.cell, sites), r.w)
	}
	so := ", so " + technique.Settled(m.Steps, cells, [2]string{"is a mine", "is safe"}, [2]string{"are mines", "are safe"})
	both := slices.ContainsFunc(m.Steps, func(x deduce.Step) bool { return x.Value != st.Value })
	switch {
	case local(st) && (len(f.numbers) == 1 || len(f.numbers) == 2 && !both), st.Rule.Name == "mine count":
		return name + r.because(st, f) + so
	case st.Rule.Name == "all ways":
		return fmt.Sprintf("%sall ways to place the %s of the board agree on some cells%s", name, r.title(), so)
	case local(st):
		return fmt.Sprintf("%sall ways to place mines around %s agree on some cells%s", name, r.names(f.numbers), so)
	}
	return fmt.Sprintf("%sall ways to place mines around the %d numbers that are connected with %s agree on some cells%s", name, len(f.numbers), r.called(r.closest(st, f)), so)
}

func (r *reasoner) conclusion(st *deduce.Step) string {
	i := r.cell[st.Site]
	switch {
	case st.Value == safe:
		return r.place(i) + " is a mine"
	case r.game != nil:
		return fmt.Sprintf("%s is safe and shows %d", r.place(i), r.value(i))
	}
	return r.place(i) + " is safe"
}

func (r *reasoner) because(st *deduce.Step, f *finding) string {
	ways, there := "no way to place ", " has one at "+r.place(r.cell[st.Site])
	if st.Value == safe {
		ways = "every way to place "
	}
	switch {
	case f.broken && len(f.numbers) == 1:
		return r.called(f.numbers[0]) + " cannot hold"
	case f.broken && local(st):
		return r.names(f.numbers) + " contradict each other"
	case f.broken && st.Rule.Name == "connected numbers":
		return "the numbers contradict each other"
	case f.broken:
		return fmt.Sprintf("the board has no way to hold %s", r.title())
	case st.Rule.Name == "mine count" && st.Value == mine:
		return fmt.Sprintf("the total is %s, and all of them are known", r.title())
	case st.Rule.Name == "mine count":
		return fmt.Sprintf("the total is %s, and the mines that are left need all cells that are left", r.title())
	case st.Rule.Name == "all ways":
		return ways + "the " + r.title() + " of the board" + there
	case len(f.numbers) == 1:
		return r.single(st, f.numbers[0])
	case st.Rule.Level == exact:
		return fmt.Sprintf("%smines around the %d numbers that are connected with %s", ways, len(f.numbers), r.called(r.closest(st, f))) + there
	case len(f.numbers) == 2:
		return r.two(st, f)
	}
	return ways + "mines around " + r.names(f.numbers) + there
}

func (r *reasoner) names(cells []int) string { return technique.And(wording.Each(cells, r.called)) }

func (r *reasoner) closest(st *deduce.Step, f *finding) int {
	near := slices.IndexFunc(f.numbers, func(i int) bool { return slices.Contains(r.near[i], st.Site) })
	return f.numbers[max(near, 0)]
}

func (r *reasoner) single(st *deduce.Step, i int) string {
	switch {
	case st.Value == safe:
		return r.called(i) + " needs mines in all cells left around it"
	case r.value(i) == 0:
		return r.called(i) + " has no mine around it"
	}
	return r.called(i) + " has all its mines"
}

func (r *reasoner) two(st *deduce.Step, f *finding) string {
	s := r.before(f)
	for _, i := range f.numbers {
		if r.follows(s, []int{i}, st.Bit) {
			return r.single(st, i)
		}
	}
	one := r.closest(st, f)
	other := f.numbers[0] + f.numbers[1] - one
	if st.Value == safe {
		return fmt.Sprintf("%s shares cells with %s, and allows so few mines there that %s needs mines in all its other cells", r.called(other), r.called(one), r.called(one))
	}
	for _, j := range r.near[other] {
		if s[j] == 3 && !slices.Contains(r.near[one], j) {
			return fmt.Sprintf("%s shares cells with %s, and needs so many mines there that %s has all its missing mines there", r.called(other), r.called(one), r.called(one))
		}
	}
	return fmt.Sprintf("all cells left around %s are also around %s, which needs all its missing mines there", r.called(other), r.called(one))
}

// drawState draws a state: known mines are discs, and safe cells are open. If a move is given,
// drawState marks the numbers that the move uses and the cells around these numbers. If the rule
// needs the total, drawState marks the total, too. The cells that become known are blue and show
// what they are.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := make([]grid.Cell, len(r.cells))
	for i := range cells {
		j := r.site[i]
		switch {
		case r.shows(s, i):
			cells[i] = r.opened(i)
		case j < 0:
			cells[i] = r.Board.shown(i)
		case s[j] == 1<<safe:
			cells[i] = grid.Cell{Fill: openFill, Text: "safe", Size: 13}
		default:
			cells[i] = grid.Cell{Fill: coveredFill, Disc: s[j] == 1<<mine}
		}
	}
	title := r.title()
	if name := m.Title(); name != "" {
		title = r.withTotal(name)
	}
	if m != nil {
		for _, j := range m.Sites() {
			cells[r.cell[j]].Fill = draw.PaleYellow
		}
		for _, i := range m.Lead().Proof.(*finding).numbers {
			cells[i] = r.opened(i)
			cells[i].Fill, cells[i].Ink = draw.Yellow, 0
			cells[i].Text = strconv.Itoa(r.value(i)) // show a 0 as well
		}
	}
	p := &grid.Board{Title: title, H: r.h, W: r.w, Cell: func(row, c int) grid.Cell { return cells[row*r.w+c] }}
	if m != nil {
		for j, gone := range m.Gone() {
			cells[r.cell[j]] = concluded[s[j]&^gone]
			cells[r.cell[j]].Fill = draw.Sky
		}
		p.MarkTitle = slices.Contains([]string{"mine count", "all ways"}, m.Lead().Rule.Name)
	}
	return grid.Draw(p)
}

var concluded = [4]grid.Cell{0: {Text: "?"}, 1 << safe: {Text: "safe", Size: 13}, 1 << mine: {Disc: true}}

func (r *reasoner) opened(i int) grid.Cell { return opened(int8(r.value(i))) }
