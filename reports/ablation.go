package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// first is the method that all others are compared with: the first of the plot's that has
// records, or the first in natural order. It is "sat" where that is what the plot says, and
// groups resolve it in styles of their own.
func (q *query) first(samples []*sample) (base, want string) {
	all := methodsOf(samples)
	for _, want := range q.Methods {
		for _, m := range all {
			if under(m, want) {
				return m, want
			}
		}
	}
	return all[0], all[0]
}

// An ablationPart is the comparisons of one group with its first method, the least ratio
// first; without a ratio last.
type ablationPart struct {
	Name        string
	Comparisons []*Comparison
}

// ablation also says what to call the method that the others are compared with.
func (q *query) ablation() (parts []ablationPart, base string, err error) {
	groups := []*group{{Samples: q.Samples}}
	if q.By != "" {
		if groups, err = q.groups(); err != nil {
			return nil, "", err
		}
	}
	first, want := q.first(q.Samples)
	base = first
	for _, g := range groups {
		part := ablationPart{Name: g.Name}
		methods := methodsOf(g.Samples)
		own := first
		if !slices.Contains(methods, first) {
			if own, _ = q.first(g.Samples); !under(own, want) {
				continue
			}
		}
		if own != first {
			base = want
		}
		for _, m := range methods {
			if m == own {
				continue
			}
			if c := compare(g.Samples, own, m, q.Measure); c.N > 0 {
				part.Comparisons = append(part.Comparisons, c)
			}
		}
		slices.SortStableFunc(part.Comparisons, func(a, b *Comparison) int {
			if x, y := math.IsNaN(a.Ratio), math.IsNaN(b.Ratio); x || y {
				return cmp.Compare(truth(x), truth(y))
			}
			return cmp.Compare(a.Ratio, b.Ratio)
		})
		if len(part.Comparisons) > 0 {
			parts = append(parts, part)
		}
	}
	return parts, base, nil
}

