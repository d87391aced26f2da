package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// logTicks marks a logarithmic axis at the powers of ten; also at 1, 2 and 5 of
// each where there are fewer than two of them, at 3 and 7 where there is less
// than one, and evenly where the axis is not even that long. Of many powers
// only some are labelled, nine at most.
type logTicks struct {
	label func(float64) string
}

func (t logTicks) Ticks(lo, hi float64) []plot.Tick {
	if lo <= 0 || hi < lo {
		return nil
	}
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := 1 + int(math.Log10(hi)-math.Log10(lo))/9
	labelled := "1"
	switch length := hi / lo; {
	case length < 3:
		return t.even(lo, hi)
	case length < 10:
		labelled = "12357"
	case length < 100:
		labelled = "125"
	}
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		for m := 1; m <= 9; m++ {
			// Parsed, not multiplied: 3 * 1e-5 is 3.0000000000000004e-05.
			x, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, e), 64)
			if x < lo || x > hi {
				continue
			}
			tick := plot.Tick{Value: x}
			if e%every == 0 && strings.Contains(labelled, strconv.Itoa(m)) {
				tick.Label = t.label(x)
			}
			if every == 1 || m == 1 {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

func (t logTicks) even(lo, hi float64) []plot.Tick {
	ticks := evenTicks{}.Ticks(lo, hi)
	for i := range ticks {
		ticks[i].Label = t.label(ticks[i].Value)
	}
	return ticks
}

// countLabel is 1, 10, 10,000, 1e6, ...
func countLabel(x float64) string {
	if x >= 1e6 {
		return exponent(strconv.FormatFloat(x, 'e', -1, 64))
	}
	return grouped(strconv.FormatFloat(x, 'f', -1, 64))
}

// exponent writes 1e+06 as 1e6.
func exponent(s string) string {
	return strings.NewReplacer("e+0", "e", "e+", "e").Replace(s)
}

// logarithmic makes an axis logarithmic, with room at both ends.
func logarithmic(a *plot.Axis, lo, hi float64, label func(float64) string) {
	room := math.Exp(0.04 * (math.Log(hi) - math.Log(lo))) // hi/lo may be beyond a float64
	if hi <= lo {
		room = 2
	}
	a.Min, a.Max = max(lo/room, math.SmallestNonzeroFloat64), min(hi*room, math.MaxFloat64)
	a.Scale = plot.LogScale{}
	a.Tick.Marker = logTicks{label}
}

// evenTicks marks a linear axis from 0 in steps of 1, 2 or 5 times a power of ten.
type evenTicks struct{}

func (evenTicks) Ticks(lo, hi float64) []plot.Tick {
	step := nice((hi - lo) / 5)
	var ticks []plot.Tick
	for i := math.Ceil(lo / step); i*step <= hi && len(ticks) < 20; i++ {
		x := i * step
		label := strconv.FormatFloat(math.Round(x/step)*step, 'g', 12, 64)
		switch {
		case math.Abs(x) >= 1e7:
			label = exponent(strconv.FormatFloat(x, 'e', -1, 64))
		case step >= 1:
			label = grouped(fmt.Sprintf("%.0f", x))
		}
		ticks = append(ticks, plot.Tick{Value: x, Label: label})
	}
	return ticks
}

// nice is the least of 1, 2 and 5 times a power of ten that is x or more.
func nice(x float64) float64 {
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

// grid draws pale lines at the labelled ticks, below the data.
func grid(p *plot.Plot, x, y bool) {
	g := plotter.NewGrid()
	line := draw.LineStyle{Color: faint(pale, 0xa0), Width: 0.5}
	g.Vertical, g.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if x {
		g.Vertical = line
	}
	if y {
		g.Horizontal = line
	}
	p.Add(g)
}

// show draws a plot with two things that plot.Plot does not do well: a legend
// gets a white ground, so that no grid line runs through its words, and the
// labels of the axes stand in the middle of a logarithmic scale too (Plot
// makes room for them at the middle of the values, which is near its end).
func show(p *plot.Plot, c draw.Canvas) {
	x, y, legend := p.X.Label.Text, p.Y.Label.Text, p.Legend
	defer func() { p.X.Label.Text, p.Y.Label.Text, p.Legend = x, y, legend }()
	p.X.Label.Text, p.Y.Label.Text, p.Legend = "", "", plot.NewLegend()

	full := c
	xs, ys := p.X.Label.TextStyle, p.Y.Label.TextStyle
	if x != "" {
		c = draw.Crop(c, 0, 0, xs.Height(x), 0)
	}
	if y != "" {
		c = draw.Crop(c, ys.Height(y)+p.Y.Label.Padding, 0, 0, 0)
	}
	p.Draw(c)
	data := p.DataCanvas(c)
	xs.XAlign, xs.YAlign = text.XCenter, text.YBottom
	ys.XAlign, ys.YAlign, ys.Rotation = text.XCenter, text.YTop, math.Pi/2
	full.FillText(xs, vg.Point{X: data.Center().X, Y: full.Min.Y}, x)
	full.FillText(ys, vg.Point{X: full.Min.X, Y: data.Center().Y}, y)

	inside := draw.Crop(data, 4, -4, 4, -4)
	if ground := legend.Rectangle(inside); ground.Max.X > ground.Min.X {
		if !legend.Left { // Rectangle says where it would stand on the left
			ground = ground.Add(vg.Point{X: inside.Max.X - ground.Max.X})
		}
		c.SetColor(white)
		c.Fill(ground.Path())
		legend.Draw(inside)
	}
}

// dots are the points of a scatter plot.
func dots(xys plotter.XYs, c draw.GlyphDrawer, style draw.GlyphStyle) *plotter.Scatter {
	style.Shape = c
	return &plotter.Scatter{XYs: xys, GlyphStyle: style}
}

// A drawing is a plotter made of a function: it draws in the data's coordinates.
type drawing func(c draw.Canvas, x, y func(float64) vg.Length)

func (d drawing) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	d(c, x, y)
}
