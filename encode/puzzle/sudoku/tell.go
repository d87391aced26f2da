package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (l *geometry) moveText(m *technique.Move) string {
	st := m.Lead()
	if m.Given {
		return fmt.Sprintf("%s: %s at %s removes %s", m.Name(), l.values(st.Values), l.cell(st.Sites[0]), l.removed(m, m.Steps))
	}
	text := m.Name() + ": "
	switch {
	case st.Chain() != nil:
		return text + m.Tell() + ": this contradiction removes " + l.removed(m, m.Steps)
	case st.Rule.Places == nil:
		return text + m.Tell() + ", which removes " + l.removed(m, m.Steps)
	case st.Rule.Spreads:
		return fmt.Sprintf("%s%s is %s, the only value left there, which removes %s", text, l.cell(st.Sites[0]), l.values(st.Values), l.removed(m, m.Steps))
	}
	gone := l.values(m.Gone()[st.Site]) + " there"
	if rest := m.Steps[m.Own:]; len(rest) > 0 {
		gone += ", and " + l.removed(m, rest)
	}
	return fmt.Sprintf("%s%s is %s, the only place for %s in %s, which removes %s",
		text, l.cell(st.Sites[0]), l.values(st.Values), l.values(st.Values), l.unit(st.Clue), gone)
}

func unitsOf(steps []deduce.Step) (units []int) {
	for _, st := range steps {
		if !slices.Contains(units, st.Clue) {
			units = append(units, st.Clue)
		}
	}
	return units
}

func (l *geometry) unitNames(units []int) string {
	return technique.And(wording.Each(units, l.unit))
}

func (l *geometry) removed(m *technique.Move, steps []deduce.Step) string {
	text := technique.Removed(steps, l.values, func(sites []int) string { return l.several(m, sites) })
	if at := m.Empty(); at >= 0 {
		return text + ", and leaves no value at " + l.cell(at)
	}
	var left []string
	for _, b := range m.Placed {
		if !slices.Contains(m.Lead().Sites, b.Site) {
			left = append(left, l.value(b.Value)+" at "+l.cell(b.Site))
		}
	}
	if left != nil {
		text += ", and leaves only " + technique.Parts(left)
	}
	return text
}

// several names cells. If there are many cells, and the move places a value or is about a naked
// set, several calls them the rest of one or more units.
func (l *geometry) several(m *technique.Move, cells []int) string {
	var units []int
	switch st := m.Lead(); {
	case len(cells) <= technique.Few:
	case st.Rule.Places != nil:
		units = l.of[st.Sites[0]][:]
	case strings.HasPrefix(st.Rule.Name, "naked "):
		units = unitsOf(m.Steps[:m.Own])
	}
	var seen []int
	for _, u := range units {
		if slices.ContainsFunc(cells, func(at int) bool { return slices.Contains(l.units[u], at) }) {
			seen = append(seen, u)
		}
	}
	if seen == nil {
		return l.cells(cells)
	}
	return "the rest of " + l.unitNames(seen)
}
