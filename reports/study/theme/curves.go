package theme

import (
	"fmt"
	"math/bits"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// A Curve is a line of a plot with its look. At most Glyphs of its points have a glyph, among them the first
// and the last one.
type Curve struct {
	plotter.XYs
	Look
	Glyphs int
}

// Curves within the distance near lie on each other, and so do some that are up to twice as far apart.
const (
	near      = 0.7 * vg.Length(1)
	curveStep = 0.5 * vg.Length(1) // the distance between two samples of a curve
	stripe    = 5 * vg.Length(1)
	leastRun  = 12 * vg.Length(1) // a shorter common part is a crossing
)

// Curves draws at most 64 curves of the given width, and then their glyphs of the given radius. Where
// curves lie on each other, their colours take turns along the line. Where their glyphs lie on each other,
// one of them is drawn, in turns.
func Curves(curves []Curve, width, radius vg.Length) Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		seen, samples := sighting{}, make([][][]vg.Point, len(curves)) // of the parts of each curve inside the canvas
		var glyphs spots
		for i, l := range curves {
			at := wording.Each(l.XYs, func(p plotter.XY) vg.Point { return vg.Point{X: x(p.X), Y: y(p.Y)} })
			n := min(l.Glyphs, len(at))
			for k := range n {
				glyphs.add(i, at[k*(len(at)-1)/max(n-1, 1)])
			}
			parts := c.ClipLinesXY(at)
			c.StrokeLines(l.LineStyle(width), parts...)
			for _, part := range parts {
				samples[i] = append(samples[i], seen.add(i, part))
			}
		}
		for i, l := range curves {
			l.Dashes = nil
			for _, part := range samples[i] {
				c.StrokeLines(l.LineStyle(width), seen.turns(i, part)...)
			}
		}
		glyphs.draw(func(curve int, at vg.Point) {
			c.DrawGlyph(draw.GlyphStyle{Color: curves[curve].Colour, Radius: radius, Shape: curves[curve].Glyph}, at)
		})
	}
}

// A spot is a place of glyphs, with the curves that have a glyph there.
type spot struct {
	at     vg.Point
	curves []int
}

type spots []spot

func (s *spots) add(curve int, at vg.Point) {
	for k := range *s {
		if way := at.Sub((*s)[k].at); way.Dot(way) < 4*near*near {
			(*s)[k].curves = append((*s)[k].curves, curve)
			return
		}
	}
	*s = append(*s, spot{at, []int{curve}})
}

// draw draws the glyph of one curve at each spot. Then it draws the first glyph of each curve that had no turn.
func (s spots) draw(glyph func(curve int, at vg.Point)) {
	drawn := map[int]bool{}
	for k, spot := range s {
		curve := spot.curves[k%len(spot.curves)]
		glyph(curve, spot.at)
		drawn[curve] = true
	}
	for _, spot := range s {
		for _, curve := range spot.curves {
			if !drawn[curve] {
				glyph(curve, spot.at)
				drawn[curve] = true
			}
		}
	}
}

// sampled returns points on a line, each at most curveStep away from the one before it.
func sampled(line []vg.Point) (all []vg.Point) {
	for i := 1; i < len(line); i++ {
		from, way := line[i-1], line[i].Sub(line[i-1])
		n := 1 + int(max(way.X, -way.X, way.Y, -way.Y)/curveStep)
		for k := range n {
			all = append(all, from.Add(way.Scale(vg.Length(k)/vg.Length(n))))
		}
	}
	return append(all, line[len(line)-1])
}

// A sighting has the set of the curves that have a sample in a square with the side near.
type sighting map[[2]int]uint64

func cellOf(p vg.Point) [2]int { return [2]int{int(p.X / near), int(p.Y / near)} }

// add adds a part of a curve and returns its samples.
func (s sighting) add(curve int, line []vg.Point) []vg.Point {
	all := sampled(line)
	for _, p := range all {
		s[cellOf(p)] |= 1 << curve
	}
	return all
}

// rank returns how many curves there are at a point of a curve, and how many of them come before this one.
func (s sighting) rank(curve int, p vg.Point) (own, all int) {
	set, cell := uint64(1)<<curve, cellOf(p)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			set |= s[[2]int{cell[0] + dx, cell[1] + dy}]
		}
	}
	return bits.OnesCount64(set & (1<<curve - 1)), bits.OnesCount64(set)
}

// turns returns the stripes of a curve on its common parts with other curves. The position on the page
// decides whose turn it is, because only this is the same for all of them.
func (s sighting) turns(curve int, samples []vg.Point) (stripes [][]vg.Point) {
	var run [][]vg.Point // the stripes of the current common part
	length, open := 0, false
	for k, p := range samples {
		before := samples[max(k-1, 0)]
		own, all := s.rank(curve, p)
		if all > 1 {
			length++
			turn := int(along(before, p)/stripe)%all == own
			if turn && !open {
				run = append(run, []vg.Point{before})
			}
			if open = turn; turn {
				run[len(run)-1] = append(run[len(run)-1], p)
			}
		}
		if all == 1 || k+1 == len(samples) {
			if vg.Length(length)*curveStep >= leastRun {
				stripes = append(stripes, run...)
			}
			run, length, open = nil, 0, false
		}
	}
	return stripes
}

// along returns the position of a point in the direction in which its curve mostly goes.
func along(before, p vg.Point) vg.Length {
	if way := p.Sub(before); max(way.Y, -way.Y) > max(way.X, -way.X) {
		return p.Y
	}
	return p.X
}

// MostCorners limits the corners of a line that has one for each instance.
const MostCorners = 2000

// CornersText returns a sentence for the caption of a line that Thinned has changed, or "".
func CornersText(corners int) string {
	return wording.If(corners > MostCorners, fmt.Sprintf(" A line has at most %s corners, evenly spread over its instances.", format.Whole(MostCorners)))
}

// Thinned leaves out corners of a line, evenly, so that at most MostCorners and the last one are left.
func Thinned(xys plotter.XYs) plotter.XYs {
	step := 1 + (len(xys)-1)/MostCorners
	if step == 1 {
		return xys
	}
	var some plotter.XYs
	for i := 0; i < len(xys); i += step {
		some = append(some, xys[i])
	}
	return append(some, xys[len(xys)-1])
}
