package pairplace

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

const (
	side   = 34 // of a cell
	margin = 10
	gap    = 30 // between the table and the graph
	disc   = 14 // the radius of a vertex
	wide   = 8  // a character of a name, at most
	small  = 6  // a character of a label, about
)

// givenFill is the colour of given cells.
const givenFill = "#e4e4e4"

// SVG implements encode.Pictured: the table, each row beside its colour, and the
// graph with its vertices on a circle, an edge in the colour of its row. Of a
// graph that was read the names and labels are kept.
func (t *Table) SVG(w io.Writer, s *encode.Solution) error {
	left := side + t.n*side
	names, longest := t.names()
	label := t.longestLabel() * small
	// Neighbours on the circle have room for a label between them.
	radius := int(max(60, float64(min(100, label)+3*disc)/2/math.Sin(math.Pi/float64(max(2, t.n)))))
	reach := radius + disc + 2 // from the centre
	across := reach + label/2
	if longest > 0 {
		across = max(across, reach+6+longest*wide)
		reach += 20
	}
	table := (t.h + 1) * side
	width, height := left+gap+2*across+2*margin, max(table, 2*reach)+2*margin

	p := &canvas{}
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" text-anchor="middle">`, width, height, width, height)
	p.printf(`<rect x="0" y="0" width="%d" height="%d" fill="#ffffff"/>`, width, height)
	t.drawTable(p, margin+side, (height-table)/2, s)
	t.drawGraph(p, margin+left+gap+across, height/2, radius, names, s)
	p.printf("</svg>")
	_, err := io.WriteString(w, p.String())
	return err
}

// longestLabel is the length of the longest label.
func (t *Table) longestLabel() int {
	longest := 0
	if t.graph != nil {
		for _, label := range t.graph.labels {
			longest = max(longest, utf8.RuneCountInString(label))
		}
	}
	return longest
}

// places are those of the vertices on the circle, in the order of the columns. A
// graph of two colours, which is cycles and paths, is laid along them.
func (t *Table) places() []int {
	place := make([]int, t.n)
	if t.graph == nil || t.h != 2 {
		for c := range place {
			place[c] = c
		}
		return place
	}
	n, seen := 0, make([]bool, t.n)
	for _, ends := range []bool{true, false} { // paths first, each from an end
		for c := range t.n {
			r := 0
			if t.given[c] == c {
				r = 1
			}
			if ends && t.given[c] != c && t.given[t.n+c] != c {
				continue
			}
			for ; !seen[c]; r = 1 - r {
				seen[c] = true
				place[c] = n
				n++
				c = t.given[r*t.n+c]
			}
		}
	}
	return place
}

// names are those of the vertices that are not the letters of their columns, and
// the length of the longest.
func (t *Table) names() (names []string, longest int) {
	names = make([]string, t.n)
	if t.graph != nil {
		for c, name := range t.graph.names {
			if name != letters[c:c+1] {
				names[c] = name
				longest = max(longest, utf8.RuneCountInString(name))
			}
		}
	}
	return names, longest
}

// drawTable draws the header and the rows. Given cells are grey where there is a
// solution.
func (t *Table) drawTable(p *canvas, x0, y0 int, s *encode.Solution) {
	for c := range t.n {
		p.text(x0+c*side+side/2, y0+side-9, 18, letters[c:c+1])
	}
	for r := range t.h {
		y := y0 + (r+1)*side
		p.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x0-side/2, y+side/4, side/3, side/2, colour(r))
		for c, cell := range t.row(r, s) {
			fill := "#ffffff"
			if s != nil && t.given[r*t.n+c] != blank {
				fill = givenFill
			}
			p.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#888888" stroke-width="1"/>`, x0+c*side, y, side, side, fill)
			if cell != '.' {
				p.text(x0+c*side+side/2, y+side-11, 18, string(cell))
			}
		}
	}
	p.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#000000" stroke-width="2"/>`, x0, y0+side, t.n*side, t.h*side)
}

