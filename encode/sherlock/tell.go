package sherlock

import (
	"fmt"
	"slices"
	"strconv"

	"counterproof/encode/draw"
	"counterproof/encode/reason"
	"counterproof/native/deduce"
)

func (r *reasoner) names(icons []int) []string {
	list := make([]string, len(icons))
	for i, icon := range icons {
		list[i] = r.name(icon)
	}
	return list
}

func (r *reasoner) places(columns uint64, word string) string {
	var list []string
	for v := range deduce.Each(columns) {
		list = append(list, strconv.Itoa(v+1))
	}
	switch {
	case len(list) == 0:
		return "no column"
	case len(list) == 1:
		return "column " + list[0]
	case word == "or":
		return "columns " + reason.Or(list)
	}
	return "columns " + reason.And(list)
}

func (r *reasoner) moveText(m *reason.Move, because func(st *deduce.Step) string) string {
	st := m.Lead()
	text := m.Name() + ": "
	gone := ", which removes "
	switch own := m.Steps[:m.Own]; st.Rule.Name {
	case "naked single":
		if text += because(st); !m.Given {
			text += ", the only column left for it"
		}
	case "hidden single":
		text += fmt.Sprintf("%s is in %s, which no other %s can take", reason.And(r.names(st.Sites)), r.places(st.Values, "or"), r.categories[st.Clue])
	case "partner":
		all := *st
		for _, x := range own {
			all.Values |= x.Values
		}
		text += because(&all)
	case "trial":
		text += because(st)
		gone = ": this contradiction removes "
	case "two clues":
		text += r.tellJoin(&r.double.joins[st.Clue], own...)
	case "company", "naked pair", "naked triple", "naked quadruple", "hidden pair", "hidden triple", "hidden quadruple":
		text += because(st)
	default:
		text += r.tellJoin(&r.single.joins[st.Clue], own...)
	}
	text += gone + reason.Removed(m.Steps,
		func(set uint64) string { return r.places(set, "and") },
		func(icons []int) string { return reason.And(r.names(icons)) })
	if icon := m.Empty(); icon >= 0 {
		return text + ", and leaves no column for " + r.name(icon)
	}
	var left []string
	for _, b := range m.Placed {
		if !slices.Contains(st.Sites, b.Site) || st.Rule.Places == nil {
			left = append(left, r.name(b.Site)+" in "+r.places(1<<b.Value, "or"))
		}
	}
	if left != nil {
		text += ", and leaves " + reason.And(left)
	}
	return text
}

func (r *reasoner) drawState(s deduce.State, m *reason.Move) *draw.Picture {
	if m == nil {
		return r.paintState("", s, nil, nil, nil)
	}
	var gone []deduce.Bit
	for _, st := range m.Steps {
		gone = append(gone, st.Bit)
	}
	return r.paintState(m.Title(), s, m.Facts(), gone, m.Placed)
}
