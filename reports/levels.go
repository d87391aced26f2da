package reports

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

var errNoDeduction = errors.New("no record of deduction by rules")

func drawLevels(recs []result.Record, _ Plot) (*Figure, error) {
	all := families(recs)
	if len(all) == 0 {
		return nil, errNoDeduction
	}
	var said []string
	for _, f := range all {
		said = append(said, f.counted())
	}
	p := levelBars(all)
	return &Figure{
		Title: "How hard the puzzles are",
		Caption: "The share of the puzzles by the hardest level of rules that it takes to solve them; on stuck ones all rules end before the solution. " +
			strings.Join(said, "; ") + ".",
		Answer: strings.Join(said, "; "),
		W:      figureWidth, H: (0.9 + 0.6*vg.Length(len(all))) * vg.Inch,
		draw: func(c draw.Canvas) { show(p, draw.Crop(c, 0, -8, 0, -4)) },
	}, nil
}

// levelBars is a bar a family, cut into its levels from the left.
func levelBars(all []*family) *plot.Plot {
	p := newPlot("", "share of the puzzles", "")
	shares(p)
	var names []string
	for _, f := range all {
		names = append(names, f.Puzzle+", n = "+whole(len(f.Boards)))
	}
	rows(p, names)
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, f := range all {
			bottom, top := y(float64(len(all)-i)-0.38), y(float64(len(all)-i)+0.38)
			done := 0
			for k, n := range f.spread() {
				if n == 0 {
					continue
				}
				of := float64(len(f.Boards))
				left, right := x(float64(done)/of), x(float64(done+n)/of)
				done += n
				r := vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}
				fill := levelColour(k, len(f.Levels))
				c.SetColor(fill)
				c.Fill(r.Path())
				c.SetColor(white)
				c.SetLineWidth(0.8)
				c.Stroke(r.Path())
				labelBar(c, r, ink(fill), f.kinds()[k], percent(n, len(f.Boards)))
			}
		}
	}))
	return p
}

// levelColour goes from light to dark with the level; what is not solved has a
// colour apart.
func levelColour(k, levels int) color.NRGBA {
	switch {
	case k == levels:
		return pale
	case k > levels:
		return vermillion
	case levels < 2:
		return shade(0.9)
	}
	return shade(0.92 - 0.8*float64(k)/float64(levels-1))
}

// labelBar writes two lines into a part of a bar, or the first alone, upright,
// where it has room.
func labelBar(c draw.Canvas, r vg.Rectangle, colour color.Color, name, share string) {
	sty := style(7.5, colour)
	sty.XAlign = text.XCenter
	room := r.Max.X - r.Min.X - 3
	at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
	switch {
	case sty.Width(name) <= room && sty.Width(share) <= room:
		write(c, sty, vg.Point{X: at.X, Y: at.Y + 4.7}, name)
		write(c, sty, vg.Point{X: at.X, Y: at.Y - 4.7}, share)
	case room >= 6 && sty.Width(name) <= r.Max.Y-r.Min.Y-2:
		sty.Rotation, sty.YAlign = math.Pi/2, text.YCenter
		c.FillText(sty, at, name)
	}
}

// shares makes the horizontal axis one of shares, with a grid.
func shares(p *plot.Plot) {
	p.X.Min, p.X.Max, p.X.Padding = 0, 1, 0
	var ticks []plot.Tick
	for i := range 6 {
		ticks = append(ticks, plot.Tick{Value: float64(i) / 5, Label: fmt.Sprintf("%d %%", 20*i)})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	grid(p, true, false)
}

// rows makes the vertical axis a list of names from the top, the first at the
// height len(names).
func rows(p *plot.Plot, names []string) {
	p.Y.Min, p.Y.Max, p.Y.Padding = 0.5, float64(len(names))+0.5, 4
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	var ticks []plot.Tick
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(len(names) - i), Label: name})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
}

// fewFamilies is up to how many families an answer tells all levels of.
const fewFamilies = 3

// solvedRange is "by all rules from 93 % (sudoku) to 100 % (nonogram and sherlock)".
func solvedRange(all []*family, by string, solved func(*family) int) string {
	share := func(f *family) *big.Rat { return big.NewRat(int64(solved(f)), int64(len(f.Boards))) }
	compare := func(a, b *family) int { return share(a).Cmp(share(b)) }
	say := func(end *family) string {
		var names []string
		for _, f := range all {
			if compare(f, end) == 0 {
				names = append(names, f.Puzzle)
			}
		}
		return percent(solved(end), len(end.Boards)) + " (" + list(names) + ")"
	}
	lo, hi := slices.MinFunc(all, compare), slices.MaxFunc(all, compare)
	if compare(lo, hi) == 0 {
		return by + " " + say(lo)
	}
	return by + " from " + say(lo) + " to " + say(hi)
}

func drawSolved(recs []result.Record, _ Plot) (*Figure, error) {
	all := families(recs)
	if len(all) == 0 {
		return nil, errNoDeduction
	}
	var names, said, solved []string
	type bar struct{ n, of, level, levels int }
	var bars []bar
	for _, f := range all {
		var upTo []string
		for k, n := range f.solvedBy() {
			upTo = append(upTo, f.Levels[k]+" "+percent(n, len(f.Boards)))
			names = append(names, f.Puzzle+", "+f.Levels[k])
			bars = append(bars, bar{n, len(f.Boards), k, len(f.Levels)})
		}
		said = append(said, whole(len(f.Boards))+" of "+f.Puzzle)
		solved = append(solved, f.Puzzle+": "+list(upTo))
	}
	answer := strings.Join(solved, "; ")
	if len(all) > fewFamilies {
		answer = solvedRange(all, "by the easiest rules alone", func(f *family) int { return f.solvedBy()[0] }) + "; " +
			solvedRange(all, "by all rules", func(f *family) int { return f.solvedBy()[len(f.Levels)-1] })
	}
	p := newPlot("", "share of the puzzles that are solved", "")
	shares(p)
	rows(p, names)
	p.Add(drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, b := range bars {
			at := float64(len(bars) - i)
			r := vg.Rectangle{Min: vg.Point{X: x(0), Y: y(at - 0.36)}, Max: vg.Point{X: x(float64(b.n) / float64(b.of)), Y: y(at + 0.36)}}
			fill := levelColour(b.level, b.levels)
			c.SetColor(fill)
			c.Fill(r.Path())
			label := fmt.Sprintf("%s (%s)", percent(b.n, b.of), whole(b.n))
			sty := style(7.5, black)
			if end := r.Max.X + 4; end+sty.Width(label) <= x(1) {
				write(c, sty, vg.Point{X: end, Y: y(at)}, label)
			} else {
				sty.Color, sty.XAlign = ink(fill), text.XRight
				write(c, sty, vg.Point{X: r.Max.X - 4, Y: y(at)}, label)
			}
			if b.level == 0 && i > 0 { // a line between the families
				c.StrokeLine2(draw.LineStyle{Color: pale, Width: 0.8}, x(0), y(at+0.5), x(1), y(at+0.5))
			}
		}
	}))
	return &Figure{
		Title:   "Solved by the rules up to each level",
		Caption: fmt.Sprintf("The share of the puzzles, and in brackets their number, that the rules of a level and of the easier ones solve: %s.", list(said)),
		Answer:  answer,
		W:       figureWidth, H: (0.85 + 0.23*vg.Length(len(bars))) * vg.Inch,
		draw: func(c draw.Canvas) { show(p, draw.Crop(c, 0, -8, 0, -4)) },
	}, nil
}
