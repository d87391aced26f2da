package mapcolour

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/domain"
)

// Check implements encode.Instance. If several rules are broken, Check reports the violation that
// shows first when the regions are coloured in order. For a map with a picture, it compares
// neighbouring cells. For a graph, it compares the ends of each edge.
func (m *Map) Check(s encode.Solution) error {
	var found *encode.Violation
	last := len(s)
	for r, v := range m.given {
		if v != none && int(s[r]) != v {
			found, last = &encode.Violation{Rule: "a region with a given colour keeps it", Sites: []int{r}}, r
			break
		}
	}
	touch := func(a, b int) {
		if a, b = min(a, b), max(a, b); a < b && b < last && s[a] == s[b] {
			found, last = &encode.Violation{Rule: "neighbours have different colours", Sites: []int{a, b}}, b
		}
	}
	if p := m.picture; p != nil {
		for i, region := range p.cell {
			if i%p.w > 0 {
				touch(region, p.cell[i-1])
			}
			if i >= p.w {
				touch(region, p.cell[i-p.w])
			}
		}
	} else {
		for _, e := range m.edges {
			touch(e[0], e[1])
		}
	}
	return found.OrNil()
}

func (m *Map) Encode(e *encode.Encoder) {
	for r, v := range m.given {
		if v >= 0 {
			e.Add(e.Is(r, v))
		}
	}
	for _, border := range m.edges {
		for v := range m.colours {
			e.Add(-e.Is(border[0], v), -e.Is(border[1], v))
		}
	}
}

// Reduce gives native/domain a set of colours for each region, and the pairs that must differ.
func (m *Map) Reduce() []encode.Reduction {
	r := encode.Native("domain", domain.Version, m.problem(m.all()))
	r.Orbits = m.orbits
	return []encode.Reduction{r}
}

func (m *Map) all() uint64 { return 1<<m.colours - 1 }

func (m *Map) problem(colours uint64) *domain.Problem {
	return &domain.Problem{Domains: m.domains(colours), Different: wording.Fill(len(m.edges), func(i int) []int { return m.edges[i][:] })}
}

// domains returns the colours that each region may have: its given colour, or the given colours.
func (m *Map) domains(colours uint64) []uint64 {
	return wording.Each(m.given, func(v int) uint64 {
		if v != none {
			return 1 << v
		}
		return colours
	})
}

// free returns, as bits, the colours that no clue names. Every permutation of these colours maps
// solutions to solutions. A permutation that moves a colour named by a clue would change a region
// with that clue. So there are no other symmetries of the colours.
func (m *Map) free() uint64 {
	free := m.all()
	for _, v := range m.given {
		if v != none {
			free &^= 1 << v
		}
	}
	return free
}

// Canonical permutes the colours that no clue names. Symmetries of the graph do not count.
func (m *Map) Canonical() (func(encode.Solution) encode.Solution, error) {
	free := m.free()
	return func(s encode.Solution) encode.Solution {
		image := []byte(s)
		var to [maxColours]byte // by free colour seen so far: its image
		left := free            // free colours that no region has yet
		var seen uint64
		for r, v := range image {
			if free>>v&1 == 0 {
				continue
			}
			if seen>>v&1 == 0 {
				seen |= 1 << v
				to[v] = byte(bits.TrailingZeros64(left))
				left &= left - 1
			}
			image[r] = to[v]
		}
		return encode.Solution(image)
	}, nil
}

