package mapcolour

import (
	"fmt"
	"io"
	"math"
	"strings"

	"counterproof/encode"
)

// fills are eight colours that are told apart with any colour vision, after the
// palette of Okabe and Ito; more colours begin again, and their names tell them
// apart.
var fills = []string{"#f0e442", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#999999", "#4d8fcc"}

const blank = "#ffffff"

func fill(v int) string {
	if v == none {
		return blank
	}
	return fills[v%len(fills)]
}

// SVG implements encode.Pictured: the regions of a picture, or the regions of a
// graph on a circle. What is given stands in a ring.
func (m *Map) SVG(w io.Writer, s *encode.Solution) error {
	var b strings.Builder
	if m.picture != nil {
		m.regionsSVG(&b, s)
	} else {
		m.graphSVG(&b, s)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func begin(b *strings.Builder, w, h int) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" text-anchor="middle">`+"\n", w, h, w, h)
	fmt.Fprintf(b, `<rect x="0" y="0" width="%d" height="%d" fill="%s"/>`+"\n", w, h, blank)
}

const (
	unit   = 24 // of a cell
	margin = 6
)

// regionsSVG names the colour of each region in one of its cells.
func (m *Map) regionsSVG(b *strings.Builder, s *encode.Solution) {
	p := m.picture
	begin(b, p.w*unit+2*margin, p.h*unit+2*margin)
	p.base(b, unit, func(r int) string { return fill(m.colourOf(s, r)) })
	for r, i := range p.labels(len(m.given)) {
		if v := m.colourOf(s, r); v != none {
			x, y := margin+i%p.w*unit+unit/2, margin+i/p.w*unit+unit/2
			if m.given[r] != none {
				fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="9" fill="%s" stroke="#000000" stroke-width="1.5"/>`+"\n", x, y, blank)
			}
			fmt.Fprintf(b, `<text x="%d" y="%d" font-size="13" fill="#000000">%c</text>`+"\n", x, y+5, colourNames[v])
		}
	}
}

// base fills the cells, each a square of side u, and draws the borders of the
// regions over them.
func (p *picture) base(b *strings.Builder, u int, fill func(r int) string) {
	for i := 0; i < len(p.cell); { // cells of one region side by side
		j := i + 1
		for ; j%p.w != 0 && p.cell[j] == p.cell[i]; j++ {
		}
		if f := fill(p.cell[i]); f != blank {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" shape-rendering="crispEdges"/>`+"\n",
				margin+i%p.w*u, margin+i/p.w*u, (j-i)*u, u, f)
		}
		i = j
	}
	b.WriteString(`<path fill="none" stroke="#000000" stroke-width="2" d="`)
	for i, r := range p.cell {
		x, y := margin+i%p.w*u, margin+i/p.w*u
		if i%p.w > 0 && p.cell[i-1] != r {
			fmt.Fprintf(b, "M%d %dL%d %d", x, y, x, y+u)
		}
		if i >= p.w && p.cell[i-p.w] != r {
			fmt.Fprintf(b, "M%d %dL%d %d", x, y, x+u, y)
		}
	}
	b.WriteString("\"/>\n")
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#000000" stroke-width="2"/>`+"\n", margin, margin, p.w*u, p.h*u)
}

// labels is a cell of each region: of those with the most neighbours of the same
// region around it, the first.
func (p *picture) labels(n int) []int {
	labels := make([]int, n)
	best := make([]int, n) // one more than its number of neighbours
	for i, r := range p.cell {
		inner := 1
		for y := max(0, i/p.w-1); y <= min(p.h-1, i/p.w+1); y++ {
			for x := max(0, i%p.w-1); x <= min(p.w-1, i%p.w+1); x++ {
				if p.cell[y*p.w+x] == r {
					inner++
				}
			}
		}
		if inner > best[r] {
			labels[r], best[r] = i, inner
		}
	}
	return labels
}

const disc = 18 // the radius of that of a region

// edgesSVG begins the picture of a graph, with the regions on a circle and room
// for discs of a radius; at is where they are.
func (m *Map) edgesSVG(b *strings.Builder, disc int) (at func(r int) (x, y float64)) {
	n := len(m.given)
	radius := max(80, float64(n)*float64(2*disc+24)/(2*math.Pi))
	side := 2*int(math.Ceil(radius)) + 2*(disc+margin)
	at = func(r int) (x, y float64) {
		sin, cos := math.Sincos(2 * math.Pi * float64(r) / float64(n))
		return float64(side)/2 + radius*sin, float64(side)/2 - radius*cos
	}
	begin(b, side, side)
	b.WriteString(`<path fill="none" stroke="#555555" stroke-width="1.5" d="`)
	for _, e := range m.edges {
		x, y := at(e[0])
		fmt.Fprintf(b, "M%.1f %.1f", x, y)
		x, y = at(e[1])
		fmt.Fprintf(b, "L%.1f %.1f", x, y)
	}
	b.WriteString("\"/>\n")
	return at
}

// graphSVG draws each region as a disc with its number, and under it the name
// of its colour.
func (m *Map) graphSVG(b *strings.Builder, s *encode.Solution) {
	at := m.edgesSVG(b, disc)
	for r, given := range m.given {
		x, y := at(r)
		v := m.colourOf(s, r)
		width := "1"
		if given != none {
			width = "4"
		}
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="%d" fill="%s" stroke="#000000" stroke-width="%s"/>`+"\n", x, y, disc, fill(v), width)
		if v == none {
			fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="13" fill="#000000">%d</text>`+"\n", x, y+5, r)
			continue
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="13" fill="#000000">%d</text>`+"\n", x, y, r)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="11" fill="#000000">%c</text>`+"\n", x, y+12, colourNames[v])
	}
}
