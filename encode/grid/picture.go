package grid

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// A Picture is a board of h x w squares, with texts around it and chains over
// it. It uses no more of SVG than rect, circle, path (M, L, Z), text and g, so
// that a small program can draw it.
type Picture struct {
	Title string // above the board; empty: none
	H, W  int
	Cell  func(r, c int) Cell
	Box   int // heavier lines around squares of so many rows and columns; 0: none
	// The texts beside the rows and above and below the columns; nil: none.
	Left, Right, Top, Bottom []string
	// Before are the texts in front of each row, Above those above each column;
	// the last one stands next to the board. Nil: none.
	Before, Above [][]string
	// Chains are closed lines through the centres of cells, each a list of
	// row and column.
	Chains [][][2]int
}

// A Cell is what one square shows.
type Cell struct {
	Fill string // #rrggbb; empty: white
	Text string // in the middle
	Note string // small, in the upper left corner
	Disc bool   // a filled circle in the middle
	Ink  string // #rrggbb of Text and Disc; empty: black
	Size int    // of the letters of Text; 0: 18, and less where there are many
	Ship byte   // a part of a ship in Ink: c all of it, m the middle, t b l r the top end and so on, # any; 0: none
	// Marks are small texts in a square of rows, such as the values that are
	// left; nil: none.
	Marks []Mark
}

// A Mark is one of the small texts in a cell.
type Mark struct {
	Text   string // empty: its place is left free
	Fill   string // #rrggbb behind it; empty: none
	Struck bool   // crossed out
}

// Colours that are told apart with any colour vision, from the palette of Okabe
// and Ito, and by their lightness.
const (
	Yellow = "#f0e442"
	Sky    = "#56b4e9"
	// Pale ones of the same hues, to write on.
	PaleYellow = "#fff7c2"
	PaleSky    = "#d5ecfb"
	red        = "#d55e00"
	white      = "#ffffff"
	black      = "#000000"
)

const (
	unit   = 40 // of a cell
	margin = 6
	gap    = 24 // between boards
	letter = 9  // the width of a letter of the texts around a board
)

