package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

func (q *query) spread(parts string) (groups []*data.Group, all []float64, err error) {
	if groups, err = q.groups(); err != nil {
		return nil, nil, err
	}
	groups = q.best(groups, mostLines, parts)
	if all = data.SolvedValues(q.Samples); len(all) == 0 {
		return nil, nil, errUnsolved
	}
	return groups, all, nil
}

func ecdfSteps(xs []float64) plotter.XYs {
	steps := plotter.XYs{{X: xs[0], Y: 0}}
	for i, x := range xs {
		if i+1 == len(xs) || xs[i+1] != x {
			steps = append(steps, plotter.XY{X: x, Y: steps[len(steps)-1].Y}, plotter.XY{X: x, Y: float64(i+1) / float64(len(xs))})
		}
	}
	return steps
}

func (q *query) ecdf() (*Figure, error) {
	groups, all, err := q.spread("lines")
	if err != nil {
		return nil, err
	}
	limit, all := q.limited(all)
	log := q.logarithmic(all)
	pl := theme.NewPlot("", q.Measure.Axis(), "share of the instances")
	scaleAxis(&pl.X, &q.Measure, all, log)
	pl.X.Padding, pl.Y.Padding = 0, 0
	pl.Y.Min, pl.Y.Max, pl.Y.Tick.Marker = 0, 1, theme.ShareTicks(5)
	theme.Grid(pl, true, true)
	var keys theme.Legend
	var curves []theme.Curve
	unsolved, corners := 0, 0
	order := q.inOrder(groups)
	for _, i := range order {
		g, l := groups[i], theme.LookOf(i)
		xs := data.SolvedValues(g.Samples)
		unsolved += len(g.Samples) - len(xs)
		keys = append(keys, theme.Entry{Name: nameOrAll(g.Name) + ", " + numberText(g), Look: l, Line: true, Point: false})
		if len(xs) == 0 {
			continue
		}
		steps := ecdfSteps(xs)
		for k := range steps {
			steps[k].X = max(steps[k].X, pl.X.Min) // 0 on a logarithmic axis is at the left edge
			steps[k].Y *= float64(len(xs)) / float64(len(g.Samples))
		}
		steps = append(steps, plotter.XY{X: pl.X.Max, Y: steps[len(steps)-1].Y})
		corners = max(corners, len(steps))
		curves = append(curves, theme.Curve{XYs: theme.Thinned(steps), Look: l})
	}
	pl.Add(theme.Curves(curves, 1.4, 0))
	if limit > 0 {
		pl.Add(limitMark(limit, "limit "+q.Measure.Say(limit)))
	}
	texts, answer := q.medianTexts(wording.Each(order, func(i int) *data.Group { return groups[i] }))
	caption := fmt.Sprintf("The share of the instances up to each number%s. Medians: %s. %s", onlyNumber(groups), strings.Join(texts, "; "), medianNote) + theme.CornersText(corners)
	caption += wording.If(unsolved > 0, fmt.Sprintf(" %d without an answer count as larger than all numbers: their lines end below 100%%.", unsolved))
	return withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+": ECDF", caption, answer, pl, keys, 3.3*vg.Inch), nil
}

// numberText says how many instances a line or panel stands for: "n = 15, 2 without an answer".
func numberText(g *data.Group) string {
	return countText(len(g.Samples)) + format.Some(len(g.Samples)-len(data.SolvedValues(g.Samples)), ", ", " without an answer")
}

// onlyNumber returns the number of instances for a picture with one line, which has no legend.
func onlyNumber(groups []*data.Group) string {
	return wording.If(len(groups) == 1, " ("+numberText(groups[0])+")")
}

// integers reports whether there is room for a bar for each whole number, and there are no others.
func integers(xs []float64, log bool) bool {
	lo, hi := slices.Min(xs), slices.Max(xs)
	return !log && hi-lo <= 25 && max(-lo, hi) < 1<<50 &&
		!slices.ContainsFunc(xs, func(x float64) bool { return x != math.Trunc(x) })
}

