package sheet

import (
	"math"
	"slices"
	"sort"
	"strings"

	"counterproof/encode/draw"
	"counterproof/reports/paper/canvas"
)

// These constants are lengths in points, unless a comment or the name says otherwise.
const (
	margin      = 42 // at the left and right edges of the paper
	top         = 66 // from the upper edge of the paper to the items or their introduction
	bottom      = 50 // from the items to the lower edge of the paper
	footer      = 30 // from the base line of the page number to the lower edge
	gapX, gapY  = 20, 16
	titleSize   = 11 // also the size of headings
	titleHeight = 18 // with the space below
	noteSize    = 9  // also the size of captions and page numbers
	noteHeight  = 11.5
	leastTitle  = 7   // the smallest size of titles, for titles that are too wide
	introSize   = 9.5 // the size of the letters in the introduction of a section
	introHeight = 12.5
	introGap    = 12
	mostIntro   = 12  // the largest number of lines of a paragraph
	narrowest   = 110 // the texts of an item can be as wide as this even if the picture is narrower
	gapTexts    = 6   // between a title and its note

	largest        = 1e7 // the largest numbers in a picture, in units of the picture
	mostScale      = 3
	mostSmallScale = 1.5
	captionLines   = 6
	most           = 6   // the largest number of items on a page if the section states no number
	mostSmall      = 24  // the same limit for small items
	legible        = 6.5 // the smallest size of letters, if possible
	legibleSmall   = 5
	widest         = 150 // the smallest length of the longer side of a picture, if possible
	widestSmall    = 75
	filled         = 0.6 // the smallest share of its column that the widest picture takes, if possible; not for small items
)

// A layout is the grid in which the items of one section are arranged on a page.
type layout struct {
	paper      Paper
	rows, cols int
	perPage    int     // at most rows * cols
	w, h       float64 // of a cell without the gaps
	above      float64 // the part of h for titles
	below      float64 // the part of h for captions
	lead       []line  // above the items of the page
	top        float64 // from the upper edge of the paper to the items
	mostScale  float64
	cover      bool
	titles     draw.Font
}

// layOut chooses the grid for a section. If the section states the number of items per page, the
// grid has room for this number. If not, the grid has room for as many items as are legible.
func layOut(paper Paper, s Section) layout {
	s.lines = s.lead(paper)
	if s.PerPage > 0 {
		return largestPictures(paper, s, s.PerPage)
	}
	upTo, letters, side := most, float64(legible), float64(widest)
	if s.Small {
		upTo, letters, side = mostSmall, legibleSmall, widestSmall
	}
	for n := min(upTo, len(s.Items)); n > 1; n-- {
		if l := largestPictures(paper, s, n); l.legible(s.Items, letters, side) && (s.Small || l.fills(s.Items)) {
			return l
		}
	}
	return largestPictures(paper, s, 1)
}

// largestPictures returns the grid in which the pictures are largest in total, with few columns.
func largestPictures(paper Paper, s Section, n int) layout {
	var best layout
	bestSum := -1.0
	for cols := 1; cols <= n; cols++ {
		rows := (n + cols - 1) / cols
		if rows*cols-n >= cols || (n+rows-1)/rows != cols {
			continue // fewer columns would have room for n items, too
		}
		l := newLayout(paper, s, rows, cols)
		l.perPage = n
		sum := 0.0
		for _, item := range s.Items {
			sum += l.scale(item.Picture)
		}
		if sum > bestSum+1e-9 {
			best, bestSum = l, sum
		}
	}
	return best
}

func newLayout(paper Paper, s Section, rows, cols int) layout {
	l := layout{paper: paper, rows: rows, cols: cols, lead: s.lines, top: top, cover: s.Cover}
	l.mostScale = map[bool]float64{false: mostScale, true: mostSmallScale}[s.Small]
	for _, line := range l.lead {
		l.top += line.height
	}
	l.w = (paper.W - 2*margin - gapX*float64(cols-1)) / float64(cols)
	l.h = l.cellHeight()
	lines := 0
	for _, item := range s.Items {
		if item.Title != "" || item.Note != "" {
			l.above = titleHeight
		}
		lines = max(lines, len(wrap(item.Caption, noteFont, l.w, captionLines)))
	}
	if lines > 0 {
		l.below = 4 + noteHeight*float64(lines)
	}
	return l
}

