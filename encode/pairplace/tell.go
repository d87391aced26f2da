package pairplace

import (
	"fmt"
	"math/bits"
	"strings"

	"counterproof/encode/reason"
	"counterproof/native/deduce"
)

// moveText describes a move. The function because describes the pattern of a step.
func (f *frame) moveText(m *reason.Move, because func(st *deduce.Step) string) string {
	st := m.Lead()
	text := technique(st) + ": "
	switch {
	case m.Given:
		text = "clue: " + f.paired(st)
	case st.Rule.Spreads:
		text += f.paired(st) + ", the only letter left there"
	case st.Rule.Places != nil && st.Clue >= f.h+f.n:
		text += fmt.Sprintf("%s, the only column that can stay so", f.paired(st))
	case st.Rule.Places != nil:
		text += fmt.Sprintf("%s, the only place for %s in %s", f.paired(st), f.letters(st.Values), f.name(st.Clue))
	case st.Rule.Echoes:
		text += f.cell(st.Sites[0]) + " lacks letters, so their columns lack its own"
	default:
		text += because(st)
	}
	text += ", which removes " + f.removed(m)
	if at := m.Empty(); at >= 0 {
		return text + ", and leaves no letter at " + f.cell(at)
	}
	var left []string
	for _, b := range m.Placed {
		if st.Rule.Places == nil {
			left = append(left, f.letter(b.Value)+" at "+f.cell(b.Site))
		}
	}
	if left != nil {
		text += ", and leaves only " + reason.And(left)
	}
	return text
}

// paired says which pair the pattern of a step places.
func (f *frame) paired(st *deduce.Step) string {
	row, a, b := st.Sites[0]/f.n+1, st.Sites[0]%f.n, bits.TrailingZeros64(st.Values)
	if a == b {
		return fmt.Sprintf("in row %d %s is unpaired", row, f.letter(a))
	}
	return fmt.Sprintf("in row %d %s and %s are a pair", row, f.letter(a), f.letter(b))
}

// removed describes what a move removes, by rows: pairs, because a letter and its mate go together.
func (f *frame) removed(m *reason.Move) string {
	type pair struct{ row, a, b int }
	seen := map[pair]bool{}
	byRow := make([][]string, f.h)
	for _, st := range m.Steps {
		a, b := st.Site%f.n, st.Value
		p := pair{st.Site / f.n, min(a, b), max(a, b)}
		if seen[p] {
			continue
		}
		seen[p] = true
		text := f.letter(p.a) + "-" + f.letter(p.b)
		if a == b {
			text = f.letter(a) + " unpaired"
		}
		byRow[p.row] = append(byRow[p.row], text)
	}
	if len(seen) > 2*reason.Few {
		return fmt.Sprintf("%d pairs", len(seen))
	}
	var parts []string
	for r, names := range byRow {
		if names != nil {
			parts = append(parts, fmt.Sprintf("%s from row %d", reason.And(names), r+1))
		}
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + ", and " + parts[last]
	}
	return strings.Join(parts, "")
}

// technique returns the name of the technique of a step, with the size of a set.
func technique(st *deduce.Step) string {
	if kind, ok := strings.CutSuffix(st.Rule.Name, " set"); ok {
		return kind + " " + [...]string{"single", "pair", "triple", "quadruple"}[max(1, min(4, bits.OnesCount64(st.Values)))-1]
	}
	return st.Rule.Name
}
