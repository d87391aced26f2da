package sheet

import (
	"fmt"
	"sort"

	"counterproof/encode/draw"
	"counterproof/reports/paper/canvas"
)

const (
	headerBase  = 46   // the base line of the header, from the upper edge of the paper
	headerLines = 2    // the largest number of lines of a title
	headerLine  = 11   // the distance between two lines of the size leastTitle
	mostTitle   = 2000 // a title of so many letters does not fit on two lines in any font
)

// CheckTitle returns an error that states the limit if the title is too long for the header of a
// page. Pages shortens such a title.
func (s Sheet) CheckTitle() error {
	paper, f := s.paper(), s.titles()
	room := paper.W - 2*margin
	for _, section := range s.Sections {
		room = min(room, titleRoom(paper, section.Heading, f))
	}
	f.Size = leastTitle
	runes := []rune(s.Title)
	long := func(n int) bool { return len(breakTitle(string(runes[:n]), f, room)) > headerLines }
	some := min(len(runes), mostTitle)
	if !long(some) {
		return nil
	}
	limit := sort.Search(some, long) - 1
	return fmt.Errorf("the title has %d letters and does not fit on two lines: want at most %d such letters", len(runes), limit)
}

// titles returns the font of titles and headings.
func (s Sheet) titles() draw.Font {
	return draw.Font{Size: titleSize, Anchor: draw.Start, Display: s.Display}
}

func titleRoom(paper Paper, heading string, f draw.Font) float64 {
	width := paper.W - 2*margin
	if heading == "" {
		return width
	}
	return width - canvas.TextWidth(shorten(heading, f, width*0.6), f) - gapX
}

// breakTitle breaks a title into lines, also within words that are wider than a line.
func breakTitle(title string, f draw.Font, width float64) (lines []string) {
	for _, line := range wrapWords(title, f, width) {
		for canvas.TextWidth(line, f) > width {
			runes := []rune(line)
			n := len(runes) - 1
			for n > 1 && canvas.TextWidth(string(runes[:n]), f) > width {
				n--
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
		lines = append(lines, line)
	}
	return lines
}

// shrunk returns the font in the largest size in which a title fits on one line, or in the size leastTitle.
func shrunk(title string, f draw.Font, width float64) draw.Font {
	for f.Size > leastTitle && canvas.TextWidth(title, f) > width {
		f.Size -= 0.5
	}
	return f
}

// header draws a title that is too wide with smaller letters or on two lines.
func (l layout) header(page *draw.Picture, title, heading string) {
	if title == "" && heading == "" || l.cover {
		return
	}
	width := l.paper.W - 2*margin
	room := titleRoom(l.paper, heading, l.titles)
	f := shrunk(title, l.titles, room)
	lines := []string{title}
	if canvas.TextWidth(title, f) > room {
		runes := []rune(title)
		lines = breakTitle(string(runes[:min(len(runes), mostTitle)]), f, room)
	}
	if len(lines) > headerLines {
		lines = append(lines[:headerLines-1], shorten(lines[headerLines-1]+" "+lines[headerLines], f, room))
	}
	for i, line := range lines {
		page.Text(margin, float64(headerBase-headerLine*(len(lines)-1-i)), line, f)
	}
	right := l.titles
	right.Anchor = draw.End
	page.Text(margin+width, headerBase, shorten(heading, l.titles, width*0.6), right)
	page.Lines(draw.Style{Stroke: draw.Grey, Width: 0.6}, []draw.Point{{margin, headerBase + 7}, {margin + width, headerBase + 7}})
}
