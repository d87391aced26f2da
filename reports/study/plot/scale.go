package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/theme"
)

// tickOf returns a function that formats a value of the measure for an axis. For a measure without a
// unit, it returns the parameter plain.
func tickOf(m *data.Measure, plain func(float64) string) func(float64) string {
	if m.Property || m.Share || m.Timed() {
		return func(x float64) string { return m.Say(x) }
	}
	return plain
}

func scaleAxis(a *plot.Axis, m *data.Measure, xs []float64, log bool) {
	if log {
		xs, _ = theme.Positive(xs)
	}
	if len(xs) == 0 {
		xs = []float64{1}
	}
	switch lo, hi := slices.Min(xs), slices.Max(xs); {
	case log:
		theme.Logarithmic(a, lo, hi, tickOf(m, format.DecimalLabel))
	case m.Property || m.Share:
		a.Min, a.Max, a.Scale, a.Tick.Marker = 0, 1, plot.LinearScale{}, theme.ShareTicks(10)
	default:
		theme.Linear(a, lo, hi, tickOf(m, nil))
	}
}

// sizeAxis makes an axis of a dimension of numbers, with a tick for each number if there is room.
func sizeAxis(a *plot.Axis, xs []float64, log bool, d data.Dimension) {
	sizes := slices.Compact(slices.Sorted(slices.Values(xs)))
	lo, hi := sizes[0], sizes[len(sizes)-1]
	room := (hi - lo) * 0.04
	if hi <= lo {
		room = max(math.Abs(hi)*0.2, 0.1)
	}
	m := axisOf(d)
	a.Min, a.Max, a.Tick.Marker = lo-room, hi+room, theme.EvenTicks{Label: tickOf(m, nil)}
	if log {
		theme.Logarithmic(a, lo, hi, tickOf(m, format.DecimalLabel))
	}
	var ticks []plot.Tick
	last := math.Inf(-1)
	for _, x := range sizes {
		label := m.Say(x)
		need := float64(theme.Style(theme.TickSize, theme.Black).Width(label)+8) / float64(theme.FigureWidth-80)
		if a.Norm(x)-need < last {
			return
		}
		last = a.Norm(x)
		ticks = append(ticks, plot.Tick{Value: x, Label: label})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// axisOf returns the measure with the key of the dimension, or a measure without a unit.
func axisOf(d data.Dimension) *data.Measure {
	if m, err := data.FindMeasure(d.Key); err == nil {
		return &m
	}
	return &data.Measure{Key: d.Key, Name: d.Name}
}

// categories makes the horizontal axis an axis of names, the first at 0, with an optional text below
// each. The result is the extra height that rotated names need in a figure of the given width.
func categories(p *plot.Plot, names, below []string, width vg.Length) vg.Length {
	with := func(between string) []string {
		texts := slices.Clone(names)
		for i, text := range below {
			texts[i] += between + text
		}
		return texts
	}
	texts, higher := with("\n"), vg.Length(0)
	if room := (width - 80) / vg.Length(len(names)); widest(texts)+4 > room {
		texts = with(", ")
		higher = slant(&p.X, texts, room)
	}
	p.X.Min, p.X.Max, p.X.Padding = -0.6, float64(len(names))-0.4, 0
	p.X.Tick.Marker = theme.NameTicks(texts, func(i int) float64 { return float64(i) })
	return higher
}

func widest(texts []string) (width vg.Length) {
	for _, text := range texts {
		width = max(width, theme.Style(theme.TickSize, theme.Black).Width(text))
	}
	return width
}

// slant rotates the labels of an axis, and shortens those that are too long. The parameter room is
// the distance between two labels. The result is the height that the rotated labels need.
func slant(a *plot.Axis, labels []string, room vg.Length) vg.Length {
	const longest = 150
	sty := &a.Tick.Label
	for i, text := range labels {
		labels[i] = theme.Fit(*sty, text, longest) + "  " // the blanks keep the text away from the axis
	}
	sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/4, -1, -0.5
	if room < 13 {
		sty.Rotation = math.Pi / 2
	}
	return widest(labels) * vg.Length(math.Sin(sty.Rotation))
}
