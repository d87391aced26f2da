package mapcolour

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// fills lists eight colours that can be distinguished with any colour vision, after the
// palette of Okabe and Ito. If a map has more colours, the fills repeat, and only the
// names of the colours distinguish them.
var fills = []draw.Colour{draw.Yellow, draw.Sky, draw.Vermilion, draw.Green, draw.Purple, draw.Orange, 0x999999ff, 0x4d8fccff}

func fill(v int) draw.Colour {
	if v == none {
		return draw.White
	}
	return fills[v%len(fills)]
}

// Picture draws the grid of a map, or the regions of a graph as discs on a circle. Given colours
// have a ring.
func (m *Map) Picture(s *encode.Solution) *draw.Picture {
	if m.picture != nil {
		return m.regionsPicture(s)
	}
	return m.graphPicture(s)
}

const (
	unit   = 24 // side of a cell
	margin = 6
)

func (m *Map) regionsPicture(s *encode.Solution) *draw.Picture {
	p := m.picture.base(unit, func(r int) draw.Colour { return fill(m.colourOf(s, r)) })
	for r, i := range m.picture.labels(len(m.given), 1) {
		at := m.picture.corner(i, unit)
		x, y := at[0]+unit/2, at[1]+unit/2
		switch v := m.colourOf(s, r); {
		case v == none && m.names != nil:
			p.Text(x, y+5, m.names[r], draw.Font{Size: 13})
		case v != none:
			disc := 9.0
			if m.names != nil {
				p.Text(x-10, y-4, m.names[r], draw.Font{Size: 8, Anchor: draw.Start})
				x, y, disc = x+2, y+2, 8
			}
			if m.given[r] != none {
				p.Circle(x, y, disc, draw.Style{Fill: draw.White, Stroke: draw.Black, Width: 1.5})
			}
			p.Text(x, y+5, colourNames[v:v+1], draw.Font{Size: 13})
		}
	}
	return p
}

// corner returns the upper left corner of a cell whose sides have the length u.
func (p *picture) corner(i, u int) draw.Point {
	return draw.Point{float64(margin + i%p.w*u), float64(margin + i/p.w*u)}
}

// base returns a picture of the grid. It fills the cells, which are squares of side u, and draws
// the borders of the regions over them. Cells of the same colour form a single path, so that no
// seams are visible.
func (p *picture) base(u int, fill func(r int) draw.Colour) *draw.Picture {
	w, h, side := float64(p.w*u), float64(p.h*u), float64(u)
	cells := map[draw.Colour][][]draw.Point{}
	for i := 0; i < len(p.cell); { // take adjacent cells of one region together
		j := i + 1
		for ; j%p.w != 0 && p.cell[j] == p.cell[i]; j++ {
		}
		f := fill(p.cell[i])
		x, y := p.corner(i, u)[0], p.corner(i, u)[1]
		end := x + float64((j-i)*u)
		cells[f] = append(cells[f], []draw.Point{{x, y}, {end, y}, {end, y + side}, {x, y + side}})
		i = j
	}
	var borders [][]draw.Point
	for i, r := range p.cell {
		x, y := p.corner(i, u)[0], p.corner(i, u)[1]
		if i%p.w > 0 && p.cell[i-1] != r {
			borders = append(borders, []draw.Point{{x, y}, {x, y + side}})
		}
		if i >= p.w && p.cell[i-p.w] != r {
			borders = append(borders, []draw.Point{{x, y}, {x + side, y}})
		}
	}
	out := &draw.Picture{W: w + 2*margin, H: h + 2*margin}
	for _, f := range fills { // regions without a colour stay white
		if cells[f] != nil {
			out.Polygons(draw.Style{Fill: f}, cells[f]...)
		}
	}
	line := draw.Style{Stroke: draw.Black, Width: 2}
	out.Lines(line, borders...)
	out.Rect(margin, margin, w, h, line)
	return out
}

