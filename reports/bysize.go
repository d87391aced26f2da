package reports

import (
	"cmp"
	"errors"
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

// A shape is the boards of one size: the share of the clues of a solved board that
// is left out of each.
type shape struct {
	H, W      int
	Boards    int
	Mean      float64
	Low, High float64
}

// A width is the shapes of one number of columns, by rows, and Spearman's rank
// correlation over their boards of the rows and the share.
type width struct {
	W      int
	Shapes []shape
	Rho    float64
	Ranked bool // there is such a correlation
}

// byShape takes the boards whose records say their size and all clues of it.
func byShape(recs []result.Record) []*width {
	type board struct {
		rows  int
		share float64
	}
	byWidth := map[int][]board{}
	for _, f := range families(recs) {
		for _, r := range f.Boards {
			var h, w int
			if n, _ := fmt.Sscanf(r.Size, "%dx%d", &h, &w); n != 2 || r.Clues == nil || r.FullClues == nil || *r.FullClues < 1 {
				continue
			}
			byWidth[w] = append(byWidth[w], board{h, 1 - float64(*r.Clues)/float64(*r.FullClues)})
		}
	}
	var all []*width
	for w, boards := range byWidth {
		slices.SortStableFunc(boards, func(a, b board) int { return cmp.Compare(a.rows, b.rows) })
		line := &width{W: w}
		var hs []int
		var xs []float64
		for _, b := range boards {
			last := len(line.Shapes) - 1
			if last < 0 || line.Shapes[last].H != b.rows {
				line.Shapes = append(line.Shapes, shape{H: b.rows, W: w, Low: b.share, High: b.share})
				last++
			}
			s := &line.Shapes[last]
			s.Boards++
			s.Mean += b.share
			s.Low, s.High = min(s.Low, b.share), max(s.High, b.share)
			hs, xs = append(hs, b.rows), append(xs, b.share)
		}
		for i := range line.Shapes {
			line.Shapes[i].Mean /= float64(line.Shapes[i].Boards)
		}
		line.Rho, line.Ranked = spearman(ranks(hs, cmp.Compare), ranks(xs, cmp.Compare))
		all = append(all, line)
	}
	slices.SortFunc(all, func(a, b *width) int { return a.W - b.W })
	return all
}

// glyphs tell the lines apart without their colours.
var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}

func drawBySize(recs []result.Record, _ Plot) (*Figure, error) {
	all := byShape(recs)
	if len(all) == 0 {
		return nil, errors.New("no record of deduction says the size of its board and all clues of it")
	}
	p := newPlot("", "rows", "share of the clues that is left out")
	p.X.Padding, p.Y.Padding = 6, 0
	p.X.Min, p.X.Max, p.Y.Min = float64(all[0].Shapes[0].H), float64(all[0].Shapes[0].H), 0
	top, least, most := 0.0, 0, 0
	var said []string
	for _, line := range all {
		first, last := line.Shapes[0], line.Shapes[len(line.Shapes)-1]
		p.X.Min, p.X.Max = min(p.X.Min, float64(first.H)), max(p.X.Max, float64(last.H))
		for _, s := range line.Shapes {
			top = max(top, s.Mean)
			if most = max(most, s.Boards); least == 0 || s.Boards < least {
				least = s.Boards
			}
		}
		text := fmt.Sprintf("%d columns %.0f %% to %.0f %%", line.W, 100*first.Mean, 100*last.Mean)
		if line.Ranked {
			text += " (ρ = " + coefficient(line.Rho) + ")"
		}
		said = append(said, text)
	}
	p.Y.Max = min(1, math.Ceil(top*10+0.3)/10)
	p.X.Tick.Marker, p.Y.Tick.Marker = wholeTicks{}, shareTicks{}
	grid(p, false, true)
	curves, names := alike(all)
	for i, xys := range curves {
		colour := shade(0.05 + 0.7*float64(i)/float64(max(len(curves)-1, 1)))
		curve := &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: colour, Width: 1.3}}
		points := dots(xys, glyphs[i%len(glyphs)], draw.GlyphStyle{Color: colour, Radius: 2.8})
		p.Add(curve, points)
		p.Legend.Add(names[i]+" columns", curve, points)
	}
	p.Legend.Top = false
	number := whole(least)
	if most != least {
		number += " to " + whole(most)
	}
	return &Figure{
		Title: "Clues left out, by the shape of the table",
		Caption: fmt.Sprintf("The mean over %s puzzles a size. From the fewest rows to the most, with Spearman's ρ of rows and share over the puzzles in brackets: %s.",
			number, strings.Join(said, ", ")),
		Answer: "Left out from the fewest rows to the most: " + strings.Join(said, ", "),
		W:      figureWidth, H: 3.7 * vg.Inch,
		draw: func(c draw.Canvas) { show(p, draw.Crop(c, 0, -6, 0, -4)) },
	}, nil
}

// alike are the lines to draw, and the columns of each: widths of the same means
// share a line, which would hide the others.
func alike(all []*width) (curves []plotter.XYs, names []string) {
	var columns [][]string
	for _, line := range all {
		var xys plotter.XYs
		for _, s := range line.Shapes {
			xys = append(xys, plotter.XY{X: float64(s.H), Y: s.Mean})
		}
		i := slices.IndexFunc(curves, func(c plotter.XYs) bool { return slices.Equal(c, xys) })
		if i < 0 {
			i = len(curves)
			curves, columns = append(curves, xys), append(columns, nil)
		}
		columns[i] = append(columns[i], fmt.Sprint(line.W))
	}
	for _, c := range columns {
		names = append(names, list(c))
	}
	return curves, names
}

// wholeTicks marks whole numbers, each where there are few.
type wholeTicks struct{}

func (wholeTicks) Ticks(lo, hi float64) []plot.Tick {
	step := max(nice((hi-lo)/20), 1)
	var ticks []plot.Tick
	for x := step * float64(int(lo/step)); x <= hi && len(ticks) < 50; x += step {
		if x >= lo {
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%.0f", x)})
		}
	}
	return ticks
}

// shareTicks marks tenths as percentages.
type shareTicks struct{}

func (shareTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for i := range 11 {
		if x := float64(i) / 10; x >= lo && x <= hi+1e-9 {
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%d %%", 10*i)})
		}
	}
	return ticks
}
