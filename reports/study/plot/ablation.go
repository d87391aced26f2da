package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
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

func (q *query) ablation() (*Figure, error) {
	if methods := data.MethodsOf(q.Samples); len(methods) < 2 {
		return nil, fmt.Errorf("want two or more methods that have the measure %s, got only %s", q.Measure.Name, methods[0])
	}
	bars, base, err := q.ratioBars()
	if err != nil {
		return nil, err
	}
	const mostBars = 60
	if len(bars) > mostBars {
		drawn := q.best(data.LinesBy(q.Samples, "method"), mostLines, "methods")
		bars = slices.DeleteFunc(bars, func(b ratioBar) bool {
			return !slices.ContainsFunc(drawn, func(g *data.Group) bool { return g.Name == b.B })
		})
	}
	known := slices.DeleteFunc(slices.Clone(bars), ratioBar.empty)
	if len(known) == 0 {
		return nil, fmt.Errorf("no instance has a %s above 0 for both %s and another method", q.Measure.Name, base)
	}
	if len(bars) > mostBars {
		return nil, fmt.Errorf("%d bars do not fit, want %d or fewer: choose suites or methods", len(bars), mostBars)
	}
	texts := wording.Each(known, func(b ratioBar) string { return b.name() + " " + b.EstimateText() })
	answer := wording.Either(len(texts) > data.MostNamed, q.ranges(bars), strings.Join(texts, "; "))
	q.ablationWarnings(bars)
	pl := q.ablationPlot(bars, base)
	height := (0.95 + 0.25*vg.Length(len(bars))) * vg.Inch
	if pl.X.Label.TextStyle.Width(pl.X.Label.Text) > q.width()*0.9 { // a second line
		height += 2 * theme.TitleRow
	}
	name := format.Capital(q.Measure.Name)
	return ofRows(name+data.Subject(q.Samples)+" against "+base, q.ablationCaption(bars, base), name+" relative to "+base+": "+answer, pl, height), nil
}

type ratioBar struct {
	*data.Comparison
	group string // "" if there is only one group
}

// empty reports whether there is no ratio.
func (b ratioBar) empty() bool { return b.Estimate().N == 0 }

func (b ratioBar) name() string { return strings.TrimPrefix(b.group+": "+b.B, ": ") }

// baseline returns the method with which all others are compared: the first of the plot's methods
// that has records, or else the first method in natural order. It also returns the name by which
// the plot asks for it. A short name, such as "sat", can stand for another style in each group.
func (q *query) baseline(samples []*data.Sample) (base, name string) {
	all := data.MethodsOf(samples)
	for _, name := range q.Methods {
		if i := slices.IndexFunc(all, func(m string) bool { return method.HasPrefix(m, name) }); i >= 0 {
			return all[i], name
		}
	}
	return all[0], all[0]
}

// methodIndex returns the index of the plot's method that matches the text, or their number.
func (q *query) methodIndex(text string) int {
	i := slices.IndexFunc(q.Methods, func(name string) bool { return method.HasPrefix(text, name) })
	return wording.Either(i >= 0, i, len(q.Methods))
}

// ratioBars returns the bars of all groups, and the name of the baseline. Bars of a single group
// are in ascending order of their ratios, with methods without a ratio last. If there are several
// groups, the bars of each group are in the order of the plot's methods.
func (q *query) ratioBars() (bars []ratioBar, base string, err error) {
	groups, err := q.groups()
	if err != nil {
		return nil, "", err
	}
	if q.By == "" {
		groups = []*data.Group{q.together()}
	}
	first, name := q.baseline(q.Samples)
	base = first
	for _, g := range groups {
		own := first
		if !slices.Contains(data.MethodsOf(g.Samples), first) {
			if own, _ = q.baseline(g.Samples); !method.HasPrefix(own, name) {
				continue
			}
		}
		if own != first {
			base = name
		}
		all := q.comparisons(g.Samples, own, len(groups) > 1)
		bars = append(bars, wording.Each(all, func(c *data.Comparison) ratioBar { return ratioBar{c, g.Phrase()} })...)
	}
	return bars, base, nil
}

func (q *query) comparisons(samples []*data.Sample, base string, plotOrder bool) []*data.Comparison {
	var all []*data.Comparison
	for _, m := range data.Except(data.MethodsOf(samples), base) {
		if c := data.Compare(samples, base, m, q.Measure); c.N > 0 {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *data.Comparison) int {
		if plotOrder {
			return cmp.Compare(q.methodIndex(a.B), q.methodIndex(b.B))
		}
		if n, m := a.Estimate().N, b.Estimate().N; n == 0 || m == 0 {
			return cmp.Compare(m, n)
		}
		return compareRatios(a, b)
	})
	return all
}

