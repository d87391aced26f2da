package technique

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// Few is the largest number of cells or pairs that a sentence lists. With more, it can say "the rest of row 3".
const Few = 6

// Short is the function deduce.Moves.CoveredBy of rules about chains. For a chain of one link, it
// returns the names of the naked and the hidden single.
func Short(st *deduce.Step, _ deduce.State) []string {
	if x := st.Chain(); len(x) == 1 && x[0].To == deduce.None {
		return []string{"naked single", "hidden single"}
	}
	return nil
}

// Names returns the names of the values of a set.
func Names(set uint64, name func(value int) string) []string {
	return wording.Each(slices.Collect(deduce.Each(set)), name)
}

// And joins names to an English list such as "a, b and c".
func And(names []string) string { return wording.List(names, " and ") }

// Or joins names to an English list such as "a, b or c".
func Or(names []string) string { return wording.List(names, " or ") }

// Parts joins parts of a sentence that may contain lists: "a and b from c, and d from e".
func Parts(parts []string) string { return wording.List(parts, ", and ") }

// Numbers returns a noun, in the plural if needed, followed by the numbers, which must ascend:
// "cells 1 and 3 to 5". It writes three or more consecutive numbers as a range.
func Numbers(noun string, numbers []int) string {
	var names []string
	for i, j := 0, 0; i < len(numbers); i = j {
		for j = i + 1; j < len(numbers) && numbers[j] == numbers[j-1]+1; j++ {
		}
		if j-i > 2 {
			names = append(names, fmt.Sprintf("%d to %d", numbers[i], numbers[j-1]))
			continue
		}
		j = i + 1
		names = append(names, fmt.Sprint(numbers[i]))
	}
	if len(numbers) > 1 {
		noun += "s"
	}
	return noun + " " + And(names)
}

// CellList names cells of a board with w columns in ascending order. The name of a single cell is its
// layout.CellName. The names of several are lists such as "columns 1 and 3 to 7 of row 2", by rows or
// by columns, whichever gives the shorter text.
func CellList(cells []int, w int) string {
	if len(cells) == 1 {
		return layout.CellName(cells[0], w)
	}
	rows, columns := map[int][]int{}, map[int][]int{}
	for _, at := range slices.Sorted(slices.Values(cells)) {
		rows[at/w+1] = append(rows[at/w+1], at%w+1)
		columns[at%w+1] = append(columns[at%w+1], at/w+1)
	}
	texts := []string{lines(rows, "row", "column"), lines(columns, "column", "row")}
	return slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) })
}

// lines names cells by their lines (rows or columns) and by their places in these lines, as in
// "columns 1 and 3 of rows 2 and 4". Lines with the same places share one phrase.
func lines(places map[int][]int, line, across string) string {
	texts, with := Group(slices.Sorted(maps.Keys(places)), func(x int) string { return Numbers(across, places[x]) })
	parts := wording.Each(texts, func(text string) string { return text + " of " + Numbers(line, with[text]) })
	if slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(part, " and ") }) {
		return Parts(parts)
	}
	return And(parts)
}

// Group collects the items that have the same key. It returns the keys in the order of their first
// items.
func Group[T any, K comparable](items []T, key func(T) K) (keys []K, with map[K][]T) {
	with = map[K][]T{}
	for _, x := range items {
		k := key(x)
		if with[k] == nil {
			keys = append(keys, k)
		}
		with[k] = append(with[k], x)
	}
	return keys, with
}

// Removed says which values the steps remove from which sites, such as "2 and 6 from columns 1
// and 4 of row 1, and 6 from row 1, column 5". Sites that lose the same values are named together.
func Removed(steps []deduce.Step, values func(set uint64) string, sites func(sites []int) string) string {
	gone := (&Move{Steps: steps}).Gone()
	sets, with := Group(slices.Sorted(maps.Keys(gone)), func(site int) uint64 { return gone[site] })
	return Parts(wording.Each(sets, func(set uint64) string { return values(set) + " from " + sites(with[set]) }))
}

// Settled describes steps that settle sites with two possible values. It says which value each site
// gets, such as "columns 2 and 3 of row 1 are mines, and row 2, column 2 is safe". The parameters one
// and many hold the phrases for one site and for several sites; the index of a phrase is the value that
// the step removes.
func Settled(steps []deduce.Step, sites func(sites []int) string, one, many [2]string) string {
	var by [2][]int
	for _, st := range steps {
		by[st.Value] = AppendNew(by[st.Value], st.Site)
	}
	var parts []string
	for v, list := range by {
		slices.Sort(list)
		if n := min(len(list), 2); n > 0 {
			parts = append(parts, sites(list)+" "+[...]string{1: one[v], 2: many[v]}[n])
		}
	}
	return Parts(parts)
}

// Cells returns the cells of a picture that shows a state of the deduction, for a board in which
// each site is a cell with one of n values. If a cell has only one value left, it shows this value.
// Otherwise it shows a small text for each value left. If m is not nil, the cells also show the
// move m. The cells and values in the move's patterns and chains are yellow. The cells of its facts
// are pale yellow. For example, if a box has only one place for a value, these are the other cells
// of the box. The cells that the move changes are pale blue, and the values that it removes are
// struck out. A value that the move places is blue.
func Cells(s deduce.State, n int, name func(value int) string, m *Move) []grid.Cell {
	cells := make([]grid.Cell, len(s))
	gone := m.Gone()
	for i, left := range s {
		if s.One(i) && gone[i] == 0 {
			cells[i].Text = name(s.Value(i))
			continue
		}
		cells[i].Marks = make([]grid.Mark, n)
		for v := range deduce.Each(left) {
			cells[i].Marks[v].Text = name(v)
		}
	}
	if m == nil {
		return cells
	}
	for _, b := range m.Facts() {
		cells[b.Site].Fill = draw.PaleYellow
	}
	mark := func(i int, values uint64) {
		cells[i].Fill = draw.PaleYellow
		for v := range cells[i].Marks {
			if values>>v&1 == 1 {
				cells[i].Marks[v].Fill = draw.Yellow
			}
		}
	}
	for k := range m.Steps[:m.Own] {
		st := &m.Steps[k]
		for _, i := range st.Sites {
			mark(i, st.Values)
		}
		for _, x := range st.Chain() {
			mark(x.From.Site, 1<<x.From.Value)
			if x.To != deduce.None {
				mark(x.To.Site, 1<<x.To.Value)
			}
		}
	}
	for i, values := range gone {
		cells[i].Fill = draw.PaleSky
		for v := range deduce.Each(values) {
			cells[i].Marks[v].Struck = true
		}
	}
	for _, b := range m.Placed {
		if cells[b.Site].Marks == nil { // nothing else was left
			cells[b.Site].Fill = draw.Sky
			continue
		}
		cells[b.Site].Fill = draw.PaleSky
		cells[b.Site].Marks[b.Value].Fill = draw.Sky
	}
	return cells
}
