package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

// fewPoints is the largest number of values that are drawn as points instead of a box.
const fewPoints = 7

// A boxStats holds Tukey's five numbers of ascending values, and says where the whiskers end. The
// quartiles are the medians of the lower and the upper half. If the number of values is odd, both
// halves contain the middle value.
type boxStats struct {
	low, quartile1, median, quartile3, high float64
	outside                                 func(float64) bool // whether a value is beyond the whiskers
}

// boxStatsOf returns the numbers of at least one value. Instances without an answer are infinite. A
// whisker has at most 1.5 times the length of the box as drawn. So on a logarithmic axis, which
// begins at the number least, only this length is computed from logarithms. On a linear axis, least
// is 0.
func boxStatsOf(xs []float64, least float64) boxStats {
	n := len(xs)
	b := boxStats{quartile1: stat.Median(xs[:(n+1)/2]), median: stat.Median(xs), quartile3: stat.Median(xs[n/2:])}
	place := func(x float64) float64 { return x }
	if least > 0 {
		place = func(x float64) float64 { return math.Log(max(x, least)) }
	}
	reach := wording.Either(b.quartile1 < b.quartile3, 1.5*(place(b.quartile3)-place(b.quartile1)), 0)
	b.outside = func(x float64) bool {
		return place(x) < place(b.quartile1)-reach || place(x) > place(b.quartile3)+reach
	}
	inside := slices.DeleteFunc(slices.Clone(xs), b.outside)
	b.low, b.high = b.quartile1, b.quartile3
	if len(inside) > 0 {
		b.low, b.high = min(b.low, inside[0]), max(b.high, inside[len(inside)-1])
	}
	return b
}

// box draws a place on the axis for each value of a dimension, such as each suite, and at each place a
// box for each line, such as each method.
func (q *query) box() (*Figure, error) {
	places, err := q.groups()
	if err != nil {
		return nil, err
	}
	const apart = 10 * vg.Length(1)                    // the least distance between two names on the axis
	q.best(places, int((q.width()-80)/apart), "boxes") // removes the samples of the other places
	d := data.MustDimension(q.By)
	parts := data.LinesBy(q.Samples, data.VaryingKeys(q.Samples, d, data.Except([]string{"method", "puzzle"}, q.By)...)...)
	parts = q.best(parts, len(theme.Colours), "boxes in a place") // a legend can name only as many boxes as there are colours
	places, _ = data.Split(q.Samples, d)
	all := data.SolvedValues(q.Samples)
	if len(all) == 0 {
		return nil, errUnsolved
	}
	limit, all := q.limited(all)
	log := q.logarithmic(all)
	boxes := boxesOf(places, parts, d)
	names, prefix := wording.Each(places, func(g *data.Group) string { return g.Name }), ""
	if d.Key == "method" {
		names, prefix = shortened(names)
	}
	pl := theme.NewPlot("", d.Axis()+prefix, q.Measure.Axis())
	scaleAxis(&pl.Y, &q.Measure, all, log)
	theme.Grid(pl, false, true)
	unsolved := len(q.Samples) - len(data.SolvedValues(q.Samples))
	top := pl.Y.Max
	if unsolved > 0 {
		top = openMargin(pl, 0.17, log) // room for a triangle and a number above the line of a box
	}
	each, numbers := boxNumbers(boxes, len(parts))
	leaning := categories(pl, names, numbers, q.width())
	addBoxes(pl, boxes, wording.Either(log, pl.Y.Min, 0), func(x float64) float64 {
		return wording.Either(math.IsInf(x, 1), top, max(x, pl.Y.Min))
	})
	if limit > 0 {
		pl.Add(limitLine(limit, "limit "+q.Measure.Say(limit)))
	}
	if _, zeros := theme.Positive(all); log {
		q.warn.Add(data.NotDrawn, zeros, "%s with the number 0 are at the lower edge of the logarithmic axis", format.Whole(zeros))
	}
	medians, answer := q.medianTexts(wording.Each(slices.Concat(boxes...), func(b placedBox) *data.Group { return b.Group }))
	if len(medians) > 40 {
		medians = []string{strings.TrimPrefix(answer, "Median ")}
	}
	caption := fmt.Sprintf("A box holds the middle half, the line in it is the median, and the whiskers reach to the last number within 1.5 times the drawn length of the box. Up to %d numbers are points. Medians: %s. %s",
		fewPoints, strings.Join(medians, "; "), medianNote)
	caption += format.Some(unsolved, " Open triangles, ", " in all, have no answer. They count as larger than all numbers, so a median, box or whisker can end in the margin.")
	return withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" by "+d.Key, caption, answer, pl, boxLegend(parts, each), 3.6*vg.Inch+leaning), nil
}

// boxesOf returns the boxes to draw at each place on the axis. A line without samples at a place has
// no box there.
func boxesOf(places, parts []*data.Group, d data.Dimension) [][]placedBox {
	boxes := make([][]placedBox, len(places))
	for k, part := range parts {
		own, _ := data.Split(part.Samples, d)
		for _, g := range own {
			i := slices.IndexFunc(places, func(place *data.Group) bool { return place.Name == g.Name })
			if len(parts) > 1 {
				g.Prose = g.Phrase() + ", " + part.Name
			}
			slices.SortStableFunc(g.Samples, func(a, b *data.Sample) int { return cmp.Compare(a.Value, b.Value) })
			boxes[i] = append(boxes[i], placedBox{k, g})
		}
	}
	return boxes
}

