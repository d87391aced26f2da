package pairplace

import (
	"math"
	"slices"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

const (
	side   = 34 // side of a cell
	margin = 10
	gap    = 30 // between the table and the graph
	disc   = 14 // radius of a vertex
	wide   = 8  // maximum width of a character of a name
	small  = 6  // approximate width of a character of a label
)

const givenFill draw.Colour = 0xe4e4e4ff

// Picture draws the table, with a patch of colour next to each row, and the graph, with its
// vertices on a circle and each edge in the colour of its row. If the table was read from a graph,
// the picture has the names and labels of the graph.
func (t *Table) Picture(s *encode.Solution) *draw.Picture {
	p, _ := t.paint(s, nil, nil)
	return p
}

// Marked implements clues.HasMarks. The graph has no marks.
func (t *Table) Marked(clues []int, entries []clues.Given) *draw.Picture {
	cells := slices.Concat(encode.Keep(t.groups(), clues)...)
	marked := wording.Set(cells, func(cell int) int { return cell })
	p, _ := t.paint(nil, marked, play.Entered(t, entries))
	return p
}

func (t *Table) Spots() []play.Spot {
	_, corner := t.paint(nil, nil, nil)
	return wording.Fill(len(t.given), func(i int) play.Spot {
		return play.Square(corner[0]+float64(i%t.n*side), corner[1]+float64((i/t.n+1)*side), side)
	})
}

func (t *Table) ClueSpots() [][]play.Spot {
	spots := t.Spots()
	return wording.Each(t.groups(), func(group []int) []play.Spot { return encode.Keep(spots, group) })
}

func (t *Table) Look(site, value int) play.Look { return play.Look{Text: t.ValueName(site, value)} }

// paint draws the table and the graph. It marks the cells whose numbers are keys of the parameter
// marked, and the cells with entered letters. It also returns the upper left corner of the header of the table.
func (t *Table) paint(s *encode.Solution, marked map[int]bool, entered map[int]string) (p *draw.Picture, corner draw.Point) {
	left := side + t.n*side
	names, longest := t.names()
	_, _, labels := t.Graph()
	label := wording.Most(labels, utf8.RuneCountInString) * small
	// Leave room for a label between neighbours on the circle.
	radius := int(max(60, float64(min(100, label)+3*disc)/2/math.Sin(math.Pi/float64(max(2, t.n)))))
	reach := radius + disc + 2 // from the centre
	across := reach + label/2
	if longest > 0 {
		across = max(across, reach+6+longest*wide)
		reach += 20
	}
	table := (t.h + 1) * side
	width, height := left+gap+2*across+2*margin, max(table, 2*reach)+2*margin

	p = &draw.Picture{W: float64(width), H: float64(height)}
	corner = draw.Point{margin + side, float64((height - table) / 2)}
	t.drawTable(p, corner[0], corner[1], s, marked, entered)
	t.drawGraph(p, float64(margin+left+gap+across), float64(height/2), float64(radius), names, s)
	return p, corner
}

// places returns the position on the circle of the vertex of each column. A graph of two rows
// consists of cycles and paths. If the table was read from such a graph, vertices that are adjacent
// in a cycle or path are neighbours on the circle.
func (t *Table) places() []int {
	if t.graph == nil || t.h != 2 {
		return encode.Left(t.n, nil)
	}
	n, place, seen := 0, make([]int, t.n), make([]bool, t.n)
	for _, ends := range []bool{true, false} { // paths first, each from one of its ends
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

func (t *Table) drawTable(p *draw.Picture, x0, y0 float64, s *encode.Solution, marked map[int]bool, entered map[int]string) {
	letter := draw.Font{Size: 18}
	for c := range t.n {
		p.Text(x0+float64(c*side+side/2), y0+side-9, letters[c:c+1], letter)
	}
	for r := range t.h {
		y := y0 + float64((r+1)*side)
		p.Rect(x0-side/2, y+side/4, side/3, side/2, draw.Style{Fill: colour(r)})
		for c, cell := range t.row(r, s) {
			fill := draw.White
			if s != nil && t.given[r*t.n+c] != blank {
				fill = givenFill
			}
			entry := entered[r*t.n+c]
			if entry != "" || marked[r*t.n+c] {
				fill = draw.Yellow
			}
			x := x0 + float64(c*side)
			p.Rect(x, y, side, side, draw.Style{Fill: fill, Stroke: draw.Grey, Width: 1})
			if cell != '.' {
				p.Text(x+side/2, y+side-11, string(cell), letter)
				p.Text(x+3, y+11, entry, draw.Font{Size: 10, Anchor: draw.Start})
			} else {
				p.Text(x+side/2, y+side-11, entry, letter)
			}
		}
	}
	p.Rect(x0, y0+side, float64(t.n*side), float64(t.h*side), draw.Style{Stroke: draw.Black, Width: 2})
}

func (t *Table) drawGraph(p *draw.Picture, x0, y0, radius float64, names []string, s *encode.Solution) {
	places := t.places()
	at := func(c int, radius float64) draw.Point {
		turn := 2*math.Pi*float64(places[c])/float64(t.n) - math.Pi/2
		return draw.Point{x0 + math.Round(radius*math.Cos(turn)), y0 + math.Round(radius*math.Sin(turn))}
	}
	edges := t.pairs(s)
	for _, e := range edges {
		p.Lines(draw.Style{Stroke: colour(e.r), Width: 3}, []draw.Point{at(e.a, radius), at(e.b, radius)})
	}
	for _, e := range edges {
		if t.graph == nil {
			break
		}
		if label := t.graph.labels[[2]int{e.a, e.b}]; label != "" {
			one, two := at(e.a, radius), at(e.b, radius)
			x, y, half := math.Trunc((one[0]+two[0])/2), math.Trunc((one[1]+two[1])/2), float64(utf8.RuneCountInString(label)*small/2+2)
			if math.Hypot(x-x0, y-y0) < radius/3 { // long edges meet near the centre
				x, y = math.Trunc((3*one[0]+2*two[0])/5), math.Trunc((3*one[1]+2*two[1])/5)
			}
			p.Rect(x-half, y-8, 2*half, 15, draw.Style{Fill: draw.White})
			p.Text(x, y+4, label, draw.Font{Size: 11})
		}
	}
	for c, name := range names {
		x, y := at(c, radius)[0], at(c, radius)[1]
		p.Circle(x, y, disc, draw.Style{Fill: draw.White, Stroke: draw.Black, Width: 2})
		p.Text(x, y+6, letters[c:c+1], draw.Font{Size: 16})
		switch outer := at(c, radius+disc+6); {
		case outer[0] > x+4:
			p.Text(x+disc+6, outer[1]+4, name, draw.Font{Size: 13, Anchor: draw.Start})
		case outer[0] < x-4:
			p.Text(x-disc-6, outer[1]+4, name, draw.Font{Size: 13, Anchor: draw.End})
		case outer[1] < y:
			p.Text(outer[0], outer[1], name, draw.Font{Size: 13})
		default:
			p.Text(outer[0], outer[1]+8, name, draw.Font{Size: 13})
		}
	}
}

// pairs returns the pairs of the solution s, or the pairs given as clues if s is nil.
// Every pair of a row occurs once, with the smaller column as a.
func (t *Table) pairs(s *encode.Solution) (all []pair) {
	values := t.values(s)
	for i, b := range values {
		r, a := i/t.n, i%t.n
		if b != blank && b != a && (b > a || values[r*t.n+b] != a) {
			all = append(all, pair{r, min(a, b), max(a, b)})
		}
	}
	return all
}

// colour returns the colour of row r. The first rows have the colours of Okabe and Ito
// that are clearly visible on white and can be distinguished with any colour vision. The
// other rows have hues that are a golden angle apart.
func colour(r int) draw.Colour {
	first := []draw.Colour{draw.Green, draw.Vermilion, draw.Blue, draw.Orange, draw.Purple, draw.Black, draw.Sky}
	if r < len(first) {
		return first[r]
	}
	hue := math.Mod(float64(r)*137.508, 360) / 60
	light := [2]float64{0.35, 0.55}[r%2]
	channel := func(shift float64) uint8 {
		x := math.Abs(math.Mod(hue+shift, 6) - 3)
		return uint8(255 * (light + 0.3*min(1, max(-1, 2*x-3))))
	}
	return draw.RGB(channel(0), channel(4), channel(2))
}