func (l layout) cellHeight() float64 {
	return (l.paper.H - l.top - bottom - gapY*float64(l.rows-1)) / float64(l.rows)
}

// withoutIntro returns the layout of the pages after the first one, whose cells are higher.
func (l layout) withoutIntro() layout {
	l.lead, l.top = nil, top
	l.h = l.cellHeight()
	return l
}

func (l layout) scale(p *draw.Picture) float64 {
	return max(1e-6, min(l.mostScale, l.w/p.W, (l.h-l.above-l.below)/p.H))
}

// legible counts a picture that is enlarged as far as possible as large enough.
func (l layout) legible(items []Item, letters, side float64) bool {
	for _, item := range items {
		k := l.scale(item.Picture)
		if k < l.mostScale && (k*smallest(item.Picture) < letters || k*max(item.Picture.W, item.Picture.H) < side) {
			return false
		}
	}
	return true
}

// fills reports whether some picture takes most of the width of its column, or is enlarged as far as
// possible. Sheets with an introduction have that on the first page only, so it does not count.
func (l layout) fills(items []Item) bool {
	if !l.cover {
		l = l.withoutIntro()
	}
	return slices.ContainsFunc(items, func(item Item) bool { return l.scale(item.Picture) >= min(l.mostScale, filled*l.w/item.Picture.W) })
}

func smallest(p *draw.Picture) float64 {
	size := math.Inf(1)
	for _, s := range p.Shapes {
		if t, ok := s.(draw.Text); ok && t.Size > 0 {
			size = min(size, t.Size)
		}
	}
	return size
}

// place draws an item into the slot with the given number. Slots are numbered row by row, from 0.
func (l layout) place(page *draw.Picture, slot int, item Item) {
	x := margin + float64(slot%l.cols)*(l.w+gapX)
	y := l.top + float64(slot/l.cols)*(l.h+gapY)
	k := l.scale(item.Picture)
	w, h := k*item.Picture.W, k*item.Picture.H
	title := canvas.TextWidth(item.Title, l.titles) + gapTexts
	block := max(w, min(l.w, max(narrowest, title+canvas.TextWidth(item.Note, noteFont))))
	left := x + (l.w-block)/2
	room := max(block-title, 0.6*block)
	small := shrunk(item.Note, noteFont, room)
	note := shorten(item.Note, small, room)
	room = block
	if note != "" {
		room -= canvas.TextWidth(note, small) + gapTexts
	}
	base := y + titleSize
	f := shrunk(item.Title, l.titles, room)
	page.Text(left, base, shorten(item.Title, f, room), f)
	page.Text(left+block, base, note, draw.Font{Size: small.Size, Anchor: draw.End, Fill: draw.RGB(0x55, 0x55, 0x55)})
	page.Place(item.Picture, x+(l.w-w)/2, y+l.above, k)
	below := y + l.above + h + noteHeight
	lines := wrap(item.Caption, noteFont, l.w, captionLines)
	if slices.ContainsFunc(lines, func(line string) bool { return canvas.TextWidth(line, noteFont) > block }) {
		left = x
	}
	for i, line := range lines {
		page.Text(left, below+noteHeight*float64(i), line, noteFont)
	}
}

var noteFont = draw.Font{Size: noteSize, Anchor: draw.Start}

// wrap breaks a text into lines. If there would be more than most lines, it shortens the last one.
func wrap(text string, f draw.Font, width float64, most int) []string {
	lines := wrapWords(text, f, width)
	if len(lines) > most {
		lines = append(lines[:most-1], strings.Join(lines[most-1:], " "))
	}
	for i, line := range lines {
		lines[i] = shorten(line, f, width)
	}
	return lines
}

// wrapWords breaks a text between words. Only a single word can be too wide for a line.
func wrapWords(text string, f draw.Font, width float64) []string {
	return draw.Wrap(text, func(line string) bool { return canvas.TextWidth(line, f) <= width })
}

// shorten cuts a text that is too wide and ends it with three dots.
func shorten(text string, f draw.Font, width float64) string {
	if canvas.TextWidth(text, f) <= width {
		return text
	}
	const dots = "..."
	runes := []rune(text)
	n := sort.Search(len(runes), func(n int) bool { return canvas.TextWidth(string(runes[:n+1])+dots, f) > width })
	if n == 0 {
		return ""
	}
	return strings.TrimSpace(string(runes[:n])) + dots
}
