package reports

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// bins cuts ascending numbers into at most 26 bins of one nice width, the
// first beginning at a multiple of it; a bin holds its lower edge, not its upper.
func bins(xs []float64) []plotter.HistogramBin {
	lo, hi := xs[0], xs[len(xs)-1]
	width := max(nice((hi-lo+1)/25), 1)
	first := math.Floor(lo/width) * width
	n := int((hi-first)/width) + 1
	dividers := make([]float64, n+1)
	for i := range dividers {
		dividers[i] = first + float64(i)*width
	}
	// Far from 0 the steps of a float64 are wider than a bin may be.
	dividers[n] = max(dividers[n], math.Nextafter(hi, math.Inf(1)))
	out := make([]plotter.HistogramBin, n)
	for i, weight := range stat.Histogram(nil, dividers, xs, nil) {
		out[i] = plotter.HistogramBin{Min: dividers[i], Max: dividers[i+1], Weight: weight}
	}
	return out
}

// ecdf is the share of the ascending xs that are x or less, as the corners of
// its steps, from 0 to 1.
func ecdf(xs []float64) plotter.XYs {
	steps := plotter.XYs{{X: xs[0], Y: 0}}
	for i, x := range xs {
		if i+1 < len(xs) && xs[i+1] == x {
			continue
		}
		steps = append(steps, plotter.XY{X: x, Y: steps[len(steps)-1].Y}, plotter.XY{X: x, Y: float64(i+1) / float64(len(xs))})
	}
	return steps
}

func drawDistribution(recs []result.Record, _ Plot) (*Figure, error) {
	s := newStudy(recs)
	known := s.counted()
	var xs []float64
	for _, in := range known {
		// 2^53: up to here a float64 holds every whole number.
		if x, ok := float(in.Count); ok && x < 1<<53 {
			xs = append(xs, x)
		}
	}
	if len(xs) == 0 {
		return nil, errors.New("no record has an exact count that can be drawn")
	}
	slices.Sort(xs)
	ns := counts(known)
	med, avg := middle(ns), mean(ns)
	caption := fmt.Sprintf("The numbers of solutions of %s %s: median %s, mean %s. The ECDF is the share of the %s that have up to each number.",
		whole(len(ns)), s.noun(len(ns)), decimals(med, 2), decimals(avg, 2), s.noun(2))
	if k := len(ns) - len(xs); k > 0 {
		caption += fmt.Sprintf(" %s beyond 2^53 %s not drawn.", plural(k, "1 count", whole(k)+" counts"), plural(k, "is", "are"))
	}
	middle := ns[len(ns)/4 : len(ns)-len(ns)/4]
	answer := fmt.Sprintf("Median %s, the middle half of the %s from %s to %s", decimals(med, 2), s.noun(2),
		grouped(middle[0].String()), grouped(middle[len(middle)-1].String()))
	m, _ := med.Float64()
	a, _ := avg.Float64()
	bs := bins(xs)

	left := newPlot("histogram", "solutions", s.noun(2)+" per bin of "+measure(bs[0].Max-bs[0].Min))
	hist := &plotter.Histogram{Bins: bs, Width: bs[0].Max - bs[0].Min, FillColor: faint(blue, 0xb0)}
	hist.LineStyle = draw.LineStyle{Color: white, Width: 0.6}
	right := newPlot("ECDF", "solutions", "share of the "+s.noun(2))
	top := 0.0
	for _, b := range bs {
		top = max(top, b.Weight)
	}
	left.Y.Max, right.Y.Max = top*1.2, 1
	for _, p := range []*plot.Plot{left, right} {
		p.X.Min, p.X.Max, p.Y.Min = bs[0].Min, bs[len(bs)-1].Max, 0
		p.X.Tick.Marker, p.Y.Tick.Marker = evenTicks{}, evenTicks{}
		p.Y.Padding = 0
		grid(p, true, true)
	}
	left.Add(hist)
	curve := &plotter.Line{XYs: ecdf(xs), LineStyle: draw.LineStyle{Color: blue, Width: 1.4}}
	right.Add(curve)
	for _, p := range []*plot.Plot{left, right} {
		medLine := upright(m, p.Y.Max, draw.LineStyle{Color: black, Width: 1.2})
		avgLine := upright(a, p.Y.Max, draw.LineStyle{Color: vermillion, Width: 1.2, Dashes: []vg.Length{4, 2}})
		if med, avg := medLine.XYs[0].X, avgLine.XYs[0].X; max(med, avg) <= p.X.Max {
			p.Add(medLine, avgLine) // else counts that are not drawn pull them out of the picture
		}
		p.Legend.Add("median "+decimals(med, 2), medLine)
		p.Legend.Add("mean "+decimals(avg, 2), avgLine)
	}
	left.Legend.Top = true
	return &Figure{
		Title: "The distribution of the solutions", Caption: caption, Answer: answer, W: figureWidth, H: 3.2 * vg.Inch, across: 2,
		draw: func(c draw.Canvas) {
			halves := share(c, 2, 18)
			show(left, halves[0])
			show(right, halves[1])
		},
	}, nil
}

// upright is a line across the plot at x.
func upright(x, top float64, style draw.LineStyle) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: x, Y: 0}, {X: x, Y: top}}, LineStyle: style}
}