// orbits counts the colourings up to permutation of the free colours, which no clue names.
//
// Two colourings that differ only by such a permutation divide the regions into the same sets of
// equal colour. Some of these sets have a colour that a clue names. Let j be the number of the
// other sets, and a_j the number of divisions with j other sets. If j free colours are chosen and
// each must be used, there are j! ways to colour such a division. Let P(i) be the number of
// colourings that use only the named colours and i chosen free colours. Then
//
//	P(i) = sum over j of C(i,j) j! a_j,
//
// since any j of the i chosen colours can be in use. Binomial inversion gives
//
//	j! a_j = sum over i from 0 to j of (-1)^(j-i) C(j,i) P(i).
//
// The answer is the sum of a_j for j up to the number of free colours. A division has at most as
// many other sets as there are regions without a clue, so larger j add nothing. Without clues, P is
// the chromatic polynomial.
func (m *Map) orbits(ctx context.Context, st *native.Stats) (*big.Int, error) {
	free := m.free()
	most := min(bits.OnesCount64(free), len(m.given)-m.Clues())
	total := new(big.Int)
	p := make([]*big.Int, most+1)
	colours := m.all() &^ free
	for j := range p {
		var err error
		if p[j], err = m.problem(colours).Count(ctx, st); err != nil {
			return nil, err
		}
		onto := new(big.Int) // colourings that use all of j free colours
		term := new(big.Int)
		for i := 0; i <= j; i++ {
			term.Mul(term.Binomial(int64(j), int64(i)), p[i])
			if (j-i)%2 == 1 {
				term.Neg(term)
			}
			onto.Add(onto, term)
		}
		total.Add(total, onto.Quo(onto, term.MulRange(1, int64(j))))
		colours |= free & -free // allow one more colour
		free &= free - 1
	}
	return total, nil
}

func (m *Map) ValueName(_, value int) string { return "colour " + colourNames[value:value+1] }

// Obstacle looks for neighbours that are given the same colour, and for a region whose neighbours
// are given all colours. Then it looks for a set of regions that all touch one another and
// outnumber the colours.
func (m *Map) Obstacle() string {
	for _, e := range m.edges {
		if v := m.given[e[0]]; v != none && v == m.given[e[1]] {
			return fmt.Sprintf("regions %s and %s touch, and both are given colour %c", m.name(e[0]), m.name(e[1]), colourNames[v])
		}
	}
	near := m.neighbours()
	for at, regions := range near {
		var taken uint64
		for _, other := range regions {
			if v := m.given[other]; v != none {
				taken |= 1 << v
			}
		}
		if m.given[at] == none && m.colours > 1 && bits.OnesCount64(taken) == m.colours {
			return fmt.Sprintf("the neighbours of region %s are given all %d colours", m.name(at), m.colours)
		}
	}
	if found := m.crowd(near); found != nil {
		if m.colours == 1 {
			return m.several(found) + " touch, and there is only 1 colour"
		}
		return fmt.Sprintf("%s all touch one another, and there are only %d colours", m.several(found), m.colours)
	}
	return ""
}

const maxCrowdWork = 200_000 // sets of regions

// crowd returns a set of regions that all touch one another. The set has one region more than there
// are colours. crowd returns nil if it finds no such set within maxCrowdWork.
func (m *Map) crowd(near [][]int) []int {
	work := 0
	var grow func(set, rest []int) []int
	grow = func(set, rest []int) []int {
		if len(set) > m.colours {
			return set
		}
		for i, at := range rest {
			if work++; work > maxCrowdWork || len(set)+len(rest)-i <= m.colours {
				return nil
			}
			if found := grow(append(slices.Clip(set), at), shared(nil, rest[i+1:], near[at])); found != nil {
				return found
			}
		}
		return nil
	}
	return grow(nil, encode.Left(len(m.given), nil))
}

func (m *Map) Demands() []string {
	return wording.Each(m.clued(), func(r int) string { return fmt.Sprintf("colour %c of region %s", colourNames[m.given[r]], m.name(r)) })
}

func (m *Map) Relaxed(gone []int) encode.Instance { return m.Without(gone...) }

func (m *Map) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(m, func(r int) int { return m.given[r] }, values)
}

func (m *Map) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := m.clone()
	for _, r := range sites {
		more.given[r] = int(s[r])
	}
	return more
}

// ReadCell implements encode.HasCells. A star in front of a given colour is optional.
func (m *Map) ReadCell(_ int, cell encode.Span) (int, error) {
	text := strings.TrimPrefix(strings.TrimSpace(cell.Text), "*")
	if len(text) == 1 {
		if v := strings.Index(colourNames[:m.colours], text); v >= 0 {
			return v, nil
		}
	}
	return 0, cell.Errorf("want a colour, one of %s, got %q", colourNames[:m.colours], cell.Text)
}

