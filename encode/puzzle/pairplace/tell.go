package pairplace

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

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
	var left []string
	for _, b := range m.Placed {
		if st.Rule.Places == nil {
			left = append(left, f.letter(b.Value)+" at "+f.SiteName(b.Site))
		}
	}
	if left != nil {
		text += ", and leaves only " + technique.And(left)
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
