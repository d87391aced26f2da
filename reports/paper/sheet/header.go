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
	paper := s.paper()
	room := paper.W - 2*margin
	for _, section := range s.Sections {
		room = min(room, titleRoom(paper, section.Heading))
	}
	runes := []rune(s.Title)
	long := func(n int) bool { return len(breakTitle(string(runes[:n]), room)) > headerLines }
	some := min(len(runes), mostTitle)
	if !long(some) {
		return nil
	}
	limit := sort.Search(some, long) - 1
	return fmt.Errorf("the title has %d letters and does not fit on two lines: want at most %d such letters", len(runes), limit)
}

func titleRoom(paper Paper, heading string) float64 {
	width := paper.W - 2*margin
	if heading == "" {
		return width
	}
	return width - canvas.TextWidth(shorten(heading, titleSize, width*0.6), titleSize) - gapX
}

// breakTitle breaks a title in the smallest letters, also within words that are wider than a line.
func breakTitle(title string, width float64) (lines []string) {
	for _, line := range wrapWords(title, leastTitle, width) {
		for canvas.TextWidth(line, leastTitle) > width {
			runes := []rune(line)
			n := len(runes) - 1
			for n > 1 && canvas.TextWidth(string(runes[:n]), leastTitle) > width {
				n--
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
		lines = append(lines, line)
	}
	return lines
}

// shrunk returns the largest size in which a title fits on one line, or leastTitle.
func shrunk(title string, width float64) float64 {
	size := float64(titleSize)
	for size > leastTitle && canvas.TextWidth(title, size) > width {
		size -= 0.5
	}
	return size
}

// header draws a title that is too wide with smaller letters or on two lines.
func (l layout) header(page *draw.Picture, title, heading string) {
	if title == "" && heading == "" {
		return
	}
	width := l.paper.W - 2*margin
	room := titleRoom(l.paper, heading)
	size := shrunk(title, room)
	lines := []string{title}
	if canvas.TextWidth(title, size) > room {
		runes := []rune(title)
		lines = breakTitle(string(runes[:min(len(runes), mostTitle)]), room)
	}
	if len(lines) > headerLines {
		lines = append(lines[:headerLines-1], shorten(lines[headerLines-1]+" "+lines[headerLines], size, room))
	}
	for i, line := range lines {
		page.Text(margin, float64(headerBase-headerLine*(len(lines)-1-i)), line, draw.Font{Size: size, Anchor: draw.Start})
	}
	page.Text(margin+width, headerBase, shorten(heading, titleSize, width*0.6), draw.Font{Size: titleSize, Anchor: draw.End})
	page.Lines(draw.Style{Stroke: draw.Grey, Width: 0.6}, []draw.Point{{margin, headerBase + 7}, {margin + width, headerBase + 7}})
}

func (l layout) introduce(page *draw.Picture) {
	y := float64(top)
	for _, line := range l.intro {
		y += lineHeight(line)
		page.Text(margin, y-introHeight/3, line, draw.Font{Size: introSize, Anchor: draw.Start})
	}
}
