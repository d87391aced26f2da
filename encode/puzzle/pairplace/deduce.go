package pairplace

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

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
	return slices.Values(technique.Touched(f.h, f.n, changed))
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
	p.Top = wording.Each(encode.Left(t.n, nil), t.letter)
	p.Left = wording.Each(encode.Left(t.h, nil), func(r int) string { return fmt.Sprint(r + 1) })
	return grid.Draw(p)
}

func (f *frame) moveText(m *technique.Move) string {
	st := m.Lead()
	text, because := m.Name()+": ", m.Tell()
	gone := ", which removes "
	switch {
	case m.Given:
		text += f.paired(st)
	case st.Rule.Spreads:
		text += fmt.Sprintf("%s has only %s left, so %s", f.SiteName(st.Sites[0]), f.letters(st.Values), f.paired(st))
	case st.Rule.Places != nil:
		text += fmt.Sprintf("%s, so %s", because, f.paired(st))
	case st.Rule.Echoes:
		text += because + ", and a pair works both ways"
	case strings.HasPrefix(because, "if "):
		text += because
		gone = ": this contradiction removes "
	default:
		text += because
	}
	text += gone + f.removed(m)
	if at := m.Empty(); at >= 0 {
		return text + ", and leaves no letter at " + f.SiteName(at)
	}
	if st.Rule.Places == nil && len(m.Placed) > 0 {
		text += ", and leaves only " + technique.And(wording.Each(m.Placed, func(b deduce.Bit) string { return f.letter(b.Value) + " at " + f.SiteName(b.Site) }))
	}
	return text
}

func (f *frame) paired(st *deduce.Step) string {
	row, a, b := st.Sites[0]/f.n+1, st.Sites[0]%f.n, bits.TrailingZeros64(st.Values)
	if a == b {
		return fmt.Sprintf("%s is unpaired in row %d", f.letter(a), row)
	}
	return fmt.Sprintf("%s and %s are a pair in row %d", f.letter(a), f.letter(b), row)
}

// removed describes what a move removes, row by row. It names pairs of columns, because a letter
// and its mate are removed together. Rows that lose the same pairs are named together.
func (f *frame) removed(m *technique.Move) string {
	seen := map[pair]bool{}
	byRow := make([][]string, f.h+1) // rows from 1
	for _, st := range m.Steps {
		row, a, b := st.Site/f.n+1, st.Site%f.n, st.Value
		p := pair{row, min(a, b), max(a, b)}
		if seen[p] {
			continue
		}
		seen[p] = true
		text := f.letter(p.a) + "-" + f.letter(p.b)
		if a == b {
			text = f.letter(a) + " unpaired"
		}
		byRow[row] = append(byRow[row], text)
	}
	if st := m.Lead(); st.Rule.Places != nil && f.alone(m) {
		if own := st.Sites[0]/f.n + 1; len(byRow[own]) > technique.Few {
			byRow[own] = f.rest(st, byRow[own])
		}
	}
	changed := encode.Where(byRow, func(names []string) bool { return names != nil })
	texts, rows := technique.Group(changed, func(row int) string {
		slices.Sort(byRow[row])
		return technique.And(byRow[row])
	})
	return technique.Parts(wording.Each(texts, func(text string) string {
		return text + " from " + technique.Numbers("row", rows[text])
	}))
}

// alone reports whether a move leaves nothing else to the columns of the pair that it places, in the
// row of this pair. In an unusual order, the move can leave values that follow from earlier moves.
func (f *frame) alone(m *technique.Move) bool {
	gone, cells := m.Gone(), f.both(m.Lead())
	var columns uint64
	for _, i := range cells {
		columns |= 1 << (i % f.n)
	}
	return !slices.ContainsFunc(f.line(cells[0]/f.n), func(i int) bool {
		left := m.Before[i] &^ gone[i]
		if slices.Contains(cells, i) {
			return left&(left-1) != 0
		}
		return left&columns != 0
	})
}

// rest shortens the list of what a placed pair, or an unpaired column, excludes in its own row.
func (f *frame) rest(st *deduce.Step, list []string) []string {
	a, b := st.Sites[0]%f.n, bits.TrailingZeros64(st.Values)
	if a != b {
		return []string{fmt.Sprintf("everything else for %s and %s", f.letter(min(a, b)), f.letter(max(a, b)))}
	}
	unpaired := slices.DeleteFunc(list, func(text string) bool { return strings.Contains(text, "-") })
	return append(unpaired, "all pairs with "+f.letter(a))
}
