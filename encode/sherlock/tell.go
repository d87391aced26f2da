package sherlock

import (
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/native/deduce"
)

func (r *reasoner) names(icons []int) []string {
	list := make([]string, len(icons))
	for i, icon := range icons {
		list[i] = r.name(icon)
	}
	return list
}

// places lists columns in words, with the given word ("and" or "or") before the last
// one.
func (r *reasoner) places(columns uint64, word string) string {
	var list []string
	for v := range deduce.Each(columns) {
		list = append(list, strconv.Itoa(v+1))
	}
	last := len(list) - 1
	switch last {
	case -1:
		return "no column"
	case 0:
		return "column " + list[0]
	}
	return "columns " + strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}

// drawState draws a state of the deduction and, unless st is nil, the step st that
// comes next.
func (r *reasoner) drawState(s deduce.State, st *deduce.Step) *draw.Picture {
	if st == nil {
		return r.paintState("", s, nil, nil, nil)
	}
	return r.paintState(st.Rule.Name, s, st.Facts(), []deduce.Bit{st.Bit}, nil)
}
