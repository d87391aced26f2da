package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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

// A portion says how many of the instances at one position of the axis have a property. A board
// that was chosen at random several times counts several times.
type portion struct {
	Name  string // the name of the place
	At    float64
	K, Of int

	Boards []string // as data.BoardID names them
}

func (p portion) share() float64 { return float64(p.K) / float64(p.Of) }

// equal reports whether two portions are drawn as the same point. Their boards may differ.
func (p portion) equal(o portion) bool {
	return p.Name == o.Name && p.At == o.At && p.K == o.K && p.Of == o.Of
}

// A portionLine has a portion for each position on the horizontal axis, in ascending order.
type portionLine struct {
	Names  []string
	Points []portion
	group  *data.Group // the group of the first name
}

// portions returns the lines over the dimension. Of several equal lines, for example because two
// methods agree, it returns one. The result left is the number of samples that lack the dimension.
func (q *query) portions(d data.Dimension) (all []*portionLine, left int) {
	everywhere, _ := data.Split(q.Samples, d)
	for _, g := range q.portionGroups(d) {
		points, l := portionsOf(g, d)
		left += l
		for i, p := range points {
			if d.Number == nil {
				points[i].At = float64(slices.IndexFunc(everywhere, func(place *data.Group) bool { return place.Name == p.Name }))
			}
		}
		switch i := slices.IndexFunc(all, func(o *portionLine) bool { return slices.EqualFunc(o.Points, points, portion.equal) }); {
		case len(points) == 0: // nothing to draw
		case i < 0:
			all = append(all, &portionLine{Names: []string{nameOrAll(g.Name)}, Points: points, group: g})
		default:
			all[i].Names = append(all[i].Names, nameOrAll(g.Name))
			for k, p := range points {
				both := slices.Concat(all[i].Points[k].Boards, p.Boards)
				all[i].Points[k].Boards = slices.Compact(slices.Sorted(slices.Values(both)))
			}
		}
	}
	points := pointsOf(all)
	disjoint := len(result.GroupBy(points, func(p portion) float64 { return p.At })) == len(points)
	if d.Number == nil && len(all) > 0 && disjoint {
		slices.SortFunc(points, func(a, b portion) int { return cmp.Compare(a.At, b.At) })
		all = []*portionLine{{Names: []string{nameOrAll("")}, Points: points}}
	}
	return all, left
}

func pointsOf(all []*portionLine) []portion {
	return slices.Concat(wording.Each(all, func(l *portionLine) []portion { return l.Points })...)
}

// portionGroups groups the samples by puzzle, suite and size. A dimension of these three that has
// only one value at each place of the axis is left out. The methods have separate groups only if
// their portions differ, because correct counting methods agree.
func (q *query) portionGroups(d data.Dimension) []*data.Group {
	sized := d.Key == "height" || d.Key == "width" || d.Key == "cells"
	keys := data.Except([]string{"puzzle", "suite", "size"}, d.Key, wording.If(sized, "size"))
	if d.Number == nil {
		keys = data.VaryingKeys(q.Samples, d, keys...)
	}
	plain := data.LinesBy(q.Samples, keys...)
	if d.Key == "method" {
		return plain
	}
	var all []*data.Group
	for _, g := range plain {
		own := data.LinesBy(g.Samples, "method")
		first, _ := portionsOf(own[0], d)
		differ := slices.ContainsFunc(own[1:], func(m *data.Group) bool {
			points, _ := portionsOf(m, d)
			return !slices.EqualFunc(first, points, portion.equal)
		})
		for _, m := range own {
			m.Name = wording.If(g.Name != "", g.Name+" by ") + m.Name
		}
		if !differ {
			own = []*data.Group{{Name: g.Name, Samples: own[0].Samples}}
		}
		all = append(all, own...)
	}
	return all
}

func portionsOf(g *data.Group, d data.Dimension) (all []portion, left int) {
	places, left := data.Split(g.Samples, d)
	return wording.Each(places, portionOf), left
}

func portionOf(place *data.Group) portion {
	p := portion{Name: place.Name, At: place.At, Boards: boardsOf(place.Samples, len(place.Samples))}
	for _, s := range place.Samples {
		n := s.Draws()
		p.Of += n
		p.K += wording.Either(s.Value == 1, n, 0)
	}
	return p
}

// name names the lines that are drawn as this line, or the first of them and the number of the others.
func (l *portionLine) name() string {
	names := l.Names
	if more := len(names) - data.MostNamed; more > 1 {
		names = append(names[:data.MostNamed:data.MostNamed], format.Whole(more)+" more")
	}
	return format.List(names)
}

