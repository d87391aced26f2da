package plot

import (
	"bytes"
	"cmp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/study/data"
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
