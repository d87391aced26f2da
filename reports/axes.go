package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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

// countLabel is 1, 10, 10,000, 1e6, ... A multiple of a step has errors in its last digits
// (6 * 0.2 is 1.2000000000000002): 12 are left.
func countLabel(x float64) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if x == 0 {
		return "0" // not -0
	}
	if a := math.Abs(x); a >= 1e6 || a < 1e-4 {
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
		ticks = append(ticks, plot.Tick{Value: x, Label: countLabel(x)})
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

// show draws a plot with things that plot.Plot does not do well: a legend
// gets a white ground, so that no grid line runs through its words, or stands below
// a narrow plot; the labels of the axes stand in the middle of a logarithmic scale too
// (Plot makes room for them at the middle of the values, which is near its end); words
// that are longer than the canvas are broken, and labels that would touch left out.
func show(as *plot.Plot, c draw.Canvas) {
	own := *as
	p := &own
	legend := p.Legend
	p.Legend = plot.NewLegend()
	if r := legend.Rectangle(c); isColumn(c) && r.Max.X > r.Min.X {
		legend.Left, legend.Top = true, false
		legend.Draw(c)
		c = draw.Crop(c, 0, 0, r.Max.Y-r.Min.Y+6, 0)
		legend = plot.NewLegend()
	}
	full := c
	width, height := c.Max.X-c.Min.X, c.Max.Y-c.Min.Y
	broken := func(sty text.Style, txt string, room vg.Length) string {
		var lines []string
		for line := range strings.SplitSeq(txt, "\n") {
			lines = append(lines, wrap(sty, line, room)...)
		}
		return strings.Join(lines, "\n")
	}
	xs, ys := p.X.Label.TextStyle, p.Y.Label.TextStyle
	p.Title.Text = broken(p.Title.TextStyle, p.Title.Text, width)
	x, y := broken(xs, p.X.Label.Text, max(width, columnWidth-30)), broken(ys, p.Y.Label.Text, height)
	p.X.Label.Text, p.Y.Label.Text = "", ""
	p.Y.Tick.Marker = wrapped{p.Y.Tick.Marker, p.Y.Tick.Label, width}

	if x != "" {
		c = draw.Crop(c, 0, 0, xs.Height(x), 0)
	}
	if y != "" {
		c = draw.Crop(c, ys.Height(y)+p.Y.Label.Padding, 0, 0, 0)
	}
	data := p.DataCanvas(c)
	p.X.Tick.Marker = spaced{p.X, data.Max.X - data.Min.X}
	p.Draw(c)
	xs.XAlign, xs.YAlign = text.XCenter, text.YBottom
	ys.XAlign, ys.YAlign, ys.Rotation = text.XCenter, text.YTop, math.Pi/2
	at := data.Center().X
	if room := (width - xs.Width(x)) / 2; room > 0 {
		at = min(max(at, full.Center().X-room), full.Center().X+room)
	}
	full.FillText(xs, vg.Point{X: at, Y: full.Min.Y}, x)
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

// wrapped breaks labels that would take half of the width into two lines where that helps.
type wrapped struct {
	plot.Ticker
	style text.Style
	width vg.Length
}

func (w wrapped) Ticks(lo, hi float64) []plot.Tick {
	ticks := slices.Clone(w.Ticker.Ticks(lo, hi))
	for i, t := range ticks {
		for _, part := range []vg.Length{0.4, 0.5, 0.6} {
			lines := wrap(w.style, t.Label, w.width*part)
			if len(lines) <= 2 {
				ticks[i].Label = strings.Join(lines, "\n")
				break
			}
		}
	}
	return ticks
}

// spaced leaves out labels of an axis that would touch their neighbours: on a logarithmic
// one all but the powers of ten, then every other one, two of three, ...; where they are
// not evenly spaced, those that have no room between the ones before and the last.
type spaced struct {
	axis   plot.Axis
	length vg.Length
}

func (s spaced) Ticks(lo, hi float64) []plot.Tick {
	ticks := slices.Clone(s.axis.Tick.Marker.Ticks(lo, hi))
	slices.SortStableFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	var labelled, tens []int
	for i, t := range ticks {
		if t.Label == "" || t.Value < lo || t.Value > hi {
			continue
		}
		labelled = append(labelled, i)
		if ten := math.Log10(t.Value); math.Abs(ten-math.Round(ten)) < 1e-9 {
			tens = append(tens, i)
		}
	}
	all := labelled
	if _, log := s.axis.Scale.(plot.LogScale); log && len(tens) > 1 && s.touch(ticks, labelled) {
		all = tens
	}
	kept := all
	for every := 2; s.touch(ticks, kept); every++ {
		if kept = nil; !s.even(ticks, all) {
			for _, i := range all[:len(all)-1] {
				if last := all[len(all)-1]; !s.touch(ticks, append(slices.Clone(kept), i, last)) {
					kept = append(kept, i)
				}
			}
			kept = append(kept, all[len(all)-1])
			break
		}
		for k := 0; k < len(all); k += every {
			kept = append(kept, all[k])
		}
	}
	for _, i := range labelled {
		if !slices.Contains(kept, i) {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// even reports whether ticks are at equal distances on the paper.
func (s spaced) even(ticks []plot.Tick, some []int) bool {
	at := func(k int) float64 { return s.axis.Norm(ticks[some[k]].Value) }
	for k := 2; k < len(some); k++ {
		if math.Abs(at(k)-2*at(k-1)+at(k-2)) > 1e-6 {
			return false
		}
	}
	return true
}

// touch reports whether two of the labels touch each other.
func (s spaced) touch(ticks []plot.Tick, some []int) bool {
	end := vg.Length(math.Inf(-1))
	for _, i := range some {
		half := s.axis.Tick.Label.Width(ticks[i].Label) / 2
		if s.axis.Tick.Label.Rotation != 0 {
			half = 4 // of a line
		}
		at := vg.Length(s.axis.Norm(ticks[i].Value)) * s.length
		if at-half < end+4 {
			return true
		}
		end = at + half
	}
	return false
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
