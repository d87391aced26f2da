// Package sheet lays out pictures on pages of paper: several pictures on a page, each with a title
// and a caption, between a header and a footer. It writes the pages as PDF and as HTML with vector
// graphics. The package knows nothing about puzzles.
package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"sort"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/reports/paper/canvas"
)

// A Paper is a size of paper in points, 1/72 inch.
type Paper struct {
	Name string
	W, H float64
}

// Papers lists the sizes of paper, the default first.
var Papers = []Paper{{"a4", 210 / 25.4 * 72, 297 / 25.4 * 72}, {"letter", 8.5 * 72, 11 * 72}}

// An Item is a picture with its texts. Every text may be empty.
type Item struct {
	Picture *draw.Picture
	Title   string // above the picture; a long title is drawn with smaller letters and, if still too long, shortened
	Note    string // above the picture, right of the title and grey
	Caption string // below the picture; long captions are wrapped and then shortened
}

// A Section is a part of a sheet: a list of items that begins on a new page.
type Section struct {
	Cover   bool     // one page with the first items, colour behind the introduction, no header and no number
	Heading string   // in the header of its pages; may be empty
	Banner  string   // in large letters above the introduction; may be empty
	Intro   []string // paragraphs above the items of the first page; may be empty
	Figures string   // a heading between the introduction and the items; may be empty
	Items   []Item
	PerPage int  // items on a page, at most MostPerPage; 0: as many as are legible
	Small   bool // without PerPage: up to 24 small items on a page instead of 6
	lines   []line
}

// MostPerPage is the largest number of items on a page.
const MostPerPage = 60

// A Sheet is a printable document with pictures, in several sections.
type Sheet struct {
	Title    string // in the header of every page; may be empty. See CheckTitle
	Paper    Paper  // the zero value is the first of Papers
	Display  bool   // whether titles and headings are in the font of headings
	Sections []Section
}

func (s Sheet) paper() Paper { return cmp.Or(s.Paper, Papers[0]) }

func (s Section) check() error {
	if s.PerPage < 0 || s.PerPage > MostPerPage {
		return fmt.Errorf("want 1 to %d pictures on a page, got %d", MostPerPage, s.PerPage)
	}
	for i, item := range s.Items {
		if err := item.Picture.Check(largest); err != nil {
			return fmt.Errorf("picture %d: %w", i+1, err)
		}
	}
	return nil
}

// SmallestLetters returns the size in points of the smallest letters in the pictures of one
// section, or infinity if no picture has letters. The parameter section is the index of this
// section. Call SmallestLetters only if Pages returns no error for the sheet.
func (s Sheet) SmallestLetters(section int) float64 {
	l := layOut(s.paper(), s.Sections[section])
	size := math.Inf(1)
	for _, item := range s.Sections[section].Items {
		size = min(size, l.scale(item.Picture)*smallest(item.Picture))
	}
	return size
}

// Pages draws the pages. A picture keeps its proportions and is at most three times as large as
// designed. The error names an item that cannot be drawn.
func (s Sheet) Pages() ([]*draw.Picture, error) {
	paper := s.paper()
	var pages []*draw.Picture
	for _, section := range s.Sections {
		if err := section.check(); err != nil {
			return nil, err
		}
		l := layOut(paper, section)
		l.titles = s.titles()
		for first := 0; first < len(section.Items) && (first == 0 || !section.Cover); first += l.perPage {
			page := &draw.Picture{W: paper.W, H: paper.H, Title: strings.TrimSpace(s.Title + " " + section.Heading)}
			l.header(page, s.Title, section.Heading)
			l.introduce(page)
			for slot, item := range section.Items[first:min(first+l.perPage, len(section.Items))] {
				l.place(page, slot, item)
			}
			pages = append(pages, page)
			l = l.withoutIntro()
		}
	}
	if len(pages) == 0 {
		return nil, errors.New("want one picture or more")
	}
	for i, page := range pages {
		if i > 0 || !s.Sections[0].Cover {
			page.Text(paper.W/2, paper.H-footer, fmt.Sprintf("%d / %d", i+1, len(pages)), draw.Font{Size: noteSize, Fill: draw.Grey})
		}
	}
	return pages, nil
}

// PDF writes the document as PDF. The same sheet gives the same bytes. If a picture cannot be
// drawn, PDF returns an error and writes nothing.
func (s Sheet) PDF(w io.Writer) error {
	pages, err := s.Pages()
	if err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	return canvas.PDF(w, pages...)
}

// htmlHead is the beginning of the HTML document. Its styles make each page fill a sheet of paper
// when the document is printed.
const htmlHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="counterproof">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>%s</title>
<style>
body { margin: 0; background: #ddd }
svg { display: block; width: %gpt; height: auto; max-width: 96vw; margin: 2vw auto; background: white; box-shadow: 0 1px 6px #0006 }
@page { size: %gpt %gpt; margin: 0 }
@media print { body { background: none } svg { width: 100vw; max-width: none; margin: 0; box-shadow: none; break-after: page } svg:last-child { break-after: auto } }
</style>
</head>
<body>
`

// HTML writes the document as one self-contained HTML page. If a picture cannot be drawn, HTML
// returns an error and writes nothing.
func (s Sheet) HTML(w io.Writer) error {
	pages, err := s.Pages()
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, htmlHead, html.EscapeString(cmp.Or(s.Title, "Sheet")), pages[0].W, pages[0].W, pages[0].H)
	for _, page := range pages {
		if err := page.WriteSVG(&b); err != nil {
			return fmt.Errorf("html: %w", err)
		}
	}
	b.WriteString("</body>\n</html>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

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
	return width - wording.Either(heading == "", 0, canvas.TextWidth(shorten(heading, f, width*0.6), f)+gapX)
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
