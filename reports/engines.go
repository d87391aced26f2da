package reports

import (
	"errors"
	"fmt"
	"math"

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
	caption := fmt.Sprintf("One point a%s, %d in all: the wall time of the search by %s and by %s."+
		" A diagonal is a constant ratio; SAT takes %s times as long in the geometric mean.",
		article(s.noun(1)), len(xys), s.Native, s.SAT, measure(round(ratio(xys))))
	if dropped > 0 {
		caption += fmt.Sprintf(" %d %s took no measurable time and are not drawn.", dropped, s.noun(dropped))
	}
	p := newPlot("", s.Native+", wall time", s.SAT+", wall time")
	lox, hix, loy, hiy := plotter.XYRange(xys)
	logarithmic(&p.X, lox, hix, seconds)
	logarithmic(&p.Y, loy, hiy, seconds)
	grid(p, true, true)
	p.Add(diagonals(p))
	p.Add(dots(xys, draw.CircleGlyph{}, draw.GlyphStyle{Color: faint(blue, 0x90), Radius: 2.2}))
	return &Figure{
		Title: "The time of the two engines", Caption: caption, W: figureWidth, H: 4.4 * vg.Inch, draw: p.Draw,
	}, nil
}

// diagonals are the lines of equal ratio, a power of ten each, that cross the
// plot, with the ratio written where they leave it.
func diagonals(p *plot.Plot) drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		lox, hix, loy, hiy := p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
		label := style(7.5, grey)
		for k := math.Ceil(math.Log10(loy / hix)); k <= math.Floor(math.Log10(hiy/lox)); k++ {
			factor := math.Pow(10, k)
			from, to := max(lox, loy/factor), min(hix, hiy/factor)
			if to <= from*1.3 {
				continue // it cuts a corner off
			}
			line := draw.LineStyle{Color: pale, Width: 0.8, Dashes: []vg.Length{3, 2}}
			if k == 0 {
				line = draw.LineStyle{Color: grey, Width: 0.8}
			}
			c.StrokeLine2(line, x(from), y(from*factor), x(to), y(to*factor))
			label.XAlign, label.YAlign = text.XRight, text.YTop
			at := vg.Point{X: x(to) - 4, Y: y(to*factor) - 1}
			if to < hix { // it leaves through the top: write to its left
				at.X = x(to) - 8
			} else {
				label.YAlign = text.YBottom
				at.Y += 4
				at.X -= 6
			}
			c.FillText(label, at, measure(factor)+" ×")
		}
	}
}

// round keeps two significant digits.
func round(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1)
	return math.Round(x/unit) * unit
}
