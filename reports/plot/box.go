package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/theme"
)

// fewPoints is the largest number of values that are drawn as points instead of a box.
const fewPoints = 7

// boxStats returns Tukey's five numbers and the values outside the whiskers. On a logarithmic axis,
// it computes them from the logarithms.
func boxStats(xs []float64, log bool) (*plotter.BoxPlot, error) {
	if !log {
		return plotter.NewBoxPlot(10, 0, plotter.Values(xs))
	}
	ls := make(plotter.Values, len(xs))
	for i, x := range xs {
		ls[i] = math.Log(x)
	}
	b, err := plotter.NewBoxPlot(10, 0, ls)
	if err != nil {
		return nil, err
	}
	for _, v := range []*float64{&b.Median, &b.Quartile1, &b.Quartile3, &b.AdjLow, &b.AdjHigh} {
		*v = math.Exp(*v)
	}
	b.Values = slices.Clone(xs)
	return b, nil
}

// box draws a box plot. The horizontal axis has a place for each value of a dimension, such as each
// suite. At each place there is a box for each line, such as each method.
func (q *query) box() (*Figure, error) {
	places, err := q.groups()
	if err != nil {
		return nil, err
	}
	if len(places) > 40 {
		return nil, fmt.Errorf("%d boxes have no room: choose fewer suites or methods", len(places))
	}
	d := data.MustDimension(q.By)
	keys := data.Except([]string{"method", "puzzle"}, q.By)
	parts := data.LinesBy(q.Samples, data.Except(keys, data.ConstantKeys(q.Samples, d, keys...)...)...)
	if len(parts) > len(theme.Colours) {
		return nil, fmt.Errorf("%d boxes in one place are more than the %d colours: choose suites or methods", len(parts), len(theme.Colours))
	}
	all := data.SolvedValues(q.Samples)
	if len(all) == 0 {
		return nil, fmt.Errorf("no instance was solved")
	}
	log := theme.IsWide(all)
	boxes, zeros := boxesOf(places, parts, log)
	names, prefix := places, ""
	if d.Key == "method" {
		names, prefix = shortened(places)
	}
	pl := theme.NewPlot("", d.Axis()+prefix, q.Measure.Axis())
	scaleAxis(&pl.Y, &q.Measure, all, log)
	theme.Grid(pl, false, true)
	each, numbers := boxNumbers(boxes, len(parts))
	leaning := categories(pl, names, numbers, q.width())
	if err := addBoxes(pl, boxes, log); err != nil {
		return nil, err
	}
	q.warn.Add(data.NotDrawn, zeros, "%d with the number 0 have no place on the logarithmic axis", zeros)
	q.warn.LeftOutOf("the picture", q.Samples)
	medians, answer := q.medianTexts(places)
	one := ""
	if len(each) == 1 {
		one = fmt.Sprintf(" %s %s per box.", each[0], format.Plural(len(boxes[0][0].xs), "instance", "instances"))
	}
	caption := fmt.Sprintf("A box holds the middle half, the line in it is the median, and the whiskers reach to the last number within 1.5 times the length of the box%s. Up to %d numbers are points.%s Medians: %s. %s",
		onLogarithms(log), fewPoints, one, strings.Join(medians, "; "), medianNote)
	f := withLegend(format.Capital(q.Measure.Name)+data.Subject(q.Samples)+" by "+d.Key, caption, pl, boxLegend(parts, each), 3.6*vg.Inch+leaning)
	f.Answer = answer
	return f, nil
}

// boxesOf returns the boxes to draw at each place on the axis. The parameter places holds the
// samples of each place, and parts holds the samples of each line. A line without numbers at a
// place has no box there. The result zeros is the number of values that boxesOf leaves out because
// a logarithmic axis cannot show them.
func boxesOf(places, parts []*data.Group, log bool) (boxes [][]placedBox, zeros int) {
	part := map[*data.Sample]int{}
	for k, p := range parts {
		for _, s := range p.Samples {
			part[s] = k
		}
	}
	for _, g := range places {
		values, tips := make([][]float64, len(parts)), make([][]theme.Label, len(parts))
		for _, s := range g.Samples {
			switch {
			case !s.Solved():
			case log && s.Value <= 0:
				zeros++
			default:
				values[part[s]], tips[part[s]] = append(values[part[s]], s.Value), append(tips[part[s]], tipOf(s.Record))
			}
		}
		var here []placedBox
		for k, xs := range values {
			if len(xs) > 0 {
				here = append(here, placedBox{k, xs, tips[k]})
			}
		}
		boxes = append(boxes, here)
	}
	return boxes, zeros
}

func addBoxes(pl *plot.Plot, boxes [][]placedBox, log bool) error {
	most := 1
	for _, here := range boxes {
		most = max(most, len(here))
	}
	step := 0.8 / float64(most)
	for i, here := range boxes {
		for j, b := range here {
			stats, err := boxStats(b.xs, log)
			if err != nil {
				return err
			}
			pl.Add(oneBox(stats, b.tips, float64(i)+step*(float64(j)-float64(len(here)-1)/2), step*0.8, theme.LookOf(b.part)))
		}
	}
	return nil
}

