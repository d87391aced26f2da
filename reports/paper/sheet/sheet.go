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
	"strings"

	"counterproof/encode/draw"
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
