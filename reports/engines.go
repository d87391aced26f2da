package reports

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// pairedTimes are the seconds of native (X) and SAT (Y) of the instances that
// both counted; dropped is how many of them no clock could tell from 0.
func pairedTimes(s *study) (xys plotter.XYs, dropped int) {
	for _, in := range s.Instances {
		if in.Native == nil || in.SAT == nil || in.Native.Status != result.Exact || in.SAT.Status != result.Exact {
			continue
		}
		x, y := in.Native.Seconds, in.SAT.Seconds
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
		case x > 0 && y > 0:
			xys = append(xys, plotter.XY{X: x, Y: y})
		default:
			dropped++
		}
	}
	return xys, dropped
}

// ratio is the geometric mean of SAT's time over native's.
func ratio(xys plotter.XYs) float64 {
	var ratios []float64
	for _, p := range xys {
		ratios = append(ratios, p.Y/p.X)
	}
	return geometricMean(ratios)
}

func drawEngines(recs []result.Record, _ Plot) (*Figure, error) {
	s := newStudy(recs)
	xys, dropped := pairedTimes(s)
	if len(xys) == 0 {
		return nil, errors.New("no instance has a time of a native method and of SAT")
	}
	caption := fmt.Sprintf("One point a%s, %s in all: the wall time of the search by %s and by %s."+
		" A diagonal is a constant ratio; SAT takes %s times as long in the geometric mean.",
		article(s.noun(1)), whole(len(xys)), s.Native, s.SAT, measure(round(ratio(xys))))
	if dropped > 0 {
		caption += notDrawn(dropped, s.noun(1))
	}
	p := newPlot("", s.Native+", wall time", s.SAT+", wall time")
	lox, hix, loy, hiy := plotter.XYRange(xys)
	logarithmic(&p.X, lox, hix, seconds)
	logarithmic(&p.Y, loy, hiy, seconds)
	// Both axes are equally long, so that a diagonal is one.
	length := max(p.X.Max/p.X.Min, p.Y.Max/p.Y.Min)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		room := math.Sqrt(length / (a.Max / a.Min))
		a.Min, a.Max = a.Min/room, a.Max*room
	}
	grid(p, true, true)
	p.Add(diagonals(p))
	p.Add(dots(xys, draw.CircleGlyph{}, draw.GlyphStyle{Color: faint(blue, 0x90), Radius: 2.2}))
	m := wallTime()
	var samples []*sample // of the jobs that the points are of
	for key, of := range s.times() {
		if key[1] == s.Native || key[1] == s.SAT {
			samples = append(samples, of...)
		}
	}
	slices.SortFunc(samples, func(a, b *sample) int { return a.order - b.order })
	c := compare(samples, s.Native, s.SAT, m)
	answer := ""
	if c.Ratios > 0 {
		answer = fmt.Sprintf("%s takes %s times as long as %s in the geometric mean", s.SAT, times(c.Ratio), s.Native)
		if c.Interval.ok() {
			answer += fmt.Sprintf(" (95 %% interval %s to %s)", times(c.Interval.Low), times(c.Interval.High))
		}
		answer += fmt.Sprintf(" over %s %s", whole(c.Ratios), s.noun(c.Ratios))
	}
	return &Figure{
		Title: "The time of the two engines", Caption: caption, Answer: answer, Warnings: c.Warnings, W: 5.6 * vg.Inch, H: 5.3 * vg.Inch,
		draw: func(c draw.Canvas) { show(p, draw.Crop(c, 0, -24, 0, -12)) },
	}, nil
}

// diagonals are the lines of equal ratio that cross the plot: powers of ten,
// and 2 and 5 of each where they are few. The ratio stands outside the frame,
// where a line leaves it, so that it hides no point.
func diagonals(p *plot.Plot) drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		lox, hix, loy, hiy := p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
		label := style(7.5, grey)
		left, above := c.Max.X+100, c.Min.Y-100 // where the labels so far end
		for _, factor := range factors(loy/hix, hiy/lox) {
			from, to := max(lox, loy/factor), min(hix, hiy/factor)
			if to <= from*math.Pow(hix/lox, 0.1) {
				continue // it only cuts a corner off
			}
			line := draw.LineStyle{Color: pale, Width: 0.8, Dashes: []vg.Length{3, 2}}
			if factor == 1 {
				line = draw.LineStyle{Color: grey, Width: 0.8}
			}
			c.StrokeLine2(line, x(from), y(from*factor), x(to), y(to*factor))
			said := measure(factor) + " ×"
			if to < hix {
				half := label.Width(said) / 2
				if x(to)+half+3 > left {
					continue
				}
				left = x(to) - half
				label.XAlign, label.YAlign = text.XCenter, text.YBottom
				c.FillText(label, vg.Point{X: x(to), Y: y(hiy) + 2}, said)
			} else {
				if y(to*factor) < above+9 {
					continue
				}
				above = y(to * factor)
				label.XAlign = text.XLeft
				write(c, label, vg.Point{X: x(hix) + 3, Y: y(to * factor)}, said)
			}
		}
	}
}

// factors are the powers of ten between lo and hi, and 2 and 5 of each if
// there are fewer than three.
func factors(lo, hi float64) []float64 {
	var tens, all []float64
	for k := math.Floor(math.Log10(lo)); k <= math.Ceil(math.Log10(hi)); k++ {
		for _, m := range []float64{1, 2, 5} {
			f := m * math.Pow(10, k)
			if f < lo || f > hi {
				continue
			}
			all = append(all, f)
			if m == 1 {
				tens = append(tens, f)
			}
		}
	}
	if len(tens) < 3 {
		return all
	}
	return tens
}

// round keeps two significant digits.
func round(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1)
	return math.Round(x/unit) * unit
}
