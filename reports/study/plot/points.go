package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/theme"
)

// This file draws points that coincide, and points of instances without an answer.

// mostCounts limits how many positions are labelled with the number of points there.
const mostCounts = 25

// A point is an instance at a position of a picture. For an instance without an answer, Y is a lower
// bound, or 0 without one.
type point struct {
	plotter.XY
	line   int // the index of its line
	sample *data.Sample
}

// A heap holds the instances at one position.
type heap struct {
	plotter.XY
	samples []*data.Sample
	n       int // the number of instances that the picture shows
}

// heapsOf returns the points by position, the largest heaps first. Points probably coincide by chance
// if there are more than 100 points and fewer than a fifth of them are hidden behind others. In this
// case, n is 1 in each heap.
func heapsOf(points []point) []heap {
	places := result.GroupBy(points, func(p point) plotter.XY { return p.XY })
	chance := len(points) > 100 && 5*len(places) > 4*len(points)
	heaps := wording.Each(places, func(same []point) heap {
		return heap{same[0].XY, samplesOf(same), wording.Either(chance, 1, len(same))}
	})
	slices.SortFunc(heaps, func(a, b heap) int { return cmp.Or(b.n-a.n, compareXY(a.XY, b.XY)) })
	return heaps
}

func samplesOf(points []point) []*data.Sample {
	return wording.Each(points, func(p point) *data.Sample { return p.sample })
}

func compareXY(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

// counted draws one point at each position. Its area grows with the number of points there, and the
// largest numbers are written next to their points.
func counted(all []heap, sty draw.GlyphStyle) plot.Plotter {
	return theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		heaps := joined(all, func(p plotter.XY) vg.Point { return vg.Point{X: x(p.X), Y: y(p.Y)} })
		step := 0.0 // the largest point is at most 4 times as wide as the point of a single instance
		if len(heaps) > 0 && heaps[0].n > 1 {
			step = min(1, 3/(math.Sqrt(float64(heaps[0].n))-1))
		}
		radius := func(h heap) vg.Length { return sty.Radius * vg.Length(1+step*(math.Sqrt(float64(h.n))-1)) }
		for _, h := range heaps {
			g := sty
			g.Radius = radius(h)
			c.DrawGlyph(g, vg.Point{X: x(h.X), Y: y(h.Y)})
			theme.PointTip(c, vg.Point{X: x(h.X), Y: y(h.Y)}, g.Radius, tipOf(h.samples...))
		}
		var taken counts
		for _, h := range heaps[:min(len(heaps), mostCounts)] {
			taken.write(c, theme.Style(7, theme.Black), vg.Point{X: x(h.X) + radius(h) + 2, Y: y(h.Y)}, h.n)
		}
	})
}

// mostPlaces limits the points of a picture.
const mostPlaces = 3000

// joined joins heaps that are close to each other in the picture, until there are few enough.
func joined(heaps []heap, at func(plotter.XY) vg.Point) []heap {
	for step := vg.Length(0.5); len(heaps) > mostPlaces; step *= 1.5 {
		near := result.GroupBy(heaps, func(h heap) [2]int { return [2]int{int(at(h.XY).X / step), int(at(h.XY).Y / step)} })
		heaps = wording.Each(near, func(own []heap) heap {
			all := slices.Concat(wording.Each(own, func(h heap) []*data.Sample { return h.samples })...)
			return heap{own[0].XY, all, len(all)}
		})
		slices.SortFunc(heaps, func(a, b heap) int { return cmp.Or(b.n-a.n, compareXY(a.XY, b.XY)) })
	}
	return heaps
}

type counts []vg.Point

// write writes a number of points, unless it is 1 or another number is too close. The ground of the
// number is almost white, because black cannot be read on many dark points.
func (taken *counts) write(c draw.Canvas, sty text.Style, at vg.Point, n int) {
	if n < 2 || slices.ContainsFunc(*taken, func(q vg.Point) bool { return math.Abs(float64(q.Y-at.Y)) < 8 && math.Abs(float64(q.X-at.X)) < 14 }) {
		return
	}
	*taken = append(*taken, at)
	number := format.Whole(n)
	width := sty.Width(number)
	left := at.X + width*vg.Length(sty.XAlign)
	theme.Fill(c, theme.Faint(theme.White, 0xd0), vg.Rectangle{Min: vg.Point{X: left, Y: at.Y - 3}, Max: vg.Point{X: left + width, Y: at.Y + 3}})
	theme.Write(c, sty, at, number)
}

