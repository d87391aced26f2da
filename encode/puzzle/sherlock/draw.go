package sherlock

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// given returns the columns that the clues "at" among the given clues state.
func (b *Board) given(some []clue) (entries []clues.Given) {
	for _, c := range some {
		if c.kind == at {
			entries = append(entries, clues.Given{Site: c.icons[0], Value: c.column})
		}
	}
	return entries
}

// cells returns, by category and column, the names of the icons that the entries or, if s is not nil,
// the solution puts there.
func (b *Board) cells(s *encode.Solution, entries []clues.Given) [][][]string {
	if s != nil {
		entries = wording.Fill(len(*s), func(icon int) clues.Given { return clues.Given{Site: icon, Value: int((*s)[icon])} })
	}
	cells := wording.Fill(len(b.icons), func(int) [][]string { return make([][]string, b.columns()) })
	for _, e := range entries {
		cell := &cells[e.Site/b.columns()][e.Value]
		if name := b.name(e.Site); !slices.Contains(*cell, name) {
			*cell = append(*cell, name)
		}
	}
	return cells
}

// listed returns the numbers of the clues that are listed below the cells.
func (b *Board) listed() []int {
	return encode.Where(b.clues, func(c clue) bool { return c.kind != at })
}

func (b *Board) sentences(clues []clue) []string {
	return wording.Each(clues, func(c clue) string {
		return strings.TrimSuffix(wording.Sentence(b.sentence(c)), ".")
	})
}

// Draw implements encode.Instance. The drawing has one line per category. If s is nil, '.' marks a
// column whose icon no clue gives, and the clues follow below as sentences, one per line. The
// sentences leave out the clues "at", because the cells show these clues.
func (b *Board) Draw(s *encode.Solution) string {
	rows := [][]string{append([]string{""}, grid.Decimals(encode.Left(b.columns()+1, []int{0}))...)}
	for k, cells := range b.cells(s, b.given(b.clues)) {
		shown := wording.Each(cells, func(names []string) string { return cmp.Or(strings.Join(wording.Each(names, written), "/"), ".") })
		rows = append(rows, append([]string{written(b.categories[k])}, shown...))
	}
	wide := make([]int, b.columns()+1)
	for _, row := range rows {
		for i, text := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(text))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := fmt.Sprintf("%-*s |", wide[0], row[0])
		for i, text := range row[1:] {
			line += fmt.Sprintf(" %-*s", wide[i+1], text)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if clues := b.listed(); s == nil && clues != nil {
		out.WriteString("\n" + strings.Join(b.sentences(encode.Keep(b.clues, clues)), "\n") + "\n")
	}
	return out.String()
}

const (
	letter = 9  // maximum width of a letter of size 15
	height = 40 // height of a cell
	margin = 12
	line   = 20  // height of a line of text
	least  = 312 // width that the clues get in any picture
)

// Picture shows the same as Draw and, without a solution, the icons of each category. Icons and
// clues are below the cells, so that the picture stays narrow and can be read on a phone.
func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	return b.picture(b.cells(s, b.given(b.clues)), s == nil, nil, nil)
}

func (b *Board) Marked(chosen []int, entries []clues.Given) *draw.Picture {
	entries = append(b.given(encode.Keep(b.clues, chosen)), entries...)
	marked := wording.Set(entries, func(e clues.Given) [2]int { return [2]int{e.Site / b.columns(), e.Value} }) // by category and column
	return b.picture(b.cells(nil, append(b.given(b.clues), entries...)), true, marked, chosen)
}

// picture draws the icons in cells and, if the parameter listed is true, the clues below. The
// marked cells and clues are yellow.
func (b *Board) picture(cells [][][]string, listed bool, marked map[[2]int]bool, clues []int) *draw.Picture {
	p := &draw.Picture{}
	text := func(x, y int, anchor draw.Anchor, s string) {
		p.Text(float64(x), float64(y), s, draw.Font{Size: 15, Anchor: anchor})
	}
	longest := wording.Most(b.categories, utf8.RuneCountInString)
	shown := wording.Each(slices.Concat(cells...), func(icons []string) string { return strings.Join(icons, "/") })
	wide := max(4, wording.Most(append(shown, slices.Concat(b.icons...)...), utf8.RuneCountInString)) // width of a cell in letters
	cell := wide*letter + margin
	x0, y0 := 2*margin+longest*letter, margin+line
	right, bottom := x0+b.columns()*cell, y0+len(cells)*height
	for v := range b.columns() {
		text(x0+v*cell+cell/2, y0-6, draw.Middle, strconv.Itoa(v+1))
	}
	for k, row := range cells {
		y := y0 + k*height
		text(x0-margin, y+height/2+5, draw.End, b.categories[k])
		for v, icons := range row {
			fill := draw.White
			if marked[[2]int{k, v}] {
				fill = draw.Yellow
			}
			p.Rect(float64(x0+v*cell), float64(y), float64(cell), height, draw.Style{Fill: fill, Stroke: draw.Grey, Width: 1})
			text(x0+v*cell+cell/2, y+height/2+5, draw.Middle, strings.Join(icons, "/"))
		}
	}
	p.Rect(float64(x0), float64(y0), float64(right-x0), float64(bottom-y0), draw.Style{Stroke: draw.Black, Width: 2.5})
	p.W, p.H = float64(right+margin), float64(bottom+margin)
	if listed {
		b.writeBelow(p, clues)
	}
	return p
}

// writeBelow writes the icons and clues below the picture, each on a line of its own, and makes the
// picture higher. Below a wide picture the letters are larger, because such a picture may be shown at
// a smaller scale. The background of the marked clues is yellow.
func (b *Board) writeBelow(p *draw.Picture, marked []int) {
	p.W = max(p.W, least)
	size := max(15, p.W/45)
	y := p.H + size
	texts := wording.Fill(len(b.icons), func(k int) string { return b.categories[k] + ": " + strings.Join(b.icons[k], ", ") })
	first, numbers := len(texts), b.listed() // the first clue; the numbers of the clues
	texts = append(texts, b.sentences(encode.Keep(b.clues, numbers))...)
	for i, text := range texts {
		// The width of a letter is about half the font size, and 0.57 of the font size in the
		// widest fonts.
		most := int((p.W - 2*margin - size) / (0.57 * size)) // only a line with a longer name has more letters
		lines := draw.Wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= most })
		if i >= first && slices.Contains(marked, numbers[i-first]) {
			p.Rect(margin/2, y-1.1*size, p.W-margin, 1.3*size*float64(len(lines))+0.2*size, draw.Style{Fill: draw.Yellow})
		}
		for k, words := range lines {
			x := float64(margin)
			if k > 0 {
				x += size
			}
			p.Text(x, y, words, draw.Font{Size: size, Anchor: draw.Start})
			y += 1.3 * size
		}
		y += 0.4 * size
	}
	p.H = y
}

func (b *Board) Table() play.Table {
	t := play.Table{Notes: []string{}, Covers: []play.Cover{}}
	for k, name := range b.categories {
		rows := wording.Fill(b.columns(), func(i int) play.Row { return play.Row{Site: k*b.columns() + i, Parts: []play.Part{}} })
		t.Groups = append(t.Groups, play.Group{Title: name, Distinct: true, Rows: rows})
	}
	t.Notes = append(t.Notes, b.sentences(b.clues)...)
	return t
}
