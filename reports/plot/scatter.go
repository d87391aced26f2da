package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/stat"
	"counterproof/reports/theme"
)

// drawScatter draws two methods against each other, one point an instance; with a
// dimension of numbers, the measure against that, a look for each line.
func drawScatter(recs []result.Record, p Plot) (*Figure, error) {
	q, err := newQuery(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	if p.By != "" {
		return q.scatterBy()
	}
	a, b, err := q.methodPair()
	if err != nil {
		return nil, err
	}
	return q.scatterMethods(a, b)
}

// methodPair are the two methods to compare: the plot's, or those of the records where there
// are two, or the main native and SAT methods.
func (q *query) methodPair() (a, b string, err error) {
	all := data.MethodsOf(q.Samples)
	if len(q.Methods) == 2 {
		var found []string
		for _, want := range q.Methods {
			for _, m := range all {
				if data.MatchesName(m, want) && (len(found) == 0 || m != found[0]) {
					found = append(found, m)
					break
				}
			}
		}
		if len(found) == 2 {
			return found[0], found[1], nil
		}
	}
	if len(all) == 2 {
		return all[0], all[1], nil
	}
	counts := map[string]int{}
	for _, s := range q.Samples {
		counts[s.Method]++
	}
	if a, b = data.Widest(counts, "native"), data.Widest(counts, "sat"); a != "" && b != "" && len(q.Methods) == 0 {
		return a, b, nil
	}
	return "", "", fmt.Errorf("want two methods to compare, got %d: %s", len(all), format.List(all))
}

// The margin beyond the largest number, as parts of the axis: where the points of
// what was not solved stand, and where the axis ends.
const (
	marginAt  = 0.07
	marginEnd = 0.12
)

// marginPlace is the place at a part of the axis behind its end.
func marginPlace(lo, hi, part float64, log bool) float64 {
	if log {
		return hi * math.Pow(hi/lo, part)
	}
	return hi + (hi-lo)*part
}

func (q *query) scatterMethods(a, b string) (*Figure, error) {
	ps := data.Pairs(q.Samples, a, b)
	if len(ps) == 0 {
		return nil, fmt.Errorf("no instance has %s of both %s and %s", q.Measure.Name, a, b)
	}
	var finite []float64
	for _, p := range ps {
		for _, s := range []*data.Sample{p.A, p.B} {
			if s.Solved() {
				finite = append(finite, s.Value)
			}
		}
	}
	if len(finite) == 0 {
		return nil, fmt.Errorf("no instance was solved by %s or %s", a, b)
	}
	log := theme.IsWide(finite) || q.Measure.Timed() && allPositive(finite)
	pl := theme.NewPlot("", a+", "+q.Measure.Name, b+", "+q.Measure.Name)
	scaleAxis(&pl.X, &q.Measure, finite, log)
	lo, hi := pl.X.Min, pl.X.Max
	margin := false
	var both, cut plotter.XYs
	dropped := 0
	for _, p := range ps {
		x, y := p.A.Value, p.B.Value
		if math.IsInf(x, 1) && math.IsInf(y, 1) {
			margin = true
			continue // said in the caption: a heap in the corner says nothing
		}
		if log && min(x, y) <= 0 {
			dropped++
			continue
		}
		at := plotter.XY{X: x, Y: y}
		if math.IsInf(x, 1) || math.IsInf(y, 1) {
			margin = true
			at.X, at.Y = min(x, marginPlace(lo, hi, marginAt, log)), min(y, marginPlace(lo, hi, marginAt, log))
			cut = append(cut, at)
			continue
		}
		both = append(both, at)
	}
	end := hi
	if margin {
		end = marginPlace(lo, hi, marginEnd, log)
	}
	pl.X.Max, pl.Y = end, theme.AxisLike(pl.Y, pl.X)
	pl.Y.Max = end
	pl.X.Tick.Marker, pl.Y.Tick.Marker = theme.TicksUpTo{Ticker: pl.X.Tick.Marker, Hi: hi}, theme.TicksUpTo{Ticker: pl.X.Tick.Marker, Hi: hi}
	pl.X.Padding, pl.Y.Padding = 0, 0
	theme.Grid(pl, true, true)
	if log {
		pl.Add(theme.Diagonals(pl))
	} else {
		pl.Add(&plotter.Line{XYs: plotter.XYs{{X: lo, Y: lo}, {X: hi, Y: hi}}, LineStyle: draw.LineStyle{Color: theme.Grey, Width: 0.8}})
	}
	if margin {
		pl.Add(margins(hi))
	}
	pl.Add(countedPoints(both, draw.GlyphStyle{Color: theme.Faint(theme.Blue, 0x90), Radius: 2.2, Shape: draw.CircleGlyph{}}),
		countedPoints(cut, draw.GlyphStyle{Color: theme.Vermillion, Radius: 3, Shape: draw.TriangleGlyph{}}))

	c := data.Compare(q.Samples, a, b, q.Measure)
	q.warn = nil
	for _, w := range c.Warnings {
		q.warn = append(q.warn, w)
	}
	q.warn.Add(data.NotDrawn, dropped, "%s with the number 0 have no place on the logarithmic axes", format.Whole(dropped))
	caption := fmt.Sprintf("One point an instance, %s in all: %s by %s and by %s; above the diagonal %s needs less.", format.Whole(len(ps)), q.Measure.Name, a, b, a)
	caption += pointCountText(q.Measure, q.Measure, both) + " " + c.Summary(q.Measure)
	if margin {
		caption += fmt.Sprintf(" In the margins, open triangles: %s without an answer by %s, %s by %s; %s by neither are not drawn.", format.Whole(c.OnlyA), b, format.Whole(c.OnlyB), a, format.Whole(c.Neither))
		if c.WrongA+c.WrongB > 0 {
			caption += fmt.Sprintf(" A wrong answer is none: %s by %s, %s by %s.", format.Whole(c.WrongB), b, format.Whole(c.WrongA), a)
		}
	}
	f := &Figure{
		Title: format.Capital(q.Measure.Name) + " of " + b + " against " + a, Caption: caption, W: 5.6 * vg.Inch, H: 5.3 * vg.Inch,
		Answer: c.Summary(q.Measure),
		draw:   func(c draw.Canvas) { theme.Show(pl, draw.Crop(c, 0, -30, 0, -12)) },
	}
	if !q.Measure.Work {
		f.Caption = strings.Replace(f.Caption, fmt.Sprintf("; above the diagonal %s needs less", a), "", 1)
	}
	return q.withWarnings(f), nil
}

func allPositive(xs []float64) bool {
	for _, x := range xs {
		if x <= 0 {
			return false
		}
	}
	return true
}

// margins are the strips beyond hi, where those stand that have no answer.
func margins(hi float64) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		c.SetColor(theme.Faint(theme.Pale, 0x70))
		c.Fill(vg.Rectangle{Min: vg.Point{X: x(hi), Y: c.Min.Y}, Max: c.Max}.Path())
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(hi)}, Max: vg.Point{X: x(hi), Y: c.Max.Y}}.Path())
		sty := theme.Style(7.5, theme.Black)
		theme.Write(c, sty, vg.Point{X: c.Min.X + 4, Y: (y(hi) + c.Max.Y) / 2}, "no answer")
		sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XLeft, text.YCenter
		c.FillText(sty, vg.Point{X: (x(hi) + c.Max.X) / 2, Y: c.Min.Y + 4}, "no answer")
	}
}

