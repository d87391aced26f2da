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

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

func (q *query) scatter() (*Figure, error) {
	if q.By != "" {
		return q.scatterBy()
	}
	a, b, err := q.methodPair()
	if err != nil {
		return nil, err
	}
	return q.scatterMethods(a, b)
}

// methodPair returns the two methods that the plot names, or else the only two that there are. In all
// other cases, it returns the main native method and the main SAT method, or else the two best methods.
func (q *query) methodPair() (a, b string, err error) {
	all := data.MethodsOf(q.Samples)
	if len(q.Methods) == 2 {
		var found []string
		for _, name := range q.Methods {
			if i := slices.IndexFunc(all, func(m string) bool { return method.HasPrefix(m, name) && !slices.Contains(found, m) }); i >= 0 {
				found = append(found, all[i])
			}
		}
		if len(found) == 2 {
			return found[0], found[1], nil
		}
	}
	if len(all) == 2 {
		return all[0], all[1], nil
	}
	methods := wording.Each(q.Samples, func(s *data.Sample) string { return s.Method })
	if a, b = data.Widest(methods, "native"), data.Widest(methods, "sat"); a != "" && b != "" && len(q.Methods) == 0 {
		return a, b, nil
	}
	if groups := data.LinesBy(q.Samples, "method"); len(groups) > 2 && len(q.Methods) != 2 {
		pair := q.best(groups, 2, "methods")
		return pair[0].Name, pair[1].Name, nil
	}
	return "", "", fmt.Errorf("want two methods that have the measure %s, got %d: %s", q.Measure.Name, len(all), format.List(all))
}

func (q *query) scatterMethods(a, b string) (*Figure, error) {
	c := q.source.Compare(a, b, q.Measure)
	pairs := c.Pairs
	if len(pairs) == 0 {
		return nil, fmt.Errorf("no instance has a %s by both %s and %s", q.Measure.Name, a, b)
	}
	points, ok := q.pairPoints(pairs)
	if !ok {
		return nil, fmt.Errorf("no instance was solved by %s or %s", a, b)
	}
	pl := points.plot(a+", "+q.Measure.Name, b+", "+q.Measure.Name)
	q.warn = slices.Clone(c.Warnings)
	q.warn.Add(data.NotDrawn, points.dropped, "%s with the number 0 have no place on the logarithmic axes", format.Whole(points.dropped))
	caption := fmt.Sprintf("One point per instance, %s in all: %s by %s and by %s", format.Whole(len(pairs)), q.Measure.Name, a, b)
	caption += wording.If(q.Measure.Work, fmt.Sprintf("; above the diagonal %s needs less", a)) + "." + pointCountText(q.Measure, q.Measure, points.solved, points.heaps) + " " + c.Summary(q.Measure)
	if points.margin {
		caption += fmt.Sprintf(" In the margins, open triangles: %s without an answer by %s, %s by %s; %s by neither are not drawn.", format.Whole(c.OnlyA), b, format.Whole(c.OnlyB), a, format.Whole(c.Neither))
		caption += wording.If(c.WrongA+c.WrongB > 0, fmt.Sprintf(" A wrong answer counts as no answer: %s by %s, %s by %s.", format.Whole(c.WrongB), b, format.Whole(c.WrongA), a))
	}
	return &Figure{
		Title: format.Capital(q.Measure.Name) + " of " + format.Shorten(b, 40) + " against " + format.Shorten(a, 40), Caption: caption, W: 5.6 * vg.Inch, H: 5.3 * vg.Inch,
		Answer: c.Summary(q.Measure),
		draw:   func(c draw.Canvas) { theme.Show(pl, draw.Crop(c, 0, -30, 0, -12)) },
	}, nil
}

type pairPoints struct {
	axis         plot.Axis // the axis for both methods, without the margin
	log          bool
	solved, open []point // solved: instances that both methods solved; open: instances in the margin, which only one method solved
	heaps        []heap  // of the solved instances
	margin       bool    // whether at least one method failed to solve some instance
	dropped      int     // points without a place on a logarithmic axis
}

