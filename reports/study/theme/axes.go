package theme

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Logarithmic makes an axis logarithmic, with some room at both ends.
func Logarithmic(a *plot.Axis, lo, hi float64, label func(float64) string) {
	room := math.Exp(0.04 * (math.Log(hi) - math.Log(lo))) // hi/lo can exceed the range of a float64
	if hi <= lo {
		room = 2
	}
	a.Min, a.Max = max(lo/room, math.SmallestNonzeroFloat64), min(hi*room, math.MaxFloat64)
	a.Scale = plot.LogScale{}
	a.Tick.Marker = LogTicks{label}
}

// Grid draws pale lines at the labelled ticks, behind the data.
func Grid(p *plot.Plot, x, y bool) {
	g := &plotter.Grid{}
	line := draw.LineStyle{Color: Faint(Pale, 0xa0), Width: 0.5}
	if x {
		g.Vertical = line
	}
	if y {
		g.Horizontal = line
	}
	p.Add(g)
}

// Show draws a plot with some improvements over gonum's Plot.Draw. The names of the axes are
// centred. Texts that are longer than the canvas are broken into lines. Tick labels that would
// touch each other are left out. Slanted labels have room at the left edge.
func Show(as *plot.Plot, c draw.Canvas) {
	p, full := *as, c
	width, height := c.Max.X-c.Min.X, c.Max.Y-c.Min.Y
	broken := func(sty text.Style, txt string, room vg.Length) string {
		return strings.Join(Wrap(sty, txt, room), "\n")
	}
	xs, ys := p.X.Label.TextStyle, p.Y.Label.TextStyle
	p.Title.Text = broken(p.Title.TextStyle, Fit(p.Title.TextStyle, p.Title.Text, 1.6*width), width*0.85) // the title is centred above the data
	wide, high := max(width, ColumnWidth-30), height
	if ys.Width(p.Y.Label.Text) > height {
		high -= 60 // several lines stay above the horizontal axis
	}
	x, y := broken(xs, Fit(xs, p.X.Label.Text, 1.8*wide), wide), broken(ys, Fit(ys, p.Y.Label.Text, 1.8*high), high)
	p.X.Label.Text, p.Y.Label.Text = "", ""
	p.Y.Tick.Marker = wrapped(&p.Y, width)

	if x != "" {
		c = draw.Crop(c, 0, 0, xs.Height(x), 0)
	}
	if y != "" {
		c = draw.Crop(c, ys.Height(y)+p.Y.Label.Padding, 0, 0, 0)
	}
	data := p.DataCanvas(c)
	p.X.Tick.Marker = spaced(&p.X, data.Max.X-data.Min.X)
	if over := overhang(&p, full.Min.X-data.Min.X, data.Max.X-data.Min.X); over > 0 {
		c = draw.Crop(c, over, 0, 0, 0)
		data = p.DataCanvas(c)
	}
	p.Draw(c)
	xs.XAlign, xs.YAlign = text.XCenter, text.YBottom
	ys.XAlign, ys.YAlign, ys.Rotation = text.XCenter, text.YTop, math.Pi/2
	at := data.Center().X
	if room := (width - xs.Width(x)) / 2; room > 0 {
		at = min(max(at, full.Center().X-room), full.Center().X+room)
	}
	full.FillText(xs, vg.Point{X: at, Y: full.Min.Y}, x)
	full.FillText(ys, vg.Point{X: full.Min.X, Y: data.Center().Y}, y)
}

// overhang returns how far the labels of the horizontal axis reach over the left edge of the
// canvas. The parameter edge is the position of this edge, relative to the beginning of the axis.
func overhang(p *plot.Plot, edge, length vg.Length) (over vg.Length) {
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if at := p.X.Norm(t.Value); t.Label != "" && at >= 0 && at < 1 {
			left := vg.Length(at)*length + p.X.Tick.Label.Rectangle(t.Label).Min.X
			over = max(over, (edge-left)/vg.Length(1-at))
		}
	}
	return over
}

// wrapped returns the ticks of an axis. It breaks labels longer than about half of the width into two
// lines, and removes the middle of a label for which two lines are not enough.
func wrapped(a *plot.Axis, width vg.Length) plot.ConstantTicks {
	sty, ticks := a.Tick.Label, slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	for i, t := range ticks {
		lines := Wrap(sty, t.Label, width*0.4)
		for room := width; len(lines) > 2; room *= 0.9 {
			lines = Wrap(sty, Fit(sty, t.Label, room), width*0.5)
		}
		ticks[i].Label = strings.Join(lines, "\n")
	}
	return ticks
}

