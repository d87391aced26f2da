package reports

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// monthTotals are the solutions of each month and how many of its dates are counted.
func monthTotals(t *tally) (totals [12]*big.Int, days [12]int) {
	for i := range totals {
		totals[i] = new(big.Int)
	}
	for _, in := range t.counted() {
		if m, _, ok := date(in.Name); ok {
			totals[m-1].Add(totals[m-1], in.Count)
			days[m-1]++
		}
	}
	return totals, days
}

func drawMonths(recs []result.Record, asked Plot) (*Figure, error) {
	totals, days := monthTotals(newTally(recs))
	counted := 0
	longest, all := new(big.Int), new(big.Int)
	var names []plot.Tick
	letters := 3
	if asked.Width == column {
		letters = 1
	}
	for i, n := range totals {
		names = append(names, plot.Tick{Value: float64(i), Label: months[i][:letters]})
		counted += days[i]
		all.Add(all, n)
		if n.Cmp(longest) > 0 {
			longest = n
		}
	}
	if counted == 0 {
		return nil, errors.New("no record has an exact count of a date")
	}
	most := longest
	if most.Sign() == 0 {
		longest = big.NewInt(1) // an axis has a length
	}
	scale, ok := float(longest)
	fewest := most
	for i, n := range totals {
		if days[i] > 0 && n.Cmp(fewest) < 0 {
			fewest = n
		}
	}
	named := func(n *big.Int) string { // the months with as many
		var names []string
		for i, m := range totals {
			if days[i] > 0 && m.Cmp(n) == 0 {
				names = append(names, months[i])
			}
		}
		return list(names) + " (" + grouped(n.String()) + ")"
	}
	p := newPlot("", "", "solutions in the month")
	if !ok {
		scale = 1
		p.Y.Label.Text = "solutions (1 = " + compact(longest, 8) + ")"
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.6, 11.6, 0, scale*1.1
	p.X.Padding, p.Y.Padding, p.X.Tick.Length = 0, 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(names), evenTicks{}
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		label := style(tickSize, black)
		label.XAlign, label.YAlign = text.XCenter, text.YBottom
		for i, n := range totals {
			if days[i] == 0 {
				continue
			}
			top := y(scale * fraction(n, new(big.Int), longest))
			c.SetColor(blue)
			c.Fill(vg.Rectangle{Min: vg.Point{X: x(float64(i) - 0.37), Y: y(0)}, Max: vg.Point{X: x(float64(i) + 0.37), Y: top}}.Path())
			said := grouped(compact(n, 7))
			if label.Width(said) > x(1)-x(0) { // upright, in the bar
				own := style(7.5, white)
				own.Rotation, own.XAlign, own.YAlign = math.Pi/2, text.XRight, text.YCenter
				at := vg.Point{X: x(float64(i)), Y: top - 3}
				if top-y(0) < own.Width(said)+6 {
					own.Color, own.XAlign, at.Y = black, text.XLeft, top+3
				}
				c.FillText(own, at, said)
				continue
			}
			c.FillText(label, vg.Point{X: x(float64(i)), Y: top + 2}, said)
		}
	}))
	return &Figure{
		Title:   "Solutions by month",
		Caption: fmt.Sprintf("The solutions of all days of each month together, %s in all, over %d of the 366 dates.", grouped(all.String()), counted),
		Answer:  "Most in " + named(most) + ", fewest in " + named(fewest),
		W:       figureWidth, H: 2.9 * vg.Inch, draw: func(c draw.Canvas) { show(p, c) },
	}, nil
}
