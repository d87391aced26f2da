package mapcolour

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) text(st *deduce.Step) string {
	because, site, colour := st.Tell(), r.name(st.Site), colourNames[st.Value:st.Value+1]
	switch st.Rule.Level {
	case easy:
		return fmt.Sprintf("%s, so the neighbouring region %s is not colour %s", because, site, colour)
	case normal:
		return fmt.Sprintf("%s, so region %s, which touches both, is not colour %s", because, site, colour)
	case hard:
		first, last := ends(st)
		return fmt.Sprintf("%s, and region %s touches regions %s and %s, so region %s is not colour %s", because, site, r.name(first), r.name(last), site, colour)
	case trap:
		return fmt.Sprintf("%s, so region %s is not colour %s, because otherwise region %s could have two colours", because, site, colour, r.name(st.Sites[0]))
	}
	return fmt.Sprintf("%s, so region %s is not colour %s%s", because, site, colour, swapping)
}

func (r *reasoner) has(region int) string {
	if r.given[region] != none {
		return "is given"
	}
	return "has"
}

const swapping = ", because otherwise swapping the two colours would make a second solution"

func ends(st *deduce.Step) (first, last int) {
	chain := st.Proof.([]link)
	return chain[0].region, chain[len(chain)-1].region
}

func (m *Map) follow(steps []deduce.Step) string {
	st := &steps[0]
	links := wording.Each(st.Proof.([]link), func(l link) string {
		return fmt.Sprintf(" region %s has colour %c", m.name(l.region), colourNames[l.colour])
	})
	first, _ := ends(st)
	return fmt.Sprintf("region %s has colour %s, or else%s", m.name(first), names(st.Values, ""), strings.Join(links, ", so"))
}

func (m *Map) enclose(steps []deduce.Step) string {
	st := &steps[0]
	return fmt.Sprintf("%s can only have colour %s, and every way from there to a given region through regions that may have one of these goes through region %s", m.several(st.Sites[:st.Clue]), names(st.Values, " or "), m.name(st.Site))
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	gone := "removes " + technique.Removed(m.Steps,
		func(set uint64) string {
			if set&(set-1) == 0 {
				return "colour " + names(set, "")
			}
			return "the colours " + names(set, " and ")
		},
		r.several)
	if at := m.Empty(); at >= 0 {
		gone += fmt.Sprintf(", and leaves no colour for region %s", r.name(at))
	} else if left := m.Beyond(); len(left) > 0 {
		gone += ", and leaves only " + technique.And(wording.Each(left, func(b deduce.Bit) string {
			return fmt.Sprintf("colour %s for region %s", names(1<<b.Value, ""), r.name(b.Site))
		}))
	}
	text := m.Name() + ": " + m.Tell() + ", which " + gone
	switch st.Rule.Level {
	case hard:
		first, last := ends(st)
		return fmt.Sprintf("%s, next to regions %s and %s", text, r.name(first), r.name(last))
	case kempe:
		return text + swapping
	case trap:
		return fmt.Sprintf("%s, because otherwise region %s could have two colours", text, r.name(st.Sites[0]))
	}
	return text
}

func names(colours uint64, between string) string {
	return strings.Join(technique.Names(colours, func(v int) string { return colourNames[v : v+1] }), between)
}

type mark struct {
	stroke draw.Colour
	width  float64
}

var (
	target = mark{draw.Purple, 5} // the region that loses a colour
	part   = mark{draw.Black, 4}  // regions of the pattern
	wall   = mark{draw.Grey, 3}   // regions around the regions into which a Kempe chain can grow
)

func marks(m *technique.Move) map[int]mark {
	all := map[int]mark{}
	if m == nil {
		return all
	}
	st := m.Lead()
	for i, at := range st.Sites {
		all[at] = part
		if st.Rule.Level == kempe && i >= st.Clue {
			all[at] = wall
		}
	}
	for at := range m.Gone() {
		all[at] = target
	}
	return all
}

// paint draws a state. A region with one colour left is filled with the colour if it is solid. Otherwise it
// has a dot.
func (m *Map) paint(s deduce.State, solid []bool, marks map[int]mark, move *technique.Move) *draw.Picture {
	if m.picture != nil {
		return m.paintRegions(s, solid, marks, move)
	}
	return m.paintGraph(s, solid, marks, move)
}

const (
	wide = 48 // side of a cell
	dot  = 8  // radius of the disc of a colour

	// blockScale is the size of a label in a block of 2x2 cells, compared with a label in one cell. A
	// label is 43 units high, so that the larger label and frames fit into the 96 units of the block.
	blockScale = 1.75
)

func settledFill(left uint64, solid bool) draw.Colour {
	if solid && bits.OnesCount64(left) == 1 {
		return fill(bits.TrailingZeros64(left))
	}
	return draw.White
}

