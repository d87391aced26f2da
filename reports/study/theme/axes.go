package theme

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// Logarithmic makes an axis logarithmic, with some room at both ends.
func Logarithmic(a *plot.Axis, lo, hi float64, label func(float64) string) {
	room := wording.Either(hi <= lo, 2, math.Exp(0.04*(math.Log(hi)-math.Log(lo)))) // hi/lo can exceed the range of a float64
	a.Min, a.Max = max(lo/room, math.SmallestNonzeroFloat64), min(hi*room, math.MaxFloat64)
	a.Scale = plot.LogScale{}
	a.Tick.Marker = LogTicks{label}
}

// Grid draws pale lines at the labelled ticks, behind the data.
func Grid(p *plot.Plot, x, y bool) {
	none, line := draw.LineStyle{}, draw.LineStyle{Color: Faint(Pale, 0xa0), Width: 0.5}
	p.Add(&plotter.Grid{Vertical: wording.Either(x, line, none), Horizontal: wording.Either(y, line, none)})
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
	labelled := slices.DeleteFunc(slices.Clone(ticks), func(t plot.Tick) bool { return t.Label == "" || t.Value < a.Min || t.Value > a.Max })
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
			dashed := draw.LineStyle{Color: Pale, Width: 0.8, Dashes: []vg.Length{3, 2}}
			line := wording.Either(factor == 1, draw.LineStyle{Color: Grey, Width: 0.8}, dashed)
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