// boxLegend says which colour each line has. If the parameter each has a text for every line,
// boxLegend adds these numbers of instances.
func boxLegend(parts []*data.Group, each []string) theme.Legend {
	var l theme.Legend
	for k, part := range parts {
		name := nameOrAll(part.Name)
		if len(each) > 1 {
			name += ", n = " + each[k]
		}
		l = append(l, theme.Entry{Name: name, Look: theme.Look{Colour: theme.LookOf(k).Colour, Glyph: draw.BoxGlyph{}}, Point: true})
	}
	return l
}

// onLogarithms returns a note for the caption that the quartiles and whiskers are computed from
// logarithms, or "" if log is false.
func onLogarithms(log bool) string {
	if log {
		return " (of the logarithms)"
	}
	return ""
}

// A placedBox holds the numbers from which one box is drawn: the numbers of one line at one place
// of the axis.
type placedBox struct {
	part int
	xs   []float64
	tips []theme.Label // of the instances
}

// boxNumbers returns texts that say from how many values, n, each box is drawn. If n is the same
// for all boxes, the result named each holds a single text. If n differs only between lines, this
// result holds a text for every line. In all other cases, the result named numbers holds a text for
// every place on the axis: "n = 12" or "n = 10 to 12".
func boxNumbers(boxes [][]placedBox, parts int) (each, numbers []string) {
	all, lines := map[int]bool{}, make([]map[int]bool, parts)
	texts := make([]string, parts)
	constant := true
	for _, here := range boxes {
		lo, hi := math.MaxInt, 0
		for _, b := range here {
			n := len(b.xs)
			lo, hi, all[n] = min(lo, n), max(hi, n), true
			if lines[b.part] == nil {
				lines[b.part] = map[int]bool{}
			}
			lines[b.part][n] = true
			constant = constant && len(lines[b.part]) == 1
			texts[b.part] = format.Whole(n)
		}
		switch {
		case hi == 0:
			numbers = append(numbers, "n = 0")
		case lo == hi:
			numbers = append(numbers, "n = "+format.Whole(lo))
		default:
			numbers = append(numbers, fmt.Sprintf("n = %s to %s", format.Whole(lo), format.Whole(hi)))
		}
	}
	switch {
	case len(all) == 1 && len(boxes[0]) > 0:
		return []string{texts[boxes[0][0].part]}, nil
	case constant && parts > 1 && !slices.Contains(texts, ""):
		return texts, nil
	}
	return nil, numbers
}

// shortened removes the common prefix of the group names, up to a slash or an equals sign. It
// also returns this prefix, for the label of the axis.
func shortened(groups []*data.Group) (short []*data.Group, prefix string) {
	prefix = groups[0].Name
	for _, g := range groups {
		for !strings.HasPrefix(g.Name, prefix) || g.Name == prefix {
			prefix = strings.TrimRight(prefix, "/=")
			prefix = prefix[:strings.LastIndexAny(prefix, "/=")+1]
			if prefix == "" {
				return groups, ""
			}
		}
	}
	if !strings.HasSuffix(prefix, "/") && !strings.HasSuffix(prefix, "=") {
		return groups, ""
	}
	for _, g := range groups {
		cut := *g
		cut.Name = strings.TrimPrefix(g.Name, prefix)
		short = append(short, &cut)
	}
	return short, " " + prefix + "…"
}

// oneBox draws a box. The parameter at is the position on the horizontal axis, and the parameter
// width is in units of this axis. Each point has a tip.
func oneBox(b *plotter.BoxPlot, tips []theme.Label, at, width float64, l theme.Look) theme.Drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		point := draw.GlyphStyle{Color: theme.Faint(l.Colour, 0xa0), Radius: 1.9, Shape: draw.CircleGlyph{}}
		mid := x(at)
		if len(b.Values) <= fewPoints {
			for i, v := range b.Values {
				c.DrawGlyph(point, vg.Point{X: mid, Y: y(v)})
				theme.PointTip(c, vg.Point{X: mid, Y: y(v)}, 0, tips[i])
			}
			half := min((x(at+width/2)-x(at-width/2))/2, 8)
			c.StrokeLine2(draw.LineStyle{Color: l.Colour, Width: 1.4}, mid-half, y(b.Median), mid+half, y(b.Median))
			return
		}
		half := min((x(at+width/2)-x(at-width/2))/2, 16)
		box := vg.Rectangle{Min: vg.Point{X: mid - half, Y: y(b.Quartile1)}, Max: vg.Point{X: mid + half, Y: y(b.Quartile3)}}
		line := draw.LineStyle{Color: l.Colour, Width: 1}
		theme.Fill(c, theme.Faint(l.Colour, 0x40), box)
		c.SetLineStyle(line)
		c.Stroke(box.Path())
		c.StrokeLine2(line, mid, y(b.Quartile3), mid, y(b.AdjHigh))
		c.StrokeLine2(line, mid, y(b.Quartile1), mid, y(b.AdjLow))
		c.StrokeLine2(line, mid-half/2, y(b.AdjHigh), mid+half/2, y(b.AdjHigh))
		c.StrokeLine2(line, mid-half/2, y(b.AdjLow), mid+half/2, y(b.AdjLow))
		c.StrokeLine2(draw.LineStyle{Color: theme.Black, Width: 1.6}, mid-half, y(b.Median), mid+half, y(b.Median))
		for _, i := range b.Outside {
			c.DrawGlyph(point, vg.Point{X: mid, Y: y(b.Values[i])})
			theme.PointTip(c, vg.Point{X: mid, Y: y(b.Values[i])}, 0, tips[i])
		}
	}
}