// addBoxes places a value where the function show says, also an infinite one.
func addBoxes(pl *plot.Plot, boxes [][]placedBox, least float64, show func(float64) float64) {
	most := slices.MaxFunc(boxes, func(a, b []placedBox) int { return len(a) - len(b) })
	step := 0.8 / float64(len(most))
	for i, here := range boxes {
		for j, b := range here {
			pl.Add(b.draw(boxStatsOf(data.Ascending(b.Samples), least), show, float64(i)+step*(float64(j)-float64(len(here)-1)/2), step*0.8))
		}
	}
}

// boxLegend says which colour each line has. If the parameter each has a text for every line,
// boxLegend adds these numbers of instances.
func boxLegend(parts []*data.Group, each []string) (l theme.Legend) {
	for k, part := range parts {
		name := nameOrAll(part.Name)
		if len(each) > 1 {
			name += ", n = " + each[k]
		}
		l = append(l, theme.Entry{Name: name, Look: theme.Look{Colour: theme.LookOf(k).Colour, Glyph: draw.BoxGlyph{}}, Point: true})
	}
	return l
}

// A placedBox is a box of one line at one place of the axis. Its samples are in ascending order.
type placedBox struct {
	part int
	*data.Group
}

// boxNumbers says from how many instances, n, each box is drawn. If n is the same for all boxes of a
// line, the result named each has a text for every line. Otherwise, the result named numbers has a
// text for every place on the axis: "n = 12" or "n = 10 to 12".
func boxNumbers(boxes [][]placedBox, parts int) (each, numbers []string) {
	lines := make([][]int, parts)
	for _, here := range boxes {
		var ns []int
		for _, b := range here {
			ns, lines[b.part] = append(ns, len(b.Samples)), append(lines[b.part], len(b.Samples))
		}
		numbers = append(numbers, "n = "+rangeOf(slices.Min(ns), slices.Max(ns)))
	}
	varies := func(ns []int) bool { return len(ns) == 0 || slices.Min(ns) != slices.Max(ns) }
	if parts == 1 || slices.ContainsFunc(lines, varies) {
		return nil, numbers
	}
	return wording.Each(lines, func(ns []int) string { return format.Whole(ns[0]) }), nil
}

// rangeOf returns a text such as "10 to 12", or "10" if both numbers are equal.
func rangeOf(lo, hi int) string {
	return format.Whole(lo) + wording.If(lo < hi, " to "+format.Whole(hi))
}

// shortened removes the common prefix of the names, up to a slash or an equals sign. It also returns
// this prefix, for the label of the axis.
func shortened(names []string) (short []string, prefix string) {
	prefix = names[0]
	for _, name := range names {
		for !strings.HasPrefix(name, prefix) || name == prefix {
			prefix = strings.TrimRight(prefix, "/=")
			prefix = prefix[:strings.LastIndexAny(prefix, "/=")+1]
			if prefix == "" {
				return names, ""
			}
		}
	}
	return wording.Each(names, func(name string) string { return strings.TrimPrefix(name, prefix) }), " " + prefix + "…"
}

// draw draws a single open triangle with a number for all instances without an answer.
func (p placedBox) draw(b boxStats, show func(float64) float64, at, width float64) theme.Drawing {
	l, few := theme.LookOf(p.part), len(p.Samples) <= fewPoints
	return func(c draw.Canvas, x, toY func(float64) vg.Length) {
		y := func(v float64) vg.Length { return toY(show(v)) }
		point := draw.GlyphStyle{Color: theme.Faint(l.Colour, 0xa0), Radius: 1.9, Shape: draw.CircleGlyph{}}
		mid, most := x(at), vg.Length(16)
		line := draw.LineStyle{Color: l.Colour, Width: 1}
		median := draw.LineStyle{Color: theme.Black, Width: 1.6}
		if few {
			most, median = 8, draw.LineStyle{Color: l.Colour, Width: 1.4}
		}
		room := x(at+width/2) - x(at-width/2)
		half := min(room/2, most)
		if !few {
			box := vg.Rectangle{Min: vg.Point{X: mid - half, Y: y(b.quartile1)}, Max: vg.Point{X: mid + half, Y: y(b.quartile3)}}
			theme.Fill(c, theme.Faint(l.Colour, 0x40), box)
			theme.Frame(c, line, box)
			c.StrokeLine2(line, mid, y(b.quartile3), mid, y(b.high))
			c.StrokeLine2(line, mid, y(b.quartile1), mid, y(b.low))
			c.StrokeLine2(line, mid-half/2, y(b.high), mid+half/2, y(b.high))
			c.StrokeLine2(line, mid-half/2, y(b.low), mid+half/2, y(b.low))
		}
		c.StrokeLine2(median, mid-half, y(b.median), mid+half, y(b.median))
		var unsolved []*data.Sample
		for _, s := range p.Samples {
			switch at := (vg.Point{X: mid, Y: y(s.Value)}); {
			case !s.Solved():
				unsolved = append(unsolved, s)
			case few || b.outside(s.Value):
				c.DrawGlyph(point, at)
				theme.PointTip(c, at, 0, tipOf(s))
			}
		}
		if n := len(unsolved); n > 0 {
			at := vg.Point{X: mid, Y: y(math.Inf(1)) + 3} // above a line of the box that ends there
			c.DrawGlyph(draw.GlyphStyle{Color: l.Colour, Radius: 3.4, Shape: draw.TriangleGlyph{}}, at)
			theme.PointTip(c, at, 3.4, tipOf(unsolved...))
			if sty := theme.Centred(7, theme.Black); sty.Width(format.Whole(n)) < room {
				theme.Write(c, sty, vg.Point{X: mid, Y: at.Y + 8}, format.Whole(n))
			}
		}
	}
}