// pairPoints computes a point for each pair of samples. An instance that neither method solved has no
// point, because all such points would be in the same corner.
func (q *query) pairPoints(pairs []data.Pair) (*pairPoints, bool) {
	both := wording.Each(pairs, func(p data.Pair) []*data.Sample { return []*data.Sample{p.A, p.B} })
	finite := data.SolvedValues(slices.Concat(both...))
	if len(finite) == 0 {
		return nil, false
	}
	ps := &pairPoints{log: q.logarithmic(finite) || q.Scale == "" && q.Measure.Timed() && slices.Min(finite) > 0}
	scaleAxis(&ps.axis, &q.Measure, finite, ps.log)
	beyond := marginPlace(ps.axis.Min, ps.axis.Max, marginAt, ps.log)
	for _, p := range pairs {
		x, y := p.A.Value, p.B.Value
		switch {
		case !p.A.Solved() && !p.B.Solved():
			ps.margin = true
		case ps.log && min(x, y) <= 0:
			ps.dropped++
		case p.A.Solved() && p.B.Solved():
			ps.solved = append(ps.solved, point{plotter.XY{X: x, Y: y}, 0, p.A})
		default:
			ps.margin = true
			ps.open = append(ps.open, point{plotter.XY{X: min(x, beyond), Y: min(y, beyond)}, 0, p.A})
		}
	}
	ps.heaps = heapsOf(ps.solved)
	return ps, true
}

func (ps *pairPoints) plot(x, y string) *plot.Plot {
	pl := theme.NewPlot("", x, y)
	lo, hi := ps.axis.Min, ps.axis.Max
	for _, a := range []*plot.Axis{&pl.X, &pl.Y} {
		a.Min, a.Max, a.Scale, a.Padding = lo, hi, ps.axis.Scale, 0
		a.Tick.Marker = plot.ConstantTicks(ps.axis.Tick.Marker.Ticks(lo, hi))
		if ps.margin {
			a.Max = marginPlace(lo, hi, marginEnd, ps.log)
		}
	}
	theme.Grid(pl, true, true)
	if ps.log {
		pl.Add(theme.Diagonals(pl))
	} else {
		pl.Add(&plotter.Line{XYs: plotter.XYs{{X: lo, Y: lo}, {X: hi, Y: hi}}, LineStyle: draw.LineStyle{Color: theme.Grey, Width: 0.8}})
	}
	if ps.margin {
		pl.Add(margins(hi))
	}
	pl.Add(counted(ps.heaps, draw.GlyphStyle{Color: theme.Faint(theme.Blue, 0x90), Radius: 2.2, Shape: draw.CircleGlyph{}}),
		counted(heapsOf(ps.open), draw.GlyphStyle{Color: theme.Vermillion, Radius: 3, Shape: draw.TriangleGlyph{}}))
	return pl
}

func margins(hi float64) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		theme.Fill(c, theme.Faint(theme.Pale, 0x70), vg.Rectangle{Min: vg.Point{X: x(hi), Y: c.Min.Y}, Max: c.Max})
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(hi)}, Max: vg.Point{X: x(hi), Y: c.Max.Y}}.Path())
		sty := theme.Style(7.5, theme.Black)
		theme.Write(c, sty, vg.Point{X: c.Min.X + 4, Y: (y(hi) + c.Max.Y) / 2}, "no answer")
		sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XLeft, text.YCenter
		c.FillText(sty, vg.Point{X: (x(hi) + c.Max.X) / 2, Y: c.Min.Y + 4}, "no answer")
	}
}

