package polyomino

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"counterproof/encode"
)

// letters are given to pieces that bring none, in the order of their numbers.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// letter is the letter of value v in drawings.
func (t *Tiling) letter(v byte) byte {
	number := 0
	for i := range t.Pieces {
		number += t.Pieces[i].Hi
		if int(v) < number {
			if l := t.Pieces[i].Letter; l != 0 {
				return l
			}
			break
		}
	}
	return letters[int(v)%len(letters)]
}

// Draw implements encode.Instance: '.' for an open cell, the letter of the
// covering piece, a blank for no cell.
func (t *Tiling) Draw(s *encode.Solution) string { return t.DrawLabels(s, nil) }

// Tints implements encode.Tinted: one more than the number of the covering
// piece.
func (t *Tiling) Tints(s *encode.Solution) []int { return t.TintLabels(s, nil) }

// DrawLabels is Draw with the closed cells labelled, such as by their date (""
// for none); all cells are as wide as the widest label.
func (t *Tiling) DrawLabels(s *encode.Solution, at func(r, c int) string) string {
	text, _ := t.draw(s, at)
	return text
}

// TintLabels are the tints of DrawLabels.
func (t *Tiling) TintLabels(s *encode.Solution, at func(r, c int) string) []int {
	_, tints := t.draw(s, at)
	return tints
}

func (t *Tiling) draw(s *encode.Solution, at func(r, c int) string) (string, []int) {
	w := 1
	for r := range t.H {
		for c := range t.W {
			if at != nil {
				w = max(w, len(at(r, c)))
			}
		}
	}
	var b strings.Builder
	var tints []int
	for r := range t.H {
		var row []byte
		var rowTints []int
		for c := range t.W {
			text, tint := "", 0
			i := t.At(r, c)
			switch {
			case i >= 0 && s != nil:
				text, tint = strings.Repeat(string(t.letter((*s)[i])), w), int((*s)[i])+1
			case i >= 0:
				text = "."
			case at != nil:
				text = at(r, c)
			}
			if c > 0 && w > 1 {
				row, rowTints = append(row, ' '), append(rowTints, 0)
			}
			row = fmt.Appendf(row, "%*s", w, text)
			for range w {
				rowTints = append(rowTints, tint)
			}
		}
		row = bytes.TrimRight(row, " ")
		b.Write(row)
		b.WriteByte('\n')
		tints = append(append(tints, rowTints[:len(row)]...), 0)
	}
	return b.String(), tints
}

// palette are twelve colours, light and dark in turn, told apart with any
// colour vision by their lightness and their outlines; the letters help.
var palette = []string{
	"#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00",
	"#0072b2", "#b3de69", "#bc80bd", "#8dd3c7", "#fdb462", "#999999",
}

// SVG implements encode.Pictured.
func (t *Tiling) SVG(w io.Writer, s *encode.Solution) error { return t.SVGLabels(w, s, nil) }

// SVGLabels draws the board in cells of 40 units: a colour and a letter a
// piece, heavy lines between pieces and around the board.
func (t *Tiling) SVGLabels(w io.Writer, s *encode.Solution, at func(r, c int) string) error {
	const unit, margin = 40, 4
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" text-anchor="middle">`+"\n",
		t.W*unit+2*margin, t.H*unit+2*margin, t.W*unit+2*margin, t.H*unit+2*margin)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n")
	// under is what tells two cells apart: -1 no cell, else the piece.
	under := func(r, c int) int {
		i := t.At(r, c)
		switch {
		case i < 0:
			return -1
		case s == nil:
			return 0
		default:
			return int((*s)[i])
		}
	}
	heading := make([]bool, t.values) // the pieces whose letter is drawn
	for r := range t.H {
		for c := range t.W {
			x, y := margin+c*unit, margin+r*unit
			v := under(r, c)
			switch {
			case v >= 0 && s != nil:
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, unit, unit, palette[v%len(palette)])
				if !heading[v] {
					heading[v] = true
					fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="18" fill="#000000">%c</text>`+"\n", x+unit/2, y+unit/2+6, t.letter(byte(v)))
				}
			case v >= 0:
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#eeeeee" stroke="#aaaaaa"/>`+"\n", x, y, unit, unit)
			case at != nil && at(r, c) != "":
				fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="14" fill="#000000">%s</text>`+"\n", x+unit/2, y+unit/2+5, at(r, c))
			}
		}
	}
	b.WriteString(`<path stroke="#000000" stroke-width="2.5" stroke-linecap="round" fill="none" d="`)
	for r := 0; r <= t.H; r++ {
		for c := 0; c <= t.W; c++ {
			if under(r, c) != under(r-1, c) {
				fmt.Fprintf(&b, "M%d %dh%d", margin+c*unit, margin+r*unit, unit)
			}
			if under(r, c) != under(r, c-1) {
				fmt.Fprintf(&b, "M%d %dv%d", margin+c*unit, margin+r*unit, unit)
			}
		}
	}
	b.WriteString("\"/>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
