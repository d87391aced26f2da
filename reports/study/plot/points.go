package plot

import (
	"cmp"
	"fmt"
	"maps"
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

// pointCounts returns the number of points at each position. Points probably coincide by chance if
// there are more than 100 points and fewer than a fifth of them are hidden behind others. In this
// case, pointCounts returns 1 for each position.
func pointCounts(xys plotter.XYs) map[plotter.XY]int {
	at := map[plotter.XY]int{}
	for _, p := range xys {
		at[p]++
	}
	if len(xys) > 100 && 5*len(at) > 4*len(xys) {
		for p := range at {
			at[p] = 1
		}
	}
	return at
}

// A marks holds points with their tips.
type marks struct {
	plotter.XYs
	tips []theme.Label
}

func (m *marks) add(x, y float64, tip theme.Label) {
	m.XYs, m.tips = append(m.XYs, plotter.XY{X: x, Y: y}), append(m.tips, tip)
}

// counted draws one point at each position. Its area grows with the number of points there, and the
// largest numbers are written next to their points.
func (m marks) counted(sty draw.GlyphStyle) plot.Plotter {
	at, tipsOf := pointCounts(m.XYs), map[plotter.XY][]theme.Label{}
	for i, p := range m.XYs {
		tipsOf[p] = append(tipsOf[p], m.tips[i])
	}
	places := slices.SortedFunc(maps.Keys(at), func(a, b plotter.XY) int {
		return cmp.Or(at[b]-at[a], cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	return theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		step := 0.0 // the largest point is at most 4 times as wide as the point of a single instance
		if len(places) > 0 && at[places[0]] > 1 {
			step = min(1, 3/(math.Sqrt(float64(at[places[0]]))-1))
		}
		radius := func(p plotter.XY) vg.Length {
			return sty.Radius * vg.Length(1+step*(math.Sqrt(float64(at[p]))-1))
		}
		for _, p := range places {
			g := sty
			g.Radius = radius(p)
			c.DrawGlyph(g, vg.Point{X: x(p.X), Y: y(p.Y)})
			theme.PointTip(c, vg.Point{X: x(p.X), Y: y(p.Y)}, g.Radius, joined(tipsOf[p]))
		}
		var taken counts
		for _, p := range places[:min(len(places), mostCounts)] {
			taken.write(c, theme.Style(7, theme.Black), vg.Point{X: x(p.X) + radius(p) + 2, Y: y(p.Y)}, at[p])
		}
	})
}

type counts []vg.Point

// write writes a number of points, unless it is 1 or another number is too close. The ground of the
// number is almost white, because black cannot be read on many dark points.
func (taken *counts) write(c draw.Canvas, sty text.Style, at vg.Point, n int) {
	if n < 2 || slices.ContainsFunc(*taken, func(q vg.Point) bool {
		return math.Abs(float64(q.Y-at.Y)) < 8 && math.Abs(float64(q.X-at.X)) < 14
	}) {
		return
	}
	*taken = append(*taken, at)
	number := format.Whole(n)
	width := sty.Width(number)
	left := at.X + width*vg.Length(sty.XAlign)
	theme.Fill(c, theme.Faint(theme.White, 0xd0), vg.Rectangle{Min: vg.Point{X: left, Y: at.Y - 3}, Max: vg.Point{X: left + width, Y: at.Y + 3}})
	theme.Write(c, sty, at, number)
}

func tipOf(r *result.Record) theme.Label {
	return theme.Label{Text: format.Shorten(format.Label(r), 60), Boards: []string{data.BoardID(r)}}
}

// joined returns the tip of a point for several instances, of which it names at most three.
func joined(tips []theme.Label) theme.Label {
	const most = 3
	var names, boards []string
	for _, t := range tips {
		names, boards = append(names, t.Text), append(boards, t.Boards...)
	}
	text := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text = fmt.Sprintf("%s and %s more", text, format.Whole(len(names)-most))
	}
	return theme.Label{Text: text, Boards: distinct(boards)}
}

func boardsOf(samples []*data.Sample) []string {
	return distinct(wording.Each(samples, func(s *data.Sample) string { return data.BoardID(s.Record) }))
}

func distinct(boards []string) []string {
	same := result.GroupBy(boards, func(b string) string { return b })
	return wording.Each(same, func(all []string) string { return all[0] })
}

// pointCountText returns a sentence about positions with several points, or "" if there are none.
func pointCountText(x, y data.Measure, xys plotter.XYs) string {
	at := pointCounts(xys)
	var top plotter.XY
	most := 1
	for p, n := range at {
		if n > most || n == most && n > 1 && (p.X < top.X || p.X == top.X && p.Y < top.Y) {
			top, most = p, n
		}
	}
	if most == 1 {
		return ""
	}
	return fmt.Sprintf(" The area of a point grows with the instances there, up to %s of %s at %s and %s.", format.Whole(most), format.Whole(len(xys)), x.Say(top.X), y.Say(top.Y))
}

type series struct {
	Name     string
	xs, ys   []float64
	tips     []theme.Label  // of the instances
	cut      []cutPoint     // instances without an answer
	unsolved []*data.Sample // the same instances
}

// A cutPoint is an instance without an answer. The field Y is a lower bound, or 0 without one.
type cutPoint struct {
	plotter.XY
	line int // the index of its line
	tip  theme.Label
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
			case !s.Solved():
				own.cut = append(own.cut, cutPoint{plotter.XY{X: x, Y: s.Least}, i, tipOf(s.Record)})
				own.unsolved = append(own.unsolved, s)
			default:
				own.xs, own.ys = append(own.xs, x), append(own.ys, s.Value)
				own.tips = append(own.tips, tipOf(s.Record))
			}
		}
		all = append(all, own)
	}
	return all, without
}

