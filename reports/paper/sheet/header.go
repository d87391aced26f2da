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

	coverColour = draw.Colour(0x0b5a8fff) // of the pages of the workbench; white letters on it have a contrast of 7
	coverSize   = 64                      // of the letters of a banner
	bannerSize  = 26                      // of those on other pages
	leastBanner = 20                      // of a banner that is too long
	mostBanner  = 140                     // the largest height of a banner
	figuresSize = 16
	coverGap    = 46 // from the introduction of a cover to the items
	coverEdge   = 24 // the part of coverGap that has no colour
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
	page.Text(margin+width, headerBase, shorten(heading, l.titles, width*0.6), draw.Font{Size: titleSize, Anchor: draw.End, Display: l.titles.Display})
	page.Lines(draw.Style{Stroke: draw.Grey, Width: 0.6}, []draw.Point{{margin, headerBase + 7}, {margin + width, headerBase + 7}})
}

// A line is a line of text above the items of a page.
type line struct {
	text   string
	font   draw.Font
	height float64
}

// lead returns the banner, the introduction and the heading of the figures.
func (s Section) lead(paper Paper) (all []line) {
	width := paper.W - 2*margin
	body, gap, last := line{font: draw.Font{Size: introSize, Anchor: draw.Start}, height: introHeight}, introHeight/3, line{height: introGap}
	display := draw.Font{Size: bannerSize, Anchor: draw.Start, Display: true}
	if s.Banner != "" {
		body.font.Size, body.height, gap = 11, 15, 6
	}
	if s.Cover {
		body.font.Size, body.height, gap, last.height = 13, 19, 8, coverGap
		body.font.Fill, display.Fill, display.Size = draw.White, draw.White, coverSize
	}
	add := func(lines []string, like line) {
		for _, text := range lines {
			all = append(all, line{text, like.font, like.height})
		}
	}
	banner, display := bannerLines(s.Banner, display, width)
	add(banner, line{"", display, 1.15 * display.Size})
	for _, text := range s.Intro {
		if len(all) > 0 {
			all = append(all, line{height: gap})
		}
		add(wrap(text, body.font, width, mostIntro), body)
	}
	display = draw.Font{Size: figuresSize, Anchor: draw.Start, Display: true}
	add(wrap(s.Figures, display, width, 1), line{"", display, 2.4 * figuresSize})
	if len(all) > 0 {
		all = append(all, last)
	}
	return all
}

// bannerLines breaks a banner into lines, with smaller letters if it is long or has a long word.
func bannerLines(banner string, f draw.Font, width float64) ([]string, draw.Font) {
	lines := breakTitle(banner, f, width)
	for f.Size > leastBanner && (f.Size*float64(len(lines)) > mostBanner || len(lines) > len(wrapWords(banner, f, width))) {
		f.Size--
		lines = breakTitle(banner, f, width)
	}
	return lines, f
}

// introduce draws the lines above the items, on colour if the page is a cover.
func (l layout) introduce(page *draw.Picture) {
	if l.cover {
		page.Rect(0, 0, l.paper.W, l.top-coverEdge, draw.Style{Fill: coverColour})
	}
	y := float64(top)
	for _, line := range l.lead {
		y += line.height
		page.Text(margin, y-line.height/3, line.text, line.font)
	}
}
