package plot

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/theme"
)

// drawCactus draws, for each line, what each further instance that was solved took, the
// instances in ascending order: the further to the right and the lower, the better.
func drawCactus(recs []result.Record, p Plot) (*Figure, error) {
	q, err := newQuery(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	groups := data.DefaultLines(q.Samples)
	if len(groups) > mostLines {
		return nil, tooMany(len(groups), "lines")
	}
	all := data.SolvedValues(q.Samples)
	if len(all) == 0 {
		return nil, fmt.Errorf("no instance was solved")
	}
	limit := limitOf(q.Samples)
	log := theme.IsWide(all)
	if limit > 0 {
		all = append(all, limit)
	}
	pl := theme.NewPlot("", "instances solved", q.Measure.Axis())
	theme.Grid(pl, true, true)
	most, zeros := 0, 0
	var keys theme.Legend
	var phrases []string
	for i, g := range groups {
		l := theme.LookOf(i)
		xs := data.SolvedValues(g.Samples)
		most = max(most, len(xs))
		var xys plotter.XYs
		for k, x := range xs {
			if log && x <= 0 {
				zeros++
				continue
			}
			xys = append(xys, plotter.XY{X: float64(k + 1), Y: x})
		}
		solved := format.Whole(len(xs)) + " of " + format.Whole(len(g.Samples))
		if n := data.CountWrong(g.Samples); n > 0 {
			solved += ", " + format.Whole(n) + " wrong"
		}
		text := nameOrAll(g.Name) + " " + solved
		if mean, ok := data.PAR2(g.Samples); ok && limit > 0 {
			text += fmt.Sprintf(" (PAR-2 %s)", q.Measure.Say(mean))
		}
		phrases = append(phrases, text)
		keys = append(keys, theme.Entry{Name: nameOrAll(g.Name) + ": " + solved, Look: l, Line: true, Point: true})
		if len(xys) > 0 {
			pl.Add(&plotter.Line{XYs: xys, LineStyle: l.LineStyle(1.3)}, l.Points(xys, 24, 2.3))
		}
		q.warn.FewInstances(g.Name, len(g.Samples))
		if limit > 0 {
			q.warn.NoPAR2(g.Name, g.Samples, q.Measure)
		}
	}
	q.warn.NotTheSame(groups)
	scaleAxis(&pl.Y, &q.Measure, all, log)
	pl.X.Min, pl.X.Max = 0, float64(most)*1.03+0.3
	pl.X.Tick.Marker = theme.WholeTicks{}
	if limit > 0 {
		pl.Add(limitLine(limit, "limit "+q.Measure.Say(limit)))
	}
	q.warn.Add(data.NotDrawn, zeros, "%s with the number 0 have no place on the logarithmic axis", format.Whole(zeros))
	caption := fmt.Sprintf("How many instances are solved when each may take up to the height of the line; further to the right and lower is better. Solved: %s.", strings.Join(phrases, "; "))
	if limit > 0 {
		caption += " PAR-2 is the mean in which an instance that was not solved, or wrongly, counts as twice the limit."
	}
	f := withLegend("Instances solved"+data.Subject(q.Samples), caption, pl, keys, 3.7*vg.Inch)
	f.Answer = "Solved: " + strings.Join(phrases, "; ")
	return q.withWarnings(f), nil
}

// limitOf is the limit that all samples share; 0: there is none, or several.
func limitOf(samples []*data.Sample) float64 {
	limit := 0.0
	for i, s := range samples {
		if i > 0 && s.Limit != limit {
			return 0
		}
		limit = s.Limit
	}
	return limit
}

// limitLine is a dashed line across the plot with its name on the left.
func limitLine(y float64, name string) theme.Drawing {
	return func(c draw.Canvas, _, toY func(float64) vg.Length) {
		if math.IsNaN(float64(toY(y))) {
			return
		}
		c.StrokeLine2(draw.LineStyle{Color: theme.Grey, Width: 0.8, Dashes: []vg.Length{4, 3}}, c.Min.X, toY(y), c.Max.X, toY(y))
		theme.Write(c, theme.Style(7.5, theme.Grey), vg.Point{X: c.Min.X + 3, Y: toY(y) - 6}, name)
	}
}
