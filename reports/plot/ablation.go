package plot

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/stat"
	"counterproof/reports/theme"
)

// baseline is the method that all others are compared with: the first of the plot's that has
// records, or the first in natural order. It is "sat" where that is what the plot says, and
// groups resolve it in styles of their own.
func (q *query) baseline(samples []*data.Sample) (base, want string) {
	all := data.MethodsOf(samples)
	for _, want := range q.Methods {
		for _, m := range all {
			if data.MatchesName(m, want) {
				return m, want
			}
		}
	}
	return all[0], all[0]
}

// An ablationPart is the comparisons of one group with its first method: in the order of the
// plot's methods where there are several groups, so that they look alike, else the least
// ratio first and those without one last.
type ablationPart struct {
	Name        string
	Comparisons []*data.Comparison
}

// methodIndex is that of a method among the plot's; those that it does not name are behind.
func (q *query) methodIndex(method string) int {
	if i := slices.IndexFunc(q.Methods, func(want string) bool { return data.MatchesName(method, want) }); i >= 0 {
		return i
	}
	return len(q.Methods)
}

// ablation also says what to call the method that the others are compared with.
func (q *query) ablation() (parts []ablationPart, base string, err error) {
	groups := []*data.Group{{Samples: q.Samples}}
	if q.By != "" {
		if groups, err = q.groups(); err != nil {
			return nil, "", err
		}
	}
	first, want := q.baseline(q.Samples)
	base = first
	for _, g := range groups {
		part := ablationPart{Name: cmp.Or(g.Prose, g.Name)}
		methods := data.MethodsOf(g.Samples)
		own := first
		if !slices.Contains(methods, first) {
			if own, _ = q.baseline(g.Samples); !data.MatchesName(own, want) {
				continue
			}
		}
		if own != first {
			base = want
		}
		for _, m := range methods {
			if m == own {
				continue
			}
			if c := data.Compare(g.Samples, own, m, q.Measure); c.N > 0 {
				part.Comparisons = append(part.Comparisons, c)
			}
		}
		slices.SortStableFunc(part.Comparisons, func(a, b *data.Comparison) int {
			if len(groups) > 1 {
				return cmp.Compare(q.methodIndex(a.B), q.methodIndex(b.B))
			}
			x, _, n := a.Estimate()
			y, _, m := b.Estimate()
			if n == 0 || m == 0 {
				return cmp.Compare(m, n)
			}
			return cmp.Compare(x, y)
		})
		if len(part.Comparisons) > 0 {
			parts = append(parts, part)
		}
	}
	return parts, base, nil
}

