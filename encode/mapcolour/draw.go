package mapcolour

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

const colourNames = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// colourOf is the colour of a region in s, or the given one; none.
func (m *Map) colourOf(s *encode.Solution, r int) int {
	if s != nil {
		return int((*s)[r])
	}
	return m.given[r]
}

// Draw implements encode.Instance: the regions of a picture, each cell with the
// colour of its region, or else a region a line. A star marks what is given.
func (m *Map) Draw(s *encode.Solution) string {
	text, _ := m.draw(s)
	return text
}

// TextColours implements encode.HasTextColours: the colours, from 1.
func (m *Map) TextColours(s *encode.Solution) []int {
	_, tints := m.draw(s)
	return tints
}

// canvas is a drawing and the tint of each of its characters.
type canvas struct {
	text  strings.Builder
	tints []int
}

func (c *canvas) put(text string, tint int) {
	c.text.WriteString(text)
	for range text { // runes
		c.tints = append(c.tints, tint)
	}
}

func (m *Map) draw(s *encode.Solution) (string, []int) {
	var c canvas
	if m.picture != nil {
		m.drawPicture(&c, s)
	} else {
		m.drawGraph(&c, s)
	}
	return c.text.String(), c.tints
}

// show is the colour of a region in two characters, two spaces for none.
func (m *Map) show(s *encode.Solution, r int) string {
	v := m.colourOf(s, r)
	switch {
	case v == none:
		return "  "
	case m.given[r] == none:
		return " " + colourNames[v:v+1]
	}
	return "*" + colourNames[v:v+1]
}

func (m *Map) drawGraph(c *canvas, s *encode.Solution) {
	wide := len(fmt.Sprint(len(m.given) - 1))
	for r, near := range m.neighbours() {
		c.put(fmt.Sprintf("%*d ", wide, r), 0)
		if v := m.colourOf(s, r); v == none {
			c.put(" .", 0)
		} else {
			c.put(m.show(s, r), v+1)
		}
		if len(near) > 0 {
			c.put("  beside", 0)
		}
		for _, o := range near {
			c.put(fmt.Sprint(" ", o), 0)
		}
		c.put("\n", 0)
	}
}

// lines are the characters of lines that go up (1), right (2), down (4) and
// left (8).
var lines = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// drawPicture draws a cell two characters wide, and the borders of regions
// between the cells.
func (m *Map) drawPicture(c *canvas, s *encode.Solution) {
	p := m.picture
	at := func(row, col int) int {
		if row < 0 || row >= p.h || col < 0 || col >= p.w {
			return none
		}
		return p.cell[row*p.w+col]
	}
	tint := func(r int) int { return m.colourOf(s, r) + 1 }
	for row := range p.h + 1 {
		for col := range p.w + 1 { // the line above the cells
			nw, ne := at(row-1, col-1), at(row-1, col)
			sw, se := at(row, col-1), at(row, col)
			corner := 0
			for i, wall := range []bool{nw != ne, ne != se, sw != se, nw != sw} {
				if wall {
					corner |= 1 << i
				}
			}
			if corner == 0 {
				c.put(" ", tint(se))
			} else {
				c.put(string(lines[corner]), 0)
			}
			switch {
			case col == p.w:
			case ne != se:
				c.put("──", 0)
			default:
				c.put("  ", tint(se))
			}
		}
		c.put("\n", 0)
		for col := 0; row < p.h && col <= p.w; col++ {
			left, r := at(row, col-1), at(row, col)
			if left != r {
				c.put("│", 0)
			} else {
				c.put(" ", tint(r))
			}
			if col < p.w {
				c.put(m.show(s, r), tint(r))
			}
		}
		if row < p.h {
			c.put("\n", 0)
		}
	}
}