// tipOf returns the tip of a point for one or several instances, of which it names at most three.
func tipOf(samples ...*data.Sample) theme.Label {
	const most = 3
	names := wording.Each(samples[:min(len(samples), most)], func(s *data.Sample) string { return format.Shorten(format.Label(s.Record), 60) })
	text := strings.Join(names, ", ") + format.Some(len(samples)-most, " and ", " more")
	return theme.Label{Text: text, Boards: boardsOf(samples, theme.MostTipBoards)}
}

// boardsOf returns the names of the boards, and stops if there are the given number of them.
func boardsOf(samples []*data.Sample, most int) (ids []string) {
	seen := map[string]bool{}
	for _, s := range samples {
		if id := data.BoardID(s.Record); !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
		if len(ids) == most {
			break
		}
	}
	return ids
}

// pointCountText returns a sentence about positions with several points, or "" if there are none.
func pointCountText(x, y data.Measure, points []point, heaps []heap) string {
	if len(heaps) > mostPlaces {
		return fmt.Sprintf(" Of %s places, those that are close together are drawn as one point, whose area grows with the instances there.", format.Whole(len(heaps)))
	}
	if len(heaps) == 0 || heaps[0].n == 1 {
		return ""
	}
	top := heaps[0]
	return fmt.Sprintf(" The area of a point grows with the instances there, up to %s of %s at %s and %s.", format.Whole(top.n), format.Whole(len(points)), x.Say(top.X), y.Say(top.Y))
}

// A series holds the instances of one line, and apart from them those without an answer.
type series struct {
	Name        string
	points, cut []point
}

// seriesOf makes a series from each group. The samples without a number have no place on the axis.
func seriesOf(groups []*data.Group, number func(*data.Sample) (float64, bool)) (all []*series, without int) {
	for i, g := range groups {
		own := &series{Name: g.Name}
		for _, s := range g.Samples {
			x, ok := number(s)
			switch {
			case !ok:
				without++
			case s.Solved():
				own.points = append(own.points, point{plotter.XY{X: x, Y: s.Value}, i, s})
			default:
				own.cut = append(own.cut, point{plotter.XY{X: x, Y: s.Least}, i, s})
			}
		}
		all = append(all, own)
	}
	return all, without
}

func coordinates(points []point) (xs, ys []float64) {
	for _, p := range points {
		xs, ys = append(xs, p.X), append(ys, p.Y)
	}
	return xs, ys
}

// together returns the numbers for the axes. The result xs includes the instances without an answer.
func together(all []*series) (xs, ys []float64, cut []point) {
	points := slices.Concat(wording.Each(all, func(s *series) []point { return s.points })...)
	cut = slices.Concat(wording.Each(all, func(s *series) []point { return s.cut })...)
	xs, _ = coordinates(slices.Concat(points, cut))
	_, ys = coordinates(points)
	return xs, ys, cut
}

// countText says how many instances a line stands for: "n = 13 (without 2 that timed out)".
func (s *series) countText() string {
	without := data.LostText(samplesOf(s.cut))
	return countText(len(s.points)) + wording.If(without != "", " (without "+without+")")
}

func countText(n int) string { return "n = " + format.Whole(n) }

// The margin beyond the largest number, in parts of the length of the axis: marginAt is the position of
// unsolved instances, and marginEnd is the end of the axis.
const (
	marginAt  = 0.07
	marginEnd = 0.12
)

// marginPlace returns a position beyond the end hi, at a part of the length of the axis.
func marginPlace(lo, hi, part float64, log bool) float64 {
	return wording.Either(log, hi*math.Pow(hi/lo, part), hi+(hi-lo)*part)
}

// openMargin adds a margin for instances without an answer above the vertical axis, up to the given
// part of its length. It returns the position of these instances, where the axis has a tick.
func openMargin(pl *plot.Plot, end float64, log bool) (at float64) {
	lo, hi := pl.Y.Min, pl.Y.Max
	at = marginPlace(lo, hi, marginAt, log)
	pl.Y.Max = marginPlace(lo, hi, end, log)
	ticks := append(pl.Y.Tick.Marker.Ticks(lo, hi), plot.Tick{Value: at, Label: "no answer"})
	pl.Y.Tick.Marker, pl.Y.Padding = plot.ConstantTicks(ticks), 0
	pl.Add(theme.Drawing(func(c draw.Canvas, _, y func(float64) vg.Length) {
		theme.Fill(c, theme.Faint(theme.Pale, 0x70), vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(hi)}, Max: c.Max})
	}))
	return at
}

