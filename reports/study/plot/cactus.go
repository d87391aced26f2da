package plot

import (
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
		if mean, ok := data.PAR2(g.Samples); ok && limit > 0 {
			text += fmt.Sprintf(" (PAR-2 %s)", q.Measure.Say(mean))
		}
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
	caption := fmt.Sprintf("How many instances are solved if each may take up to the height of the line; further to the right and lower is better. Solved: %s.", strings.Join(texts, "; "))
	caption += theme.CornersText(most)
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
