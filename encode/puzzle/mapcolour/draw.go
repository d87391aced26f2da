package mapcolour

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

const listSign = "  beside"

const colourNames = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (m *Map) colourOf(s *encode.Solution, r int) int {
	if s != nil {
		return int((*s)[r])
	}
	return m.given[r]
}

// Draw implements encode.Instance. For a map, it draws the grid and writes the colour of the region
// into each cell. For a graph, it writes one region per line, with its name if
// the map was read from a file with names. A star marks given colours.
func (m *Map) Draw(s *encode.Solution) string {
	text, _ := m.draw(s)
	return text
}

// TextColours returns, for each character of the drawing, the number of the colour plus 1, or 0.
func (m *Map) TextColours(s *encode.Solution) []int {
	_, tints := m.draw(s)
	return tints
}

type canvas struct {
	text  strings.Builder
	tints []int
}

func (c *canvas) put(text string, tint int) {
	c.text.WriteString(text)
	for range text { // once per rune
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
			c.put(listSign, 0)
		}
		for _, o := range near {
			c.put(fmt.Sprint(" ", o), 0)
		}
		if m.names != nil {
			c.put(encode.NameSign+m.names[r], 0)
		}
		c.put("\n", 0)
	}
}

// lines holds the box-drawing characters. The index of a character is the sum of 1 for a
// line up, 2 for right, 4 for down and 8 for left.
var lines = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

func (m *Map) drawPicture(c *canvas, s *encode.Solution) {
	p := m.picture
	tint := func(r int) int { return m.colourOf(s, r) + 1 }
	for row := range p.h + 1 {
		for col := range p.w + 1 { // the line above the cells
			nw, ne := p.at(row-1, col-1), p.at(row-1, col)
			sw, se := p.at(row, col-1), p.at(row, col)
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
			left, r := p.at(row, col-1), p.at(row, col)
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
