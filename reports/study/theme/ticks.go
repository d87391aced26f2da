package theme

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/study/format"
)

// LogTicks marks a logarithmic axis at the powers of ten and labels at most nine of them. An axis
// shorter than two powers of ten also has labels at 2 and 5 times each power. An axis shorter than
// one power also has labels at 3 and 7 times each power. If the range of the axis is less than a
// factor of 3, the labels are evenly spaced.
type LogTicks struct {
	Label func(float64) string
}

func (t LogTicks) Ticks(lo, hi float64) (ticks []plot.Tick) {
	if lo <= 0 || hi < lo {
		return nil
	}
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := 1 + int(math.Log10(hi)-math.Log10(lo))/9
	labelled := "1"
	switch length := hi / lo; {
	case length < 3:
		return oneNotation(EvenTicks{Label: t.Label}.Ticks(lo, hi))
	case length < 10:
		labelled = "12357"
	case length < 100:
		labelled = "125"
	}
	for e := first; e <= last; e++ {
		for m := 1; m <= 9; m++ {
			// The number is parsed because 3 * 1e-5 is 3.0000000000000004e-05.
			x, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, e), 64)
			if x < lo || x > hi || every > 1 && m > 1 {
				continue
			}
			tick := plot.Tick{Value: x}
			if e%every == 0 && strings.Contains(labelled, strconv.Itoa(m)) {
				tick.Label = t.Label(x)
			}
			ticks = append(ticks, tick)
		}
	}
	return oneNotation(ticks)
}

// oneNotation makes numbers look alike: if the label of a tick begins with a number that has an
// exponent, all numbers from 1,000 up and below 0.01 get exponents. A label such as "5 ms", which
// begins with another number than the value of its tick, stays as it is.
func oneNotation(ticks []plot.Tick) []plot.Tick {
	exponent := func(t plot.Tick) bool {
		label := format.DecimalLabel(t.Value)
		return strings.HasPrefix(t.Label, label) && strings.Contains(label, "e")
	}
	if !slices.ContainsFunc(ticks, exponent) {
		return ticks
	}
	for i, t := range ticks {
		if rest, ok := strings.CutPrefix(t.Label, format.DecimalLabel(t.Value)); ok && (math.Abs(t.Value) >= 1000 || t.Value != 0 && math.Abs(t.Value) < 0.01) {
			ticks[i].Label = format.ExponentLabel(t.Value) + rest
		}
	}
	return ticks
}

// EvenTicks marks a linear axis in steps of 1, 2 or 5 times a power of ten. The marks are multiples
// of the step.
type EvenTicks struct {
	Least float64              // the smallest step: 1 for whole numbers
	Parts float64              // the axis has at most about this number of steps; 0: 5
	Label func(float64) string // nil: all labels are numbers in one notation
}

func (e EvenTicks) Ticks(lo, hi float64) (ticks []plot.Tick) {
	if e.Label == nil {
		e.Label = format.CountLabel
		return oneNotation(e.Ticks(lo, hi))
	}
	parts := cmp.Or(e.Parts, 5)
	step := max(Nice((hi-lo)/parts), e.Least)
	for i := math.Ceil(lo / step); i*step <= hi && len(ticks) < int(4*parts); i++ {
		x := i*step + 0 // 0, not -0
		ticks = append(ticks, plot.Tick{Value: x, Label: e.Label(x)})
	}
	return ticks
}

// Nice returns the smallest number that is at least x and is 1, 2 or 5 times a power of ten.
func Nice(x float64) float64 {
	if x <= 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// ShareTicks marks shares from 0 to 1 as percentages, in steps of 1/n.
func ShareTicks(n int) (ticks plot.ConstantTicks) {
	for i := range n + 1 {
		ticks = append(ticks, plot.Tick{Value: float64(i) / float64(n), Label: fmt.Sprintf("%d%%", 100/n*i)})
	}
	return ticks
}

// NameTicks labels positions on an axis with names.
func NameTicks(names []string, at func(i int) float64) (ticks plot.ConstantTicks) {
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: at(i), Label: name})
	}
	return ticks
}

// IsWide reports whether finite numbers need a logarithmic axis. IsWide is true if the positive numbers
// span a factor of more than 20, and at least three quarters of all numbers are positive.
func IsWide(xs []float64) bool {
	kept, zeros := Positive(xs)
	return len(kept) > 0 && slices.Max(kept) > 20*slices.Min(kept) && 4*zeros <= len(xs)
}

// Positive returns the positive numbers, which a logarithmic axis can show. The result dropped
// is how many numbers are not positive.
func Positive(xs []float64) (kept []float64, dropped int) {
	kept = slices.DeleteFunc(slices.Clone(xs), func(x float64) bool { return x <= 0 })
	return kept, len(xs) - len(kept)
}

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
