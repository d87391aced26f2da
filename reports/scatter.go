package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
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
	all := methodsOf(q.Samples)
	if len(q.Methods) == 2 {
		var found []string
		for _, want := range q.Methods {
			for _, m := range all {
				if matchesName(m, want) && (len(found) == 0 || m != found[0]) {
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
	if a, b = widest(counts, "native"), widest(counts, "sat"); a != "" && b != "" && len(q.Methods) == 0 {
		return a, b, nil
	}
	return "", "", fmt.Errorf("want two methods to compare, got %d: %s", len(all), list(all))
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
	ps := pairs(q.Samples, a, b)
	if len(ps) == 0 {
		return nil, fmt.Errorf("no instance has %s of both %s and %s", q.Measure.Name, a, b)
	}
	var finite []float64
	for _, p := range ps {
		for _, s := range []*sample{p.a, p.b} {
			if s.solved() {
				finite = append(finite, s.Value)
			}
		}
	}
	if len(finite) == 0 {
		return nil, fmt.Errorf("no instance was solved by %s or %s", a, b)
	}
	log := isWide(finite) || q.Measure.timed() && allPositive(finite)
	pl := newPlot("", a+", "+q.Measure.Name, b+", "+q.Measure.Name)
	scaleAxis(&pl.X, &q.Measure, finite, log)
	lo, hi := pl.X.Min, pl.X.Max
	margin := false
	var both, cut plotter.XYs
	dropped := 0
	for _, p := range ps {
		x, y := p.a.Value, p.b.Value
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
	pl.X.Max, pl.Y = end, axisLike(pl.Y, pl.X)
	pl.Y.Max = end
	pl.X.Tick.Marker, pl.Y.Tick.Marker = ticksUpTo{pl.X.Tick.Marker, hi}, ticksUpTo{pl.X.Tick.Marker, hi}
	pl.X.Padding, pl.Y.Padding = 0, 0
	grid(pl, true, true)
	if log {
		pl.Add(diagonals(pl))
	} else {
		pl.Add(&plotter.Line{XYs: plotter.XYs{{X: lo, Y: lo}, {X: hi, Y: hi}}, LineStyle: draw.LineStyle{Color: grey, Width: 0.8}})
	}
	if margin {
		pl.Add(margins(hi))
	}
	pl.Add(countedPoints(both, draw.GlyphStyle{Color: faint(blue, 0x90), Radius: 2.2, Shape: draw.CircleGlyph{}}),
		countedPoints(cut, draw.GlyphStyle{Color: vermillion, Radius: 3, Shape: draw.TriangleGlyph{}}))

	c := compare(q.Samples, a, b, q.Measure)
	q.warn = nil
	for _, w := range c.Warnings {
		q.warn = append(q.warn, w)
	}
	q.warn.add(NotDrawn, dropped, "%s with the number 0 have no place on the logarithmic axes", whole(dropped))
	caption := fmt.Sprintf("One point an instance, %s in all: %s by %s and by %s; above the diagonal %s needs less.", whole(len(ps)), q.Measure.Name, a, b, a)
	caption += pointCountText(q.Measure, q.Measure, both) + " " + c.summary(q.Measure)
	if margin {
		caption += fmt.Sprintf(" In the margins, open triangles: %s without an answer by %s, %s by %s; %s by neither are not drawn.", whole(c.OnlyA), b, whole(c.OnlyB), a, whole(c.Neither))
		if c.WrongA+c.WrongB > 0 {
			caption += fmt.Sprintf(" A wrong answer is none: %s by %s, %s by %s.", whole(c.WrongB), b, whole(c.WrongA), a)
		}
	}
	f := &Figure{
		Title: capital(q.Measure.Name) + " of " + b + " against " + a, Caption: caption, W: 5.6 * vg.Inch, H: 5.3 * vg.Inch,
		Answer: c.summary(q.Measure),
		draw:   func(c draw.Canvas) { show(pl, draw.Crop(c, 0, -30, 0, -12)) },
	}
	if !q.Measure.work {
		f.Caption = strings.Replace(f.Caption, fmt.Sprintf("; above the diagonal %s needs less", a), "", 1)
	}
	return q.withWarnings(f), nil
}

// summary is the comparison in a sentence or two.
func (c *Comparison) summary(m Measure) string {
	if c.Ratios == 0 {
		return "No instance has a ratio of the two." + c.missingText() + c.boundText()
	}
	text := fmt.Sprintf("By %s, %s is %s × %s in the geometric mean", m.Name, c.B, times(c.Ratio), c.A)
	if c.Interval.ok() {
		text += fmt.Sprintf(" (95 %% interval %s to %s)", times(c.Interval.Low), times(c.Interval.High))
	}
	text += fmt.Sprintf(" over %s %s; it is larger on %s, smaller on %s and equal on %s", whole(c.Ratios), plural(c.Ratios, "instance", "instances"), whole(c.WinsA), whole(c.WinsB), whole(c.Ties))
	if c.Wilcoxon.N > 0 {
		text += fmt.Sprintf(" (sign test p %s, signed-rank test p %s, %s)", pValueText(c.Sign), pValueText(c.Wilcoxon.P), formText(c.Wilcoxon))
	}
	return text + "." + c.missingText() + c.boundText()
}

// missingText is the sentence on what is not in the mean, in which no bound has it either.
func (c *Comparison) missingText() string {
	var phrases []string
	tell := func(n int, what string) {
		if n > 0 {
			phrases = append(phrases, whole(n)+" "+what)
		}
	}
	if c.Bounded == 0 {
		tell(c.CutA, c.Cut+" by "+c.A)
		tell(c.CutB, c.Cut+" by "+c.B)
	}
	tell(c.OnlyB-c.CutA, "wrong by "+c.A)
	tell(c.OnlyA-c.CutB, "wrong by "+c.B)
	tell(c.Neither, "that neither solved")
	if len(phrases) == 0 {
		return ""
	}
	return fmt.Sprintf(" Not in it, of %s: %s.", whole(c.N), list(phrases))
}

// boundText is the sentence on the bound, where there is one.
func (c *Comparison) boundText() string {
	if c.Bounded == 0 {
		return ""
	}
	side, who, n := "at least", c.B, c.CutB
	if !c.AtLeast {
		side, who, n = "at most", c.A, c.CutA
	}
	return fmt.Sprintf(" With the %s that %s on %s too, by what had been spent until then, it is %s %s ×.", whole(n), c.Cut, who, side, times(c.Bound))
}

func pValueText(p float64) string {
	if s := probability(p); strings.HasPrefix(s, "<") {
		return s
	} else {
		return "= " + s
	}
}

// formText says which form of the test it was.
func formText(t signedRank) string {
	if t.Exact {
		return "exact"
	}
	return "normal approximation"
}

func allPositive(xs []float64) bool {
	for _, x := range xs {
		if x <= 0 {
			return false
		}
	}
	return true
}

// axisLike is an axis with the range and scale of another.
func axisLike(a, like plot.Axis) plot.Axis {
	a.Min, a.Max, a.Scale, a.Tick.Marker = like.Min, like.Max, like.Scale, like.Tick.Marker
	return a
}

// ticksUpTo leaves out the ticks of a margin.
type ticksUpTo struct {
	plot.Ticker
	hi float64
}

func (t ticksUpTo) Ticks(lo, hi float64) []plot.Tick { return t.Ticker.Ticks(lo, min(hi, t.hi)) }

// margins are the strips beyond hi, where those stand that have no answer.
func margins(hi float64) drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		c.SetColor(faint(pale, 0x70))
		c.Fill(vg.Rectangle{Min: vg.Point{X: x(hi), Y: c.Min.Y}, Max: c.Max}.Path())
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(hi)}, Max: vg.Point{X: x(hi), Y: c.Max.Y}}.Path())
		sty := style(7.5, black)
		write(c, sty, vg.Point{X: c.Min.X + 4, Y: (y(hi) + c.Max.Y) / 2}, "no answer")
		sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XLeft, text.YCenter
		c.FillText(sty, vg.Point{X: (x(hi) + c.Max.X) / 2, Y: c.Min.Y + 4}, "no answer")
	}
}