// edges returns the edges of the bins of a histogram for finite numbers. All bins have the same
// round width or, on a logarithmic axis, are equal parts of a power of ten. If each whole number
// has its own bin, the number is in the middle of this bin.
func edges(xs []float64, log bool) []float64 {
	lo, hi := slices.Min(xs), slices.Max(xs)
	var es []float64
	if log {
		parts := 10.0
		for _, p := range []float64{5, 2, 1} {
			if parts*math.Log10(hi/lo) > 40 {
				parts = p
			}
		}
		for k := math.Floor(parts * math.Log10(lo)); len(es) == 0 || es[len(es)-1] <= hi; k++ {
			es = append(es, math.Pow(10, k/parts))
		}
		es[0] = min(es[0], lo)
		return es
	}
	width := theme.Nice(cmp.Or(hi-lo, math.Abs(hi)) / 25)
	first, middle := math.Floor(lo/width), 0.0
	if integers(xs, log) {
		width, first, middle = 1, lo, 0.5
	}
	for k := first - middle; len(es) < 2 || es[len(es)-1] <= hi && len(es) <= 60; k++ {
		es = append(es, format.Tidy(k*width)) // 3 * 0.2 is above 0.6
	}
	if hi <= lo { // add empty bins next to a single bar
		for range 2 {
			if first := es[0] - width; first >= -middle || lo < 0 {
				es = slices.Insert(es, 0, first)
			}
			es = append(es, es[len(es)-1]+width)
		}
	}
	es[0], es[len(es)-1] = min(es[0], lo), max(es[len(es)-1], math.Nextafter(hi, math.Inf(1)))
	return es
}

// histogram draws a panel for each group. Groups with the same numbers share a panel.
func (q *query) histogram() (*Figure, error) {
	groups, all, err := q.spread("panels")
	if err != nil {
		return nil, err
	}
	b := binning{log: q.logarithmic(all), measure: q.Measure}
	zeros := 0
	if b.log {
		all, zeros = theme.Positive(all)
	}
	b.edges, b.whole = edges(all, b.log), integers(all, b.log)
	groups = sameNumbers(groups)
	var panels []*plot.Plot
	most := 0.0
	for i, g := range groups {
		pl, highest := b.panel(g, theme.LookOf(i).Colour)
		most = max(most, highest)
		pl.Title.Text = wording.If(len(groups) > 1, g.Name+", "+numberText(g))
		pl.X.Label.Text = wording.If(i == len(groups)-1, q.Measure.Axis())
		panels = append(panels, pl)
	}
	q.warn.Add(data.NotDrawn, zeros, "%d with the number 0 have no place on the logarithmic axis", zeros)
	q.warn.LeftOutOf("the picture", q.Samples)
	medians, answer := q.medianTexts(groups)
	if text, ok := q.numbersText(groups); ok && b.whole {
		answer = text
	}
	each := wording.Either(len(groups) > 1, 1.65*vg.Inch, 3.1*vg.Inch)
	for _, pl := range panels {
		pl.Y.Max = most * float64(each/(each-24)) // room for a number above the longest bar
	}
	return &Figure{
		Title:   format.Capital(q.Measure.Name) + data.Subject(q.Samples),
		Caption: fmt.Sprintf("How many instances have each number%s; the dashed line is the median. Medians: %s. %s", onlyNumber(groups), strings.Join(medians, "; "), medianNote),
		Answer:  answer,
		W:       theme.FigureWidth, H: 0.45*vg.Inch + each*vg.Length(len(panels)),
		draw: func(c draw.Canvas) {
			height := (c.Max.Y - c.Min.Y) / vg.Length(len(panels))
			for i, pl := range panels {
				part := draw.Crop(c, 0, -8, height*vg.Length(len(panels)-1-i), -height*vg.Length(i))
				theme.Show(pl, draw.Crop(part, 0, 0, 4, -2))
			}
		},
	}, nil
}

type binning struct {
	measure data.Measure
	edges   []float64
	log     bool
	whole   bool // each whole number has a bin
}