func (t *Table) drawGraph(p *canvas, x0, y0, radius int, names []string, s *encode.Solution) {
	places := t.places()
	at := func(c, radius int) (x, y int) {
		turn := 2*math.Pi*float64(places[c])/float64(t.n) - math.Pi/2
		return x0 + int(math.Round(float64(radius)*math.Cos(turn))), y0 + int(math.Round(float64(radius)*math.Sin(turn)))
	}
	var labels []func() // above all edges
	for _, e := range t.pairs(s) {
		x1, y1 := at(e.a, radius)
		x2, y2 := at(e.b, radius)
		p.printf(`<path fill="none" stroke="%s" stroke-width="3" d="M%d %dL%d %d"/>`, colour(e.r), x1, y1, x2, y2)
		if t.graph == nil {
			continue
		}
		if label := t.graph.labels[[2]int{e.a, e.b}]; label != "" {
			labels = append(labels, func() {
				x, y, half := (x1+x2)/2, (y1+y2)/2, utf8.RuneCountInString(label)*small/2+2
				if math.Hypot(float64(x-x0), float64(y-y0)) < float64(radius)/3 { // where the long edges meet
					x, y = (3*x1+2*x2)/5, (3*y1+2*y2)/5
				}
				p.printf(`<rect x="%d" y="%d" width="%d" height="15" fill="#ffffff"/>`, x-half, y-8, 2*half)
				p.text(x, y+4, 11, label)
			})
		}
	}
	for _, draw := range labels {
		draw()
	}
	for c, name := range names {
		x, y := at(c, radius)
		p.printf(`<circle cx="%d" cy="%d" r="%d" fill="#ffffff" stroke="#000000" stroke-width="2"/>`, x, y, disc)
		p.text(x, y+6, 16, letters[c:c+1])
		if name == "" {
			continue
		}
		switch nx, ny := at(c, radius+disc+6); {
		case nx > x+4:
			p.printf(`<text x="%d" y="%d" font-size="13" text-anchor="start" fill="#000000">%s</text>`, x+disc+6, ny+4, escape(name))
		case nx < x-4:
			p.printf(`<text x="%d" y="%d" font-size="13" text-anchor="end" fill="#000000">%s</text>`, x-disc-6, ny+4, escape(name))
		case ny < y:
			p.text(nx, ny, 13, name)
		default:
			p.text(nx, ny+8, 13, name)
		}
	}
}

// pairs are those of the solution, or of the letters given where s is nil, each
// once a row, the lower column first.
func (t *Table) pairs(s *encode.Solution) []pair {
	var all []pair
	for i, b := range t.given {
		if s != nil {
			b = int((*s)[i])
		}
		r, a := i/t.n, i%t.n
		if b == blank || b == a {
			continue
		}
		mate := t.given[r*t.n+b]
		if s != nil {
			mate = int((*s)[r*t.n+b])
		}
		if b > a || mate != a {
			all = append(all, pair{r, min(a, b), max(a, b)})
		}
	}
	return all
}

// colour is that of row r: those of Okabe and Ito that stand out from white,
// which are told apart with any colour vision, then hues by the golden angle.
func colour(r int) string {
	first := []string{"#009e73", "#d55e00", "#0072b2", "#e69f00", "#cc79a7", "#000000", "#56b4e9"}
	if r < len(first) {
		return first[r]
	}
	hue := math.Mod(float64(r)*137.508, 360) / 60
	light := [2]float64{0.35, 0.55}[r%2]
	channel := func(shift float64) int {
		x := math.Abs(math.Mod(hue+shift, 6) - 3)
		return int(255 * (light + 0.3*min(1, max(-1, 2*x-3))))
	}
	return fmt.Sprintf("#%02x%02x%02x", channel(0), channel(4), channel(2))
}

// A canvas collects the elements of a drawing.
type canvas struct{ strings.Builder }

func (p *canvas) printf(format string, args ...any) {
	fmt.Fprintf(&p.Builder, format+"\n", args...)
}

func (p *canvas) text(x, y, size int, text string) {
	p.printf(`<text x="%d" y="%d" font-size="%d" fill="#000000">%s</text>`, x, y, size, escape(text))
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}
