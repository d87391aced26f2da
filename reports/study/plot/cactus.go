package plot

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

func (q *query) cactus() (*Figure, error) {
	groups := q.best(data.DefaultLines(q.Samples), mostLines, "lines")
	q.warn.NotTheSame(q.together())
	all := data.SolvedValues(q.Samples)
	if len(all) == 0 {
		return nil, errUnsolved
	}
	limit, all := q.limited(all)
	log := q.logarithmic(all)
	pl := theme.NewPlot("", "instances solved", q.Measure.Axis())
	theme.Grid(pl, true, true)
	most, zeros := 0, 0
	var keys theme.Legend
	var curves []theme.Curve
	var texts []string
	for _, i := range q.inOrder(groups) {
		g, look := groups[i], theme.LookOf(i)
		xs := data.SolvedValues(g.Samples)
		xys, solved := numbered(xs, log), len(xs)
		most, zeros = max(most, solved), zeros+solved-len(xys)
		number := format.Whole(solved) + " of " + format.Whole(len(g.Samples)) + format.Some(data.CountWrong(g.Samples), ", ", " wrong")
		text := nameOrAll(g.Name) + " " + number
		mean, ok := data.PAR2(g.Samples)
		text += wording.If(ok && limit > 0, fmt.Sprintf(" (PAR-2 %s)", q.Measure.Say(mean)))
		texts = append(texts, text)
		keys = append(keys, theme.Entry{Name: nameOrAll(g.Name) + ": " + number, Look: look, Line: true, Point: true})
		curves = append(curves, theme.Curve{XYs: theme.Thinned(xys), Look: look, Glyphs: 24})
		q.warn.FewInstances(g.Name, len(g.Samples))
		if limit > 0 {
			q.warn.NoPAR2(g.Name, g.Samples, q.Measure)
		}
	}
	pl.Add(theme.Curves(curves, 1.3, 2.3))
	scaleAxis(&pl.Y, &q.Measure, all, log)
	pl.X.Min, pl.X.Max = 0, float64(most)*1.03+0.3
	pl.X.Tick.Marker = theme.EvenTicks{Least: 1, Parts: 20, Label: func(x float64) string { return fmt.Sprintf("%.0f", x) }}
	caption := fmt.Sprintf("How many instances are solved if each may take up to the height of the line; further to the right and lower is better. Solved: %s.", strings.Join(texts, "; ")) + theme.CornersText(most)
	if limit > 0 {
		pl.Add(limitLine(limit, "limit "+q.Measure.Say(limit)))
		caption += " PAR-2 is the mean in which an instance that was not solved, or wrongly, counts as twice the limit."
	}
	q.warn.Add(data.NotDrawn, zeros, "%s with the number 0 have no place on the logarithmic axis", format.Whole(zeros))
	return withLegend("Instances solved"+data.Subject(q.Samples), caption, "Solved: "+strings.Join(texts, "; "), pl, keys, 3.7*vg.Inch), nil
}

func limitOf(samples []*data.Sample) float64 {
	if len(samples) == 0 || slices.ContainsFunc(samples, func(s *data.Sample) bool { return s.Limit != samples[0].Limit }) {
		return 0
	}
	return samples[0].Limit
}

func limitLine(y float64, name string) theme.Drawing {
	return func(c draw.Canvas, _, toY func(float64) vg.Length) {
		c.StrokeLine2(draw.LineStyle{Color: theme.Grey, Width: 0.8, Dashes: []vg.Length{4, 3}}, c.Min.X, toY(y), c.Max.X, toY(y))
		theme.Write(c, theme.Style(7.5, theme.Grey), vg.Point{X: c.Min.X + 3, Y: toY(y) - 6}, name)
	}
}

func limitMark(x float64, name string) theme.Drawing {
	return func(c draw.Canvas, toX, _ func(float64) vg.Length) {
		c.StrokeLine2(draw.LineStyle{Color: theme.Grey, Width: 0.8, Dashes: []vg.Length{4, 3}}, toX(x), c.Min.Y, toX(x), c.Max.Y)
		sty := theme.Style(7.5, theme.Grey)
		sty.Rotation, sty.YAlign = math.Pi/2, text.YBottom
		c.FillText(sty, vg.Point{X: toX(x) - 2, Y: c.Min.Y + 3}, name)
	}
}

// A trace contains the times that one method took from each solution to the next.
type trace struct {
	Method, Label string
	Steps         []float64 // seconds; the first step counts from the start of the search; a step too short for the clock is 0 or less
}

// traces returns the name and the traces of one instance: of the named instance, or of the instance
// with the most traces if the name is empty. Methods without cubes come first, then methods with
// cubes in the order of their depth. If a job has several repetitions, traces uses the first.
func traces(recs []result.Record, name string) (string, []trace) {
	timed := slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool {
		return len(r.ModelSeconds) == 0 || r.Cube != "" || name != "" && r.Instance != name
	})
	best := ""
	var methods [][]result.Record
	for _, own := range data.ByName(timed, func(r result.Record) string { return r.Instance }) {
		if all := data.ByName(own, func(r result.Record) string { return r.Method }); len(all) > len(methods) {
			best, methods = own[0].Instance, all
		}
	}
	var ts []trace
	for _, runs := range methods {
		r := slices.MinFunc(runs, func(a, b result.Record) int { return a.Repetition - b.Repetition })
		t := trace{Method: r.Method}
		last := 0.0
		for _, at := range r.ModelSeconds {
			t.Steps = append(t.Steps, at-last)
			last = at
		}
		ts = append(ts, t)
	}
	labelTraces(ts)
	return best, ts
}