func (m *Map) paintRegions(s deduce.State, solid []bool, marks map[int]mark, move *technique.Move) *draw.Picture {
	p := m.picture.base(wide, func(at int) draw.Colour { return settledFill(s[at], solid[at]) })
	for at := range s {
		if k, ok := marks[at]; ok {
			p.Lines(draw.Style{Stroke: k.stroke, Width: k.width}, m.picture.frame(at)...)
		}
	}
	cells, blocks := m.picture.labels(len(s), 1), m.picture.labels(len(s), 2)
	for at, i := range cells {
		middle, scale := wide/2.0, 1.0
		if blocks[at] != none {
			i, middle, scale = blocks[at], wide, blockScale
		}
		corner := m.picture.corner(i, wide)
		m.label(p, corner[0]+middle, corner[1]+middle, scale, s, solid[at], at, move)
	}
	return p
}

func (p *picture) frame(region int) (lines [][]draw.Point) {
	const in = 4
	same := func(row, col int) bool { return p.at(row, col) == region }
	// end returns how far a line extends beyond the middle of the cell, toward (er, ec). The line
	// is along the side of the cell toward (dr, dc).
	end := func(row, col, dr, dc, er, ec int) int {
		switch {
		case !same(row+er, col+ec):
			return wide/2 - in
		case same(row+er+dr, col+ec+dc):
			return wide/2 + in
		}
		return wide / 2
	}
	for i, at := range p.cell {
		if at != region {
			continue
		}
		row, col := i/p.w, i%p.w
		x, y := margin+col*wide+wide/2, margin+row*wide+wide/2
		for _, d := range [4][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			if same(row+d[0], col+d[1]) {
				continue
			}
			x, y := x+d[1]*(wide/2-in), y+d[0]*(wide/2-in)
			one := end(row, col, d[0], d[1], d[1], d[0])
			two := end(row, col, d[0], d[1], -d[1], -d[0])
			lines = append(lines, []draw.Point{
				{float64(x + d[0]*one), float64(y + d[1]*one)}, {float64(x - d[0]*two), float64(y - d[1]*two)},
			})
		}
	}
	return lines
}

func (m *Map) paintGraph(s deduce.State, solid []bool, marks map[int]mark, move *technique.Move) *draw.Picture {
	const radius = 28
	p, at := m.drawEdges(radius)
	for i := range s {
		x, y := at(i)
		k, ok := marks[i]
		if !ok {
			k = mark{draw.Black, 1}
		}
		p.Circle(x, y, radius, draw.Style{Fill: settledFill(s[i], solid[i]), Stroke: k.stroke, Width: k.width})
		m.label(p, x, y, 1, s, solid[i], i, move)
	}
	return p
}

func (m *Map) label(p *draw.Picture, x, y, scale float64, s deduce.State, solid bool, at int, move *technique.Move) {
	y -= 2.5 * (scale - 1) // a label of scale 1 reaches from y-19 to y+24
	font := func(size float64) draw.Font { return draw.Font{Size: size * scale} }
	switch { // a graph has its names outside the discs
	case m.picture != nil:
		p.Text(x, y-10*scale, m.name(at), font(13))
	case !m.spelled:
		p.Text(x, y-10*scale, strconv.Itoa(at), font(13))
	}
	left := s[at]
	var going uint64
	if move != nil {
		going = move.Gone()[at]
	}
	switch n := bits.OnesCount64(left); {
	case n == 0:
	case n == 1 && going == 0 && solid:
		if m.given[at] != none {
			p.Circle(x, y+5*scale, 10*scale, draw.Style{Fill: draw.White, Stroke: draw.Black, Width: 1.5})
		}
		p.Text(x, y+10*scale, names(left, ""), font(14))
	case n == 1 && going == 0:
		drawDot(p, x, y+7*scale, scale, bits.TrailingZeros64(left), false)
	case m.colours <= gameColours:
		for v := range m.colours {
			if left>>v&1 == 1 {
				drawDot(p, x+scale*float64(v%2*18-9), y+scale*float64(v/2*17-1), scale, v, going>>v&1 == 1)
			}
		}
	default:
		p.Text(x, y+3*scale, strconv.Itoa(n)+" left", font(12))
		first := bits.OnesCount64(going) - 1
		for k := 0; going != 0; going &= going - 1 {
			drawDot(p, x+scale*float64(18*k-9*first), y+15*scale, scale, bits.TrailingZeros64(going), true)
			k++
		}
	}
}

func drawDot(p *draw.Picture, x, y, scale float64, v int, struck bool) {
	r := dot * scale
	p.Circle(x, y, r, draw.Style{Fill: fill(v), Stroke: draw.Black, Width: 1})
	p.Text(x, y+4.5*scale, colourNames[v:v+1], draw.Font{Size: 13 * scale})
	if struck {
		p.Lines(draw.Style{Stroke: draw.Black, Width: 2.5}, []draw.Point{{x - r, y + r}, {x + r, y - r}})
	}
}
