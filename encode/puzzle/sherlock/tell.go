package sherlock

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (b *Board) names(icons []int) string { return technique.And(wording.Each(icons, b.name)) }

// places lists columns in words, with the given word ("and" or "or") before the last
// one.
func (r *reasoner) places(columns uint64, word string) string {
	list := technique.Names(columns, func(v int) string { return strconv.Itoa(v + 1) })
	switch len(list) {
	case 0:
		return "no column"
	case 1:
		return "column " + list[0]
	}
	return "columns " + wording.List(list, " "+word+" ")
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	text := m.Name() + ": "
	gone := ", which removes "
	switch st.Rule.Name {
	case "naked single":
		if text += m.Tell(); !m.Given {
			text += ", the only column left for it"
		}
	case "hidden single":
		text += fmt.Sprintf("%s is in %s, which no other %s can take", r.names(st.Sites), r.places(st.Values, "or"), r.categories[st.Clue])
	case "trial":
		text += m.Tell()
		gone = ": this contradiction removes "
	default:
		text += m.Tell()
	}
	text += gone + technique.Removed(m.Steps,
		func(set uint64) string { return r.places(set, "and") },
		r.names)
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
		text += ", and leaves " + technique.And(left)
	}
	return text
}

const (
	nameSize = 14 // size of the names of icons that are not yet placed
	nameWide = 8  // width of a letter of that size, the mean of the widest fonts
	nameLine = 17 // height of a line with such a name
	strip    = 20 // height of the name of a category above its cells
)

// drawState draws a state of the deduction. Each category is a row of cells. A cell lists the icons
// that can still be in its column, each on a line of its own. An icon with only one column left is
// usually the only name in its cell and has larger letters.
//
// If there is a move, the name of an icon that has lost a column on which the move relies is shown
// there in grey on yellow. In the columns that the move removes, the name is struck out on pale blue.
// In the columns where it places icons, the name is on blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	title, fills := m.Title(), map[deduce.Bit]draw.Colour{}
	if m != nil {
		for _, b := range m.Facts() {
			fills[b] = draw.Yellow
		}
		for _, st := range m.Steps {
			fills[st.Bit] = draw.PaleSky
		}
		for _, b := range m.Placed {
			fills[b] = draw.Sky
		}
	}
	longest := len(title) / r.n
	for icon := range s {
		longest = max(longest, utf8.RuneCountInString(r.name(icon)))
	}
	for _, name := range r.categories {
		longest = max(longest, (utf8.RuneCountInString(name)+r.n-1)/r.n)
	}
	w, h := longest*nameWide+margin, r.n*nameLine+6
	p := &draw.Picture{W: float64(2*margin + r.n*w)}
	y := margin
	if title != "" {
		y += line
		p.Text(p.W/2, float64(y-4), title, draw.Font{Size: 16})
	}
	for v := range r.n {
		p.Text(float64(margin+v*w+w/2), float64(y+line-4), strconv.Itoa(v+1), draw.Font{Size: 16})
	}
	y += line
	for k, category := range r.categories {
		p.Text(margin, float64(y+strip-5), category, draw.Font{Size: nameSize, Anchor: draw.Start, Fill: draw.Grey})
		y += strip
		for v := range r.n {
			x := margin + v*w
			p.Rect(float64(x), float64(y), float64(w), float64(h), draw.Style{Fill: draw.White, Stroke: draw.Grey, Width: 1})
			r.paintCell(p, float64(x), float64(y), float64(w), float64(h), k, v, s, fills)
		}
		p.Rect(margin, float64(y), float64(r.n*w), float64(h), draw.Style{Stroke: draw.Black, Width: 2})
		y += h
	}
	p.H = float64(y + margin)
	return p
}

func (r *reasoner) paintCell(p *draw.Picture, x, y, w, h float64, category, column int, s deduce.State, fills map[deduce.Bit]draw.Colour) {
	shown := 0
	only := -1 // an icon with one column left
	for icon := category * r.n; icon < (category+1)*r.n; icon++ {
		if s.Has(icon, column) || fills[deduce.Bit{Site: icon, Value: column}] != 0 {
			shown++
			if s[icon] == 1<<column {
				only = icon
			}
		}
	}
	if shown == 1 && only >= 0 {
		if fill := fills[deduce.Bit{Site: only, Value: column}]; fill == 0 || fill == draw.Sky {
			p.Rect(x+2, y+2, w-4, h-4, draw.Style{Fill: fill})
			p.Text(x+w/2, y+h/2+6, r.name(only), draw.Font{Size: 1.15 * nameSize})
			return
		}
	}
	for i := range r.n {
		at := deduce.Bit{Site: category*r.n + i, Value: column}
		fill, left := fills[at], s.Has(at.Site, column)
		if fill == 0 && !left {
			continue
		}
		top := y + 3 + float64(i*nameLine)
		ink := draw.Black
		if !left {
			ink = 0x555555ff
		}
		p.Rect(x+2, top, w-4, nameLine, draw.Style{Fill: fill})
		p.Text(x+w/2, top+nameLine-4, r.name(at.Site), draw.Font{Size: nameSize, Fill: ink})
		if fill == draw.PaleSky {
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 2}, []draw.Point{{x + 5, top + nameLine - 3}, {x + w - 5, top + 3}})
		}
	}
}