// together returns the numbers for the axes. The result xs includes the instances without an answer.
func together(all []*series) (xs, ys []float64, cut []cutPoint) {
	for _, s := range all {
		xs, ys, cut = append(xs, s.xs...), append(ys, s.ys...), append(cut, s.cut...)
	}
	for _, p := range cut {
		xs = append(xs, p.X)
	}
	return xs, ys, cut
}

func (s *series) points(logX, logY bool) (all marks) {
	for i, x := range s.xs {
		if !(logX && x <= 0 || logY && s.ys[i] <= 0) {
			all.add(x, s.ys[i], s.tips[i])
		}
	}
	return all
}

// The margin beyond the largest number, in parts of the length of the axis: marginAt is the position of
// unsolved instances, and marginEnd is the end of the axis.
const (
	marginAt  = 0.07
	marginEnd = 0.12
)

// marginPlace returns a position beyond the end hi, at a part of the length of the axis.
func marginPlace(lo, hi, part float64, log bool) float64 {
	if log {
		return hi * math.Pow(hi/lo, part)
	}
	return hi + (hi-lo)*part
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
func (q *query) openAxis(pl *plot.Plot, ys []float64, cut []cutPoint, log bool) plot.Plotter {
	places := map[plotter.XY]map[int][]theme.Label{} // the tips of each line there
	margin := false
	for _, p := range cut {
		margin = margin || p.Y <= 0
		if p.Y > 0 {
			ys = append(ys, p.Y)
		}
		if places[p.XY] == nil {
			places[p.XY] = map[int][]theme.Label{}
		}
		places[p.XY][p.line] = append(places[p.XY][p.line], p.tip)
	}
	limit := limitReached(q.Samples)
	scaleAxis(&pl.Y, &q.Measure, ys, log)
	top := 0.0
	if margin {
		top = openMargin(pl, marginEnd, log)
	}
	keys := slices.SortedFunc(maps.Keys(places), func(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	return theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		if limit > 0 && len(cut) > 0 {
			limitLine(limit, "limit "+q.Measure.Say(limit)+"; open triangles: more")(c, x, y)
		}
		apart, end := vg.Length(9), vg.Length(math.Inf(-1)) // apart is smaller where many lines have little room
		for _, k := range keys {
			if at := x(k.X); at > end {
				apart, end = min(apart, (at-end)/vg.Length(len(places[k]))), at
			}
		}
		var taken counts
		for _, k := range keys {
			lines, height := vg.Length(len(places[k])), k.Y
			if height <= 0 {
				height = top
			}
			at := vg.Point{X: min(x(k.X), c.Max.X-apart*lines/2) - apart*(lines-1)/2, Y: y(height)}
			for _, line := range slices.Sorted(maps.Keys(places[k])) {
				c.DrawGlyph(draw.GlyphStyle{Color: theme.LookOf(line).Colour, Radius: 3.4, Shape: draw.TriangleGlyph{}}, at)
				own := places[k][line]
				theme.PointTip(c, at, 3.4, joined(own))
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

func (q *query) cutText(cut []cutPoint) string {
	placed := len(slices.DeleteFunc(slices.Clone(cut), func(p cutPoint) bool { return p.Y <= 0 }))
	text := ""
	if placed > 0 {
		text = fmt.Sprintf(" Open triangles, %s in all, %s: their true values are larger.", format.Whole(placed), data.CutVerb(q.Samples))
		if data.UsesClock(q.Samples) {
			text += clockNote
		}
	}
	if n := len(cut) - placed; n > 0 {
		text += fmt.Sprintf(" Open triangles in the margin, %s in all, have no answer and no known lower bound.", format.Whole(n))
		if wrong := data.CountWrong(q.Samples); wrong > 0 {
			text += fmt.Sprintf(" A wrong answer counts as no answer (%s).", format.Whole(wrong))
		}
	}
	return text
}

// axisValues returns a function that returns the number of a sample for an axis. If the number
// belongs to the instance, such as a count, and the sample's method has no answer, the number can
// come from the record of another method.
func (q *query) axisValues(d data.Dimension) func(*data.Sample) (float64, bool) {
	of := map[string]float64{}
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
	of := ""
	if name := format.List(names); name != nameOrAll("") {
		of = name + ", "
	}
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, p := range points {
			theme.PointTip(c, vg.Point{X: x(p.At), Y: y(p.share())}, 3.4, theme.Label{Text: of + p.Name + ": " + p.text(), Boards: p.Boards})
		}
	}
}