func (b *binning) panel(g *data.Group, fill color.NRGBA) (pl *plot.Plot, highest float64) {
	pl = theme.NewPlot("", "", "instances")
	pl.X.Min, pl.X.Max = b.edges[0], b.edges[len(b.edges)-1]
	pl.X.Tick.Marker = theme.EvenTicks{Label: tickOf(&b.measure, nil)}
	xs := data.SolvedValues(g.Samples)
	if b.log {
		xs, _ = theme.Positive(xs)
		pl.X.Scale, pl.X.Tick.Marker = plot.LogScale{}, theme.LogTicks{Label: tickOf(&b.measure, format.DecimalLabel)}
		room := math.Exp(0.02 * (math.Log(pl.X.Max) - math.Log(pl.X.Min))) // room for a median at the first edge
		pl.X.Min = max(pl.X.Min/room, math.SmallestNonzeroFloat64)
	}
	if b.whole {
		pl.X.Tick.Marker = theme.EvenTicks{Least: 1, Parts: 40, Label: tickOf(&b.measure, format.CountLabel)}
	}
	pl.Y.Min, pl.Y.Padding, pl.Y.Tick.Marker = 0, 0, theme.EvenTicks{Least: 1}
	theme.Grid(pl, true, true)
	if len(xs) == 0 {
		return pl, 0
	}
	weights := stat.Histogram(b.edges, xs)
	pl.Add(b.bars(g, weights, fill))
	if m := stat.Median(data.Ascending(g.Samples)); m >= pl.X.Min && m <= pl.X.Max {
		pl.Add(theme.Drawing(func(c draw.Canvas, x, _ func(float64) vg.Length) {
			c.StrokeLine2(draw.LineStyle{Color: theme.Black, Width: 1, Dashes: []vg.Length{4, 2}}, x(m), c.Min.Y, x(m), c.Max.Y)
		}))
	}
	pl.Add(heights(b.edges, weights))
	return pl, slices.Max(weights)
}

func sameNumbers(groups []*data.Group) []*data.Group {
	alike := result.GroupBy(groups, func(g *data.Group) string { return fmt.Sprint(data.Ascending(g.Samples)) })
	return wording.Each(alike, func(same []*data.Group) *data.Group {
		g := *same[0]
		if len(same) > 1 {
			g.Name = format.List(wording.Each(same, (*data.Group).Phrase))
			g.Prose = g.Name
		}
		return &g
	})
}

// numbersText says how many instances have each number, if there are few different numbers.
func (q *query) numbersText(groups []*data.Group) (phrase string, ok bool) {
	const most = 12
	var each []string
	numbers := 0
	for _, g := range groups {
		equal := result.GroupBy(data.Ascending(g.Samples), func(x float64) float64 { return x })
		parts := wording.Each(equal, func(xs []float64) string { return q.Measure.Say(xs[0]) + ": " + format.Whole(len(xs)) })
		numbers += len(parts)
		each = append(each, strings.TrimSpace(g.Phrase()+" "+strings.Join(parts, ", ")))
	}
	return "Instances by " + q.Measure.Name + ": " + strings.Join(each, "; "), numbers <= most
}

// heights writes above each bar of a histogram how many numbers the bar stands for. If one of these
// texts does not fit, heights writes none of them.
func heights(es, weights []float64) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		sty := theme.Centred(7.5, theme.Black)
		for i, w := range weights {
			if w > 0 && sty.Width(format.CountLabel(w))+3 > x(es[i+1])-x(es[i]) {
				return
			}
		}
		for i, w := range weights {
			if w == 0 {
				continue
			}
			at, half := vg.Point{X: (x(es[i]) + x(es[i+1])) / 2, Y: y(w) + 6}, sty.Width(format.CountLabel(w))/2
			// A white background prevents the median's line from crossing the number.
			theme.Fill(c, theme.White, vg.Rectangle{Min: vg.Point{X: at.X - half, Y: y(w) + 1}, Max: vg.Point{X: at.X + half, Y: y(w) + 11}})
			theme.Write(c, sty, at, format.CountLabel(w))
		}
	}
}

// bars draws bars as wide as their bins, also on a logarithmic axis, and high enough to be visible.
func (b *binning) bars(g *data.Group, weights []float64, fill color.NRGBA) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, w := range weights {
			if w == 0 {
				continue
			}
			low, high := b.edges[i], b.edges[i+1]
			r := vg.Rectangle{Min: vg.Point{X: x(low), Y: y(0)}, Max: vg.Point{X: x(high), Y: max(y(w), y(0)+1)}}
			theme.Fill(c, fill, r)
			theme.Frame(c, draw.LineStyle{Color: theme.White, Width: 0.5}, r)
			whole := b.measure.Say(math.Ceil(low) + 0) // 0, not -0
			place := wording.Either(b.whole, whole, b.measure.Say(low)+" to "+b.measure.Say(high))
			outside := func(s *data.Sample) bool { return s.Value < low || s.Value >= high }
			inside := slices.DeleteFunc(slices.Clone(g.Samples), outside)
			r.Max.Y = max(r.Max.Y, y(0)+6)
			theme.Tip(c, r, theme.Label{Text: place + ": " + format.CountLabel(w), Boards: boardsOf(inside, theme.MostTipBoards)})
		}
	}
}