// openAxis makes the vertical axis for numbers and for points without an answer. It returns a
// plotter that draws the points without an answer as open triangles. Triangles of several lines at
// the same position are drawn side by side. Points without a known lower bound are in a margin.
func (q *query) openAxis(pl *plot.Plot, ys []float64, cut []point, log bool) plot.Plotter {
	_, bounds := coordinates(cut)
	known, open := theme.Positive(bounds)
	ys = append(ys, known...)
	limit := limitReached(q.Samples)
	scaleAxis(&pl.Y, &q.Measure, ys, log)
	top := 0.0
	if open > 0 {
		top = openMargin(pl, marginEnd, log)
	}
	places := result.GroupBy(cut, func(p point) plotter.XY { return p.XY })
	slices.SortFunc(places, func(a, b []point) int { return compareXY(a[0].XY, b[0].XY) })
	linesAt := wording.Each(places, func(here []point) [][]point { return result.GroupBy(here, func(p point) int { return p.line }) })
	return theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		if limit > 0 && len(cut) > 0 {
			limitLine(limit, "limit "+q.Measure.Say(limit)+"; open triangles: more")(c, x, y)
		}
		apart, end := vg.Length(9), vg.Length(math.Inf(-1)) // apart is smaller where many lines have little room
		for _, lines := range linesAt {
			if at := x(lines[0][0].X); at > end {
				apart, end = min(apart, (at-end)/vg.Length(len(lines))), at
			}
		}
		var taken counts
		for _, lines := range linesAt {
			n, p := vg.Length(len(lines)), lines[0][0]
			if p.Y <= 0 {
				p.Y = top
			}
			at := vg.Point{X: min(x(p.X), c.Max.X-apart*n/2) - apart*(n-1)/2, Y: y(p.Y)}
			for _, own := range lines {
				c.DrawGlyph(draw.GlyphStyle{Color: theme.LookOf(own[0].line).Colour, Radius: 3.4, Shape: draw.TriangleGlyph{}}, at)
				theme.PointTip(c, at, 3.4, tipOf(samplesOf(own)...))
				taken.write(c, theme.Centred(7, theme.Black), vg.Point{X: at.X, Y: at.Y + 9}, len(own))
				at.X += apart
			}
		}
	})
}

// limitReached returns the limit that ended all instances without an answer, or 0. It ignores wrong ones.
func limitReached(samples []*data.Sample) float64 {
	cut := slices.DeleteFunc(slices.Clone(samples), func(s *data.Sample) bool { return s.Solved() || s.Cut == result.Wrong })
	limit := limitOf(cut)
	if slices.ContainsFunc(cut, func(s *data.Sample) bool { return s.Least != limit }) {
		return 0
	}
	return limit
}

// clockNote explains the CPU time of jobs for which only the wall time is known.
const clockNote = " Their CPU time was not measured; the wall time limit replaces it, as if each job had its own processor."

func (q *query) cutText(cut []point) string {
	placed := len(slices.DeleteFunc(slices.Clone(cut), func(p point) bool { return p.Y <= 0 }))
	text := wording.If(placed > 0, fmt.Sprintf(" Open triangles, %s in all, %s: their true values are larger.", format.Whole(placed), data.CutVerb(q.Samples))+wording.If(data.UsesClock(q.Samples), clockNote))
	if n := len(cut) - placed; n > 0 {
		text += fmt.Sprintf(" Open triangles in the margin, %s in all, have no answer and no known lower bound.", format.Whole(n)) +
			format.Some(data.CountWrong(q.Samples), " A wrong answer counts as no answer (", ").")
	}
	return text
}

// axisValues returns a function that returns the number of a sample for an axis. If the number
// belongs to the instance, such as a count, and the sample's method has no answer, the number can
// come from the record of another method.
func (q *query) axisValues(d data.Dimension) func(*data.Sample) (float64, bool) {
	of := map[[4]string]float64{}
	if d.Key == "count" || d.Key == "count_log2" || strings.HasPrefix(d.Key, "facts.") {
		for _, s := range q.Samples {
			if x, ok := d.At(s); ok {
				of[s.Task()] = x
			}
		}
	}
	return func(s *data.Sample) (float64, bool) {
		if x, ok := d.At(s); ok {
			return x, true
		}
		x, ok := of[s.Task()]
		return x, ok && !s.Solved()
	}
}

func portionTips(names []string, points []portion) theme.Drawing {
	name := format.List(names)
	of := wording.If(name != nameOrAll(""), name+", ")
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, p := range points {
			theme.PointTip(c, vg.Point{X: x(p.At), Y: y(p.share())}, 3.4, theme.Label{Text: of + p.Name + ": " + p.text(), Boards: p.Boards})
		}
	}
}