func drawAblation(recs []result.Record, p Plot) (*Figure, error) {
	q, err := ask(recs, p, "wall_seconds")
	if err != nil {
		return nil, err
	}
	if methods := methodsOf(q.Samples); len(methods) < 2 {
		return nil, fmt.Errorf("want two methods or more, got %s alone", methods[0])
	}
	parts, base, err := q.ablation()
	if err != nil {
		return nil, err
	}
	var bars []*Comparison
	var names, said []string
	var told []Warning
	own := map[string][]string{} // whose it is
	cuts := map[int]bool{}       // a line between groups above this row
	lo, hi := 1.0, 1.0
	for _, part := range parts {
		cuts[len(bars)] = len(bars) > 0
		for _, c := range part.Comparisons {
			name := strings.TrimPrefix(part.Name+": "+c.B, ": ")
			bars, names = append(bars, c), append(names, fmt.Sprintf("%s, n = %d", name, c.Ratios))
			if c.Ratios > 0 {
				lo, hi = min(lo, c.Ratio), max(hi, c.Ratio)
				if c.Interval.ok() {
					lo, hi = min(lo, c.Interval.Low), max(hi, c.Interval.High)
				}
				text := fmt.Sprintf("%s %s ×", name, times(c.Ratio))
				if c.Interval.ok() {
					text += fmt.Sprintf(" (%s to %s)", times(c.Interval.Low), times(c.Interval.High))
				}
				said = append(said, text)
			}
			for _, w := range c.Warnings {
				if w.Kind == FewInstances || w.Kind == Ignored { // the others are of all
					own[w.Kind+w.Text] = append(own[w.Kind+w.Text], name)
					if len(own[w.Kind+w.Text]) == 1 {
						told = append(told, w)
					}
				}
			}
		}
	}
	if len(said) == 0 {
		return nil, fmt.Errorf("no instance has %s above 0 of both %s and another method", q.Measure.Name, base)
	}
	if len(bars) > 60 {
		return nil, fmt.Errorf("%d bars have no room: choose suites or methods", len(bars))
	}
	for _, w := range told {
		q.warn.add(w.Kind, w.N, "%s: %s", strings.Join(own[w.Kind+w.Text], "; "), w.Text)
	}
	pl := newPlot("", q.Measure.Name+" as a multiple of that of "+base, "")
	rows(pl, names)
	room := math.Pow(hi/lo, 0.16) // for the numbers behind the bars
	logarithmic(&pl.X, lo/math.Sqrt(room), hi*room, func(x float64) string { return decimalLabel(x) + " ×" })
	grid(pl, true, false)
	pl.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, b := range bars {
			at := y(float64(len(bars) - i))
			if cuts[i] {
				c.StrokeLine2(draw.LineStyle{Color: pale, Width: 0.8}, c.Min.X, y(float64(len(bars)-i)+0.5), c.Max.X, y(float64(len(bars)-i)+0.5))
			}
			b.bar(c, x, at, (y(1)-y(0))*0.34)
		}
		c.StrokeLine2(draw.LineStyle{Color: black, Width: 0.8}, x(1), c.Min.Y, x(1), c.Max.Y)
	}))
	answer := strings.Join(said, "; ")
	if len(said) > fewSaid {
		least, most := extremeRatios(bars)
		answer = fmt.Sprintf("from %s × (%s) to %s × (%s)", times(bars[least].Ratio), names[least], times(bars[most].Ratio), names[most])
	}
	f := &Figure{
		Title: capital(q.Measure.Name) + about(q.Samples) + " against " + base,
		Caption: fmt.Sprintf("The geometric mean over the instances of the ratio of each method's %s to that of %s, with 95 %% intervals (bootstrap, %s resamples); n instances that both solved.",
			q.Measure.Name, base, grouped(fmt.Sprint(resamples))),
		Answer: capital(q.Measure.Name) + " as a multiple of that of " + base + ": " + answer,
		W:      figureWidth, H: (0.95 + 0.25*vg.Length(len(bars))) * vg.Inch,
		draw: func(c draw.Canvas) { show(pl, draw.Crop(c, 0, -8, 0, -4)) },
	}
	return q.finish(f), nil
}

// bar is drawn from 1 to the ratio, with its interval and the number behind it.
func (c *Comparison) bar(dc draw.Canvas, x func(float64) vg.Length, at, half vg.Length) {
	sty := style(7.5, black)
	if c.Ratios == 0 {
		write(dc, sty, vg.Point{X: x(1) + 4, Y: at}, "no instance that both solved")
		return
	}
	fill := blue
	if c.Ratio > 1 {
		fill = vermillion
	}
	from, to := min(x(1), x(c.Ratio)), max(x(1), x(c.Ratio))
	dc.SetColor(faint(fill, 0xb0))
	dc.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: at - half}, Max: vg.Point{X: to, Y: at + half}}.Path())
	if c.Interval.ok() {
		low, high := x(c.Interval.Low), x(c.Interval.High)
		line := draw.LineStyle{Color: black, Width: 1}
		dc.StrokeLine2(line, low, at, high, at)
		dc.StrokeLine2(line, low, at-3, low, at+3)
		dc.StrokeLine2(line, high, at-3, high, at+3)
		from, to = min(from, low), max(to, high)
	}
	label := times(c.Ratio) + " ×"
	if c.Ratio >= 1 || from-4-sty.Width(label) < dc.Min.X {
		write(dc, sty, vg.Point{X: to + 4, Y: at}, label)
		return
	}
	sty.XAlign = text.XRight
	write(dc, sty, vg.Point{X: from - 4, Y: at}, label)
}

// extremeRatios are the bars of the least and of the greatest ratio.
func extremeRatios(bars []*Comparison) (least, most int) {
	least, most = -1, -1
	for i, b := range bars {
		if b.Ratios > 0 && (least < 0 || b.Ratio < bars[least].Ratio) {
			least = i
		}
		if b.Ratios > 0 && (most < 0 || b.Ratio > bars[most].Ratio) {
			most = i
		}
	}
	return least, most
}