// scatterBy is the measure against a dimension of numbers.
func (q *query) scatterBy() (*Figure, error) {
	d, err := data.FindAxis(q.By)
	if err != nil {
		return nil, err
	}
	if d.Number == nil {
		return nil, fmt.Errorf("%s is no number: want a measure, height, width, cells, number or density", d.Key)
	}
	groups := data.DefaultLines(q.Samples, q.By)
	if len(groups) > mostLines {
		return nil, tooMany(len(groups), "kinds of points")
	}
	number := q.axisValues(d)
	var allX, allY []float64
	var cut []cutPoint
	without := 0
	type dot struct{ x, y float64 }
	dotsOf := make([][]dot, len(groups))
	lostOf := make([][]*data.Sample, len(groups))
	for i, g := range groups {
		for _, s := range g.Samples {
			x, ok := number(s)
			switch {
			case !ok:
				without++
			case !s.Solved():
				cut = append(cut, cutPoint{x, s.Least, i})
				lostOf[i] = append(lostOf[i], s)
			default:
				dotsOf[i] = append(dotsOf[i], dot{x, s.Value})
				allX, allY = append(allX, x), append(allY, s.Value)
			}
		}
	}
	if len(allX) == 0 {
		return nil, fmt.Errorf("no record says both %s and %s", q.Measure.Name, d.Name)
	}
	for _, p := range cut {
		allX = append(allX, p.x)
	}
	logX, logY := theme.IsWide(allX), theme.IsWide(allY)
	pl := theme.NewPlot("", d.Axis(), q.Measure.Axis())
	scaleAxis(&pl.X, axisOf(d), allX, logX)
	dropped := len(cut)
	cut = slices.DeleteFunc(cut, func(p cutPoint) bool { return logX && p.x <= 0 })
	dropped -= len(cut)
	open := q.openAxis(pl, allY, cut, logY)
	theme.Grid(pl, true, true)
	var keys theme.Legend
	var phrases []string
	var drawn plotter.XYs
	for i, g := range groups {
		l := theme.LookOf(i)
		var xys plotter.XYs
		var xs, ys []float64
		for _, p := range dotsOf[i] {
			xs, ys = append(xs, p.x), append(ys, p.y)
			if logX && p.x <= 0 || logY && p.y <= 0 {
				dropped++
				continue
			}
			xys = append(xys, plotter.XY{X: p.x, Y: p.y})
		}
		drawn = append(drawn, xys...)
		pl.Add(countedPoints(xys, draw.GlyphStyle{Color: theme.Faint(l.Colour, 0x90), Radius: 2.1, Shape: l.Glyph}))
		keys = append(keys, theme.Entry{Name: nameOrAll(g.Name), Look: l, Line: false, Point: true})
		if rho, ok := stat.Spearman(stat.Ranks(xs, cmp.Compare), stat.Ranks(ys, cmp.Compare)); ok {
			text := strings.TrimSpace(g.Name+" ρ = ") + " " + format.Coefficient(rho)
			if len(xs) <= 5000 { // it takes n^2 steps
				if tau, ok := stat.Kendall(xs, ys); ok {
					text += ", τ = " + format.Coefficient(tau)
				}
			}
			phrases = append(phrases, text+", "+countText(len(xs), lostOf[i]))
		}
		q.warn.FewInstances(g.Name, len(dotsOf[i]))
	}
	pl.Add(open)
	q.warn.Add(data.NotMeasured, without, "%s of %s have no value of %s or of %s and are left out", format.Whole(without), format.Whole(len(q.Samples)), q.Measure.Name, d.Name)
	q.warn.Add(data.NotDrawn, dropped, "%s with the number 0 have no place on the logarithmic axes", format.Whole(dropped))
	if len(cut) > 0 {
		q.warn.LeftOutOf("the rank correlation", q.Samples)
	}
	caption := fmt.Sprintf("One point an instance: %s against %s.%s", q.Measure.Name, d.Name, pointCountText(*axisOf(d), q.Measure, drawn)) + q.cutText(cut)
	if len(phrases) > 0 {
		caption += " Spearman's ρ and Kendall's τ-b: " + strings.Join(phrases, "; ") + "."
	}
	f := withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" against "+d.Name, caption, pl, keys, 3.9*vg.Inch)
	f.Answer = "There is no rank correlation of " + q.Measure.Name + " and " + d.Name + ": one of them is the same everywhere"
	if len(phrases) > 0 {
		f.Answer = "Rank correlation of " + q.Measure.Name + " and " + d.Name + ": " + strings.Join(phrases, "; ")
	}
	return q.withWarnings(f), nil
}
