package pairplace

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

const easy, normal, hard, extreme = 0, 1, 2, 3

var levelNames = []string{"easy", "normal", "hard", "extreme"}

// Rules returns rules of which none assumes that the table has only one solution. In a column of a
// full table, every possible letter must occur. Only the rule "chain" uses this condition for several
// columns together. By level, the rules are:
//
//	easy     mate, naked single, hidden single
//	normal   naked pair, hidden pair
//	hard     naked triple, hidden triple, naked quadruple, hidden quadruple, parity
//	extreme  matching, chain
func (t *Table) Rules() []deduction.Rule { return t.reasoning().List() }

func (t *Table) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return t.reasoning().Deduce(ctx, t, st, o)
}

// reasoning returns the rules for the table and the start state. In the start state, a given cell
// has only its letter. If the number of columns is even, no other cell can hold the letter of its
// own column, unless the table is free.
func (t *Table) reasoning() *technique.Set {
	set := &technique.Set{Levels: levelNames, Start: technique.Start(t.Sites())}
	for i, v := range t.given {
		if !t.own(i) {
			set.Start[i] &^= 1 << (i % t.n)
		}
		if v != blank {
			set.Start[i] &= 1 << v
		}
	}
	f := &frame{Table: t, one: t.extra() == 1, isFull: t.full()}
	set.Rules = slices.Concat(f.singles(), f.sets(), []deduce.Rule{f.parity(), f.matching(), f.chains()})
	set.Text = func(st *deduce.Step) string {
		return fmt.Sprintf("%s, so %s is not %s", st.Tell(), f.SiteName(st.Site), f.letter(st.Value))
	}
	set.Sentence, set.Picture = f.moveText, t.drawState
	return set
}

// A frame holds a table, and values that follow from its size. The rules are methods of a frame.
type frame struct {
	*Table
	one    bool // one column per row is unpaired, and none twice
	isFull bool // every pair occurs in some row
}

// ifLoose returns what the statement of a rule adds for a loose table.
func (f *frame) ifLoose(text string) string {
	if f.loose() {
		return " " + text
	}
	return ""
}

func (f *frame) all() uint64 { return 1<<f.n - 1 }

func (f *frame) line(i int) []int { return grid.Line(f.h, f.n, i) }

// units returns the rows and columns for rules about sets. A letter can repeat in a column only if
// it is the column's own letter, so columns have only the cells that cannot hold their own letters.
// But if no column is unpaired twice, they have all cells.
func (f *frame) units() *technique.Units {
	return &technique.Units{
		All: f.all(),
		Sites: func(line int) []int {
			return slices.DeleteFunc(f.line(line), func(i int) bool { return line >= f.h && !f.one && f.own(i) })
		},
		Must:    func(line int) uint64 { return f.has(line) },
		Touched: func(changed []int32) iter.Seq[int] { return f.touched(changed) },
		TellNaked: func(steps []deduce.Step) string {
			st := &steps[0]
			return fmt.Sprintf("in %s only %s are left for %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
		},
		TellHidden: func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 0 {
				return fmt.Sprintf("%s has no place for %s", f.name(st.Clue), f.or(st.Values))
			}
			return fmt.Sprintf("%s has places for %s only in %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
		},
	}
}

func (f *frame) touched(changed []int32) iter.Seq[int] {
	seen := make([]bool, f.h+f.n)
	for _, i := range changed {
		seen[int(i)/f.n], seen[f.h+int(i)%f.n] = true, true
	}
	return slices.Values(encode.Where(seen, func(touched bool) bool { return touched }))
}

func (f *frame) name(line int) string {
	if line < f.h {
		return fmt.Sprintf("row %d", line+1)
	}
	return fmt.Sprintf("column %c", letters[line-f.h])
}

func (f *frame) letters(set uint64) string { return technique.And(technique.Names(set, f.letter)) }

func (f *frame) or(set uint64) string { return technique.Or(technique.Names(set, f.letter)) }

func (f *frame) across(line int, cells []int) string {
	kind, name := "column", func(i int) string { return f.letter(i % f.n) }
	if line >= f.h {
		kind, name = "row", func(i int) string { return fmt.Sprint(i/f.n + 1) }
	}
	if len(cells) > 1 {
		kind += "s"
	}
	return kind + " " + technique.And(wording.Each(cells, name))
}

func (t *Table) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := technique.Cells(s, t.n, t.letter, m)
	for i := range cells {
		if t.given[i] != blank && cells[i].Fill == 0 {
			cells[i].Fill = givenFill
		}
	}
	p := &grid.Board{Title: m.Title(), H: t.h, W: t.n, Cell: func(r, c int) grid.Cell { return cells[r*t.n+c] }}
	for a := range t.n {
		p.Top = append(p.Top, t.letter(a))
	}
	for r := range t.h {
		p.Left = append(p.Left, fmt.Sprint(r+1))
	}
	return grid.Draw(p)
}
