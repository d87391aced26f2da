package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// isWide reports whether numbers want a logarithmic axis: all above 0 but a few, and over
// more than one power of ten.
func isWide(xs []float64) bool {
	lo, hi, zeros := math.Inf(1), 0.0, 0
	for _, x := range xs {
		switch {
		case math.IsInf(x, 0):
		case x <= 0:
			zeros++
		default:
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return hi > 20*lo && 4*zeros <= len(xs)
}

// positive counts the numbers that have no place on a logarithmic axis, and drops them.
func positive(xs []float64) (kept []float64, dropped int) {
	for _, x := range xs {
		if x > 0 {
			kept = append(kept, x)
		}
	}
	return kept, len(xs) - len(kept)
}

// linear makes an axis from 0, or from about the least where that is far from 0.
func linear(a *plot.Axis, lo, hi float64, label func(float64) string) {
	switch room := (hi - lo) * 0.05; {
	case hi <= lo && hi == 0:
		a.Min, a.Max = 0, 1
	case hi <= lo && hi < 0:
		a.Min, a.Max = lo-1, hi+1
	case hi <= lo:
		a.Min, a.Max = 0, hi*1.25
	case lo >= 0 && lo < 0.6*hi:
		a.Min, a.Max = 0, hi+room
	default:
		a.Min, a.Max = lo-room, hi+room
	}
	a.Scale = plot.LinearScale{}
	a.Tick.Marker = labelledTicks{label}
}

// labelledTicks are evenTicks with labels of another kind.
type labelledTicks struct{ label func(float64) string }

func (t labelledTicks) Ticks(lo, hi float64) []plot.Tick {
	ticks := evenTicks{}.Ticks(lo, hi)
	for i := range ticks {
		if math.Abs(ticks[i].Value) < (hi-lo)*1e-9 {
			ticks[i].Value = 0
		}
		if t.label != nil {
			ticks[i].Label = t.label(ticks[i].Value)
		}
	}
	return ticks
}

// tickOf returns how to write a value of the measure at an axis; nil where a number is enough.
func tickOf(m *Measure) func(float64) string {
	switch {
	case m.property || m.share:
		return func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	case m.unit == "s":
		return seconds
	case m.unit == "bytes":
		return memory
	}
	return nil
}

// logTickOf is tickOf for a logarithmic axis.
func logTickOf(m *Measure) func(float64) string {
	if label := tickOf(m); label != nil {
		return label
	}
	return decimalLabel
}

// decimalLabel is a number of an axis: 0.01, 10,000, 1e6.
func decimalLabel(x float64) string {
	if x >= 1 {
		return countLabel(x)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// scaleAxis makes the axis of a measure out of finite numbers; it is logarithmic where log is
// set.
func scaleAxis(a *plot.Axis, m *Measure, xs []float64, log bool) {
	if log {
		xs, _ = positive(xs)
	}
	if len(xs) == 0 {
		xs = []float64{1}
	}
	lo, hi := slices.Min(xs), slices.Max(xs)
	if log {
		logarithmic(a, lo, hi, logTickOf(m))
		return
	}
	if m.property || m.share {
		a.Min, a.Max, a.Tick.Marker = 0, 1, shareTicks{}
		return
	}
	linear(a, lo, hi, tickOf(m))
}

// sizeAxis makes the axis of a dimension of numbers, marked at those there are where they
// are few.
func sizeAxis(a *plot.Axis, xs []float64, log bool, d Dimension) {
	sizes := slices.Compact(slices.Sorted(slices.Values(xs)))
	lo, hi := sizes[0], sizes[len(sizes)-1]
	room := (hi - lo) * 0.04
	if hi <= lo {
		room = max(math.Abs(hi)*0.2, 0.1)
	}
	a.Min, a.Max, a.Tick.Marker = lo-room, hi+room, labelledTicks{tickOf(axisOf(d))}
	if log {
		logarithmic(a, lo, hi, logTickOf(axisOf(d)))
	}
	place := func(x float64) float64 { return (x - a.Min) / (a.Max - a.Min) }
	if log {
		place = func(x float64) float64 { return math.Log(x/a.Min) / math.Log(a.Max/a.Min) }
	}
	var ticks []plot.Tick
	last := math.Inf(-1)
	for _, x := range sizes {
		label := axisOf(d).say(x)
		need := float64(style(tickSize, black).Width(label)+8) / float64(figureWidth-80)
		if place(x)-need < last {
			return
		}
		last = place(x)
		ticks = append(ticks, plot.Tick{Value: x, Label: label})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// fewWhole marks about five whole numbers.
type fewWhole struct{}

func (fewWhole) Ticks(lo, hi float64) []plot.Tick {
	step := max(nice((hi-lo)/5), 1)
	var ticks []plot.Tick
	for x := step * math.Ceil(lo/step); x <= hi; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: countLabel(x)})
	}
	return ticks
}

// wholeTicks marks whole numbers, each where there are few.
type wholeTicks struct{}

func (wholeTicks) Ticks(lo, hi float64) []plot.Tick {
	step := max(nice((hi-lo)/20), 1)
	var ticks []plot.Tick
	for x := step * float64(int(lo/step)); x <= hi && len(ticks) < 50; x += step {
		if x >= lo {
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%.0f", x)})
		}
	}
	return ticks
}

// shareTicks marks tenths as percentages.
type shareTicks struct{}

func (shareTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for i := range 11 {
		if x := float64(i) / 10; x >= lo && x <= hi+1e-9 {
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%d %%", 10*i)})
		}
	}
	return ticks
}

// firstLetters cuts the labels of an axis to so many letters.
type firstLetters struct {
	plot.Ticker
	n int
}

func (f firstLetters) Ticks(lo, hi float64) []plot.Tick {
	ticks := slices.Clone(f.Ticker.Ticks(lo, hi))
	for i, t := range ticks {
		letters := []rune(t.Label)
		ticks[i].Label = string(letters[:min(f.n, len(letters))])
	}
	return ticks
}