// WriteSVG draws the boards side by side as one SVG document.
func WriteSVG(w io.Writer, boards ...*Picture) error {
	var b strings.Builder
	width, height := 2*margin-gap, 0
	for _, p := range boards {
		pw, ph := p.size()
		width += pw + gap
		height = max(height, ph+2*margin)
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" text-anchor="middle">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect x="0" y="0" width="%d" height="%d" fill="%s"/>`+"\n", width, height, white)
	x := margin
	for _, p := range boards {
		p.draw(&b, x, margin)
		pw, _ := p.size()
		x += pw + gap
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// longest is the width of a column of texts.
func longest(texts []string) int {
	n := 0
	for _, t := range texts {
		n = max(n, length(t))
	}
	if n == 0 {
		return 0
	}
	return n*letter + 2*margin
}

func tall(texts []string) int {
	if longest(texts) == 0 {
		return 0
	}
	return 26
}

// row is how wide each of the texts in front of a row is.
func (p *Picture) row() int {
	n := 0
	for _, texts := range p.Before {
		for _, t := range texts {
			n = max(n, length(t))
		}
	}
	return n*letter + margin
}

const stack = 18 // how high each text above a column is

// before and above are how wide and how high all those texts are.
func (p *Picture) before() int {
	n := 0
	for _, texts := range p.Before {
		n = max(n, len(texts))
	}
	return n * p.row()
}

func (p *Picture) above() int {
	n := 0
	for _, texts := range p.Above {
		n = max(n, len(texts)*stack+margin)
	}
	return n
}

func (p *Picture) title() int {
	if p.Title == "" {
		return 0
	}
	return 26
}

func (p *Picture) size() (w, h int) {
	w = max(p.width(), length(p.Title)*letter)
	return w, p.title() + tall(p.Top) + p.above() + p.H*unit + tall(p.Bottom)
}

// width is that of the board and the texts beside it.
func (p *Picture) width() int {
	return longest(p.Left) + p.before() + p.W*unit + longest(p.Right)
}

func text(b *strings.Builder, x, y, size int, s string) { label(b, x, y, size, `fill="`+black+`"`, s) }

func label(b *strings.Builder, x, y, size int, attributes, s string) {
	if s == "" {
		return
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="%d" %s>`, x, y, size, attributes)
	xml.EscapeText(b, []byte(s))
	b.WriteString("</text>\n")
}

func (p *Picture) draw(b *strings.Builder, x0, y0 int) {
	w, _ := p.size()
	left, behind := longest(p.Left), longest(p.Right)
	text(b, x0+w/2, y0+16, 15, p.Title)
	x0 += (w-p.width())/2 + left + p.before()
	y0 += p.title() + tall(p.Top) + p.above()
	right, bottom := x0+p.W*unit, y0+p.H*unit
	for r, s := range p.Left {
		text(b, x0-p.before()-left/2, y0+r*unit+unit/2+6, 16, s)
	}
	for r, s := range p.Right {
		text(b, right+behind/2, y0+r*unit+unit/2+6, 16, s)
	}
	for c, s := range p.Top {
		text(b, x0+c*unit+unit/2, y0-p.above()-8, 16, s)
	}
	for r, texts := range p.Before {
		for i, s := range texts {
			text(b, x0-margin/2-(len(texts)-i)*p.row()+p.row()/2, y0+r*unit+unit/2+6, 16, s)
		}
	}
	for c, texts := range p.Above {
		for i, s := range texts {
			text(b, x0+c*unit+unit/2, y0-margin-(len(texts)-1-i)*stack, 16, s)
		}
	}
	for c, s := range p.Bottom {
		text(b, x0+c*unit+unit/2, bottom+20, 16, s)
	}
	for r := range p.H {
		for c := range p.W {
			p.Cell(r, c).draw(b, x0+c*unit, y0+r*unit)
		}
	}
	if p.Box > 0 {
		for c := p.Box; c < p.W; c += p.Box {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="2" height="%d" fill="#000000"/>`+"\n", x0+c*unit-1, y0, p.H*unit)
		}
		for r := p.Box; r < p.H; r += p.Box {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="2" fill="#000000"/>`+"\n", x0, y0+r*unit-1, p.W*unit)
		}
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#000000" stroke-width="2.5"/>`+"\n", x0, y0, p.W*unit, p.H*unit)
	for _, chain := range p.Chains {
		b.WriteString(`<path fill="none" stroke="` + red + `" stroke-width="3" stroke-linejoin="round" d="`)
		step := 'M'
		for _, at := range chain {
			fmt.Fprintf(b, "%c%d %d", step, x0+at[1]*unit+unit/2, y0+at[0]*unit+unit/2)
			step = 'L'
		}
		b.WriteString("Z\"/>\n")
	}
}

func (c Cell) draw(b *strings.Builder, x, y int) {
	fill := c.Fill
	if fill == "" {
		fill = white
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#888888" stroke-width="1"/>`+"\n", x, y, unit, unit, fill)
	ink := c.Ink
	if ink == "" {
		ink = black
	}
	if c.Disc {
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="11" fill="%s"/>`+"\n", x+unit/2, y+unit/2, ink)
	}
	ship(b, c.Ship, ink, x, y)
	size := 18
	if n := length(c.Text); c.Size > 0 {
		size = c.Size
	} else if n > 3 {
		size = max(7, 54/n)
	}
	label(b, x+unit/2, y+unit/2+size/3, size, `fill="`+ink+`"`, c.Text)
	small := min(10, max(5, 48/max(1, length(c.Note))))
	label(b, x+3, y+11, small, `text-anchor="start" fill="#444444"`, c.Note)
	c.drawMarks(b, x, y)
}

// drawMarks draws the marks in the smallest square that holds them.
func (c Cell) drawMarks(b *strings.Builder, x, y int) {
	k := 1
	for k*k < len(c.Marks) {
		k++
	}
	for i, m := range c.Marks {
		if m.Text == "" {
			continue
		}
		left, top := x+1+i%k*(unit-2)/k, y+1+i/k*(unit-2)/k
		side := (unit - 2) / k
		if m.Fill != "" {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, side, side, m.Fill)
		}
		size := max(4, min(16, side-1))
		text(b, left+side/2, top+side/2+(size+1)/3, size, m.Text)
		if m.Struck {
			fmt.Fprintf(b, `<path fill="none" stroke="%s" stroke-width="2" d="M%d %dL%d %d"/>`+"\n", red, left, top+side, left+side, top)
		}
	}
}
