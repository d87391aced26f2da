package reports

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math/big"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// A relation is one measured number of each counted instance against its
// number of solutions.
type relation struct {
	counts []*big.Int
	values []float64
}

// relate collects the instances where both are known.
func relate(s *study, value func(*instance) float64) relation {
	var r relation
	for _, in := range s.counted() {
		if v := value(in); v >= 0 {
			r.counts = append(r.counts, in.Count)
			r.values = append(r.values, v)
		}
	}
	return r
}

// rho is Spearman's rank correlation; false where there is none.
func (r relation) rho() (float64, bool) {
	return spearman(ranks(r.counts, (*big.Int).Cmp), ranks(r.values, cmp.Compare))
}

// drawable are the points that a logarithmic scale has a place for.
func (r relation) drawable() plotter.XYs {
	var xys plotter.XYs
	for i, n := range r.counts {
		if x, ok := float(n); ok && x > 0 && r.values[i] > 0 {
			xys = append(xys, plotter.XY{X: x, Y: r.values[i]})
		}
	}
	return xys
}

// nodes and conflicts of the main methods; -1 where they are not known.
func nodes(in *instance) float64 {
	if in.Native != nil && in.Native.Nodes >= 0 && in.Native.Status == result.Exact {
		return in.Native.Nodes
	}
	return -1
}

func conflicts(in *instance) float64 {
	if in.SAT != nil && in.SAT.Conflicts >= 0 && in.SAT.Status == result.Exact {
		return in.SAT.Conflicts
	}
	return -1
}

func drawDifficulty(recs []result.Record, _ Plot) (*Figure, error) {
	s := newStudy(recs)
	var panels []*plot.Plot
	var notes, correlations []string
	for _, side := range []struct {
		method, unit string
		value        func(*instance) float64
		fill         color.NRGBA
		shape        draw.GlyphDrawer
	}{
		{s.Native, "search nodes", nodes, blue, draw.CircleGlyph{}},
		{s.SAT, "conflicts", conflicts, vermillion, draw.PyramidGlyph{}},
	} {
		r := relate(s, side.value)
		xys := r.drawable()
		if len(xys) == 0 {
			notes = append(notes, "There are no "+side.unit+" to draw.")
			continue
		}
		if k := len(r.counts) - len(xys); k > 0 {
			notes = append(notes, fmt.Sprintf("%s %s with no solutions or no %s %s no place on logarithmic axes and %s not drawn.",
				whole(k), s.noun(k), side.unit, plural(k, "has", "have"), plural(k, "is", "are")))
		}
		said := "too few points for a rank correlation"
		if rho, ok := r.rho(); ok {
			said = fmt.Sprintf("Spearman's ρ = %s, n = %s", coefficient(rho), whole(len(r.counts)))
			correlations = append(correlations, fmt.Sprintf("%s of %s of %s", coefficient(rho), side.unit, side.method))
		}
		panels = append(panels, scatter(xys, side.method, side.unit, said, side.fill, side.shape))
	}
	answer := ""
	if len(correlations) > 0 {
		answer = "Spearman's ρ with the number of solutions: " + list(correlations)
	}
	if len(panels) == 0 {
		return nil, errors.New("no counted instance has native nodes or SAT conflicts")
	}
	return &Figure{
		Title: "Solutions against difficulty",
		Caption: strings.TrimSpace(fmt.Sprintf("One point a%s: its number of solutions, and the work of counting them, both on logarithmic scales."+
			" ρ is over all the %s where both are known. %s", article(s.noun(1)), s.noun(2), strings.Join(notes, " "))),
		Answer: answer,
		W:      figureWidth, H: 3.5 * vg.Inch, across: len(panels),
		draw: func(c draw.Canvas) {
			for i, part := range share(c, len(panels), 18) {
				show(panels[i], part)
			}
		},
	}, nil
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "n " + noun
	}
	return " " + noun
}

func scatter(xys plotter.XYs, method, unit, said string, fill color.NRGBA, shape draw.GlyphDrawer) *plot.Plot {
	p := newPlot(method, "solutions", unit)
	lox, hix, loy, hiy := plotter.XYRange(xys)
	logarithmic(&p.X, lox, hix, countLabel)
	logarithmic(&p.Y, loy, hiy, countLabel)
	grid(p, true, true)
	p.Add(dots(xys, shape, draw.GlyphStyle{Color: faint(fill, 0x90), Radius: 2.1}))
	p.Title.Text = method + "\n" + said
	p.Title.TextStyle.XAlign = text.XCenter
	return p
}
