package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

type scale struct {
	name  string
	value func(*data.Sample) (float64, bool)
}

func ofKey(name, key string) scale {
	d := data.MustAxis(key)
	return scale{name, d.At}
}

var scales = []scale{
	{"hardest level", func(b *data.Sample) (float64, bool) {
		return min(b.Value, float64(len(b.Record.Levels))), true // stuck boards and contradictions count as the level above the hardest one
	}},
	ofKey("steps", "steps"),
	ofKey("longest wait", "longest_wait"),
	ofKey("native nodes", "nodes"),
	ofKey("SAT conflicts", "conflicts"),
	ofKey("SAT decisions", "decisions"),
	ofKey("clues", "clues"),
}

// A matrix contains Spearman's rank correlation of every two measures over the boards of a puzzle.
type matrix struct {
	Puzzle string
	N      int // boards that have all the measures
	Names  []string
	Rho    [][]float64 // NaN if one of the two measures is the same for all boards
}

// correlate computes the matrix of a puzzle. First it drops measures that no board has. Then it
// drops boards that lack a remaining measure.
func correlate(boards *data.Group) matrix {
	has := func(b *data.Sample, s scale) bool { _, ok := s.value(b); return ok }
	used := slices.DeleteFunc(slices.Clone(scales), func(s scale) bool {
		return !slices.ContainsFunc(boards.Samples, func(b *data.Sample) bool { return has(b, s) })
	})
	complete := slices.DeleteFunc(slices.Clone(boards.Samples), func(b *data.Sample) bool {
		return slices.ContainsFunc(used, func(s scale) bool { return !has(b, s) })
	})
	m := matrix{Puzzle: boards.Name, N: len(complete)}
	var ranked [][]float64
	for _, s := range used {
		values := wording.Each(complete, func(b *data.Sample) float64 { x, _ := s.value(b); return x })
		m.Names, ranked = append(m.Names, s.name), append(ranked, stat.Ranks(values, cmp.Compare))
	}
	for _, a := range ranked {
		m.Rho = append(m.Rho, wording.Each(ranked, func(b []float64) float64 {
			if rho, ok := stat.Spearman(a, b); ok {
				return rho
			}
			return math.NaN()
		}))
	}
	return m
}

func drawCorrelation(from *data.Source, p Plot) (*Figure, error) {
	var panels []*plot.Plot
	var texts, answers []string
	for _, f := range families(from.Records) {
		m := correlate(f)
		if m.N < 3 {
			texts = append(texts, fmt.Sprintf("%s has too few puzzles for a correlation: %d of at least 3.", m.Puzzle, m.N))
			continue
		}
		panels = append(panels, m.plot())
		if text := m.text(); text != "" {
			answers = append(answers, m.Puzzle+" "+text)
		}
	}
	if len(panels) == 0 {
		return nil, fmt.Errorf("want three puzzles or more with all measures of difficulty")
	}
	// Two matrices are side by side. If there are more than eight matrices, three are side by side.
	// A single matrix is as large as one of two matrices. The figure fits on a sheet of paper.
	across, w := 2, theme.FigureWidth
	switch {
	case p.Width == Column || len(panels) == 1:
		across, w = 1, 4.4*vg.Inch
	case len(panels) > 8:
		across = 3
	}
	down := (len(panels) + across - 1) / across
	answer := ""
	if len(answers) > 0 {
		answer = "Spearman's ρ between the hardest level that people need and the work of a search: " + strings.Join(answers, "; ")
	}
	return &Figure{
		Title: "Rank correlation of the measures of difficulty",
		Caption: strings.TrimSpace("Spearman's ρ of every two measures over the puzzles. Equal values share their ranks; – means that a measure is the same for all puzzles. " +
			"A stuck puzzle counts as harder than all levels, and its steps are counted until no rule applies. Nodes, conflicts and decisions come from a search for a second solution without deduction. " + strings.Join(texts, " ")),
		Answer: answer,
		W:      w, H: (0.45 + min(3.35*vg.Length(down), 8.5)) * vg.Inch,
		draw: func(c draw.Canvas) {
			tiles := draw.Tiles{Rows: down, Cols: across, PadX: 14}
			for i, p := range panels {
				theme.Show(p, tiles.At(c, i%across, i/across))
			}
		},
	}, nil
}

// text returns a text such as "0.61 (native nodes) and 0.6 (SAT conflicts)".
func (m *matrix) text() string {
	var parts []string
	for i, name := range m.Names {
		if rho := m.Rho[0][i]; m.Names[0] == scales[0].name && (name == "native nodes" || name == "SAT conflicts") && !math.IsNaN(rho) {
			parts = append(parts, fmt.Sprintf("%s (%s)", format.Coefficient(rho), name))
		}
	}
	return format.List(parts)
}

func (m *matrix) plot() *plot.Plot {
	p := theme.Cells(fmt.Sprintf("%s, n = %s", m.Puzzle, format.Whole(m.N)), m.Names, m.Names, func(row, column int) (theme.Cell, bool) {
		rho := m.Rho[row][column]
		return theme.Cell{Text: format.Coefficient(rho), Fill: diverging(rho)}, true
	})
	p.X.Tick.Label.Rotation = math.Pi / 4
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YTop
	return p
}

// diverging returns blue for 1, white for 0, vermillion for -1, and pale for NaN.
func diverging(rho float64) color.NRGBA {
	if math.IsNaN(rho) {
		return theme.Pale
	}
	to := theme.Blue
	if rho < 0 {
		to = theme.Vermillion
	}
	f := math.Min(math.Abs(rho), 1)
	mix := func(q uint8) uint8 { return uint8(math.Round(255 + f*(float64(q)-255))) }
	return color.NRGBA{mix(to.R), mix(to.G), mix(to.B), 0xff}
}

// families groups the boards by puzzle, each with the record of the method with the most levels.
func families(recs []result.Record) []*data.Group {
	samples, _, _ := data.SamplesOf(recs, data.HardestLevel)
	puzzles, _ := data.Split(data.ByMostLevels(samples), data.MustDimension("puzzle"))
	return puzzles
}
