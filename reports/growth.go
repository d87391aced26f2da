package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"counterproof/bench/result"
)

// A growthLine is the numbers of one line against a dimension, both above 0.
type growthLine struct {
	Name            string
	xs, ys          []float64
	Power, Exponent regression // of log y on log x, and of log y on x; natural logarithms
	fits            bool
}

// residual is how far off a fit is: what it does not explain of the squares.
func residual(g regression, ys []float64) float64 {
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
func growthLines(groups []*group, d Dimension) (all []*growthLine, power bool, left, unsolved int) {
	byPower, byExponent := 0.0, 0.0
	for _, g := range groups {
		l := &growthLine{Name: g.Name}
		for _, s := range g.Samples {
			x, ok := d.number(s.first)
			switch {
			case !s.solved():
				unsolved++
			case !ok || x <= 0 || s.Value <= 0:
				left++
			default:
				l.xs, l.ys = append(l.xs, x), append(l.ys, s.Value)
			}
		}
		if len(l.xs) == 0 {
			continue
		}
		if l.Power, l.fits = regress(logs(l.xs), logs(l.ys)); l.fits {
			l.Exponent, _ = regress(l.xs, logs(l.ys))
			byPower += residual(l.Power, l.ys)
			byExponent += residual(l.Exponent, l.ys)
		}
		all = append(all, l)
	}
	// Two sizes lie on a line of either kind: to the last bits there is no better one.
	return all, byPower <= byExponent*(1+1e-9)+1e-12, left, unsolved
}

// law says how fast it grows.
func (l *growthLine) law(power bool, d Dimension) string {
	if !l.fits {
		return "one size only"
	}
	brackets := func(i interval, value func(float64) string) string {
		if !i.ok() {
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
	return times(x)
}

// stepOf is what one step of a dimension is: a density goes from 0 to 1 in steps of 0.1.
func stepOf(d Dimension) float64 {
	if d.Key == "density" {
		return 0.1
	}
	return 1
}

func stepName(d Dimension) string {
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
	d, err := findAxis(p.By)
	if err != nil {
		return nil, err
	}
	if d.number == nil {
		return nil, fmt.Errorf("%s is no number: want height, width, cells, number, density or a measure", d.Key)
	}
	q, err := ask(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	all, power, left, _ := growthLines(lines(q.Samples, without([]string{"method", "puzzle", "suite"}, p.By)...), d)
	if len(all) == 0 {
		return nil, fmt.Errorf("no record says both %s and %s, above 0", q.Measure.Name, d.Name)
	}
	if len(all) > mostLines {
		return nil, tooMany(len(all), "lines")
	}
	q.warn.add(NotMeasured, left, "%d do not say both numbers, or say 0, and are left out", left)
	q.warn.ignored("the fit", q.Samples)
	var allX, allY []float64
	for _, l := range all {
		allX, allY = append(allX, l.xs...), append(allY, l.ys...)
	}
	pl := newPlot("", d.axis(), q.Measure.axis())
	sizeAxis(&pl.X, allX, power, d)
	q.Measure.scale(&pl.Y, allY, true)
	grid(pl, true, true)
	var keys legend
	var said []string
	for i, l := range all {
		look := lookOf(i)
		addGrowth(pl, l, look, power)
		law := l.law(power, d)
		keys = append(keys, entry{orAll(l.Name) + ": " + law, look, true, true})
		if l.fits {
			said = append(said, strings.TrimSpace(l.Name+" "+law))
		}
		q.warn.few(l.Name, len(l.xs))
	}
	caption := fmt.Sprintf("%s against %s: small points are instances, large ones the median of each size, lines the fit by least squares, with 95 %% intervals of the slope (Student's t) in brackets. %s",
		capital(q.Measure.Name), d.Name, whyScale(all, power))
	f := withLegend(capital(q.Measure.Name)+about(q.Samples)+" by "+d.Name, caption, pl, keys, 3.9*vg.Inch)
	if len(said) > 0 {
		f.Caption += " " + strings.Join(said, "; ") + "."
		f.Answer = capital(q.Measure.Name) + " grows like " + strings.Join(said, "; ")
	}
	return q.finish(f), nil
}

// whyScale says which fit it is and what the other one explains.
func whyScale(all []*growthLine, power bool) string {
	ours, theirs := math.Inf(1), math.Inf(1)
	for _, l := range all {
		if l.fits {
			ours, theirs = min(ours, l.Power.R2), min(theirs, l.Exponent.R2)
		}
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
	return fmt.Sprintf("%s fits the lines together better: it explains %.1f %% or more of each, %s %.1f %%.", name, 100*ours, other, 100*theirs)
}

func addGrowth(pl *plot.Plot, l *growthLine, look look, power bool) {
	var small, large, line plotter.XYs
	bySize := map[float64][]float64{}
	for i, x := range l.xs {
		small = append(small, plotter.XY{X: x, Y: l.ys[i]})
		bySize[x] = append(bySize[x], l.ys[i])
	}
	for x, ys := range bySize {
		slices.Sort(ys)
		large = append(large, plotter.XY{X: x, Y: middleOf(ys)})
	}
	slices.SortFunc(large, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	if l.fits {
		lo, hi := large[0].X, large[len(large)-1].X
		const steps = 200
		for k := range steps + 1 {
			x := lo + (hi-lo)*float64(k)/steps
			y := l.Exponent.Intercept + l.Exponent.Slope*x
			if power {
				y = l.Power.Intercept + l.Power.Slope*math.Log(x)
			}
			if y = math.Exp(y); y >= pl.Y.Min && y <= pl.Y.Max {
				line = append(line, plotter.XY{X: x, Y: y})
			}
		}
		if len(line) > 1 {
			pl.Add(inside{&plotter.Line{XYs: line, LineStyle: look.line(1.2)}})
		}
	}
	pl.Add(inside{dots(small, look.Glyph, glyphOf(faint(look.Colour, 0x50), 1.2))}, inside{dots(large, look.Glyph, glyphOf(look.Colour, 2.8))})
}