func (q *query) scatterBy() (*Figure, error) {
	d := data.MustAxis(q.By)
	groups := q.best(data.DefaultLines(q.Samples, q.By), mostLines, "kinds of points")
	all, without := seriesOf(groups, q.axisValues(d))
	allX, allY, cut := together(all)
	if len(allY) == 0 {
		return nil, lacking(len(cut), "no record has both %s and %s", q.Measure.Name, d.Name)
	}
	logX, logY := q.logarithmic(allX), q.logarithmic(allY)
	if logX && slices.Max(allX) <= 0 {
		return nil, fmt.Errorf("a logarithmic scale shows only numbers above 0, and no %s is above 0", d.Name)
	}
	pl := theme.NewPlot("", d.Axis(), q.Measure.Axis())
	scaleAxis(&pl.X, axisOf(d), allX, logX)
	dropped := len(cut)
	cut = slices.DeleteFunc(cut, func(p point) bool { return logX && p.X <= 0 })
	dropped -= len(cut)
	open := q.openAxis(pl, allY, cut, logY)
	theme.Grid(pl, true, true)
	var keys theme.Legend
	var texts []string
	var drawn []point
	for _, i := range q.inOrder(groups) {
		s, look := all[i], theme.LookOf(i)
		points := slices.DeleteFunc(slices.Clone(s.points), func(p point) bool { return logX && p.X <= 0 || logY && p.Y <= 0 })
		dropped += len(s.points) - len(points)
		drawn = append(drawn, points...)
		pl.Add(counted(heapsOf(points), draw.GlyphStyle{Color: theme.Faint(look.Colour, 0x90), Radius: 2.1, Shape: look.Glyph}))
		keys = append(keys, theme.Entry{Name: nameOrAll(s.Name) + ", " + s.countText(), Look: look, Point: true})
		if text := s.correlationText(); text != "" {
			texts = append(texts, text)
		}
		q.warn.FewInstances(s.Name, len(s.points))
	}
	pl.Add(open)
	q.warn.NotTheSame(q.together())
	q.warn.Add(data.NotMeasured, without, "%s of %s have no value of %s or of %s and are left out", format.Whole(without), format.Whole(len(q.Samples)), q.Measure.Name, d.Name)
	q.warn.Add(data.NotDrawn, dropped, "%s with the number 0 have no place on the logarithmic axes", format.Whole(dropped))
	if len(cut) > 0 {
		q.warn.LeftOutOf("the rank correlation", q.Samples)
	}
	caption := fmt.Sprintf("One point per instance: %s against %s.%s", q.Measure.Name, d.Name, pointCountText(*axisOf(d), q.Measure, drawn, heapsOf(drawn))) + q.cutText(cut)
	answer := "There is no rank correlation of " + q.Measure.Name + " and " + d.Name + ": one of them is the same everywhere"
	if len(texts) > 0 {
		caption += " Spearman's ρ and Kendall's τ-b: " + strings.Join(texts, "; ") + "."
		answer = "Rank correlation of " + q.Measure.Name + " and " + d.Name + ": " + strings.Join(texts, "; ")
	}
	return withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" against "+d.Name, caption, answer, pl, keys, 3.9*vg.Inch), nil
}

func (s *series) correlationText() string {
	xs, ys := coordinates(s.points)
	rho, ok := stat.Spearman(stat.Ranks(xs, cmp.Compare), stat.Ranks(ys, cmp.Compare))
	if !ok {
		return ""
	}
	text := strings.TrimSpace(s.Name+" ρ = ") + " " + format.Coefficient(rho)
	if len(xs) <= 5000 { // Kendall takes n^2 steps
		if tau, ok := stat.Kendall(xs, ys); ok {
			text += ", τ = " + format.Coefficient(tau)
		}
	}
	return text + ", " + s.countText()
}

// A growthLine is one line with its two fits, a power and an exponential.
type growthLine struct {
	*series
	Power, Exponent stat.Regression // regressions of log y on log x, and of log y on x, with natural logarithms
	fits            bool
	least, most     float64 // the ends of the fits: the smallest and the largest size
	medians         plotter.XYs
	group           *data.Group
}

// A fitted holds sums of squared residuals over all lines, in logarithms. powers and exponents are for
// the fitted curves, and total is for the mean of each line.
type fitted struct{ powers, exponents, total float64 }

// power reports whether powers fit all lines together at least as well as exponentials do. With two
// sizes, both fits are exact, so power ignores rounding errors.
func (f fitted) power() bool { return f.powers <= f.exponents*(1+1e-9)+1e-12 }

