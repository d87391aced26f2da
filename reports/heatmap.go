package reports

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/big"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// A cell is one date of the heat map.
type cell struct {
	Month, Day int
	Text       string      // the count; ">5" for a lower bound; "?" unknown; "!" contradicted; "" not in the records
	Fill       color.NRGBA // white where there are no records
}

// year is the calendar's cells in order, 02-29 among them and 02-30 not, and
// the least and the greatest count; n is how many dates have an exact count.
func year(t *tally) (cells []cell, lo, hi *big.Int, n int) {
	byDate := map[[2]int]*board{}
	for _, in := range t.Boards {
		m, d, ok := date(in.Name)
		if !ok {
			continue
		}
		byDate[[2]int{m, d}] = in
		if in.Count == nil {
			continue
		}
		n++
		if lo == nil || in.Count.Cmp(lo) < 0 {
			lo = in.Count
		}
		if hi == nil || in.Count.Cmp(hi) > 0 {
			hi = in.Count
		}
	}
	for m := 1; m <= 12; m++ {
		for d := 1; d <= monthDays[m-1]; d++ {
			c := cell{Month: m, Day: d, Fill: white}
			if in := byDate[[2]int{m, d}]; in != nil {
				c.Text, c.Fill = in.mark(lo, hi)
			}
			cells = append(cells, c)
		}
	}
	return cells, lo, hi, n
}

// mark is what the heat map shows of an instance.
func (b *board) mark(lo, hi *big.Int) (string, color.NRGBA) {
	switch {
	case b.Agreement == disagree || b.Agreement == mistaken:
		return "!", vermillion
	case b.Count != nil:
		return compact(b.Count, 5), shade(fraction(b.Count, lo, hi))
	case b.AtLeast != nil && b.AtLeast.Sign() > 0:
		return ">" + compact(new(big.Int).Sub(b.AtLeast, big.NewInt(1)), 4), pale
	}
	return "?", pale
}

// fraction is where n lies from lo (0) to hi (1).
func fraction(n, lo, hi *big.Int) float64 {
	if lo.Cmp(hi) == 0 {
		return 0.5
	}
	x, _ := new(big.Rat).SetFrac(new(big.Int).Sub(n, lo), new(big.Int).Sub(hi, lo)).Float64()
	return x
}

func drawYear(recs []result.Record, _ Plot) (*Figure, error) {
	t := newTally(recs)
	cells, lo, hi, n := year(t)
	if n == 0 {
		return nil, errors.New("no record has an exact count of a date")
	}
	bar := colourBar(lo, hi)
	return &Figure{
		Title: "Solutions of each day of the year",
		Caption: fmt.Sprintf("Each cell is a date with its number of solutions: %d of the 366 dates have an exact count."+
			" A cell that is missing is no date; ? is a date without an answer, > a lower bound, ! a disagreement.", n),
		Answer: fmt.Sprintf("From %s to %s solutions on %d of the 366 dates", grouped(lo.String()), grouped(hi.String()), n),
		W:      figureWidth, H: 3.95 * vg.Inch, tall: 5.9 * vg.Inch,
		draw: func(c draw.Canvas) {
			const below = 46
			show(monthsByDays(cells, narrow(c)), draw.Crop(c, 0, 0, below, 0))
			width := c.Max.X - c.Min.X
			show(bar, draw.Crop(c, width*0.3, -width*0.26, 0, -(c.Max.Y-c.Min.Y-below+6)))
		},
	}, nil
}

// monthsByDays has a row a month; upright a column, which leaves room for the numbers where
// 31 cells side by side have none.
func monthsByDays(cells []cell, upright bool) *plot.Plot {
	p := newPlot("", "day of the month", "")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0.5, 31.5, 0.5, 12.5
	if upright {
		p = newPlot("", "", "day of the month")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0.5, 12.5, 0.5, 31.5
	}
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.LineStyle.Width, p.Y.LineStyle.Width, p.X.Tick.Length, p.Y.Tick.Length = 0, 0, 0, 0
	p.Y.Tick.Label.Rotation = 0
	var days, names []plot.Tick
	for d := 1; d <= 31; d++ {
		at := d
		if upright {
			at = 32 - d
		}
		days = append(days, plot.Tick{Value: float64(at), Label: fmt.Sprint(d)})
	}
	for m, name := range months {
		at := 12 - m
		if upright {
			at, name = m+1, name[:1]
		}
		names = append(names, plot.Tick{Value: float64(at), Label: name})
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(days), plot.ConstantTicks(names)
	if upright {
		p.X.Tick.Marker, p.Y.Tick.Marker = p.Y.Tick.Marker, p.X.Tick.Marker
	}
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for _, k := range cells {
			column, row := float64(k.Day), float64(13-k.Month)
			if upright {
				column, row = float64(k.Month), float64(32-k.Day)
			}
			left, right := x(column-0.5), x(column+0.5)
			bottom, top := y(row-0.5), y(row+0.5)
			r := vg.Rectangle{Min: vg.Point{X: left + 0.3, Y: bottom + 0.3}, Max: vg.Point{X: right - 0.3, Y: top - 0.3}}
			c.SetColor(k.Fill)
			c.Fill(r.Path())
			if k.Text == "" {
				// A date without a record keeps its place: only a frame.
				c.SetColor(pale)
				c.SetLineWidth(0.5)
				c.Stroke(r.Path())
				continue
			}
			sty := style(7.2, ink(k.Fill))
			sty.XAlign = text.XCenter
			if w := sty.Width(k.Text); w > right-left-1.5 {
				sty.Font.Size *= (right - left - 1.5) / w
			}
			write(c, sty, vg.Point{X: (left + right) / 2, Y: (bottom + top) / 2}, k.Text)
		}
	}))
	return p
}

// colourBar is the legend of the colours between two counts.
func colourBar(lo, hi *big.Int) *plot.Plot {
	p := newPlot("", "solutions", "")
	p.HideY()
	p.X.Padding, p.X.LineStyle.Width = 2, 0
	a, _ := float(lo)
	b, drawn := float(hi)
	ticks := []plot.Tick{{Value: 0, Label: compact(lo, 5)}, {Value: 1, Label: compact(hi, 5)}}
	if drawn && b > a {
		for _, t := range (evenTicks{}).Ticks(a, b) {
			// The two ends are labelled: keep clear of them.
			if f := (t.Value - a) / (b - a); f > 0.1 && f < 0.9 {
				n, _ := big.NewFloat(t.Value).Int(nil)
				ticks = append(ticks, plot.Tick{Value: f, Label: compact(n, 5)})
			}
		}
	}
	if lo.Cmp(hi) == 0 {
		ticks = []plot.Tick{{Value: 0.5, Label: compact(lo, 5)}}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		const steps = 128
		for i := range steps {
			left, right := x(float64(i)/steps), x(float64(i+1)/steps)
			// Half a point of overlap: no seams where the picture is scaled.
			right = vg.Length(math.Min(float64(right)+0.5, float64(x(1))))
			c.SetColor(shade((float64(i) + 0.5) / steps))
			c.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: y(0)}, Max: vg.Point{X: right, Y: y(1)}}.Path())
		}
	}))
	return p
}
