package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/stat"
	"counterproof/reports/theme"
)

// A growthLine is the numbers of one line against a dimension, both above 0.
type growthLine struct {
	Name            string
	xs, ys          []float64
	cut             []cutPoint      // those without an answer
	unsolved        []*data.Sample  // the same
	Power, Exponent stat.Regression // of log y on log x, and of log y on x; natural logarithms
	fits            bool
}

// residual is how far off a fit is: what it does not explain of the squares.
func residual(g stat.Regression, ys []float64) float64 {
	avg, total := 0.0, 0.0
	for _, y := range ys {
		avg += math.Log(y) / float64(len(ys))
	}
	for _, y := range ys {
		total += (math.Log(y) - avg) * (math.Log(y) - avg)
	}
	return (1 - g.R2) * total
}

func logs(xs []float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = math.Log(x)
	}
	return out
}

// growthLines are the lines, and whether a power of x fits them all together better than an
// exponential.
func growthLines(groups []*data.Group, d data.Dimension) (all []*growthLine, power bool, left int) {
	byPower, byExponent := 0.0, 0.0
	for _, g := range groups {
		l := &growthLine{Name: g.Name}
		for _, s := range g.Samples {
			x, ok := d.Number(s.Record)
			switch {
			case !ok || x <= 0 || s.Value <= 0:
				left++
			case !s.Solved():
				l.cut = append(l.cut, cutPoint{x, s.Least, len(all)})
				l.unsolved = append(l.unsolved, s)
			default:
				l.xs, l.ys = append(l.xs, x), append(l.ys, s.Value)
			}
		}
		if len(l.xs)+len(l.cut) == 0 {
			continue
		}
		if l.Power, l.fits = stat.Regress(logs(l.xs), logs(l.ys)); l.fits {
			l.Exponent, _ = stat.Regress(l.xs, logs(l.ys))
			byPower += residual(l.Power, l.ys)
			byExponent += residual(l.Exponent, l.ys)
		}
		all = append(all, l)
	}
	// Two sizes lie on a line of either kind: to the last bits there is no better one.
	return all, byPower <= byExponent*(1+1e-9)+1e-12, left
}

// law says how fast it grows.
func (l *growthLine) law(power bool, d data.Dimension) string {
	switch {
	case len(l.xs) == 0:
		return "no answer"
	case !l.fits:
		return "one size only"
	}
	brackets := func(i stat.Interval, value func(float64) string) string {
		if !i.OK() {
			return ""
		}
		return fmt.Sprintf(" (%s to %s)", value(i.Low), value(i.High))
	}
	if power {
		value := func(x float64) string { return strings.Replace(fmt.Sprintf("%.2f", x), "-", "−", 1) }
		return fmt.Sprintf("%s^%s%s", d.Name, value(l.Power.Slope), brackets(l.Power.Interval, value))
	}
	value := func(x float64) string { return factor(math.Exp(x * stepOf(d))) }
	return fmt.Sprintf("× %s%s for each %s", value(l.Exponent.Slope), brackets(l.Exponent.Interval, value), stepName(d))
}

// factor is a factor whose difference from 1 matters.
func factor(x float64) string {
	switch {
	case x < 1.5:
		return fmt.Sprintf("%.3f", x)
	case x < 100:
		return fmt.Sprintf("%.2f", x)
	}
	return format.Ratio(x)
}

// stepOf is what one step of a dimension is: a density goes from 0 to 1 in steps of 0.1.
func stepOf(d data.Dimension) float64 {
	if d.Key == "density" {
		return 0.1
	}
	return 1
}

func stepName(d data.Dimension) string {
	switch d.Key {
	case "density":
		return "0.1 of " + d.Name
	case "cells":
		return "cell"
	case "height":
		return "row"
	case "width":
		return "column"
	}
	return "1 of " + d.Name
}

