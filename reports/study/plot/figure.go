package plot

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/theme"
)

// A Figure is a picture that is ready to be drawn, together with its title, caption and answer.
type Figure struct {
	Title   string // names the contents
	Result  string // states the result and is the heading of the picture; if Result is empty, Title is the heading
	Caption string // describes the picture and mentions what it leaves out; plain text
	Answer  string // the main result in one sentence; may be empty
	Left    string // if the picture leaves out lines, boxes or tables: "12 of 40 lines"

	Warnings data.Warnings
	W, H     vg.Length
	draw     func(draw.Canvas)
	painted  *theme.TipCanvas // of the SVG

	across int       // number of panels side by side; in a narrow figure they are below each other
	tall   vg.Length // the height of a narrow figure, if the panels do not determine it
}

func (f *Figure) paint(c vg.CanvasSizer) {
	dc := draw.New(c)
	theme.Fill(dc, theme.White, dc.Rectangle)
	sty, lines := f.title()
	dc.FillText(sty, vg.Point{X: dc.Min.X + 8, Y: dc.Max.Y - 7}, strings.Join(lines, "\n"))
	f.draw(draw.Crop(dc, 6, -10, 6, -(theme.TitleSize + 14 + theme.TitleRow*vg.Length(len(lines)-1))))
}

func (f *Figure) title() (sty text.Style, lines []string) {
	sty = theme.Style(theme.TitleSize, theme.Black)
	sty.Font.Weight = 3 // WeightBold of golang.org/x/image/font
	sty.YAlign = text.YTop
	return sty, theme.Wrap(sty, f.Heading(), f.W-16)
}

// Heading returns the text above the picture.
func (f *Figure) Heading() string { return cmp.Or(f.Result, f.Title) }

// PNG returns the picture as a PNG with 220 pixels per inch.
func (f *Figure) PNG() ([]byte, error) {
	c := theme.NewPNGCanvas(f.W, f.H)
	f.paint(c)
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	return b.Bytes(), err
}

// PDF returns the picture as a document of one page of its size, which needs no other fonts.
func (f *Figure) PDF() ([]byte, error) { return theme.PDF(f.W, f.H, f.paint) }

// SVG returns the picture as a separate SVG document, in which texts stay texts and points have tips.
func (f *Figure) SVG() ([]byte, error) {
	f.painted = f.withTips()
	return f.painted.SVG(f.Heading())
}

// Missing returns the characters for which the PNG shows boxes, because the font lacks them. The SVG
// has all characters.
func (f *Figure) Missing() string {
	if f.painted == nil {
		f.painted = f.withTips()
	}
	return f.painted.Missing()
}

func (f *Figure) withTips() *theme.TipCanvas {
	c := theme.NewTipCanvas(f.W, f.H)
	f.paint(c)
	return c
}

// inColumn makes the figure as narrow as one of two columns. A square figure stays square.
func (f *Figure) inColumn() {
	switch {
	case f.tall > 0:
		f.H = f.tall
	case f.across > 1:
		f.H *= vg.Length(f.across)
	case f.W < theme.FigureWidth:
		f.H *= theme.ColumnWidth / f.W
	}
	f.W = theme.ColumnWidth
}

func panels(title string, figures []*Figure) *Figure {
	all := &Figure{Title: title, W: theme.FigureWidth, H: 3.5 * vg.Inch, across: len(figures)}
	var captions, answers []string
	for _, f := range figures {
		captions, answers = append(captions, f.Caption), append(answers, f.Answer)
		all.Warnings.Join(f.Warnings)
	}
	all.Caption, all.Answer = strings.Join(captions, " "), strings.Join(answers, "; ")
	all.draw = func(c draw.Canvas) {
		sty := theme.Centred(theme.LabelSize, theme.Black)
		for i, part := range theme.SplitCanvas(c, len(figures), 18) {
			lines := theme.Wrap(sty, figures[i].Title, part.Max.X-part.Min.X)
			for k, line := range lines {
				theme.Write(part, sty, vg.Point{X: part.Center().X, Y: part.Max.Y - theme.TitleRow*(vg.Length(k)+0.5)}, line)
			}
			figures[i].draw(draw.Crop(part, 0, 0, 0, -theme.TitleRow*vg.Length(len(lines))-2))
		}
	}
	return all
}

func withLegend(title, caption, answer string, p *plot.Plot, l theme.Legend, height vg.Length) *Figure {
	return &Figure{
		Title: title, Caption: caption, Answer: answer, W: theme.FigureWidth, H: height + l.Height(theme.FigureWidth), tall: 0.8*height + l.Height(theme.ColumnWidth),
		draw: func(c draw.Canvas) { theme.Show(p, draw.Crop(l.Draw(c), 0, -8, 0, -4)) },
	}
}

// ofRows returns a figure of one plot with a list of rows, which is as high in a column as on a page.
func ofRows(title, caption, answer string, p *plot.Plot, height vg.Length) *Figure {
	f := withLegend(title, caption, answer, p, nil, height)
	f.tall = 0
	return f
}

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