func compareRatios(a, b *data.Comparison) int {
	return cmp.Compare(format.Tidy(a.Estimate().Ratio), format.Tidy(b.Estimate().Ratio))
}

// ablationWarnings adds each warning once, with the names of its bars.
func (q *query) ablationWarnings(bars []ratioBar) {
	type own struct {
		data.Warning
		bar ratioBar
	}
	var all []own
	for _, b := range bars {
		all = append(all, wording.Each(b.OwnWarnings(), func(w data.Warning) own { return own{w, b} })...)
	}
	for _, same := range result.GroupBy(all, func(w own) [2]string { return [2]string{w.Kind, w.Text} }) {
		q.warn.Add(same[0].Kind, same[0].N, "%s%s", barNames(bars, wording.Each(same, func(w own) ratioBar { return w.bar })), same[0].Text)
	}
}

// barNames returns the names of the bars to which a warning applies. For a warning about all bars
// of a group, the text names the group. For a warning about most groups, the text names the groups
// to which the warning does not apply.
func barNames(bars, meant []ratioBar) string {
	if len(meant) == len(bars) && len(bars) > 1 {
		return "all: "
	}
	var some, others []string
	entire := true
	for _, group := range result.GroupBy(bars, func(b ratioBar) string { return b.group }) {
		name := group[0].group
		own := slices.DeleteFunc(slices.Clone(meant), func(b ratioBar) bool { return b.group != name })
		switch all := len(own) == len(group); {
		case len(own) == 0:
			others = append(others, name)
		case all && len(own) > 1 && name != "":
			some = append(some, name)
		default:
			some, entire = append(some, wording.Each(own, ratioBar.name)...), entire && all
		}
	}
	if entire && len(others) > 0 && len(others) < len(some) {
		return "all but " + format.List(others) + ": "
	}
	return strings.Join(some, "; ") + ": "
}

func (q *query) ablationPlot(bars []ratioBar, base string) *plot.Plot {
	pl := theme.NewPlot("", q.Measure.Name+" relative to "+base, "")
	names := wording.Each(bars, func(b ratioBar) string { return fmt.Sprintf("%s, n = %s", b.name(), format.Whole(b.Estimate().N)) })
	theme.Rows(pl, names)
	lo, hi := q.axisRange(bars, names)
	theme.Logarithmic(&pl.X, lo, hi, func(x float64) string { return format.DecimalLabel(x) + " ×" })
	theme.Grid(pl, true, false)
	pl.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, b := range bars {
			row := float64(len(bars) - i)
			if i > 0 && b.group != bars[i-1].group {
				c.StrokeLine2(draw.LineStyle{Color: theme.Pale, Width: 0.8}, c.Min.X, y(row+0.5), c.Max.X, y(row+0.5))
			}
			b.draw(c, x, y(row), (y(1)-y(0))*0.34, b.BarLabel(q.Width == Column))
		}
		c.StrokeLine2(draw.LineStyle{Color: theme.Black, Width: 0.8}, x(1), c.Min.Y, x(1), c.Max.Y)
	}))
	return pl
}

func (q *query) ablationCaption(bars []ratioBar, base string) string {
	caption := fmt.Sprintf("The geometric mean of each method's %s relative to %s over the instances, with 95%% intervals (bootstrap, %s resamples); n instances",
		q.Measure.Name, base, format.Whole(stat.Resamples))
	bounded := func(b ratioBar) bool { return b.Bounded > 0 }
	caption += wording.If(slices.ContainsFunc(bars, func(b ratioBar) bool { return !bounded(b) }), " that both solved") + "."
	if slices.ContainsFunc(bars, bounded) {
		caption += " If only one of the two was cut, it counts with the work spent until then: the mean is a bound (≥ or ≤), and its interval has one end."
		caption += wording.If(data.UsesClock(q.Samples), clockNote)
	}
	return caption + wording.If(data.CountWrong(q.Samples) > 0, " A wrong answer counts as no answer and is in no ratio.")
}

func (q *query) axisRange(bars []ratioBar, names []string) (lo, hi float64) {
	sty := theme.Style(barLabelSize, theme.Black)
	// Names that are longer than two fifths of the picture continue on a second line.
	width := max(q.width()-min(widest(names), q.width()*0.4)-40, q.width()/4)
	low, high := 0.0, 0.0 // logarithms
	for range 8 {         // on a longer axis, each label covers a larger range, so repeat
		from, to := low, high
		for _, b := range bars {
			label := float64((sty.Width(b.BarLabel(q.Width == Column))+14)/width) * (to - from)
			e := b.Estimate()
			if e.N == 0 {
				high = max(high, label)
				continue
			}
			least, most := min(0, math.Log(e.Ratio)), max(0, math.Log(e.Ratio))
			if e.Interval.OK() {
				least, most = min(least, math.Log(e.Interval.Low)), max(most, math.Log(e.Interval.High))
			}
			low, high = min(low, least), max(high, most)
			if e.Ratio < 1 && q.Width != Column { // room for labels on both sides of a column would leave none for the bars
				low = min(low, least-label)
			} else {
				high = max(high, most+label)
			}
		}
	}
	return math.Exp(low), math.Exp(high)
}

