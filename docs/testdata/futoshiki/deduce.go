package futoshiki

import (
	"context"
	"fmt"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/native"
	"counterproof/native/deduce"
)

// Rules implements deduction.Deducible.
func (b *Board) Rules() []deduction.Rule { return b.reasoning().List() }

// Deduce implements deduction.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasoning().Deduce(ctx, b, st, o)
}

func (b *Board) reasoning() *technique.Set {
	set := &technique.Set{Levels: []string{"easy", "normal"}, Start: technique.Start(b.Sites()), Text: b.tell, Picture: b.drawState}
	for i, v := range b.given {
		if v > 0 {
			set.Start[i] = 1 << (v - 1)
		}
	}
	all := uint64(1)<<b.n - 1
	first := func(st *deduce.Step) []int { return st.Sites[:1] } // the cell that has one number left, or gets one
	set.Rules = []deduce.Rule{{
		Name: "naked single", Moves: deduce.Moves{Places: first, Spreads: true}, Statement: "If a cell has only one number left, the other cells of its row and its column lose this number.",
		Find:  b.findSingles,
		Facts: func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, all&^st.Values, st.Sites[0]) },
	}, {
		Name: "sign", Statement: "A sign removes from the cell with the larger number all numbers up to the smallest number left in the other cell. It removes from the cell with the smaller number the largest number left in the other cell, and all larger numbers.",
		Find:  b.findSigns,
		Facts: func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, all&^st.Values, st.Sites[0]) },
	}, {
		Name: "hidden single", Level: 1, Moves: deduce.Moves{Places: first}, Statement: "If a number is left in only one cell of a row or column, this cell loses all other numbers.",
		Find: b.findPlaces,
		Facts: func(st *deduce.Step) (facts []deduce.Bit) {
			for _, i := range b.line(st.Clue) {
				if i != st.Sites[0] {
					facts = deduce.AppendBits(facts, st.Values, i)
				}
			}
			return facts
		},
	}}
	return set
}

// line returns the cells of a row or, from b.n on, of a column.
func (b *Board) line(k int) []int {
	cells := make([]int, b.n)
	for j := range cells {
		cells[j] = k*b.n + j
		if k >= b.n {
			cells[j] = j*b.n + k - b.n
		}
	}
	return cells
}

func (b *Board) findSingles(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, at := range changed {
		i := int(at)
		if s[i]&(s[i]-1) != 0 {
			continue
		}
		for _, j := range append(b.line(i/b.n), b.line(b.n+i%b.n)...) {
			for v := range b.n {
				if j != i && s[i]&^(1<<v) == 0 {
					emit(j, v, deduce.Pattern{Sites: []int{i}, Values: 1 << v})
				}
			}
		}
	}
}

// findSigns emits conclusions. Each one holds if the cell in Sites has only numbers in Values left.
func (b *Board) findSigns(s deduce.State, _ []int32, emit deduce.Emit) {
	for k, sign := range b.less {
		for v := range b.n {
			if above := uint64(1)<<b.n - 1<<v; s[sign[0]]&^above == 0 { // all left are at least v
				emit(sign[1], v, deduce.Pattern{Sites: sign[:1], Values: above, Clue: k})
			}
			if below := uint64(2)<<v - 1; s[sign[1]]&^below == 0 { // all left are at most v
				emit(sign[0], v, deduce.Pattern{Sites: sign[1:], Values: below, Clue: k})
			}
		}
	}
}

func (b *Board) findPlaces(s deduce.State, _ []int32, emit deduce.Emit) {
	for k := range 2 * b.n {
		for v := range b.n {
			for _, i := range b.line(k) {
				elsewhere := false
				for _, j := range b.line(k) {
					elsewhere = elsewhere || j != i && s.Has(j, v)
				}
				for gone := range b.n {
					if !elsewhere && gone != v {
						emit(i, gone, deduce.Pattern{Sites: []int{i}, Values: 1 << v, Clue: k})
					}
				}
			}
		}
	}
}

// name returns the name of a cell.
func (b *Board) name(i int) string { return layout.CellName(i, b.n) }

// tell describes a step in a sentence.
func (b *Board) tell(st *deduce.Step) string {
	cell, number, why := b.name(st.Sites[0]), deduce.State{st.Values}.Value(0)+1, ""
	switch {
	case st.Rule.Name == "hidden single":
		why = fmt.Sprintf("%s is the only place for %d in its %s", cell, number, [...]string{"row", "column"}[st.Clue/b.n])
	case st.Rule.Name == "naked single":
		why = fmt.Sprintf("%s can only be %d", cell, number)
	case st.Site == b.less[st.Clue][0]:
		why = fmt.Sprintf("%s is smaller than %s, which is at most %d", b.name(st.Site), cell, st.Value+1)
	default:
		why = fmt.Sprintf("%s is larger than %s, which is at least %d", b.name(st.Site), cell, st.Value+1)
	}
	return fmt.Sprintf("%s, so %s is not %d", why, b.name(st.Site), st.Value+1)
}

// drawState draws the numbers that are left, and the next move.
func (b *Board) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := technique.Cells(s, b.n, func(v int) string { return symbols[v+1 : v+2] }, m)
	return b.paint(func(i int) grid.Cell { return cells[i] })
}
