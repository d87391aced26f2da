package mapcolour

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/native/deduce"
)

// text returns the sentence that explains a step. It refers to regions and colours by
// their numbers.
func (r *reasoner) text(st *deduce.Step) string {
	colour := colourNames[st.Value : st.Value+1]
	gone := fmt.Sprintf("region %d is not colour %s", st.Site, colour)
	switch st.Rule.Level {
	case easy:
		settled := "has colour"
		if r.given[st.Sites[0]] != none {
			settled = "is given colour"
		}
		return fmt.Sprintf("region %d %s %s, so the neighbouring region %d is not colour %s", st.Sites[0], settled, colour, st.Site, colour)
	case normal:
		return fmt.Sprintf("%s touch and have the colours %s between them, so region %d, which touches both, is not colour %s",
			several(st.Sites), names(st.Values, " and "), st.Site, colour)
	case hard:
		var b strings.Builder
		chain := r.chains[st.Clue] // links from the last to the first
		first, last := chain[len(chain)-1], chain[0]
		fmt.Fprintf(&b, "region %d has colour %s, or else", first.region, colour)
		for k := len(chain) - 1; k >= 0; k-- {
			if k < len(chain)-1 {
				b.WriteString(" so")
			}
			fmt.Fprintf(&b, " region %d has colour %c,", chain[k].region, colourNames[chain[k].colour])
		}
		return fmt.Sprintf("%s and region %d touches regions %d and %d, so %s", &b, st.Site, first.region, last.region, gone)
	}
	return fmt.Sprintf("%s can only have colour %s, and every way from there to a given region over such colours goes through region %d, so %s, because otherwise the two colours could be swapped",
		several(st.Sites[:st.Clue]), names(st.Values, " or "), st.Site, gone)
}

// several names regions in words, in ascending order.
func several(regions []int) string {
	if len(regions) == 1 {
		return fmt.Sprintf("region %d", regions[0])
	}
	list := slices.Sorted(slices.Values(regions))
	var b strings.Builder
	for i, at := range list {
		switch i {
		case 0:
			b.WriteString("regions ")
		case len(list) - 1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, at)
	}
	return b.String()
}

// names lists the names of colours, separated by the given text.
func names(colours uint64, between string) string {
	var list []string
	for ; colours != 0; colours &= colours - 1 {
		v := bits.TrailingZeros64(colours)
		list = append(list, colourNames[v:v+1])
	}
	return strings.Join(list, between)
}

// A mark is the style in which the picture of a step outlines a region.
type mark struct {
	stroke draw.Colour
	width  float64
}

var (
	target = mark{draw.Purple, 5} // the region that loses a colour
	part   = mark{draw.Black, 4}  // regions of the pattern
	wall   = mark{draw.Grey, 3}   // regions around the regions into which a Kempe chain can grow
)

// marks returns the mark of each region that the step outlines. If st is nil, there are
// none.
func marks(st *deduce.Step) map[int]mark {
	all := map[int]mark{}
	if st == nil {
		return all
	}
	for i, at := range st.Sites {
		all[at] = part
		if st.Rule.Level == kempe && i >= st.Clue {
			all[at] = wall
		}
	}
	all[st.Site] = target
	return all
}

// drawState draws a state. Each region shows its number, and its colour or a small disc
// for each colour that is left. Given colours have a ring. With a step, the regions of
// the step's pattern are framed, and the colour that the step removes is struck out.
func (r *reasoner) drawState(s deduce.State, st *deduce.Step) *draw.Picture {
	if r.picture != nil {
		return r.regionsStep(s, st)
	}
	return r.graphStep(s, st)
}

const (
	wide = 48 // side of a cell
	dot  = 8  // radius of the disc of a colour
)

// settledFill returns the fill of a region: its colour if only one is left, and white
// otherwise.
func settledFill(left uint64) draw.Colour {
	if bits.OnesCount64(left) == 1 {
		return fill(bits.TrailingZeros64(left))
	}
	return draw.White
}

func (r *reasoner) regionsStep(s deduce.State, st *deduce.Step) *draw.Picture {
	p := r.picture.base(wide, func(at int) draw.Colour { return settledFill(s[at]) })
	marks := marks(st)
	for at := range s {
		if k, ok := marks[at]; ok {
			p.Lines(draw.Style{Stroke: k.stroke, Width: k.width}, r.picture.frame(at)...)
		}
	}
	for at, i := range r.picture.labels(len(s)) {
		x, y := float64(margin+i%r.picture.w*wide+wide/2), float64(margin+i/r.picture.w*wide+wide/2)
		r.label(p, x, y, s, at, st)
	}
	return p
}

// frame returns lines along the border of a region, a little inside it.
func (p *picture) frame(region int) (lines [][]draw.Point) {
	const in = 4
	same := func(row, col int) bool {
		return row >= 0 && row < p.h && col >= 0 && col < p.w && p.cell[row*p.w+col] == region
	}
	// end returns how far a line along the side toward (dr, dc) extends beyond the
	// middle of the cell, toward (er, ec).
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

func (r *reasoner) graphStep(s deduce.State, st *deduce.Step) *draw.Picture {
	const radius = 28
	p, at := r.drawEdges(radius)
	marks := marks(st)
	for i := range s {
		x, y := at(i)
		k, ok := marks[i]
		if !ok {
			k = mark{draw.Black, 1}
		}
		p.Circle(x, y, radius, draw.Style{Fill: settledFill(s[i]), Stroke: k.stroke, Width: k.width})
		r.label(p, x, y, s, i, st)
	}
	return p
}

// label writes the number of a region and the colours that are left for it around a
// point. On a map with up to four colours, it draws a disc for each in two rows. With
// more, it writes how many are left.
func (r *reasoner) label(p *draw.Picture, x, y float64, s deduce.State, at int, st *deduce.Step) {
	p.Text(x, y-11, strconv.Itoa(at), draw.Font{Size: 10})
	left := s[at]
	going := none
	if st != nil && st.Site == at {
		going = st.Value
	}
	switch n := bits.OnesCount64(left); {
	case n == 1 && going == none:
		if r.given[at] != none {
			p.Circle(x, y+5, 10, draw.Style{Fill: draw.White, Stroke: draw.Black, Width: 1.5})
		}
		p.Text(x, y+10, names(left, ""), draw.Font{Size: 14})
	case r.colours <= gameColours:
		for v := range r.colours {
			if left>>v&1 == 1 {
				drawDot(p, x-9+float64(v%2*18), y-1+float64(v/2*17), v, v == going)
			}
		}
	default:
		p.Text(x, y+3, strconv.Itoa(n)+" left", draw.Font{Size: 11})
		if going != none {
			drawDot(p, x, y+15, going, true)
		}
	}
}

// drawDot draws a small disc for a colour that a region may have. If struck is true, the
// disc is struck out.
func drawDot(p *draw.Picture, x, y float64, v int, struck bool) {
	p.Circle(x, y, dot, draw.Style{Fill: fill(v), Stroke: draw.Black, Width: 1})
	p.Text(x, y+4, colourNames[v:v+1], draw.Font{Size: 11})
	if struck {
		p.Lines(draw.Style{Stroke: draw.Black, Width: 2.5}, []draw.Point{{x - dot, y + dot}, {x + dot, y - dot}})
	}
}