// crossing says between which two positions the share first crosses one half, if it does.
func (l *portionLine) crossing() string {
	for i := 1; i < len(l.Points); i++ {
		a, b := l.Points[i-1], l.Points[i]
		switch {
		case 2*a.K > a.Of && 2*b.K <= b.Of:
			return fmt.Sprintf("falls to half or less between %s and %s", a.Name, b.Name)
		case 2*a.K < a.Of && 2*b.K >= b.Of:
			return fmt.Sprintf("rises to half or more between %s and %s", a.Name, b.Name)
		}
	}
	return ""
}

// text names the smallest and the largest share, or all shares of a single line over few names.
func (l *portionLine) text(name string, d data.Dimension) string {
	if d.Number == nil && name == nameOrAll("") && len(l.Points) <= mostLines {
		each := func(p portion) string { return fmt.Sprintf("%s %s (%s)", p.Name, format.Percent(p.K, p.Of), p.text()) }
		return strings.Join(wording.Each(l.Points, each), ", ")
	}
	lo := slices.MinFunc(l.Points, func(a, b portion) int { return a.K*b.Of - b.K*a.Of })
	hi := slices.MaxFunc(l.Points, func(a, b portion) int { return a.K*b.Of - b.K*a.Of })
	text := fmt.Sprintf("%s from %s (at %s) to %s (at %s)", name, format.Percent(lo.K, lo.Of), lo.Name, format.Percent(hi.K, hi.Of), hi.Name)
	switch {
	case len(l.Points) == 1:
		text = fmt.Sprintf("%s %s (at %s)", name, format.Percent(lo.K, lo.Of), lo.Name)
	case lo.K*hi.Of == hi.K*lo.Of:
		text = fmt.Sprintf("%s %s everywhere", name, format.Percent(lo.K, lo.Of))
	}
	c := l.crossing()
	return text + wording.If(c != "" && d.Number != nil, ", "+c)
}

// fewBands is the largest number of lines for which intervals are drawn as bands. The bands of more
// lines would hide one another.
const fewBands = 4

func (q *query) share() (*Figure, error) {
	d := data.MustDimension(q.By)
	if q.Measure.Class {
		return q.parts(d)
	}
	all, left := q.portions(d)
	if len(all) == 0 {
		return nil, fmt.Errorf("no record says its %s", d.Name)
	}
	if len(all) > mostLines {
		groups := q.best(wording.Each(all, func(l *portionLine) *data.Group { return l.group }), mostLines, "lines")
		all = slices.DeleteFunc(all, func(l *portionLine) bool { return !slices.Contains(groups, l.group) })
	}
	q.warn.Add(data.NotMeasured, left, "%d of %d lack the %s and are left out", left, len(q.Samples), d.Name)
	q.warn.NotTheSame(data.LinesBy(q.Samples, data.Except([]string{"puzzle", "suite", "size", d.Key}, "method", "style")...)...)
	pl := theme.NewPlot("", d.Axis(), q.Measure.Axis())
	pl.Y.Min, pl.Y.Max, pl.Y.Padding, pl.Y.Tick.Marker = 0, 1, 0, theme.ShareTicks(5)
	leaning := portionAxis(pl, d, all, q.width())
	theme.Grid(pl, d.Number != nil, true)
	if d.Number == nil {
		addSideBySide(pl, all, q.width()-80)
	} else {
		addPortionLines(pl, all)
	}
	var keys theme.Legend
	var texts []string
	least, most := all[0].Points[0].Of, 0
	for i, l := range all {
		name := l.name()
		texts = append(texts, l.text(name, d))
		n := 0
		for _, p := range l.Points {
			least, most = min(least, p.Of), max(most, p.Of)
			n += p.Of
		}
		keys = append(keys, theme.Entry{Name: name + ", " + countText(n), Look: theme.LookOf(i), Line: d.Number != nil, Point: true})
	}
	each := fmt.Sprintf("%d %s", least, format.Plural(least, "instance", "instances"))
	if least < stat.Enough {
		q.warn.Add(data.FewInstances, least, "there are points of %s", each)
	}
	if most != least {
		each = fmt.Sprintf("%d to %d instances", least, most)
	}
	caption := fmt.Sprintf("The share of the instances %s, with %s per point and Wilson's 95%% confidence intervals: %s.", q.Measure.Name, each, strings.Join(texts, "; ")) + q.drawnNote()
	answer := wording.If(len(texts) <= data.MostNamed, "Share "+q.Measure.Name+": "+strings.Join(texts, "; "))
	return withLegend("The share "+q.Measure.Name+data.SubjectPuzzle(q.Samples)+" by "+d.Key, caption, answer, pl, keys, 3.4*vg.Inch+leaning), nil
}