// labelTraces labels the lines with the depth of the cubes. If the methods differ in more than the
// depth, the labels are the full names of the methods.
func labelTraces(ts []trace) {
	bases, depths := map[string]bool{}, make([]string, len(ts))
	for i, t := range ts {
		depths[i] = t.Method
		name, err := method.Parse(t.Method)
		if err != nil || name.Family != method.SAT {
			continue
		}
		switch {
		case name.Variant != method.Cubes:
			depths[i] = "no cubes"
		case name.Depth == method.OwnDepth:
			name.Variant, depths[i] = "", "cubes, depth by choice"
		default:
			name.Variant, depths[i] = "", fmt.Sprintf("cubes of depth %d", name.Depth)
		}
		bases[name.String()] = true
	}
	for i := range ts {
		if ts[i].Label = ts[i].Method; len(bases) < 2 {
			ts[i].Label = depths[i]
		}
	}
}

// medianWindow is the number of steps over which a running median is taken.
const medianWindow = 21

func drawModels(from *data.Source, p Plot) (*Figure, error) {
	name, ts := traces(from.Records, p.Instance)
	if len(ts) == 0 {
		return nil, fmt.Errorf("no record%s has the times of its solutions", wording.If(p.Instance != "", " of "+p.Instance))
	}
	recs := slices.DeleteFunc(slices.Clone(from.Records), func(r result.Record) bool { return r.Instance != name })
	label := format.Label(&recs[0])
	q := &query{Measure: data.MustMeasure("wall_seconds")}
	q.Samples, _, _ = data.SamplesOf(recs, q.Measure)
	lines := q.best(data.LinesBy(q.Samples, "method"), mostLines, "lines")
	ts = slices.DeleteFunc(ts, func(t trace) bool {
		return q.left != "" && !slices.ContainsFunc(lines, func(g *data.Group) bool { return g.Name == t.Method })
	})
	pl, keys, dropped, err := modelPlot(ts)
	if err != nil {
		return nil, err
	}
	caption := fmt.Sprintf("The time to find each further solution of %s. A clause blocks every solution that was already found."+
		" Points are single solutions, and lines are running medians of %d. The first point includes everything before the first solution.", label, medianWindow)
	caption += wording.If(dropped > 0, fmt.Sprintf(" %d %s no measurable time and %s not drawn.", dropped, format.Plural(dropped, "solution took", "solutions took"), format.Plural(dropped, "is", "are")))
	f := withLegend("The time of each further solution of "+label, caption, endsText(ts), pl, keys, 4.2*vg.Inch)
	q.sayLeft(f)
	return f, nil
}

// modelPlot draws the steps and their running medians. The axis cannot show the dropped steps.
func modelPlot(ts []trace) (pl *plot.Plot, keys theme.Legend, dropped int, err error) {
	var steps []float64
	longest := 1
	for _, t := range ts {
		longest = max(longest, len(t.Steps))
		steps = append(steps, t.Steps...)
	}
	steps, dropped = theme.Positive(steps)
	if len(steps) == 0 {
		return nil, nil, 0, errors.New("no solution took a measurable time")
	}
	pl = theme.NewPlot("", "number of the solution", "time for one further solution")
	pl.X.Min, pl.X.Max, pl.X.Tick.Marker = 0, float64(longest), theme.EvenTicks{}
	theme.Logarithmic(&pl.Y, slices.Min(steps), slices.Max(steps), format.Seconds)
	theme.Grid(pl, true, true)
	var lines []plot.Plotter
	for i, t := range ts {
		c := traceColour(i, len(ts))
		pl.Add(theme.Dots(numbered(t.Steps, true), draw.CircleGlyph{}, theme.Faint(c, 0x58), 1))
		look := theme.Look{Colour: c, Dashes: theme.Dashes[i%len(theme.Dashes)]}
		lines = append(lines, &plotter.Line{XYs: numbered(stat.RunningMedian(t.Steps, medianWindow), true), LineStyle: look.LineStyle(1.5)})
		keys = append(keys, theme.Entry{Name: t.Label, Look: look, Line: true})
	}
	pl.Add(lines...)
	return pl, keys, dropped, nil
}

func endsText(ts []trace) string {
	var ends []string
	few := ""
	for _, t := range ts {
		if len(t.Steps) < 2*medianWindow {
			few = fmt.Sprintf("; with fewer than %d, the halves", 2*medianWindow)
		}
		k := max(min(medianWindow, len(t.Steps)/2), 1)
		ends = append(ends, fmt.Sprintf("%s %s to %s", t.Label, format.Seconds(stat.UnsortedMedian(t.Steps[:k])), format.Seconds(stat.UnsortedMedian(t.Steps[len(t.Steps)-k:]))))
	}
	return fmt.Sprintf("For one further solution, from the first %d to the last %d (medians%s): %s", medianWindow, medianWindow, few, strings.Join(ends, "; "))
}

// numbered returns the values against their numbers from 1. If log is true, it leaves out values that a
// logarithmic axis cannot show.
func numbered(ys []float64, log bool) (xys plotter.XYs) {
	for i, y := range ys {
		if !log || y > 0 {
			xys = append(xys, plotter.XY{X: float64(i + 1), Y: y})
		}
	}
	return xys
}

// traceColour returns black for the first line, and then colours of the scale of heat maps, without its palest end.
func traceColour(i, n int) color.NRGBA {
	if i == 0 {
		return theme.Black
	}
	return theme.Shade(0.95 - 0.55*float64(i-1)/float64(max(n-2, 1)))
}

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
		fewPoints, strings.Join(medians, "; "), medianNote) +
		format.Some(unsolved, " Open triangles, ", " in all, have no answer. They count as larger than all numbers, so a median, box or whisker can end in the margin.")
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
