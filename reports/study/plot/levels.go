package plot

import (
	"cmp"
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

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

// The measure "level" has classes instead of numbers: the hardest level of rules that a board
// needs. The shares of the classes are the parts of a bar.

// A partition counts the boards of one bar by the hardest level of rules that they need.
type partition struct {
	Name   string
	Levels []string // the easiest first
	Counts []int    // numbers of boards by level, followed by stuck boards and contradictions
	Of     int
}

// classes returns the names of the entries of Counts: the levels, stuck and contradiction.
func (p *partition) classes() []string {
	return append(slices.Clone(p.Levels), result.Stuck, result.Contradiction)
}

// cumulative returns how many boards the rules up to each level solve. Deduction always applies the
// easiest possible rule, so these are the boards whose hardest level is this level or an easier one.
func (p *partition) cumulative() []int {
	n := slices.Clone(p.Counts[:len(p.Levels)])
	for i := 1; i < len(n); i++ {
		n[i] += n[i-1]
	}
	return n
}

// text returns the counts as words: "map: 3 easy, 2 stuck". It leaves out levels without a board.
func (p *partition) text() string {
	var parts []string
	for i, n := range p.Counts {
		parts = format.AppendDistinct(parts, format.Some(n, "", " "+p.classes()[i]))
	}
	return fmt.Sprintf("%s: %s", p.Name, format.List(parts))
}

// partitions returns a partition for each value of a dimension, and the number of samples that lack
// it. Of several methods on a board, it takes the method with the most levels of rules.
func (q *query) partitions(d data.Dimension) (all []*partition, left int) {
	places, left := data.Split(q.Samples, d)
	for _, place := range places {
		boards := data.ByMostLevels(place.Samples)
		most := slices.MaxFunc(boards, func(a, b *data.Sample) int { return len(a.Record.Levels) - len(b.Record.Levels) })
		p := &partition{Name: place.Name, Levels: most.Record.Levels}
		p.Counts = make([]int, len(p.Levels)+2)
		for _, s := range boards {
			k := int(s.Value)
			if over := k - len(s.Record.Levels); over >= 0 {
				k = len(p.Levels) + over
			}
			n := wording.Either(q.once, 1, s.Draws())
			p.Counts[k] += n
			p.Of += n
		}
		all = append(all, p)
	}
	return all, left
}

func (q *query) parts(d data.Dimension) (*Figure, error) {
	all, left := q.partitions(d)
	if len(all) == 0 {
		return nil, fmt.Errorf("no record says its %s", d.Name)
	}
	q.warn.Add(data.NotMeasured, left, "%d of %d lack the %s and are left out", left, len(q.Samples), d.Name)
	names := wording.Each(all, func(x *partition) string { return x.Name + ", n = " + format.Whole(x.Of) })
	texts := wording.Each(all, (*partition).text)
	p := shareRows("share of the puzzles", names, func(i int, c draw.Canvas, x, y func(float64) vg.Length, at float64) {
		all[i].bar(c, x, y(at-0.38), y(at+0.38))
	})
	caption := "The share of the puzzles by the hardest level of rules that it takes to solve them. On stuck puzzles, no rule applies any more before the solution is complete. "
	answer := strings.Join(texts, "; ")
	return ofRows("The hardest level used"+data.Subject(q.Samples), caption+answer+".", answer, p, (0.9+0.6*vg.Length(len(all)))*vg.Inch), nil
}

// shareRows returns a plot with an axis of shares and a row for each name. The function bar draws the
// row with index i, which is at the height at.
func shareRows(label string, names []string, bar func(i int, c draw.Canvas, x, y func(float64) vg.Length, at float64)) *plot.Plot {
	p := theme.NewPlot("", label, "")
	p.X.Min, p.X.Max, p.X.Padding, p.X.Tick.Marker = 0, 1, 0, theme.ShareTicks(5)
	theme.Grid(p, true, false)
	theme.Rows(p, names)
	p.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i := range names {
			bar(i, c, x, y, float64(len(names)-i))
		}
	}))
	return p
}

func (p *partition) bar(c draw.Canvas, x func(float64) vg.Length, bottom, top vg.Length) {
	done := 0
	for k, n := range p.Counts {
		if n == 0 {
			continue
		}
		r := vg.Rectangle{Min: vg.Point{X: x(float64(done) / float64(p.Of)), Y: bottom}, Max: vg.Point{X: x(float64(done+n) / float64(p.Of)), Y: top}}
		done += n
		fill := levelColour(k, len(p.Levels))
		theme.Fill(c, fill, r)
		theme.Frame(c, draw.LineStyle{Color: theme.White, Width: 0.8}, r)
		labelBar(c, r, theme.Ink(fill), p.classes()[k], format.Percent(n, p.Of))
	}
}

// levelColour returns a colour that becomes darker with the level. Unsolved boards have others.
func levelColour(k, levels int) color.NRGBA {
	switch {
	case k == levels:
		return theme.Pale
	case k > levels:
		return theme.Vermillion
	case levels < 2:
		return theme.Shade(0.1)
	}
	return theme.Shade(0.08 + 0.8*float64(k)/float64(levels-1))
}

