package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// fewPoints is up to how many numbers are drawn as points: a box needs more.
const fewPoints = 7

// boxStats are Tukey's five numbers and what lies outside of the whiskers; on a
// logarithmic axis those of the logarithms.
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

// drawBox draws a box for each group of a dimension, in it one for each line.
func drawBox(recs []result.Record, p Plot) (*Figure, error) {
	if p.By == "" {
		p.By = "method"
	}
	q, err := ask(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	places, err := q.groups()
	if err != nil {
		return nil, err
	}
	if len(places) > 40 {
		return nil, fmt.Errorf("%d boxes have no room: choose fewer suites or methods", len(places))
	}
	parts := lines(q.Samples, without([]string{"method", "puzzle"}, q.By)...)
	if len(parts) > mostLines {
		return nil, tooMany(len(parts), "colours")
	}
	all := solvedValues(q.Samples)
	if len(all) == 0 {
		return nil, fmt.Errorf("no instance was solved")
	}
	log := broad(all)
	d, _ := findDimension(q.By)
	pl := newPlot("", d.axis(), q.Measure.axis())
	q.Measure.scale(&pl.Y, all, log)
	grid(pl, false, true)
	var ticks []plot.Tick
	for i, g := range places {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: g.Name})
	}
	pl.X.Min, pl.X.Max, pl.X.Padding = -0.6, float64(len(places))-0.4, 0
	pl.X.Tick.Marker = plot.ConstantTicks(ticks)
	leaning := lean(pl, places)
	zeros := 0
	for k, part := range parts {
		own := map[*sample]bool{}
		for _, s := range part.Samples {
			own[s] = true
		}
		for i, g := range places {
			var xs []float64
			for _, s := range g.Samples {
				switch {
				case !own[s] || !s.solved():
				case log && s.Value <= 0:
					zeros++
				default:
					xs = append(xs, s.Value)
				}
			}
			if len(xs) == 0 {
				continue
			}
			b, err := boxStats(xs, log)
			if err != nil {
				return nil, err
			}
			step := 0.8 / float64(len(parts))
			pl.Add(oneBox(b, float64(i)-0.4+step*(float64(k)+0.5), step*0.8, lookOf(k)))
		}
	}
	q.warn.add(NotDrawn, zeros, "%d with the number 0 have no place on the logarithmic axis", zeros)
	q.warn.ignored("the picture", q.Samples)
	said, answer := q.medians(places)
	var keys legend
	for k, part := range parts {
		keys = append(keys, entry{orAll(part.Name), look{lookOf(k).Colour, draw.BoxGlyph{}, nil}, false, true})
	}
	caption := fmt.Sprintf("A box holds the middle half, the line in it is the median, the whiskers reach to what lies within 1.5 times its length%s; %d numbers or fewer are points. Medians: %s. %s",
		onLogarithms(log), fewPoints, strings.Join(said, "; "), medianNote)
	f := withLegend(capital(q.Measure.Name)+about(q.Samples)+" by "+d.Key, caption, pl, keys, 3.6*vg.Inch+leaning)
	f.Answer = answer
	return q.finish(f), nil
}

func onLogarithms(log bool) string {
	if log {
		return " (of the logarithms)"
	}
	return ""
}

// lean turns the names below an axis where they have no room side by side, and says how
// much higher that makes it.
func lean(p *plot.Plot, groups []*group) vg.Length {
	longest := vg.Length(0)
	for _, g := range groups {
		longest = max(longest, style(tickSize, black).Width(g.Name))
	}
	if longest*vg.Length(len(groups)) < figureWidth-90 {
		return 0
	}
	p.X.Tick.Label.Rotation = math.Pi / 4
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = -1, -0.5
	return longest * 0.7
}

// oneBox draws a box of a width at x, both in the axis' units.
func oneBox(b *plotter.BoxPlot, at, width float64, l look) drawing {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		point := draw.GlyphStyle{Color: faint(l.Colour, 0xa0), Radius: 1.9, Shape: draw.CircleGlyph{}}
		mid := x(at)
		if len(b.Values) <= fewPoints {
			for _, v := range b.Values {
				c.DrawGlyph(point, vg.Point{X: mid, Y: y(v)})
			}
			half := min((x(at+width/2)-x(at-width/2))/2, 8)
			c.StrokeLine2(draw.LineStyle{Color: l.Colour, Width: 1.4}, mid-half, y(b.Median), mid+half, y(b.Median))
			return
		}
		half := min((x(at+width/2)-x(at-width/2))/2, 16)
		box := vg.Rectangle{Min: vg.Point{X: mid - half, Y: y(b.Quartile1)}, Max: vg.Point{X: mid + half, Y: y(b.Quartile3)}}
		line := draw.LineStyle{Color: l.Colour, Width: 1}
		c.SetColor(faint(l.Colour, 0x40))
		c.Fill(box.Path())
		c.SetLineStyle(line)
		c.Stroke(box.Path())
		c.StrokeLine2(line, mid, y(b.Quartile3), mid, y(b.AdjHigh))
		c.StrokeLine2(line, mid, y(b.Quartile1), mid, y(b.AdjLow))
		c.StrokeLine2(line, mid-half/2, y(b.AdjHigh), mid+half/2, y(b.AdjHigh))
		c.StrokeLine2(line, mid-half/2, y(b.AdjLow), mid+half/2, y(b.AdjLow))
		c.StrokeLine2(draw.LineStyle{Color: black, Width: 1.6}, mid-half, y(b.Median), mid+half, y(b.Median))
		for _, i := range b.Outside {
			c.DrawGlyph(point, vg.Point{X: mid, Y: y(b.Values[i])})
		}
	}
}