// growthLines fits a power and an exponential to each line, using only numbers above 0. The result
// left is the number of samples without a size or value above 0, which the fits leave out.
func growthLines(groups []*data.Group, d data.Dimension) (all []*growthLine, fits fitted, left int) {
	lines, left := seriesOf(groups, func(s *data.Sample) (float64, bool) {
		x, ok := d.At(s)
		return x, ok && x > 0 && s.Value > 0
	})
	for i, s := range lines {
		if len(s.points)+len(s.cut) == 0 {
			continue
		}
		l := &growthLine{series: s, medians: mediansOf(groups[i], d), group: groups[i]}
		for i := range l.cut {
			l.cut[i].line = len(all)
		}
		xs, ys := coordinates(l.points)
		logs := wording.Each(ys, math.Log)
		if l.Power, l.fits = stat.Regress(wording.Each(xs, math.Log), logs); l.fits {
			l.Exponent, _ = stat.Regress(xs, logs)
			l.least, l.most = slices.Min(xs), slices.Max(xs)
			fits.powers += l.Power.Rest
			fits.exponents += l.Exponent.Rest
			fits.total += l.Power.Total
		}
		all = append(all, l)
	}
	return all, fits, left
}

// mediansOf returns the median of each size, if it can be drawn. An instance without an answer is larger
// than all numbers. Unlike the fits, the medians include the value 0.
func mediansOf(g *data.Group, d data.Dimension) (medians plotter.XYs) {
	bySize := map[float64][]float64{}
	for _, s := range g.Samples {
		if x, ok := d.At(s); ok && x > 0 && s.Value >= 0 {
			bySize[x] = append(bySize[x], s.Value)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(bySize)) {
		if y := stat.UnsortedMedian(bySize[x]); y > 0 && !math.IsInf(y, 1) {
			medians = append(medians, plotter.XY{X: x, Y: y})
		}
	}
	return medians
}

// law returns how fast the line grows, such as "cells^2.10" or "× 1.50 for each cell".
func (l *growthLine) law(power bool, d data.Dimension) string {
	switch {
	case len(l.points) == 0:
		return "no answer"
	case !l.fits:
		return "one size only"
	}
	if power {
		value := func(x float64) string { return strings.Replace(fmt.Sprintf("%.2f", x), "-", "−", 1) }
		return fmt.Sprintf("%s^%s%s", d.Name, value(l.Power.Slope), brackets(l.Power.Interval, value))
	}
	size, name := stepOf(d)
	value := func(x float64) string { return factor(math.Exp(x * size)) }
	return fmt.Sprintf("× %s%s for each %s", value(l.Exponent.Slope), brackets(l.Exponent.Interval, value), name)
}

// factor returns a growth factor with enough digits to show its difference from 1.
func factor(x float64) string {
	switch {
	case x < 1.5:
		return fmt.Sprintf("%.3f", x)
	case x < 100:
		return fmt.Sprintf("%.2f", x)
	}
	return format.Ratio(x)
}

// stepOf returns the step over which growth is stated. Densities range from 0 to 1, so it is 0.1.
func stepOf(d data.Dimension) (size float64, name string) {
	if d.Key == "density" {
		return 0.1, "0.1 of " + d.Name
	}
	return 1, cmp.Or(map[string]string{"cells": "cell", "height": "row", "width": "column"}[d.Key], "1 of "+d.Name)
}

func (q *query) growth() (*Figure, error) {
	d := data.MustAxis(q.By)
	groups := q.best(data.LinesBy(q.Samples, data.Except([]string{"method", "puzzle", "suite"}, q.By)...), mostLines, "lines")
	all, fits, left := growthLines(groups, d)
	power := fits.power()
	allX, allY, cut := together(wording.Each(all, func(l *growthLine) *series { return l.series }))
	if len(allX) == len(cut) {
		return nil, lacking(len(cut), "no record has both %s and %s, above 0", q.Measure.Name, d.Name)
	}
	q.warn.Add(data.NotMeasured, left, "%s of %s have no value of %s or of %s, or 0, and are left out", format.Whole(left), format.Whole(len(q.Samples)), q.Measure.Name, d.Name)
	q.warn.LeftOutOf("the fit", q.Samples)
	q.warn.NotTheSame(data.LinesBy(q.Samples, "puzzle", "suite")...)
	for _, l := range all { // make room for the ends of the fits
		if l.fits {
			allY = append(allY, l.at(l.least, power), l.at(l.most, power))
		}
	}
	pl := theme.NewPlot("", d.Axis(), q.Measure.Axis())
	sizeAxis(&pl.X, allX, q.Scale == logScale || power && q.Scale == "", d)
	open := q.openAxis(pl, allY, cut, q.Scale != linearScale)
	theme.Grid(pl, true, true)
	var keys theme.Legend
	var curves, medians []theme.Curve
	var texts []string
	for _, i := range q.inOrder(wording.Each(all, func(l *growthLine) *data.Group { return l.group })) {
		l, look := all[i], theme.LookOf(i)
		curves = append(curves, l.fit(look, power))
		medians = append(medians, theme.Curve{XYs: l.medians, Look: look, Glyphs: len(l.medians)})
		law := l.law(power, d)
		keys = append(keys, theme.Entry{Name: nameOrAll(l.Name) + ": " + law + ", " + l.countText(), Look: look, Line: true, Point: true})
		if l.fits {
			texts = append(texts, strings.TrimSpace(l.Name+" "+law)+", "+l.countText())
		}
		q.warn.FewInstances(l.Name, len(l.points))
	}
	pl.Add(theme.Curves(curves, 1.2, 0))
	for i, l := range all {
		l.draw(pl, theme.LookOf(i))
	}
	pl.Add(theme.Curves(medians, 0, 2.8), open)
	caption := fmt.Sprintf("%s against %s: small points are instances, large points are the medians of the sizes (a median of 0 or without an answer has no point), and lines are least-squares fits. Brackets contain the 95%% confidence interval of the slope (Student's t). %s",
		format.Capital(q.Measure.Name), d.Name, q.fitText(all, fits))
	answer := "Each line has only one size, which says nothing about growth"
	if len(texts) > 0 {
		caption += " " + strings.Join(texts, "; ") + "."
		answer = "Growth of " + q.Measure.Name + ": " + strings.Join(texts, "; ")
	}
	return withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" by "+d.Name, caption+q.cutText(cut), answer, pl, keys, 3.9*vg.Inch), nil
}