// spaced leaves out labels of an axis of the given length that would touch their neighbours. On a
// logarithmic axis, the powers of ten keep their labels. If the remaining labels still touch, only
// every second label stays, or every third, and so on. If the ticks are not evenly spaced, the last
// label stays, and so does each earlier label that touches no other remaining label.
func spaced(a *plot.Axis, length vg.Length) plot.ConstantTicks {
	ticks := slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	slices.SortStableFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	labelled := slices.DeleteFunc(slices.Clone(ticks), func(t plot.Tick) bool {
		return t.Label == "" || t.Value < a.Min || t.Value > a.Max
	})
	tens := slices.DeleteFunc(slices.Clone(labelled), func(t plot.Tick) bool {
		ten := math.Log10(t.Value)
		return !(math.Abs(ten-math.Round(ten)) < 1e-9) // also for a number that has no logarithm
	})
	all := labelled
	if _, log := a.Scale.(plot.LogScale); log && len(tens) > 1 && touch(a, length, labelled) {
		all = tens
	}
	kept := all
	for every := 2; touch(a, length, kept); every++ {
		if kept = nil; !even(a, all) {
			last := all[len(all)-1]
			for _, t := range all[:len(all)-1] {
				if !touch(a, length, append(slices.Clone(kept), t, last)) {
					kept = append(kept, t)
				}
			}
			kept = append(kept, last)
			break
		}
		for k := 0; k < len(all); k += every {
			kept = append(kept, all[k])
		}
	}
	for i, t := range ticks {
		if slices.Contains(labelled, t) && !slices.Contains(kept, t) {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// even reports whether the ticks are evenly spaced on the page.
func even(a *plot.Axis, ticks []plot.Tick) bool {
	at := func(k int) float64 { return a.Norm(ticks[k].Value) }
	for k := 2; k < len(ticks); k++ {
		if math.Abs(at(k)-2*at(k-1)+at(k-2)) > 1e-6 {
			return false
		}
	}
	return true
}

// touch reports whether labels of an axis of the given length would touch each other.
func touch(a *plot.Axis, length vg.Length, ticks []plot.Tick) bool {
	end, gap := vg.Length(math.Inf(-1)), vg.Length(4)
	for _, t := range ticks {
		half := a.Tick.Label.Width(t.Label) / 2
		if a.Tick.Label.Rotation != 0 {
			half, gap = 4, 2 // half of the height of a line
		}
		at := vg.Length(a.Norm(t.Value)) * length
		if at-half < end+gap {
			return true
		}
		end = at + half
	}
	return false
}

// Dots returns a scatter plot that draws the points with the given shape.
func Dots(xys plotter.XYs, shape draw.GlyphDrawer, c color.Color, radius vg.Length) *plotter.Scatter {
	return &plotter.Scatter{XYs: xys, GlyphStyle: draw.GlyphStyle{Shape: shape, Color: c, Radius: radius}}
}

func Fill(c draw.Canvas, fill color.Color, r vg.Rectangle) {
	c.SetColor(fill)
	c.Fill(r.Path())
}

// Frame draws the outline of a rectangle.
func Frame(c draw.Canvas, line draw.LineStyle, r vg.Rectangle) {
	c.SetLineStyle(line)
	c.Stroke(r.Path())
}

// A Drawing is a plotter made from a function. The function draws on the canvas and gets the
// transformations from data coordinates to the page.
type Drawing func(c draw.Canvas, x, y func(float64) vg.Length)

func (d Drawing) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	d(c, x, y)
}

// Inside wraps a plotter so that its data does not extend the range of the axes.
type Inside struct{ plot.Plotter }

// Linear makes a linear axis that begins at 0. If the smallest value is far from 0, the axis
// begins near that value.
func Linear(a *plot.Axis, lo, hi float64, label func(float64) string) {
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
	a.Tick.Marker = EvenTicks{Label: label}
}

// Rows makes the vertical axis a list of names from top to bottom. The first name is at the height
// len(names), and the last one at 1.
func Rows(p *plot.Plot, names []string) {
	p.Y.Min, p.Y.Max, p.Y.Padding = 0.5, float64(len(names))+0.5, 4
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Tick.Marker = NameTicks(names, func(i int) float64 { return float64(len(names) - i) })
}
