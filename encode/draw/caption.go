package draw

import (
	"strings"
	"unicode/utf8"
)

const (
	narrowest  = 420  // width of a picture with a caption
	captions   = 15   // smallest font size of a caption
	perLine    = 46   // the largest number of characters per line, at any width of the picture
	letterWide = 0.58 // mean width of a letter, relative to the font size; wide fonts have 0.57
)

// Caption returns the picture with a text below it. The text is broken into lines. The font grows
// with the picture, so that the text can be read where the picture is shown small. A narrow picture
// gets margins on both sides. The title and the description do not change.
func Caption(p *Picture, text string) *Picture {
	lines, size := wrap(text, max(p.W, narrowest))
	line := 1.35 * size
	q := &Picture{W: max(p.W, narrowest), Title: p.Title, Description: p.Description}
	q.H = p.H + line*float64(len(lines)) + size
	q.Place(p, (q.W-p.W)/2, 0, 1)
	for i, s := range lines {
		q.Text(size/2, p.H+line*float64(i+1), s, Font{Size: size, Anchor: Start})
	}
	return q
}

// wrap breaks a text into lines for a picture of the given width, and returns the font size.
func wrap(text string, width float64) (lines []string, size float64) {
	size = max(captions, width/(perLine+1)/letterWide)
	room := int((width - size) / (letterWide * size))
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > room {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines, size
}
