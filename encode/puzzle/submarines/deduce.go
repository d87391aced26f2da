package submarines

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

const water, submarine = 0, 1

// A reasoner finds what the sums of one board conclude. Lines are the rows, then the columns.
type reasoner struct {
	*Board
	sums  []int   // by line: its sum
	lines [][]int // by line: its cells
}

// A finding is the reason of a deduction.
type finding struct {
	line, value int // the line, and the value that it has often enough
	gone        []deduce.Bit
	broken      bool // whether the line has the value too often
}

func (b *Board) reasoner() *reasoner {
	h, w := len(b.rows), len(b.cols)
	lines := wording.Fill(h+w, func(i int) []int { return grid.Line(h, w, i) })
	return &reasoner{Board: b, sums: slices.Concat(b.rows, b.cols), lines: lines}
}

func (r *reasoner) set() *technique.Set {
	return &technique.Set{
		Levels: []string{"easy"},
		Start:  technique.Start(r.Sites()),
		Rules: []deduce.Rule{{
			Name:      "one line",
			Find:      r.findOne,
			Facts:     func(st *deduce.Step) []deduce.Bit { return st.Proof.(*finding).gone },
			Moves:     deduce.Moves{Reason: func(st *deduce.Step) any { return [2]int{st.Proof.(*finding).line, st.Proof.(*finding).value} }},
			Statement: "If a row or column needs as many submarines as it has cells that can hold one, each of these cells has a submarine. If it has all its submarines, its other cells are water.",
		}},
		Text: func(st *deduce.Step) string {
			return fmt.Sprintf("%s, so %s is %s", r.because(st.Proof.(*finding)), layout.CellName(st.Site, len(r.cols)), r.ValueName(st.Site, 1-st.Value))
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
}

// Rules returns one rule. It does not assume that there is only one solution. On a board with one
// solution, some line is full or empty, and this remains so when the line is taken away. So the rule
// solves it.
func (b *Board) Rules() []deduction.Rule { return b.reasoner().set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasoner().set().Deduce(ctx, b, st, o)
}

func (r *reasoner) findOne(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, l := range technique.Touched(len(r.rows), len(r.cols), changed) {
		for value := range 2 {
			r.findLine(s, l, value, emit)
		}
	}
}

// findLine checks whether a line has a value as often as it may.
func (r *reasoner) findLine(s deduce.State, l, value int, emit deduce.Emit) {
	f := &finding{line: l, value: value}
	p := deduce.Pattern{Sites: r.lines[l], Proof: f}
	for _, at := range r.lines[l] {
		if !s.Has(at, 1-value) {
			f.gone = append(f.gone, deduce.Bit{Site: at, Value: 1 - value})
		}
	}
	most := [2]int{len(r.lines[l]) - r.sums[l], r.sums[l]}[value]
	if f.broken = len(f.gone) > most; f.broken {
		s.EmitAll(p, emit)
	}
	for _, at := range r.lines[l] {
		if len(f.gone) == most && s[at] == 3 {
			emit(at, value, p)
		}
	}
}

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