func drawAblation(recs []result.Record, p Plot) (*Figure, error) {
	q, err := newQuery(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	if methods := data.MethodsOf(q.Samples); len(methods) < 2 {
		return nil, fmt.Errorf("want two methods or more, got %s alone", methods[0])
	}
	parts, base, err := q.ablation()
	if err != nil {
		return nil, err
	}
	var bars []*data.Comparison
	var names, phrases []string
	var told []data.Warning
	own := map[string][]bool{} // whose it is
	cuts := map[int]bool{}     // a line between groups above this row
	bounds := 0
	for _, part := range parts {
		cuts[len(bars)] = len(bars) > 0
		for _, c := range part.Comparisons {
			_, _, n := c.Estimate()
			name := strings.TrimPrefix(part.Name+": "+c.B, ": ")
			bars, names = append(bars, c), append(names, fmt.Sprintf("%s, n = %s", name, format.Whole(n)))
			if n > 0 {
				phrases = append(phrases, name+" "+c.EstimateText())
			}
			bounds += min(c.Bounded, 1)
			for _, w := range c.OwnWarnings() {
				key := w.Kind + w.Text
				if own[key] == nil {
					told = append(told, w)
				}
				for len(own[key]) < len(bars) {
					own[key] = append(own[key], false)
				}
				own[key][len(bars)-1] = true
			}
		}
	}
	if len(phrases) == 0 {
		return nil, fmt.Errorf("no instance has %s above 0 of both %s and another method", q.Measure.Name, base)
	}
	if len(bars) > 60 {
		return nil, fmt.Errorf("%d bars have no room: choose suites or methods", len(bars))
	}
	for _, w := range told {
		q.warn.Add(w.Kind, w.N, "%s%s", barNames(parts, own[w.Kind+w.Text]), w.Text)
	}
	pl := theme.NewPlot("", q.Measure.Name+" as a multiple of that of "+base, "")
	theme.Rows(pl, names)
	lo, hi := axisRange(bars, names, &q.Plot)
	theme.Logarithmic(&pl.X, lo, hi, func(x float64) string { return format.DecimalLabel(x) + " ×" })
	theme.Grid(pl, true, false)
	pl.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, b := range bars {
			at := y(float64(len(bars) - i))
			if cuts[i] {
				c.StrokeLine2(draw.LineStyle{Color: theme.Pale, Width: 0.8}, c.Min.X, y(float64(len(bars)-i)+0.5), c.Max.X, y(float64(len(bars)-i)+0.5))
			}
			drawBar(b, c, x, at, (y(1)-y(0))*0.34, b.BarLabel(p.Width == column))
		}
		c.StrokeLine2(draw.LineStyle{Color: theme.Black, Width: 0.8}, x(1), c.Min.Y, x(1), c.Max.Y)
	}))
	answer := strings.Join(phrases, "; ")
	if len(phrases) > data.MostNamed {
		answer = q.ranges(parts)
	}
	caption := fmt.Sprintf("The geometric mean over the instances of the ratio of each method's %s to that of %s, with 95 %% intervals (bootstrap, %s resamples); n instances",
		q.Measure.Name, base, format.Whole(stat.Resamples))
	if bounds < len(bars) {
		caption += " that both solved"
	}
	caption += "."
	if bounds > 0 {
		caption += " Where one of the two was cut, it counts with what it had spent until then: the mean is a bound (≥ or ≤), and its interval has one end."
		if data.UsesClock(q.Samples) {
			caption += " Their CPU time was not measured; the limit of the clock stands for it, as if each had a processor to itself."
		}
	}
	if data.CountWrong(q.Samples) > 0 {
		caption += " A wrong answer is none, and in no ratio."
	}
	f := &Figure{
		Title: format.Capital(q.Measure.Name) + data.Subject(q.Samples) + " against " + base, Caption: caption,
		Answer: format.Capital(q.Measure.Name) + " as a multiple of that of " + base + ": " + answer,
		W:      theme.FigureWidth, H: (0.95 + 0.25*vg.Length(len(bars))) * vg.Inch,
		draw: func(c draw.Canvas) { theme.Show(pl, draw.Crop(c, 0, -8, 0, -4)) },
	}
	return q.withWarnings(f), nil
}

// barNames names the bars that are meant, in front of what is said of them: by groups where
// these are meant as a whole, and by those that are not where they are fewer.
func barNames(parts []ablationPart, meant []bool) string {
	var some, others []string
	entire, n, i := true, 0, 0
	for _, part := range parts {
		var names []string
		for _, c := range part.Comparisons {
			if i < len(meant) && meant[i] {
				names = append(names, strings.TrimPrefix(part.Name+": "+c.B, ": "))
			}
			i++
		}
		n += len(names)
		switch {
		case len(names) == 0:
			others = append(others, part.Name)
		case len(names) == len(part.Comparisons) && len(names) > 1 && part.Name != "":
			some = append(some, part.Name)
		default:
			some, entire = append(some, names...), entire && len(names) == len(part.Comparisons)
		}
	}
	switch {
	case n == i && i > 1:
		return "all: "
	case entire && len(others) > 0 && len(others) < len(some):
		return "all but " + format.List(others) + ": "
	}
	return strings.Join(some, "; ") + ": "
}

// axisRange is the range of the axis that has room for the bars and for what stands behind them.
func axisRange(bars []*data.Comparison, names []string, p *Plot) (lo, hi float64) {
	sty := theme.Style(barLabelSize, theme.Black)
	left := vg.Length(0)
	for _, name := range names {
		left = max(left, theme.Style(theme.TickSize, theme.Black).Width(name))
	}
	// Names that are longer than two fifths of the picture go on in a second line.
	width := max(p.width()-min(left, p.width()*0.4)-40, p.width()/4)
	low, high := 0.0, 0.0 // logarithms
	for range 8 {         // the room makes the axis longer, and the labels take more of it
		from, to := low, high
		for _, b := range bars {
			label := float64((sty.Width(b.BarLabel(p.Width == column))+14)/width) * (to - from)
			ratio, i, n := b.Estimate()
			if n == 0 {
				high = max(high, label)
				continue
			}
			least, most := min(0, math.Log(ratio)), max(0, math.Log(ratio))
			if i.OK() {
				least, most = min(least, math.Log(i.Low)), max(most, math.Log(i.High))
			}
			low, high = min(low, least), max(high, most)
			if ratio < 1 && p.Width != column { // where room on both sides would leave none for the bars
				low = min(low, least-label)
			} else {
				high = max(high, most+label)
			}
		}
	}
	return math.Exp(low), math.Exp(high)
}