// fitText says which fit is drawn, and which share of the sum of squares the powers and the
// exponentials explain, over all lines together.
func (q *query) fitText(all []*growthLine, fits fitted) string {
	ours, theirs := 1.0, 1.0
	if fits.total > 0 {
		ours, theirs = 1-fits.powers/fits.total, 1-fits.exponents/fits.total
	}
	name, other, scales := "A power", "an exponential", " (both scales logarithmic)"
	if !fits.power() {
		name, other, scales = "An exponential", "a power", " (one scale logarithmic)"
		ours, theirs = theirs, ours
	}
	name += wording.If(q.Scale == "", scales)
	sizes := 0
	for _, l := range all {
		sizes = max(sizes, len(result.GroupBy(l.points, func(p point) float64 { return p.X })))
	}
	switch sizes {
	case 1:
		return "There is no fit, because each line has only one size."
	case 2:
		return "Two sizes do not distinguish a power from an exponential; the lines are powers."
	}
	return fmt.Sprintf("%s fits the lines together better: it explains %.1f%% of the squares (R²), and %s explains %.1f%%.", name, 100*ours, other, 100*theirs)
}

// at returns the value at the size x of the power or, if power is false, of the exponential.
func (l *growthLine) at(x float64, power bool) float64 {
	return math.Exp(wording.Either(power, l.Power.Intercept+l.Power.Slope*math.Log(x), l.Exponent.Intercept+l.Exponent.Slope*x))
}

// fit returns the curve of the fit, without points if there is no fit.
func (l *growthLine) fit(look theme.Look, power bool) theme.Curve {
	const parts = 200
	curve := theme.Curve{Look: look}
	for k := range parts + 1 {
		if x := l.least + (l.most-l.least)*float64(k)/parts; l.fits {
			curve.XYs = append(curve.XYs, plotter.XY{X: x, Y: l.at(x, power)})
		}
	}
	return curve
}

func (l *growthLine) draw(pl *plot.Plot, look theme.Look) {
	pl.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, p := range l.points {
			theme.PointTip(c, vg.Point{X: x(p.X), Y: y(p.Y)}, 0, tipOf(p.sample))
		}
	}))
	small := wording.Each(l.points, func(p point) plotter.XY { return p.XY })
	pl.Add(theme.Inside{Plotter: theme.Dots(small, look.Glyph, theme.Faint(look.Colour, 0x50), 1.2)})
}