// addPortionLines draws lines with their intervals. The intervals are bands if there are few lines, and
// whiskers if there are many.
func addPortionLines(pl *plot.Plot, all []*portionLine) {
	for i, l := range all {
		if len(all) <= fewBands {
			pl.Add(band(l.Points, theme.Faint(theme.LookOf(i).Colour, 0x26)))
		}
	}
	for i, l := range all {
		xys := plotter.XYs(wording.Each(l.Points, func(p portion) plotter.XY { return plotter.XY{X: p.At, Y: p.share()} }))
		look := theme.LookOf(i)
		if len(all) > fewBands {
			pl.Add(whiskers(l.Points, look))
		}
		pl.Add(theme.Inside{Plotter: &plotter.Line{XYs: xys, LineStyle: look.LineStyle(1.4)}}, theme.Inside{Plotter: theme.Dots(xys, look.Glyph, look.Colour, 2.6)}, portionTips(l.Names, l.Points))
	}
}

// portionAxis returns the extra height that rotated names need in a figure of the given width.
func portionAxis(pl *plot.Plot, d data.Dimension, all []*portionLine, width vg.Length) vg.Length {
	points := pointsOf(all)
	if d.Number != nil {
		sizeAxis(&pl.X, wording.Each(points, func(p portion) float64 { return p.At }), false, d)
		return 0
	}
	slices.SortStableFunc(points, func(a, b portion) int { return cmp.Compare(a.At, b.At) })
	points = slices.CompactFunc(points, func(a, b portion) bool { return a.At == b.At })
	return categories(pl, wording.Each(points, func(p portion) string { return p.Name }), nil, width)
}

func band(points []portion, fill color.Color) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		if len(points) == 1 {
			i := stat.Wilson(points[0].K, points[0].Of)
			c.StrokeLine2(draw.LineStyle{Color: fill, Width: 6}, x(points[0].At), y(i.Low), x(points[0].At), y(i.High))
			return
		}
		var top, bottom []vg.Point
		for _, p := range points {
			i := stat.Wilson(p.K, p.Of)
			top = append(top, vg.Point{X: x(p.At), Y: y(i.High)})
			bottom = append(bottom, vg.Point{X: x(p.At), Y: y(i.Low)})
		}
		slices.Reverse(bottom)
		c.FillPolygon(fill, append(top, bottom...))
	}
}

// addSideBySide draws points at the same position next to each other. If an axis of the given length has
// enough room, it writes numbers ("3 of 20") above the points, rotated if the points are close together.
func addSideBySide(pl *plot.Plot, all []*portionLine, length vg.Length) {
	here := map[float64]int{} // how many lines have a point at the place
	most, longest := 0, vg.Length(0)
	for _, p := range pointsOf(all) {
		here[p.At]++
		most = max(most, here[p.At])
		longest = max(longest, theme.Style(numberSize, theme.Black).Width(p.text()))
	}
	step := 0.7 / float64(most)
	room := length * vg.Length(step) / vg.Length(len(here))
	upright := longest+3 > room
	switch {
	case room < 9:
		longest = 0
	case upright:
		pl.Y.Max = 1.24
	default:
		pl.Y.Max = 1.1
	}
	done := map[float64]int{}
	for i, l := range all {
		points := slices.Clone(l.Points)
		for k, p := range points {
			points[k].At += step * (float64(done[p.At]) - float64(here[p.At]-1)/2)
			done[p.At]++
		}
		pl.Add(whiskers(points, theme.LookOf(i)), portionTips(l.Names, points))
		if longest > 0 {
			pl.Add(numbers(points, upright))
		}
	}
}

const numberSize = 7.5

func (p portion) text() string { return format.Whole(p.K) + " of " + format.Whole(p.Of) }

func numbers(points []portion, upright bool) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		sty := theme.Centred(numberSize, theme.Black)
		if upright {
			sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XLeft, text.YCenter
		}
		for _, p := range points {
			at := vg.Point{X: x(p.At), Y: y(stat.Wilson(p.K, p.Of).High) + 4}
			if upright {
				c.FillText(sty, at, p.text())
				continue
			}
			at.Y += 3
			theme.Write(c, sty, at, p.text())
		}
	}
}

func whiskers(points []portion, l theme.Look) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, p := range points {
			at, i := x(p.At), stat.Wilson(p.K, p.Of)
			line := draw.LineStyle{Color: l.Colour, Width: 1.1}
			c.StrokeLine2(line, at, y(i.Low), at, y(i.High))
			c.StrokeLine2(line, at-3, y(i.Low), at+3, y(i.Low))
			c.StrokeLine2(line, at-3, y(i.High), at+3, y(i.High))
			c.DrawGlyph(draw.GlyphStyle{Color: l.Colour, Radius: 2.8, Shape: l.Glyph}, vg.Point{X: at, Y: y(p.share())})
		}
	}
}

func (q *query) drawnNote() string {
	drawn := slices.DeleteFunc(slices.Clone(q.Samples), func(s *data.Sample) bool { return s.Draws() < 2 })
	boards := result.GroupBy(drawn, func(s *data.Sample) [3]string { return [3]string{data.PositionOf(s.Record), s.Puzzle, s.Instance} })
	return format.Some(len(boards), " ", " were drawn more than once and count as often as they were drawn.")
}
