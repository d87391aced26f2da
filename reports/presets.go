package reports

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// The kinds below draw counts with the kinds of any measure.

// drawEngines draws the wall times of the two main methods of counting against each other.
func drawEngines(recs []result.Record, p Plot) (*Figure, error) {
	t := newTally(recs)
	if t.Native == "" || t.SAT == "" {
		return nil, errors.New("no records of counts by a native method and by SAT")
	}
	p.Methods = []string{t.Native, t.SAT}
	f, err := drawScatter(t.main(t.Native, t.SAT), p)
	if err != nil {
		return nil, err
	}
	f.Title = "The time of the two engines"
	return f, nil
}

// drawDifficulty draws the work of each main method of counting against the number of
// solutions: native nodes on the left, SAT conflicts on the right.
func drawDifficulty(recs []result.Record, p Plot) (*Figure, error) {
	t := newTally(recs)
	var figures []*Figure
	var missing []string
	p.By = "count"
	for _, side := range []struct{ method, measure string }{{t.Native, "nodes"}, {t.SAT, "conflicts"}} {
		p.Measure = side.measure
		f, err := drawScatter(t.main(side.method), p)
		if err != nil {
			missing = append(missing, err.Error())
			continue
		}
		f.Title = side.method
		f.Caption, f.Answer = side.method+": "+f.Caption, side.method+": "+f.Answer
		figures = append(figures, f)
	}
	if len(figures) == 0 {
		return nil, errors.New(strings.Join(missing, "; "))
	}
	f := panels("Solutions against difficulty", figures)
	if len(missing) > 0 {
		f.Caption += " Not drawn: " + strings.Join(missing, "; ") + "."
	}
	return f, nil
}

// drawDistribution draws the histogram and the ECDF of the counts, one number an instance.
func drawDistribution(recs []result.Record, p Plot) (*Figure, error) {
	t := newTally(recs)
	p.Measure = "count"
	var figures []*Figure
	for _, kind := range []struct {
		title string
		draw  func([]result.Record, Plot) (*Figure, error)
	}{{"histogram", drawHistogram}, {"ECDF", drawECDF}} {
		f, err := kind.draw(t.agreed(), p)
		if err != nil {
			return nil, err
		}
		f.Title = kind.title
		figures = append(figures, f)
	}
	ns := counts(t.counted())
	median := decimals(bigMedian(ns), 2)
	half := ns[len(ns)/4 : len(ns)-len(ns)/4]
	f := panels("The distribution of the solutions", figures)
	f.Caption = fmt.Sprintf("The numbers of solutions of %s %s: median %s (the dashed line), mean %s. The ECDF is the share of the %s that have up to each number.",
		whole(len(ns)), t.noun(len(ns)), median, decimals(bigMean(ns), 2), t.noun(2))
	f.Answer = fmt.Sprintf("Median %s, the middle half of the %s from %s to %s", median, t.noun(2), grouped(half[0].String()), grouped(half[len(half)-1].String()))
	return f, nil
}

// drawLevels draws the share of the hardest level used, puzzle by puzzle, each board once.
func drawLevels(recs []result.Record, p Plot) (*Figure, error) {
	p.Measure, p.By = "level", "puzzle"
	f, err := drawShare(drawnOnce(recs), p)
	if err != nil {
		return nil, err
	}
	f.Title = "How hard the puzzles are"
	return f, nil
}

// drawBySize draws the share of the clues that is left out as a table of heights and widths.
func drawBySize(recs []result.Record, p Plot) (*Figure, error) {
	rows, columns := mustDimension("height"), mustDimension("width")
	p.Measure = "clues_left_out"
	q, err := newQuery(recs, p, p.Measure)
	if err != nil {
		return nil, err
	}
	q.Samples = byMostLevels(q.Samples)
	f, err := q.heat(rows, columns)
	if err != nil {
		return nil, err
	}
	trends := q.trendTexts(rows, columns)
	f.Title = "Clues left out, by the shape of the table"
	f.Caption += " From the fewest rows to the most, with Spearman's ρ of rows and share over the puzzles in brackets: " + trends + "."
	f.Answer = "Left out from the fewest rows to the most: " + trends
	return f, nil
}

// trendTexts says of each column how the measure goes with the rows: its means in the first row
// and in the last, and the rank correlation over all samples.
func (q *query) trendTexts(rows, columns Dimension) string {
	var all []string
	byColumn, _ := split(q.Samples, columns)
	for _, column := range byColumn {
		byRow, _ := split(column.Samples, rows)
		text := fmt.Sprintf("%s columns %s to %s", column.Name, q.Measure.say(cellOf(&q.Measure, byRow[0]).Value), q.Measure.say(cellOf(&q.Measure, byRow[len(byRow)-1]).Value))
		var xs, ys []float64
		for _, row := range byRow {
			for _, s := range row.Samples {
				xs, ys = append(xs, row.at), append(ys, s.Value)
			}
		}
		if rho, ok := spearman(ranks(xs, cmp.Compare), ranks(ys, cmp.Compare)); ok {
			text += " (ρ = " + coefficient(rho) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// panels draws several figures as one, side by side, each below its title.
func panels(title string, figures []*Figure) *Figure {
	all := &Figure{Title: title, W: figureWidth, H: 3.5 * vg.Inch, across: len(figures)}
	var captions, answers []string
	var w warnings
	for _, f := range figures {
		captions, answers = append(captions, f.Caption), append(answers, f.Answer)
		w.join(f.Warnings)
	}
	all.Caption, all.Answer, all.Warnings = strings.Join(captions, " "), strings.Join(answers, "; "), w
	all.draw = func(c draw.Canvas) {
		sty := centred(labelSize, black)
		for i, part := range splitCanvas(c, len(figures), 18) {
			lines := wrap(sty, figures[i].Title, part.Max.X-part.Min.X)
			for k, line := range lines {
				write(part, sty, vg.Point{X: part.Center().X, Y: part.Max.Y - titleRow*(vg.Length(k)+0.5)}, line)
			}
			figures[i].draw(draw.Crop(part, 0, 0, 0, -titleRow*vg.Length(len(lines))-2))
		}
	}
	return all
}
