package theme

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/study/format"
)

// Diagonals returns a drawing of the lines of equal ratio y/x that cross the plot. The ratios are
// the powers of ten. If these are few, there are also lines for 2 and 5 times a power of ten. The
// label of a line is outside the frame, so that the label hides no point.
func Diagonals(p *plot.Plot) Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		lox, hix, loy, hiy := p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
		atRight, onTop := Style(7.5, Grey), Centred(7.5, Grey)
		onTop.YAlign = text.YBottom
		left, above := c.Max.X+100, c.Min.Y-100 // positions of the last labels
		for _, tick := range factors(loy/hix, hiy/lox) {
			factor, phrase := tick.Value, tick.Label
			from, to := max(lox, loy/factor), min(hix, hiy/factor)
			if to <= from*math.Pow(hix/lox, 0.1) {
				continue // the line only cuts off a corner
			}
			line := draw.LineStyle{Color: Pale, Width: 0.8, Dashes: []vg.Length{3, 2}}
			if factor == 1 {
				line = draw.LineStyle{Color: Grey, Width: 0.8}
			}
			c.StrokeLine2(line, x(from), y(from*factor), x(to), y(to*factor))
			switch half := onTop.Width(phrase) / 2; {
			case to < hix && x(to)+half+3 <= left:
				left = x(to) - half
				c.FillText(onTop, vg.Point{X: x(to), Y: y(hiy) + 2}, phrase)
			case to >= hix && y(to*factor) >= above+9:
				above = y(to * factor)
				Write(c, atRight, vg.Point{X: x(hix) + 3, Y: above}, phrase)
			}
		}
	}
}

// factors returns the powers of ten between lo and hi, with labels. If there are fewer than three,
// the result also has 2 and 5 times the powers of ten.
func factors(lo, hi float64) []plot.Tick {
	ticks := multiples(lo, hi, 1)
	if len(ticks) < 3 {
		ticks = multiples(lo, hi, 1, 2, 5)
	}
	return oneNotation(ticks)
}

func multiples(lo, hi float64, times ...float64) (all []plot.Tick) {
	for k := math.Floor(math.Log10(lo)); k <= math.Ceil(math.Log10(hi)); k++ {
		for _, m := range times {
			if f := m * math.Pow(10, k); f >= lo && f <= hi {
				all = append(all, plot.Tick{Value: f, Label: format.DecimalLabel(f) + " ×"})
			}
		}
	}
	return all
}