// ranges returns a text with the smallest and the largest ratio for each of the plot's methods. If
// there are many methods or only one, the text is about all bars together. If all bars have the same
// number of instances, none of which were cut or wrong, the text has this number at its end.
func (q *query) ranges(bars []ratioBar) string {
	name, label := q.askedName, func(b ratioBar) string { return b.group }
	groups := result.GroupBy(bars, name)
	if len(groups) > data.MostNamed || len(groups) == 1 {
		groups = [][]ratioBar{slices.Concat(groups...)}
		name, label = func(ratioBar) string { return "" }, ratioBar.name
	}
	bars = slices.DeleteFunc(slices.Clone(bars), ratioBar.empty)
	n := bars[0].Estimate().N
	alike := !slices.ContainsFunc(bars, func(b ratioBar) bool { return b.Estimate().N != n || b.CutText() != "" })
	var texts []string
	for _, own := range groups {
		if own = slices.DeleteFunc(own, ratioBar.empty); len(own) > 0 {
			texts = append(texts, strings.TrimSpace(name(own[0])+" "+rangeText(own, label, !alike)))
		}
	}
	if alike {
		texts = append(texts, "n = "+format.Whole(n)+" each")
	}
	return strings.Join(texts, "; ")
}

// askedName returns the name by which the plot asks for the method of a bar.
func (q *query) askedName(b ratioBar) string {
	if i := q.methodIndex(b.B); i < len(q.Methods) {
		return q.Methods[i]
	}
	return b.B
}

func rangeText(bars []ratioBar, label func(ratioBar) string, numbers bool) string {
	order := func(a, b ratioBar) int { return compareRatios(a.Comparison, b.Comparison) }
	text := func(b ratioBar) string {
		cuts := b.CutText()
		n := wording.If(numbers, ", n = "+format.Whole(b.Estimate().N))
		return fmt.Sprintf("%s (%s%s%s)", b.RatioText(), label(b), n, wording.If(cuts != "", ", "+cuts))
	}
	return text(slices.MinFunc(bars, order)) + wording.If(len(bars) > 1, " to "+text(slices.MaxFunc(bars, order)))
}

const barLabelSize = 7.5 * vg.Length(1)

// draw draws the bar from 1 to the ratio. A bound has an arrow that points to the possible values.
func (b ratioBar) draw(dc draw.Canvas, x func(float64) vg.Length, at, half vg.Length, label string) {
	sty := theme.Style(barLabelSize, theme.Black)
	e := b.Estimate()
	ratio, i := e.Ratio, e.Interval
	if e.N == 0 {
		theme.Write(dc, sty, vg.Point{X: x(1) + 4, Y: at}, label)
		return
	}
	fill := wording.Either(ratio > 1, theme.Vermillion, theme.Blue)
	from, to := min(x(1), x(ratio)), max(x(1), x(ratio))
	theme.Fill(dc, theme.Faint(fill, 0xb0), vg.Rectangle{Min: vg.Point{X: from, Y: at - half}, Max: vg.Point{X: to, Y: at + half}})
	line := draw.LineStyle{Color: theme.Black, Width: 1}
	if i.OK() {
		low, high := x(i.Low), x(i.High)
		dc.StrokeLine2(line, low, at, high, at)
		for _, end := range []float64{i.Low, i.High} {
			if b.Bounded == 0 || end != ratio {
				dc.StrokeLine2(line, x(end), at-3, x(end), at+3)
			}
		}
		from, to = min(from, low), max(to, high)
	}
	if b.Bounded > 0 {
		tip := x(ratio) + wording.Either[vg.Length](b.AtLeast, 9, -9)
		back := (x(ratio)-tip)/3 + tip
		dc.StrokeLine2(line, x(ratio), at, tip, at)
		dc.StrokeLines(line, []vg.Point{{X: back, Y: at + 2.5}, {X: tip, Y: at}, {X: back, Y: at - 2.5}})
		from, to = min(from, tip), max(to, tip)
	}
	beside := to + 4
	if ratio < 1 && from-4-sty.Width(label) >= dc.Min.X {
		sty.XAlign, beside = text.XRight, from-4
	}
	theme.Write(dc, sty, vg.Point{X: beside, Y: at}, label)
}
