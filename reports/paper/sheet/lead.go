package sheet

import (
	"slices"

	"counterproof/encode/draw"
	"counterproof/reports/paper/canvas"
)

const (
	coverColour = draw.Colour(0x0b5a8fff) // of the pages of the workbench; white letters on it have a contrast of 7
	coverSize   = 64                      // of the letters of a banner
	bannerSize  = 26                      // of those on other pages
	leastBanner = 20                      // of a banner that is too long
	mostBanner  = 140                     // the largest height of a banner
	figuresSize = 16
	coverGap    = 46 // from the introduction of a cover to the items
	coverEdge   = 24 // the part of coverGap that has no colour
)

// A line is a line of text above the items of a page.
type line struct {
	text   string
	font   draw.Font
	height float64
}

// lead returns the banner, the introduction and the heading of the figures.
func (s Section) lead(paper Paper) (all []line) {
	width := paper.W - 2*margin
	body, gap := line{font: draw.Font{Size: introSize, Anchor: draw.Start}, height: introHeight}, introHeight/3
	display := draw.Font{Size: bannerSize, Anchor: draw.Start, Display: true}
	if s.Banner != "" {
		body.font.Size, body.height, gap = 11, 15, 6
	}
	if s.Cover {
		body.font.Size, body.height, gap = 13, 19, 8
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
	return all
}

// bannerLines breaks a banner into lines, with smaller letters if it is long.
func bannerLines(banner string, f draw.Font, width float64) ([]string, draw.Font) {
	for ; f.Size > leastBanner; f.Size-- {
		lines := wrapWords(banner, f, width)
		wide := func(line string) bool { return canvas.TextWidth(line, f) > width }
		if f.Size*float64(len(lines)) <= mostBanner && !slices.ContainsFunc(lines, wide) {
			break
		}
	}
	return breakTitle(banner, f, width), f
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
