package sudoku

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"counterproof/encode/reason"
	"counterproof/native/deduce"
)

// moveText describes a move. The function because describes the pattern of a step.
func (l *layout) moveText(m *reason.Move, because func(st *deduce.Step) string) string {
	st := m.Lead()
	name := technique(st)
	switch {
	case m.Given:
		return fmt.Sprintf("clue: %s at %s removes %s", l.values(st.Values), l.cell(st.Sites[0]), l.removed(m, m.Steps))
	case st.Rule.Places == nil:
		return fmt.Sprintf("%s: %s, which removes %s", name, l.because(m, because), l.removed(m, m.Steps))
	case st.Rule.Spreads:
		return fmt.Sprintf("%s: %s is %s, the only value left there, which removes %s", name, l.cell(st.Sites[0]), l.values(st.Values), l.removed(m, m.Steps))
	}
	own := "other values"
	if n := m.Gone()[st.Site]; bits.OnesCount64(n) < l.n-1 {
		own = l.values(n)
	}
	gone := own + " there"
	if rest := m.Steps[m.Own:]; len(rest) > 0 {
		gone += ", and " + l.removed(m, rest)
	}
	return fmt.Sprintf("%s: %s is %s, the only place for %s in %s, which removes %s",
		name, l.cell(st.Sites[0]), l.values(st.Values), l.values(st.Values), l.unit(st.Clue), gone)
}

// because describes the pattern of a move that places nothing. Patterns that remove values in several
// units are described with all of them, and chains that refute a value in several cells with all of
// these.
func (l *layout) because(m *reason.Move, because func(st *deduce.Step) string) string {
	st := m.Lead()
	text := because(st)
	var more []string
	for _, other := range m.Steps[1:m.Own] {
		switch {
		case strings.HasPrefix(text, "if ") && other.Site != st.Site && !slices.Contains(more, l.cell(other.Site)):
			more = append(more, l.cell(other.Site))
		case other.Clue != st.Clue && strings.HasPrefix(text, "in ") && !slices.Contains(more, l.unit(other.Clue)):
			more = append(more, l.unit(other.Clue))
		}
	}
	if len(more) == 0 {
		return text
	}
	if rest, ok := strings.CutPrefix(text, "in "+l.unit(st.Clue)); ok {
		return "in " + reason.And(append([]string{l.unit(st.Clue)}, more...)) + rest
	}
	rest := strings.TrimPrefix(text, "if "+l.cell(st.Site))
	return "if " + strings.Join(append([]string{l.cell(st.Site)}, more...), " or ") + rest
}

// removed describes what steps remove, and what they leave.
func (l *layout) removed(m *reason.Move, steps []deduce.Step) string {
	text := reason.Removed(steps, l.values, func(sites []int) string { return reason.Several(sites, l.short, "cells") })
	if at := m.Empty(); at >= 0 {
		return text + ", and leaves no value at " + l.short(at)
	}
	var left []string
	for _, b := range m.Placed {
		if !slices.Contains(m.Lead().Sites, b.Site) {
			left = append(left, l.value(b.Value)+" at "+l.short(b.Site))
		}
	}
	if left != nil {
		text += ", and leaves only " + reason.And(left)
	}
	return text
}

// short names a cell in the form (row,column).
func (l *layout) short(at int) string { return fmt.Sprintf("(%d,%d)", at/l.n+1, at%l.n+1) }

// technique returns the usual name of the technique of a step.
func technique(st *deduce.Step) string {
	set := bits.OnesCount64(st.Values)
	switch st.Rule.Name {
	case "single":
		return "naked single"
	case "only place":
		return "hidden single"
	case "naked pair", "hidden pair", "naked set", "hidden set":
		kind, _, _ := strings.Cut(st.Rule.Name, " ")
		return kind + " " + [...]string{"single", "pair", "triple", "quadruple"}[max(1, min(set, most))-1]
	case "fish":
		lines := bits.OnesCount64(uint64(st.Clue &^ columns))
		return [...]string{"fish", "X-wing", "swordfish", "jellyfish"}[max(1, min(lines, most))-1]
	}
	return st.Rule.Name
}