// labels returns, for each region, the top left cell of a block of side x side cells of the region,
// in which to write the label of the region. Of several such blocks, it chooses the one with the
// most cells of the region in and around the block, and of those the first. A region without such a
// block gets the value none.
func (p *picture) labels(regions, side int) []int {
	labels := slices.Repeat([]int{none}, regions)
	best := make([]int, regions)
	for i, r := range p.cell {
		within := func(from, to int) (n int) { // counts cells in rows and columns relative to cell i
			for y := from; y < to; y++ {
				for x := from; x < to; x++ {
					if p.at(i/p.w+y, i%p.w+x) == r {
						n++
					}
				}
			}
			return n
		}
		if within(0, side) < side*side {
			continue
		}
		if near := within(-1, side+1); near > best[r] {
			labels[r], best[r] = i, near
		}
	}
	return labels
}

const (
	disc   = 18 // radius of the disc of a region
	letter = 8  // maximum width of a letter of a name
)

// drawEdges starts the picture of a graph. It draws the edges between points on a circle and leaves
// room around the points for discs whose radius is the parameter disc. It writes the names of the
// regions outside the circle. The function at returns the point of a region.
func (m *Map) drawEdges(disc int) (p *draw.Picture, at func(r int) (x, y float64)) {
	n := len(m.given)
	radius := max(80, float64(n)*float64(2*disc+24)/(2*math.Pi))
	side := float64(2*int(math.Ceil(radius)) + 2*(disc+margin))
	room := float64(letter * wording.Most(m.names, utf8.RuneCountInString)) // for the names, left and right of the circle
	above := min(room, 2*letter)
	on := func(r int, radius float64) (x, y float64) {
		sin, cos := math.Sincos(2 * math.Pi * float64(r) / float64(n))
		tenth := func(x float64) float64 { return math.Round(10*x) / 10 }
		return tenth(room + side/2 + radius*sin), tenth(above + side/2 - radius*cos)
	}
	at = func(r int) (x, y float64) { return on(r, radius) }
	var lines [][]draw.Point
	for _, e := range m.edges {
		x1, y1 := at(e[0])
		x2, y2 := at(e[1])
		lines = append(lines, []draw.Point{{x1, y1}, {x2, y2}})
	}
	p = &draw.Picture{W: side + 2*room, H: side + 2*above}
	p.Lines(draw.Style{Stroke: 0x555555ff, Width: 1.5}, lines...)
	for r := range m.names {
		outside := radius + float64(disc) + margin
		x, y := on(r, outside)
		font := draw.Font{Size: 13}
		if x > p.W/2+1 {
			font.Anchor = draw.Start
		} else if x < p.W/2-1 {
			font.Anchor = draw.End
		}
		p.Text(x, math.Round(y+5-5*(p.H/2-y)/outside), m.names[r], font)
	}
	return p, at
}

func (m *Map) graphPicture(s *encode.Solution) *draw.Picture {
	p, at := m.drawEdges(disc)
	for r, given := range m.given {
		x, y := at(r)
		v := m.colourOf(s, r)
		width := 1.0
		if given != none {
			width = 4
		}
		p.Circle(x, y, disc, draw.Style{Fill: fill(v), Stroke: draw.Black, Width: width})
		switch {
		case v == none && !m.spelled:
			p.Text(x, y+5, strconv.Itoa(r), draw.Font{Size: 13})
		case v != none && m.spelled:
			p.Text(x, y+5, colourNames[v:v+1], draw.Font{Size: 13})
		case v != none:
			p.Text(x, y, strconv.Itoa(r), draw.Font{Size: 13})
			p.Text(x, y+12, colourNames[v:v+1], draw.Font{Size: 11})
		}
	}
	return p
}

// Marked draws the numbers of the regions, because the names of the clues contain these numbers.
// Marked regions have a frame.
func (m *Map) Marked(clues []int, entries []clues.Given) *draw.Picture {
	state := m.domains(0) // empty where no colour is shown
	marks := map[int]mark{}
	given := m.clued()
	for _, k := range clues {
		marks[given[k]] = target
	}
	for _, e := range entries {
		state[e.Site] |= 1 << e.Value
		marks[e.Site] = target
	}
	return m.paint(state, slices.Repeat([]bool{true}, len(state)), marks, nil)
}

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
	c.tints = append(c.tints, slices.Repeat([]int{tint}, utf8.RuneCountInString(text))...)
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
