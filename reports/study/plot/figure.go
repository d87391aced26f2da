package plot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
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
	f.painted = theme.NewTipCanvas(f.W, f.H)
	f.paint(f.painted)
	return f.painted.SVG(f.Heading())
}

// Missing returns the characters for which the PNG shows boxes, because the font lacks them. The SVG
// has all characters.
func (f *Figure) Missing() string {
	if f.painted == nil {
		_, _ = f.SVG() // paints the texts
	}
	return f.painted.Missing()
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
	room := wording.Either(hi <= lo, max(math.Abs(hi)*0.2, 0.1), (hi-lo)*0.04)
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

type query struct {
	Plot
	source  *data.Source
	Measure data.Measure
	Samples []*data.Sample
	warn    data.Warnings
	left    string // for Figure.Left
	once    bool   // each board counts once, even if it was often chosen at random
}

// A drawer draws the records that a plot selects. Check must accept the plot. The error says what the
// records lack.
type drawer func(recs *data.Source, p Plot) (*Figure, error)

// ofMeasure returns a drawer of the samples of a measure. The parameters measure and by are defaults.
func ofMeasure(measure, by string, draw func(*query) (*Figure, error)) drawer {
	return func(recs *data.Source, p Plot) (*Figure, error) {
		p.Measure, p.By = cmp.Or(p.Measure, measure), cmp.Or(p.By, by)
		q, err := newQuery(recs, p)
		if err != nil {
			return nil, err
		}
		f, err := draw(q)
		if err != nil {
			return nil, err
		}
		f.Warnings = q.warn
		q.sayLeft(f)
		return f, nil
	}
}

var (
	drawScatter   = ofMeasure("wall_seconds", "", (*query).scatter)
	drawECDF      = ofMeasure("wall_seconds", "", (*query).ecdf)
	drawHistogram = ofMeasure("wall_seconds", "", (*query).histogram)
)

func newQuery(recs *data.Source, p Plot) (*query, error) {
	m, _ := data.FindShare(p.Measure)
	made := recs.Samples(m)
	samples, wrong, without := made.Samples, made.Wrong, made.Without
	if len(samples) == 0 {
		var levels []string
		for _, r := range recs.Records {
			if r.Difficulty != nil && strings.HasPrefix(m.Key, "level") {
				levels = format.AppendDistinct(levels, r.Levels...)
			}
		}
		if len(levels) > 0 {
			return nil, fmt.Errorf("no record has the measure %s: the levels are %s", m.Name, format.List(levels))
		}
		return nil, fmt.Errorf("no record has the measure %s (%s)", m.Name, m.Key)
	}
	q := &query{Plot: p, source: recs, Measure: m, Samples: samples}
	q.warn.Add(data.LeftOut, wrong, "%d wrong %s left out", wrong, format.Plural(wrong, "answer is", "answers are"))
	if !m.Property || without > 0 {
		q.warn.Add(data.NotMeasured, without, "%d of %d lack the measure %s and are left out", without, without+len(samples), m.Name)
	}
	if solved := data.SolvedValues(samples); p.Scale == logScale && len(solved) > 0 && solved[len(solved)-1] <= 0 {
		return nil, fmt.Errorf("a logarithmic scale shows only numbers above 0, and no %s is above 0", m.Name)
	}
	q.warn.Join(made.Warnings)
	return q, nil
}

// logarithmic reports whether an axis is logarithmic: as the plot says, or for a wide range of numbers.
func (q *query) logarithmic(xs []float64) bool {
	return q.Scale == logScale || q.Scale == "" && theme.IsWide(xs)
}

// limited returns the limit that all samples share, or 0, and the numbers xs with the limit.
func (q *query) limited(xs []float64) (limit float64, all []float64) {
	if limit = limitOf(q.Samples); limit > 0 {
		return limit, append(slices.Clone(xs), limit)
	}
	return 0, xs
}

// groups groups by the plot's dimension or, if the plot names none, as data.DefaultLines does.
func (q *query) groups() ([]*data.Group, error) {
	if q.By == "" {
		q.warn.NotTheSame(q.together())
		return data.DefaultLines(q.Samples), nil
	}
	d := data.MustDimension(q.By)
	groups, left := data.Split(q.Samples, d)
	if len(groups) == 0 {
		return nil, fmt.Errorf("no record says its %s", d.Name)
	}
	q.warn.Add(data.NotMeasured, left, "%d of %d lack the %s and are left out", left, len(q.Samples), d.Name)
	q.warn.NotTheSame(wording.Either(d.Key == "method" || d.Key == "style", []*data.Group{q.together()}, groups)...)
	return groups, nil
}

func (q *query) together() *data.Group { return &data.Group{Samples: q.Samples} }

// medianTexts returns the median of each group with its interval, and a summary.
func (q *query) medianTexts(groups []*data.Group) (all []string, answer string) {
	var values []float64
	for i, g := range groups {
		xs := data.Ascending(g.Samples)
		values = append(values, stat.Median(xs))
		text := strings.TrimSpace(g.Phrase() + " " + q.Measure.Say(values[i]))
		all = append(all, text+brackets(stat.Bootstrap(xs, stat.Median), q.Measure.Say))
		q.warn.FewInstances(g.Phrase(), len(xs))
	}
	answer = "Median " + q.Measure.Name + ": " + strings.Join(all, "; ")
	if len(all) > data.MostNamed {
		least, most := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
		answer = fmt.Sprintf("Median %s from %s (%s) to %s (%s)", q.Measure.Name, q.Measure.Say(values[least]), groups[least].Phrase(),
			q.Measure.Say(values[most]), groups[most].Phrase())
	}
	return all, answer
}

// brackets returns the ends of an interval in brackets, or "" if the interval does not exist.
func brackets(i stat.Interval, say func(float64) string) string {
	return wording.If(i.OK(), fmt.Sprintf(" (%s to %s)", say(i.Low), say(i.High)))
}

// medianNote is the sentence of a caption that explains the numbers in brackets.
var medianNote = fmt.Sprintf("Brackets contain 95%% confidence intervals of the median (bootstrap, %s resamples).", format.Whole(stat.Resamples))

func nameOrAll(name string) string { return cmp.Or(name, "all") }

var errUnsolved = errors.New("no instance was solved")

// lacking returns the error of a picture without numbers, which says why if no instance is unsolved.
func lacking(unsolved int, why string, names ...any) error {
	if unsolved > 0 {
		return errUnsolved
	}
	return fmt.Errorf(why, names...)
}

// mostLines is the largest number of lines, panels or colours in a picture.
const mostLines = 12

// best returns the groups that a picture with little room draws, in their old order. The methods with
// the most solved instances come first, then those with the smallest median. The same rule decides
// between the groups of one method. Best removes the samples of the other groups from the query.
func (q *query) best(groups []*data.Group, most int, what string) []*data.Group {
	if len(groups) <= most {
		return groups
	}
	methods, own := q.methodRanks(), map[*data.Group]rank{}
	for _, g := range groups {
		own[g] = q.rankOf(g.Samples)
	}
	order := slices.SortedStableFunc(slices.Values(groups), func(a, b *data.Group) int {
		return cmp.Or(methods[a.Samples[0].Method].compare(methods[b.Samples[0].Method]), own[a].compare(own[b]))
	})
	drawn := map[*data.Sample]bool{}
	for _, g := range order[:most] {
		for _, s := range g.Samples {
			drawn[s] = true
		}
	}
	q.Samples = slices.DeleteFunc(slices.Clone(q.Samples), func(s *data.Sample) bool { return !drawn[s] })
	q.left = fmt.Sprintf("%d of %d %s", most, len(groups), what)
	return slices.DeleteFunc(slices.Clone(groups), func(g *data.Group) bool { return !slices.Contains(order[:most], g) })
}

// inOrder returns the indices of the groups in the order of the legend. If the measure is work and each
// group has one method, the best method comes first. Groups with the same rank stay in their old order.
// A line keeps its look, whatever its rank is, so that a method looks the same in several pictures.
func (q *query) inOrder(groups []*data.Group) []int {
	ranks, order := q.methodRanks(), make([]int, len(groups))
	mixed := func(g *data.Group) bool {
		return data.SharedName(g.Samples, func(s *data.Sample) string { return s.Method }) == ""
	}
	for i := range order {
		order[i] = i
	}
	if q.Measure.Work && !slices.ContainsFunc(groups, mixed) {
		slices.SortStableFunc(order, func(i, k int) int {
			return ranks[groups[i].Samples[0].Method].compare(ranks[groups[k].Samples[0].Method])
		})
	}
	return order
}

// A rank says how good a method is: by its solved instances, and then by its median.
type rank struct {
	solved int
	median float64
}

func (a rank) compare(b rank) int {
	return cmp.Or(b.solved-a.solved, cmp.Compare(a.median, b.median))
}

func (q *query) rankOf(samples []*data.Sample) rank {
	solved := data.CountIf(samples, func(s *data.Sample) bool {
		return s.Solved() && (q.Measure.Work || s.Record.Status != result.Unknown && s.Record.Verdict != result.Wrong)
	})
	return rank{solved, stat.Median(data.Ascending(samples))}
}

func (q *query) methodRanks() map[string]rank {
	ranks := map[string]rank{}
	for _, g := range data.LinesBy(q.Samples, "method") {
		ranks[g.Samples[0].Method] = q.rankOf(g.Samples)
	}
	return ranks
}

func (q *query) sayLeft(f *Figure) {
	if f.Left = q.left; f.Left != "" {
		f.Caption += fmt.Sprintf(" Only %s are drawn: the methods with the most solved instances come first, then those with the smallest median %s.", f.Left, q.Measure.Name)
		f.Answer += " (" + f.Left + ")"
	}
}
