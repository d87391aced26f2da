package reports

import (
	"errors"
	"fmt"
	"image/color"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// extremes are the n instances with the fewest solutions and the n with the
// most, the most extreme first, ties in natural order; fewer where there are
// fewer instances.
func extremes(t *tally, n int) (fewest, most []*board) {
	fewest = t.counted()
	slices.SortStableFunc(fewest, func(a, b *board) int { return a.Count.Cmp(b.Count) })
	most = slices.Clone(fewest)
	slices.SortStableFunc(most, func(a, b *board) int { return b.Count.Cmp(a.Count) })
	n = min(n, len(fewest))
	return fewest[:n], most[:n]
}

func drawExtremes(recs []result.Record, _ Plot) (*Figure, error) {
	t := newTally(recs)
	fewest, most := extremes(t, 2*ends)
	n := len(fewest)
	if n == 0 {
		return nil, errors.New("no record has an exact count")
	}
	height := func(n int) vg.Length { return (1.15 + 0.166*vg.Length(max(n, 3))) * vg.Inch }
	if all := len(t.counted()); all <= n {
		p := ranking(t, fewest, "", blue)
		return &Figure{
			Title:   capital(t.solutions()) + " of " + oneOrAll(n, t.noun(n)),
			Caption: fmt.Sprintf("The %s of %s, the fewest first.", t.solutions(), oneOrAll(n, t.noun(n))),
			W:       figureWidth, H: height(n),
			draw: func(c draw.Canvas) { show(p, c) },
		}, nil
	}
	n = ends
	left := ranking(t, fewest[:n], fmt.Sprintf("the %d %s with the fewest", n, t.noun(n)), blue)
	right := ranking(t, most[:n], fmt.Sprintf("the %d %s with the most", n, t.noun(n)), vermillion)
	return &Figure{
		Title: "The fewest and the most " + t.solutions(),
		Caption: fmt.Sprintf("The %d %s with the fewest and the most %s, of %s. The two axes differ.",
			n, t.noun(n), t.solutions(), whole(len(t.counted()))),
		W: figureWidth, H: height(n), across: 2,
		draw: func(c draw.Canvas) {
			halves := splitCanvas(c, 2, 18)
			show(left, halves[0])
			show(right, halves[1])
		},
	}, nil
}

// ends is how many instances stand at either end; twice as many are one list.
const ends = 20

func oneOrAll(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("all %d %s", n, noun)
}

// ranking is one bar an instance, the first on top, its count behind it.
func ranking(t *tally, ins []*board, title string, fill color.NRGBA) *plot.Plot {
	p := newPlot(title, t.solutions(), "")
	longest := big.NewInt(1)
	labels := labelsOf(ins)
	var names []plot.Tick
	for i, in := range ins {
		names = append(names, plot.Tick{Value: float64(-i), Label: labels[i]})
		if in.Count.Cmp(longest) > 0 {
			longest = in.Count
		}
	}
	scale, ok := float(longest)
	if !ok {
		// Beyond a float64 the axis is in shares of the longest bar.
		scale = 1
		p.X.Label.Text += " (1 = " + compact(longest, 8) + ")"
	}
	p.X.Min, p.X.Max = 0, scale*1.13
	p.Y.Min, p.Y.Max = float64(-len(ins))+0.4, 0.6
	p.X.Padding, p.Y.Padding = 0, 0
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0.6, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = evenTicks{}, plot.ConstantTicks(names)
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		label := style(7.5, black)
		for i, in := range ins {
			end := x(scale * fraction(in.Count, new(big.Int), longest))
			c.SetColor(fill)
			c.Fill(vg.Rectangle{Min: vg.Point{X: x(0), Y: y(float64(-i) - 0.37)}, Max: vg.Point{X: end, Y: y(float64(-i) + 0.37)}}.Path())
			write(c, label, vg.Point{X: end + 3, Y: y(float64(-i))}, grouped(compact(in.Count, 6)))
		}
	}))
	return p
}

// labelsOf are the names of instances at an axis: where a notation is too long, the size of
// the board, if no other has it.
func labelsOf(ins []*board) []string {
	boards := map[string]int{}
	sized := make([]string, len(ins))
	for i, in := range ins {
		if h, w, ok := size(&in.records[0]); ok {
			sized[i] = fmt.Sprintf("%dx%d", h, w)
			boards[sized[i]]++
		}
	}
	labels := make([]string, len(ins))
	for i, in := range ins {
		labels[i] = short(&in.records[0])
		if strings.Contains(labels[i], "…") && boards[sized[i]] == 1 {
			labels[i] = sized[i] + " board"
		}
	}
	return labels
}
