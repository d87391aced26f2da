package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
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