// ReadDrawing reads the colour of a region from the first cell of the region.
func (m *Map) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	regions := len(m.given)
	cells := make([]encode.Span, regions)
	if m.picture == nil {
		lines, err := grid.Lines(lines, 0, regions)
		if err != nil {
			return "", err
		}
		for r, line := range lines {
			words := line.Words(2)
			if len(words) < 2 {
				return "", line.End().Errorf("want the colour of region %d", r)
			}
			cells[r] = words[1]
		}
		return encode.ReadCells(m, cells)
	}
	p := m.picture
	lines, err := grid.Lines(lines, 0, 2*p.h)
	if err != nil {
		return "", err
	}
	for i := len(p.cell) - 1; i >= 0; i-- {
		cells[p.cell[i]] = grid.Character(lines[i/p.w*2+1], i%p.w*3+2)
	}
	return encode.ReadCells(m, cells)
}

func (m *Map) Look(_, value int) play.Look {
	return play.Look{Fill: fill(value), Text: colourNames[value : value+1]}
}

// Spots implements play.HasSpots. The areas are the regions of a map or the discs of a graph.
func (m *Map) Spots() []play.Spot {
	if m.picture == nil {
		return m.discs()
	}
	spots := make([]play.Spot, len(m.given))
	for r, lines := range m.picture.outlines(len(m.given)) {
		spots[r].Lines = lines
	}
	for r, i := range m.picture.labels(len(m.given), 1) {
		at := m.picture.corner(i, unit)
		spots[r].At, spots[r].Room = draw.Point{at[0] + unit/2, at[1] + unit/2}, unit
		if m.names != nil {
			spots[r].Note = m.names[r]
		}
	}
	return spots
}

func (m *Map) Neighbours() [][]int { return m.neighbours() }

func (m *Map) ClueSpots() [][]play.Spot {
	spots := m.Spots()
	return wording.Each(m.clued(), func(r int) []play.Spot { return spots[r : r+1] })
}

func (m *Map) discs() []play.Spot {
	const corners = 24
	_, at := m.drawEdges(disc)
	spots := make([]play.Spot, len(m.given))
	for r := range spots {
		x, y := at(r)
		var line []float64
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
			line = append(line, math.Round(10*(x+disc*cos))/10, math.Round(10*(y+disc*sin))/10)
		}
		spots[r] = play.Spot{Lines: [][]float64{line}, At: draw.Point{x, y}, Room: math.Floor(disc * math.Sqrt2)}
		if !m.spelled {
			spots[r].Note = strconv.Itoa(r)
		}
	}
	return spots
}

// outlines returns the closed lines around each of n regions. It follows the borders with the
// region on the right-hand side, from one corner of a cell to the next.
func (p *picture) outlines(n int) [][][]float64 {
	// A side is described by the corner at which it begins and by its direction: 0 right, 1 down, 2
	// left, 3 up. The cell on the right of the side belongs to the region.
	step := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	right := [4][2]int{{0, 0}, {0, -1}, {-1, -1}, {-1, 0}} // from the corner to the cell
	left := [4][2]int{{-1, 0}, {0, 0}, {0, -1}, {-1, -1}}
	side := func(row, col, d, r int) bool {
		return p.at(row+right[d][0], col+right[d][1]) == r && p.at(row+left[d][0], col+left[d][1]) != r
	}
	done := make([]bool, (p.h+1)*(p.w+1)*4)
	lines := make([][][]float64, n)
	for i, r := range p.cell {
		row, col := i/p.w, i%p.w
		for d, from := range [4][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}} { // the four sides of the cell
			y, x := row+from[0], col+from[1]
			if !side(y, x, d, r) || done[(y*(p.w+1)+x)*4+d] {
				continue
			}
			var line []float64
			for last := (d + 1) % 4; !done[(y*(p.w+1)+x)*4+d]; {
				done[(y*(p.w+1)+x)*4+d] = true
				if d != last {
					line = append(line, float64(margin+x*unit), float64(margin+y*unit))
				}
				last = d
				y, x = y+step[d][0], x+step[d][1]
				for _, turn := range [3]int{1, 0, 3} { // right first, so that a line touches itself only at corners
					if next := (d + turn) % 4; side(y, x, next, r) {
						d = next
						break
					}
				}
			}
			lines[r] = append(lines[r], line)
		}
	}
	return lines
}