func drawGrowth(recs []result.Record, p Plot) (*Figure, error) {
	if p.By == "" {
		p.By = "cells"
	}
	d, err := data.FindAxis(p.By)
	if err != nil {
		return nil, err
	}
	if d.Number == nil {
		return nil, fmt.Errorf("%s is no number: want height, width, cells, number, density or a measure", d.Key)
	}
	q, err := newQuery(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	all, power, left := growthLines(data.LinesBy(q.Samples, data.Except([]string{"method", "puzzle", "suite"}, p.By)...), d)
	var allX, allY []float64
	var cut []cutPoint
	for _, l := range all {
		allX, allY, cut = append(allX, l.xs...), append(allY, l.ys...), append(cut, l.cut...)
	}
	if len(allX) == 0 {
		return nil, fmt.Errorf("no record says both %s and %s, above 0", q.Measure.Name, d.Name)
	}
	if len(all) > mostLines {
		return nil, tooMany(len(all), "lines")
	}
	q.warn.Add(data.NotMeasured, left, "%s of %s have no value of %s or of %s, or 0, and are left out", format.Whole(left), format.Whole(len(q.Samples)), q.Measure.Name, d.Name)
	q.warn.LeftOutOf("the fit", q.Samples)
	for _, l := range all { // the ends of the fits have room
		if lo, hi := l.ends(); l.fits {
			allY = append(allY, l.at(lo, power), l.at(hi, power))
		}
	}
	pl := theme.NewPlot("", d.Axis(), q.Measure.Axis())
	for _, p := range cut {
		allX = append(allX, p.x)
	}
	sizeAxis(&pl.X, allX, power, d)
	open := q.openAxis(pl, allY, cut, true)
	theme.Grid(pl, true, true)
	var keys theme.Legend
	var phrases []string
	for i, l := range all {
		look := theme.LookOf(i)
		addGrowth(pl, l, look, power)
		law := l.law(power, d)
		keys = append(keys, theme.Entry{Name: nameOrAll(l.Name) + ": " + law, Look: look, Line: true, Point: true})
		if l.fits {
			phrases = append(phrases, strings.TrimSpace(l.Name+" "+law)+", "+countText(len(l.xs), l.unsolved))
		}
		q.warn.FewInstances(l.Name, len(l.xs))
	}
	pl.Add(open)
	caption := fmt.Sprintf("%s against %s: small points are instances, large ones the median of each size, lines the fit by least squares, with 95 %% intervals of the slope (Student's t) in brackets. %s",
		format.Capital(q.Measure.Name), d.Name, whyScale(all, power))
	f := withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" by "+d.Name, caption, pl, keys, 3.9*vg.Inch)
	if len(phrases) > 0 {
		f.Caption += " " + strings.Join(phrases, "; ") + "."
		f.Answer = "Growth of " + q.Measure.Name + ": " + strings.Join(phrases, "; ")
	} else {
		f.Answer = "One size of each line, which says nothing of growth"
	}
	f.Caption += q.cutText(cut)
	return q.withWarnings(f), nil
}

// countText is how many instances an estimate is over, and what became of the others.
func countText(n int, left []*data.Sample) string {
	text := "n = " + format.Whole(n)
	if without := data.LostText(left); without != "" {
		text += " (without " + without + ")"
	}
	return text
}

// whyScale says which fit it is and what the other one explains, of all lines together.
func whyScale(all []*growthLine, power bool) string {
	rest, others, total := 0.0, 0.0, 0.0
	for _, l := range all {
		if l.fits {
			rest, others = rest+residual(l.Power, l.ys), others+residual(l.Exponent, l.ys)
			total += residual(stat.Regression{}, l.ys)
		}
	}
	ours, theirs := 1.0, 1.0
	if total > 0 {
		ours, theirs = 1-rest/total, 1-others/total
	}
	name, other := "A power (both scales logarithmic)", "an exponential"
	if !power {
		name, other = "An exponential (one scale logarithmic)", "a power"
		ours, theirs = theirs, ours
	}
	sizes := 0
	for _, l := range all {
		sizes = max(sizes, len(slices.Compact(slices.Sorted(slices.Values(l.xs)))))
	}
	switch sizes {
	case 1:
		return "There is no fit of one size."
	case 2:
		return "Two sizes do not tell a power from an exponential; what is drawn is a power."
	}
	return fmt.Sprintf("%s fits the lines together better: it explains %.1f %% of the squares (R²), %s %.1f %%.", name, 100*ours, other, 100*theirs)
}

// at is the height of the fit.
func (l *growthLine) at(x float64, power bool) float64 {
	if power {
		return math.Exp(l.Power.Intercept + l.Power.Slope*math.Log(x))
	}
	return math.Exp(l.Exponent.Intercept + l.Exponent.Slope*x)
}

// ends are the least and the greatest size with a number; 0 where there is none.
func (l *growthLine) ends() (lo, hi float64) {
	if len(l.xs) == 0 {
		return 0, 0
	}
	return slices.Min(l.xs), slices.Max(l.xs)
}

func addGrowth(pl *plot.Plot, l *growthLine, look theme.Look, power bool) {
	var small, large, line plotter.XYs
	bySize := map[float64][]float64{}
	for i, x := range l.xs {
		small = append(small, plotter.XY{X: x, Y: l.ys[i]})
		bySize[x] = append(bySize[x], l.ys[i])
	}
	for _, p := range l.cut { // longer than all
		bySize[p.x] = append(bySize[p.x], math.Inf(1))
	}
	for x, ys := range bySize {
		slices.Sort(ys)
		if y := stat.Median(ys); !math.IsInf(y, 1) {
			large = append(large, plotter.XY{X: x, Y: y})
		}
	}
	if l.fits {
		lo, hi := l.ends()
		const steps = 200
		for k := range steps + 1 {
			x := lo + (hi-lo)*float64(k)/steps
			line = append(line, plotter.XY{X: x, Y: l.at(x, power)})
		}
		pl.Add(theme.Inside{Plotter: &plotter.Line{XYs: line, LineStyle: look.LineStyle(1.2)}})
	}
	pl.Add(theme.Inside{Plotter: theme.Dots(small, look.Glyph, theme.GlyphOf(theme.Faint(look.Colour, 0x50), 1.2))}, theme.Inside{Plotter: theme.Dots(large, look.Glyph, theme.GlyphOf(look.Colour, 2.8))})
}