// scatterBy is the measure against a dimension of numbers.
func (q *query) scatterBy() (*Figure, error) {
	d, err := findAxis(q.By)
	if err != nil {
		return nil, err
	}
	if d.number == nil {
		return nil, fmt.Errorf("%s is no number: want a measure, height, width, cells, number or density", d.Key)
	}
	groups := defaultLines(q.Samples, q.By)
	if len(groups) > mostLines {
		return nil, tooMany(len(groups), "kinds of points")
	}
	number := q.axisValues(d)
	var allX, allY []float64
	var cut []cutPoint
	without := 0
	type dot struct{ x, y float64 }
	dotsOf := make([][]dot, len(groups))
	lostOf := make([][]*sample, len(groups))
	for i, g := range groups {
		for _, s := range g.Samples {
			x, ok := number(s)
			switch {
			case !ok:
				without++
			case !s.solved():
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
	logX, logY := isWide(allX), isWide(allY)
	pl := newPlot("", d.axis(), q.Measure.axis())
	scaleAxis(&pl.X, axisOf(d), allX, logX)
	dropped := len(cut)
	cut = slices.DeleteFunc(cut, func(p cutPoint) bool { return logX && p.x <= 0 })
	dropped -= len(cut)
	open := q.openAxis(pl, allY, cut, logY)
	grid(pl, true, true)
	var keys legend
	var phrases []string
	var drawn plotter.XYs
	for i, g := range groups {
		l := lookOf(i)
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
		pl.Add(countedPoints(xys, draw.GlyphStyle{Color: faint(l.Colour, 0x90), Radius: 2.1, Shape: l.Glyph}))
		keys = append(keys, entry{nameOrAll(g.Name), l, false, true})
		if rho, ok := spearman(ranks(xs, cmp.Compare), ranks(ys, cmp.Compare)); ok {
			text := strings.TrimSpace(g.Name+" ρ = ") + " " + coefficient(rho)
			if len(xs) <= 5000 { // it takes n^2 steps
				if tau, ok := kendall(xs, ys); ok {
					text += ", τ = " + coefficient(tau)
				}
			}
			phrases = append(phrases, text+", "+countText(len(xs), lostOf[i]))
		}
		q.warn.fewInstances(g.Name, len(dotsOf[i]))
	}
	pl.Add(open)
	q.warn.add(NotMeasured, without, "%s of %s have no value of %s or of %s and are left out", whole(without), whole(len(q.Samples)), q.Measure.Name, d.Name)
	q.warn.add(NotDrawn, dropped, "%s with the number 0 have no place on the logarithmic axes", whole(dropped))
	if len(cut) > 0 {
		q.warn.leftOutOf("the rank correlation", q.Samples)
	}
	caption := fmt.Sprintf("One point an instance: %s against %s.%s", q.Measure.Name, d.Name, pointCountText(*axisOf(d), q.Measure, drawn)) + q.cutText(cut)
	if len(phrases) > 0 {
		caption += " Spearman's ρ and Kendall's τ-b: " + strings.Join(phrases, "; ") + "."
	}
	f := withLegend(capital(q.Measure.Name)+subject(q.Samples)+" against "+d.Name, caption, pl, keys, 3.9*vg.Inch)
	f.Answer = "There is no rank correlation of " + q.Measure.Name + " and " + d.Name + ": one of them is the same everywhere"
	if len(phrases) > 0 {
		f.Answer = "Rank correlation of " + q.Measure.Name + " and " + d.Name + ": " + strings.Join(phrases, "; ")
	}
	return q.withWarnings(f), nil
}

// axisOf is the measure that a dimension is, or one of plain numbers.
func axisOf(d Dimension) *Measure {
	if m, err := findMeasure(d.Key); err == nil {
		return &m
	}
	return &Measure{Key: d.Key, Name: d.Name}
}