// labelBar writes two lines into a part of a bar. If the two lines do not fit, labelBar writes only
// the first line, rotated. If this does not fit either, labelBar writes nothing.
func labelBar(c draw.Canvas, r vg.Rectangle, colour color.Color, name, share string) {
	sty := theme.Centred(7.5, colour)
	room := r.Max.X - r.Min.X - 3
	at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
	switch {
	case sty.Width(name) <= room && sty.Width(share) <= room:
		theme.Write(c, sty, vg.Point{X: at.X, Y: at.Y + 4.7}, name)
		theme.Write(c, sty, vg.Point{X: at.X, Y: at.Y - 4.7}, share)
	case room >= 6 && sty.Width(name) <= r.Max.Y-r.Min.Y-2:
		sty.Rotation, sty.YAlign = math.Pi/2, text.YCenter
		c.FillText(sty, at, name)
	}
}

// fewPlaces is the largest number of bars for which the answer of the picture names all levels.
const fewPlaces = 3

func solvedRange(all []*partition, by string, solved func(*partition) int) string {
	share := func(p *partition) *big.Rat { return big.NewRat(int64(solved(p)), int64(p.Of)) }
	compare := func(a, b *partition) int { return share(a).Cmp(share(b)) }
	lo, hi, least, most := ends(all, compare, func(p *partition) string { return p.Name })
	say := func(end *partition, names string) string {
		return format.Percent(solved(end), end.Of) + " (" + names + ")"
	}
	return by + wording.Either(least == most, " "+say(lo, least), " from "+say(lo, least)+" to "+say(hi, most))
}

// ends returns the first smallest and the first largest value, and the names of all values that equal them.
func ends[T any](all []T, compare func(a, b T) int, name func(T) string) (lo, hi T, least, most string) {
	names := func(end T) string {
		equal := slices.DeleteFunc(slices.Clone(all), func(x T) bool { return compare(x, end) != 0 })
		return format.List(wording.Each(equal, name))
	}
	lo, hi = slices.MinFunc(all, compare), slices.MaxFunc(all, compare)
	return lo, hi, names(lo), names(hi)
}

func (q *query) solvedByLevel() (*Figure, error) {
	q.once = true
	all, _ := q.partitions(data.MustDimension("puzzle"))
	var names, texts, solved []string
	var bars []levelBar
	for _, x := range all {
		var upTo []string
		for k, n := range x.cumulative() {
			upTo = append(upTo, x.Levels[k]+" "+format.Percent(n, x.Of))
			names = append(names, x.Name+", "+x.Levels[k])
			bars = append(bars, levelBar{n, x.Of, k, len(x.Levels)})
		}
		texts = append(texts, format.Whole(x.Of)+" of "+x.Name)
		solved = append(solved, x.Name+": "+format.List(upTo))
	}
	answer := strings.Join(solved, "; ")
	if len(all) > fewPlaces {
		answer = solvedRange(all, "by the easiest rules alone", func(p *partition) int { return p.cumulative()[0] }) + "; " +
			solvedRange(all, "by all rules", func(p *partition) int { return p.cumulative()[len(p.Levels)-1] })
	}
	pl := shareRows("share of the puzzles that are solved", names, func(i int, c draw.Canvas, x, y func(float64) vg.Length, at float64) {
		bars[i].draw(c, x, y, at, i > 0)
	})
	caption := fmt.Sprintf("The share of the puzzles, and in brackets their number, that the rules of a level and of the easier ones solve: %s.", format.List(texts))
	return ofRows("Solved by the rules up to each level", caption, answer, pl, (0.85+0.23*vg.Length(len(bars)))*vg.Inch), nil
}

type levelBar struct{ n, of, level, levels int }

// draw also draws a line above the bar of the easiest level, which separates two puzzles.
func (b levelBar) draw(c draw.Canvas, x, y func(float64) vg.Length, at float64, divided bool) {
	r := vg.Rectangle{Min: vg.Point{X: x(0), Y: y(at - 0.36)}, Max: vg.Point{X: x(float64(b.n) / float64(b.of)), Y: y(at + 0.36)}}
	fill := levelColour(b.level, b.levels)
	theme.Fill(c, fill, r)
	label := fmt.Sprintf("%s (%s)", format.Percent(b.n, b.of), format.Whole(b.n))
	sty := theme.Style(7.5, theme.Black)
	beside := r.Max.X + 4
	if beside+sty.Width(label) > x(1) {
		sty.Color, sty.XAlign, beside = theme.Ink(fill), text.XRight, r.Max.X-4
	}
	theme.Write(c, sty, vg.Point{X: beside, Y: y(at)}, label)
	if b.level == 0 && divided {
		c.StrokeLine2(draw.LineStyle{Color: theme.Pale, Width: 0.8}, x(0), y(at+0.5), x(1), y(at+0.5))
	}
}

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
			rho, _ := stat.Spearman(a, b)
			return rho
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
	answer := wording.If(len(answers) > 0, "Spearman's ρ between the hardest level that people need and the work of a search: "+strings.Join(answers, "; "))
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
	to := wording.Either(rho < 0, theme.Vermillion, theme.Blue)
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