// ranges are the least and the greatest ratio of each method, as the plot calls them, or of
// all where these are many.
func (q *query) ranges(parts []ablationPart) string {
	type bar struct {
		*data.Comparison
		group string
	}
	of := map[string][]bar{}
	var order []string
	for _, part := range parts {
		for _, c := range part.Comparisons {
			name := c.B
			if i := q.methodIndex(c.B); i < len(q.Methods) {
				name = q.Methods[i]
			}
			order = format.AppendDistinct(order, name)
			if _, _, n := c.Estimate(); n > 0 {
				of[name] = append(of[name], bar{c, part.Name})
			}
		}
	}
	if len(order) > data.MostNamed || len(order) == 1 {
		var all []bar
		for _, name := range order {
			for _, b := range of[name] {
				all = append(all, bar{b.Comparison, strings.TrimPrefix(b.group+": "+b.B, ": ")})
			}
		}
		order, of = []string{""}, map[string][]bar{"": all}
	}
	// How many instances each is over is said once where it is the same everywhere.
	each, alike := 0, true
	for i, b := range slices.Concat(slices.Collect(maps.Values(of))...) {
		_, _, n := b.Estimate()
		alike = alike && (i == 0 || n == each) && b.CutText() == ""
		each = n
	}
	var phrases []string
	for _, name := range order {
		bars := of[name]
		if len(bars) == 0 {
			continue
		}
		less := func(a, b bar) int { return cmp.Compare(ratioOf(a.Comparison), ratioOf(b.Comparison)) }
		at := func(b bar) string {
			text := b.group
			if _, _, n := b.Estimate(); !alike {
				text += ", n = " + format.Whole(n)
			}
			if cuts := b.CutText(); cuts != "" {
				text += ", " + cuts
			}
			return fmt.Sprintf("%s (%s)", b.RatioText(), text)
		}
		text := at(slices.MinFunc(bars, less))
		if len(bars) > 1 {
			text += " to " + at(slices.MaxFunc(bars, less))
		}
		phrases = append(phrases, strings.TrimSpace(name+" "+text))
	}
	if alike {
		phrases = append(phrases, "n = "+format.Whole(each)+" each")
	}
	return strings.Join(phrases, "; ")
}

func ratioOf(c *data.Comparison) float64 { ratio, _, _ := c.Estimate(); return ratio }

const barLabelSize = 7.5 * vg.Length(1)

// drawBar is drawn from 1 to the ratio, with its interval and its label behind it; a bound has
// an arrow to where the ratio is.
func drawBar(c *data.Comparison, dc draw.Canvas, x func(float64) vg.Length, at, half vg.Length, label string) {
	sty := theme.Style(barLabelSize, theme.Black)
	ratio, i, n := c.Estimate()
	if n == 0 {
		theme.Write(dc, sty, vg.Point{X: x(1) + 4, Y: at}, label)
		return
	}
	fill := theme.Blue
	if ratio > 1 {
		fill = theme.Vermillion
	}
	from, to := min(x(1), x(ratio)), max(x(1), x(ratio))
	dc.SetColor(theme.Faint(fill, 0xb0))
	dc.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: at - half}, Max: vg.Point{X: to, Y: at + half}}.Path())
	line := draw.LineStyle{Color: theme.Black, Width: 1}
	if i.OK() {
		low, high := x(i.Low), x(i.High)
		dc.StrokeLine2(line, low, at, high, at)
		for _, end := range []float64{i.Low, i.High} {
			if c.Bounded == 0 || end != ratio {
				dc.StrokeLine2(line, x(end), at-3, x(end), at+3)
			}
		}
		from, to = min(from, low), max(to, high)
	}
	if c.Bounded > 0 {
		tip := x(ratio) + 9
		if !c.AtLeast {
			tip = x(ratio) - 9
		}
		back := (x(ratio)-tip)/3 + tip
		dc.StrokeLine2(line, x(ratio), at, tip, at)
		dc.StrokeLines(line, []vg.Point{{X: back, Y: at + 2.5}, {X: tip, Y: at}, {X: back, Y: at - 2.5}})
		from, to = min(from, tip), max(to, tip)
	}
	if ratio >= 1 || from-4-sty.Width(label) < dc.Min.X {
		theme.Write(dc, sty, vg.Point{X: to + 4, Y: at}, label)
		return
	}
	sty.XAlign = text.XRight
	theme.Write(dc, sty, vg.Point{X: from - 4, Y: at}, label)
}
