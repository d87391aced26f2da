package mapcolour

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/reason"
	"counterproof/native/deduce"
)

// text returns the sentence that explains a step. It refers to regions and colours by
// their numbers.
func (r *reasoner) text(st *deduce.Step) string {
	colour := colourNames[st.Value : st.Value+1]
	gone := fmt.Sprintf("region %d is not colour %s", st.Site, colour)
	switch st.Rule.Level {
	case easy:
		return fmt.Sprintf("region %d %s colour %s, so the neighbouring region %d is not colour %s", st.Sites[0], r.has(st.Sites[0]), colour, st.Site, colour)
	case normal:
		return fmt.Sprintf("%s, so region %d, which touches both, is not colour %s", r.paired(st), st.Site, colour)
	case hard:
		first, last := r.ends(st)
		return fmt.Sprintf("%s, and region %d touches regions %d and %d, so %s", r.follow(st), st.Site, first, last, gone)
	}
	return fmt.Sprintf("%s goes through region %d, so %s, because otherwise the two colours could be swapped", r.enclose(st), st.Site, gone)
}

// has says whether a settled region is given.
func (r *reasoner) has(region int) string {
	if r.given[region] != none {
		return "is given"
	}
	return "has"
}

// paired describes the pattern of the rule pair.
func (r *reasoner) paired(st *deduce.Step) string {
	return fmt.Sprintf("%s touch and have the colours %s between them", several(st.Sites), names(st.Values, " and "))
}

// ends returns the first and the last region of a forcing chain.
func (r *reasoner) ends(st *deduce.Step) (first, last int) {
	chain := r.chains[st.Clue] // links from the last to the first
	return chain[len(chain)-1].region, chain[0].region
}

// follow describes a forcing chain.
func (r *reasoner) follow(st *deduce.Step) string {
	var b strings.Builder
	chain := r.chains[st.Clue]
	first, _ := r.ends(st)
	fmt.Fprintf(&b, "region %d has colour %s, or else", first, colourNames[st.Value:st.Value+1])
	for k := len(chain) - 1; k >= 0; k-- {
		if k < len(chain)-1 {
			b.WriteString(", so")
		}
		fmt.Fprintf(&b, " region %d has colour %c", chain[k].region, colourNames[chain[k].colour])
	}
	return b.String()
}

// enclose describes the pattern of the Kempe chain rule.
func (r *reasoner) enclose(st *deduce.Step) string {
	return fmt.Sprintf("%s can only have colour %s, and every way from there to a given region over such colours", several(st.Sites[:st.Clue]), names(st.Values, " or "))
}

// moveText describes a move.
func (r *reasoner) moveText(m *reason.Move) string {
	st := m.Lead()
	gone := "removes " + reason.Removed(m.Steps,
		func(set uint64) string {
			if set&(set-1) == 0 {
				return "colour " + names(set, "")
			}
			return "the colours " + names(set, " and ")
		},
		func(regions []int) string {
			if len(regions) > reason.Few {
				return fmt.Sprintf("%d regions", len(regions))
			}
			return several(regions)
		})
	if at := m.Empty(); at >= 0 {
		gone += fmt.Sprintf(", and leaves no colour to region %d", at)
	} else if left := r.left(m); left != "" {
		gone += ", and leaves only " + left
	}
	name := st.Rule.Name + ": "
	switch st.Rule.Level {
	case easy:
		return fmt.Sprintf("%sregion %d %s colour %s, which %s", name, st.Sites[0], r.has(st.Sites[0]), names(st.Values, ""), gone)
	case normal:
		return name + r.paired(st) + ", which " + gone
	case hard:
		first, last := r.ends(st)
		return fmt.Sprintf("%s%s, which %s, next to regions %d and %d", name, r.follow(st), gone, first, last)
	}
	return fmt.Sprintf("%s%s goes through region %d, which %s, because otherwise the two colours could be swapped", name, r.enclose(st), st.Site, gone)
}

// left says which colours a move leaves to regions that it does not start from.
func (r *reasoner) left(m *reason.Move) string {
	var list []string
	for _, b := range m.Placed {
		if !slices.Contains(m.Lead().Sites, b.Site) {
			list = append(list, fmt.Sprintf("colour %s to region %d", names(1<<b.Value, ""), b.Site))
		}
	}
	return reason.And(list)
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

// marks returns the marks of a move, by region. Without a move there are none.
func marks(m *reason.Move) map[int]mark {
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

// drawState draws a state. Each region shows its number, and its colour or a small disc
// for each colour that is left. Given colours have a ring. With a move, the regions of
// the pattern are framed, and the colours that the move removes are struck out.
func (r *reasoner) drawState(s deduce.State, m *reason.Move) *draw.Picture {
	if r.picture != nil {
		return r.regionsStep(s, m)
	}
	return r.graphStep(s, m)
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

func (r *reasoner) regionsStep(s deduce.State, m *reason.Move) *draw.Picture {
	p := r.picture.base(wide, func(at int) draw.Colour { return settledFill(s[at]) })
	marks := marks(m)
	for at := range s {
		if k, ok := marks[at]; ok {
			p.Lines(draw.Style{Stroke: k.stroke, Width: k.width}, r.picture.frame(at)...)
		}
	}
	for at, i := range r.picture.labels(len(s)) {
		x, y := float64(margin+i%r.picture.w*wide+wide/2), float64(margin+i/r.picture.w*wide+wide/2)
		r.label(p, x, y, s, at, m)
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

func (r *reasoner) graphStep(s deduce.State, m *reason.Move) *draw.Picture {
	const radius = 28
	p, at := r.drawEdges(radius)
	marks := marks(m)
	for i := range s {
		x, y := at(i)
		k, ok := marks[i]
		if !ok {
			k = mark{draw.Black, 1}
		}
		p.Circle(x, y, radius, draw.Style{Fill: settledFill(s[i]), Stroke: k.stroke, Width: k.width})
		r.label(p, x, y, s, i, m)
	}
	return p
}

// label writes the number of a region and the colours that are left for it around a
// point. On a map with up to four colours, it draws a disc for each in two rows. With
// more, it writes how many are left.
func (r *reasoner) label(p *draw.Picture, x, y float64, s deduce.State, at int, m *reason.Move) {
	p.Text(x, y-11, strconv.Itoa(at), draw.Font{Size: 10})
	left := s[at]
	var going uint64
	if m != nil {
		going = m.Gone()[at]
	}
	switch n := bits.OnesCount64(left); {
	case n == 1 && going == 0:
		if r.given[at] != none {
			p.Circle(x, y+5, 10, draw.Style{Fill: draw.White, Stroke: draw.Black, Width: 1.5})
		}
		p.Text(x, y+10, names(left, ""), draw.Font{Size: 14})
	case r.colours <= gameColours:
		for v := range r.colours {
			if left>>v&1 == 1 {
				drawDot(p, x-9+float64(v%2*18), y-1+float64(v/2*17), v, going>>v&1 == 1)
			}
		}
	default:
		p.Text(x, y+3, strconv.Itoa(n)+" left", draw.Font{Size: 11})
		first := bits.OnesCount64(going) - 1
		for k := 0; going != 0; going &= going - 1 {
			drawDot(p, x+float64(18*k-9*first), y+15, bits.TrailingZeros64(going), true)
			k++
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
