package reports

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// How a comparison is said and drawn as one ratio.

// estimate is the ratio that stands for the comparison, over n instances: the bound where there
// is one, the mean of those that both solved else. n is 0 where there is neither. Of a bound
// the interval has one end.
func (c *Comparison) estimate() (ratio float64, i interval, n int) {
	switch {
	case c.Bounded == 0:
		return c.Ratio, c.Interval, c.Ratios
	case !c.Bounds.ok():
		return c.Bound, noInterval, c.Bounded
	case c.AtLeast:
		return c.Bound, interval{c.Bounds.Low, c.Bound}, c.Bounded
	}
	return c.Bound, interval{c.Bound, c.Bounds.High}, c.Bounded
}

// boundSign is ≥ or ≤ in front of a bound.
func (c *Comparison) boundSign() string {
	switch {
	case c.Bounded == 0:
		return ""
	case c.AtLeast:
		return "≥ "
	}
	return "≤ "
}

// cutText says on how many instances one of the two was cut, and on how many it was wrong:
// "1 of 15 timed out, 2 wrong".
func (c *Comparison) cutText() string {
	said := func(cut, wrong int) string {
		of := fmt.Sprintf(" of %s ", whole(c.N))
		switch {
		case cut == 0 && wrong == 0:
			return ""
		case wrong == 0:
			return whole(cut) + of + c.Cut
		case cut == 0:
			return whole(wrong) + of + "wrong"
		}
		return fmt.Sprintf("%s%s%s, %s wrong", whole(cut), of, c.Cut, whole(wrong))
	}
	text := said(c.CutB, c.WrongB)
	if own := said(c.CutA, c.WrongA); own != "" {
		text = strings.TrimPrefix(text+", "+c.A+": "+own, ", ")
	}
	return text
}

// barLabel is what stands behind the bar; slim without what has no room in a column.
func (c *Comparison) barLabel(slim bool) string {
	ratio, _, n := c.estimate()
	text := "no instance that both solved"
	switch {
	case n > 0:
		text = c.boundSign() + times(ratio) + " ×"
	case c.Zeros > 0:
		text = "no ratio: one of the two is 0"
	}
	if cuts := c.cutText(); cuts != "" && !slim {
		text += ", " + cuts
	}
	return text
}

// ratioText is it in prose.
func (c *Comparison) ratioText() string {
	ratio, _, _ := c.estimate()
	return strings.NewReplacer("≥", "at least", "≤", "at most").Replace(c.boundSign()) + times(ratio) + " ×"
}

// estimateText is the ratio with its interval, over how many instances it is, and what is missing
// from it.
func (c *Comparison) estimateText() string {
	_, i, n := c.estimate()
	within := ""
	switch {
	case !i.ok():
	case c.Bounded == 0:
		within = fmt.Sprintf("%s to %s, ", times(i.Low), times(i.High))
	case c.AtLeast:
		within = fmt.Sprintf("interval from %s up, ", times(i.Low))
	default:
		within = fmt.Sprintf("interval up to %s, ", times(i.High))
	}
	text := fmt.Sprintf("%s (%sn = %s)", c.ratioText(), within, whole(n))
	if cuts := c.cutText(); cuts != "" {
		text += ", " + cuts
		if c.Bounded == 0 {
			text += " and not in it"
		}
	}
	return text
}

// ownWarnings are the warnings that are of this comparison and not of the whole picture.
func (c *Comparison) ownWarnings() []Warning {
	_, _, n := c.estimate()
	var own warnings
	own.fewRatios(n, c.N)
	switch {
	case c.Bounded > 0:
		side, who := "a lower", ""
		if !c.AtLeast {
			side, who = "an upper", c.A+": "
		}
		own.add(Ignored, c.CutA+c.CutB, "the ratio is %s bound: %s%s of %s %s", side, who, whole(c.CutA+c.CutB), whole(c.N), c.Cut)
		own.add(Ignored, c.OnlyA+c.OnlyB-c.CutA-c.CutB, "the ratio leaves out %s of %s that one of the two has wrong", whole(c.OnlyA+c.OnlyB-c.CutA-c.CutB), whole(c.N))
	case c.OnlyA+c.OnlyB > 0:
		own.add(Ignored, c.OnlyA+c.OnlyB, "not in the ratio: %s", c.cutText())
	}
	own.add(Ignored, c.Neither, "the ratio leaves out %s of %s that neither solved", whole(c.Neither), whole(c.N))
	own.add(Ignored, c.Zeros, "the ratio leaves out %s of %s with the number 0", whole(c.Zeros), whole(c.N))
	return own
}

const barLabelSize = 7.5 * vg.Length(1)

// drawBar is drawn from 1 to the ratio, with its interval and its label behind it; a bound has
// an arrow to where the ratio is.
func drawBar(c *Comparison, dc draw.Canvas, x func(float64) vg.Length, at, half vg.Length, label string) {
	sty := style(barLabelSize, black)
	ratio, i, n := c.estimate()
	if n == 0 {
		write(dc, sty, vg.Point{X: x(1) + 4, Y: at}, label)
		return
	}
	fill := blue
	if ratio > 1 {
		fill = vermillion
	}
	from, to := min(x(1), x(ratio)), max(x(1), x(ratio))
	dc.SetColor(faint(fill, 0xb0))
	dc.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: at - half}, Max: vg.Point{X: to, Y: at + half}}.Path())
	line := draw.LineStyle{Color: black, Width: 1}
	if i.ok() {
		low, high := x(i.Low), x(i.High)
		dc.StrokeLine2(line, low, at, high, at)
		for _, end := range []float64{i.Low, i.High} {
			if c.Bounded == 0 || end != ratio {
				dc.StrokeLine2(line, x(end), at-3, x(end), at+3)
			}
		}
		from, to = min(from, low), max(to, high)
	}
	if c.Bounded > 0 {
		tip := x(ratio) + 9
		if !c.AtLeast {
			tip = x(ratio) - 9
		}
		back := (x(ratio)-tip)/3 + tip
		dc.StrokeLine2(line, x(ratio), at, tip, at)
		dc.StrokeLines(line, []vg.Point{{X: back, Y: at + 2.5}, {X: tip, Y: at}, {X: back, Y: at - 2.5}})
		from, to = min(from, tip), max(to, tip)
	}
	if ratio >= 1 || from-4-sty.Width(label) < dc.Min.X {
		write(dc, sty, vg.Point{X: to + 4, Y: at}, label)
		return
	}
	sty.XAlign = text.XRight
	write(dc, sty, vg.Point{X: from - 4, Y: at}, label)
}
