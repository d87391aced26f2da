package plot

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

	"counterproof/bench/record/judge"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

func drawExtremes(from *data.Source, _ Plot) (*Figure, error) {
	t := from.Tally()
	fewest, most := data.Extremes(t, 2*listed)
	n := len(fewest)
	if n == 0 {
		return nil, errors.New("no record has an exact count")
	}
	f := &Figure{
		Title:   format.Capital(t.Solutions()) + " of " + oneOrAll(n, t.Noun(n)),
		Caption: fmt.Sprintf("The %s of %s, in ascending order.", t.Solutions(), oneOrAll(n, t.Noun(n))),
	}
	lists := []*plot.Plot{ranking(t, fewest, fewest[n-1].Count, "", theme.Blue)}
	if all := len(t.Counted()); all > n {
		n = listed
		f = &Figure{
			Title:  "The fewest and the most " + t.Solutions(),
			Result: extremesResult(fewest[0], most[0]),
			Caption: fmt.Sprintf("The %d %s with the fewest and the most %s, of %s. Both axes have the same scale.",
				n, t.Noun(n), t.Solutions(), format.Whole(all)),
		}
		lists = []*plot.Plot{
			ranking(t, fewest[:n], most[0].Count, fmt.Sprintf("the %d %s with the fewest", n, t.Noun(n)), theme.Blue),
			ranking(t, most[:n], most[0].Count, fmt.Sprintf("the %d %s with the most", n, t.Noun(n)), theme.Vermillion),
		}
	}
	f.W, f.H, f.across = theme.FigureWidth, (1.15+0.166*vg.Length(max(n, 3)))*vg.Inch, len(lists)
	f.draw = func(c draw.Canvas) {
		for i, part := range theme.SplitCanvas(c, len(lists), 18) {
			theme.Show(lists[i], part)
		}
	}
	return f, nil
}

// listed is the number of instances in each list: those with the fewest and with the most solutions. If
// one list has room for all instances, the picture has only this list.
const listed = 20

func oneOrAll(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("all %d %s", n, noun)
}

// extremesResult returns a text such as "From 7 solutions (6 October) to 216 (25 January)", or "" if
// the names of the boards are too long for a title.
func extremesResult(fewest, most *judge.Case) string {
	a, b := format.Label(&fewest.Records[0]), format.Label(&most.Records[0])
	if len(a)+len(b) > 40 || fewest.Count.Cmp(most.Count) == 0 {
		return ""
	}
	return fmt.Sprintf("From %s solutions (%s) to %s (%s)", format.Grouped(format.Compact(fewest.Count, 6)), a, format.Grouped(format.Compact(most.Count, 6)), b)
}

// ranking draws the first instance on top. The axis has room for the count longest.
func ranking(t *data.Tally, ins []*judge.Case, longest *big.Int, title string, fill color.NRGBA) *plot.Plot {
	p := theme.NewPlot(title, t.Solutions(), "")
	if longest.Sign() == 0 {
		longest = big.NewInt(1)
	}
	scale, ok := stat.Float(longest)
	if !ok {
		// If the count exceeds a float64, the axis shows shares of the longest bar.
		scale = 1
		p.X.Label.Text += " (1 = " + format.Compact(longest, 8) + ")"
	}
	p.X.Min, p.X.Max = 0, scale*1.13
	p.Y.Min, p.Y.Max = float64(-len(ins))+0.4, 0.6
	p.X.Padding, p.Y.Padding = 0, 0
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0.6, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = theme.EvenTicks{}, theme.NameTicks(labelsOf(ins), func(i int) float64 { return float64(-i) })
	p.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		label := theme.Style(7.5, theme.Black)
		for i, in := range ins {
			part, _ := new(big.Rat).SetFrac(in.Count, longest).Float64()
			end, count := x(scale*part), format.Grouped(format.Compact(in.Count, 6))
			theme.Fill(c, fill, vg.Rectangle{Min: vg.Point{X: x(0), Y: y(float64(-i) - 0.37)}, Max: vg.Point{X: end, Y: y(float64(-i) + 0.37)}})
			theme.Write(c, label, vg.Point{X: end + 3, Y: y(float64(-i))}, count)
			theme.Tip(c, vg.Rectangle{Min: vg.Point{X: x(0), Y: y(float64(-i) - 0.5)}, Max: vg.Point{X: c.Max.X, Y: y(float64(-i) + 0.5)}}, theme.Label{Text: format.Shorten(format.Label(&in.Records[0]), 60) + ": " + count, Boards: []string{data.BoardID(&in.Records[0])}})
		}
	}))
	return p
}

// labelsOf returns the names of the instances for an axis. For a notation that is too long, the
// name is the size of the board, provided that every other board has another size.
func labelsOf(ins []*judge.Case) []string {
	size := func(in *judge.Case) string {
		text, _ := data.MustDimension("size").Text(&in.Records[0])
		return text
	}
	return wording.Each(ins, func(in *judge.Case) string {
		label, own := format.ShortLabel(&in.Records[0]), size(in)
		shared := slices.ContainsFunc(ins, func(other *judge.Case) bool { return other != in && size(other) == own })
		if strings.Contains(label, "…") && own != "" && !shared {
			return own + " board"
		}
		return label
	})
}
