package plot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// This file draws counts and deduction with the general kinds.

func drawEngines(from *data.Source, p Plot) (*Figure, error) {
	t := from.Tally()
	if t.Native == "" || t.SAT == "" {
		return nil, errors.New("no records of counts by a native method and by SAT")
	}
	p.Methods = []string{t.Native, t.SAT}
	f, err := drawScatter(data.NewSource(t.Main(t.Native, t.SAT)), p)
	if err == nil {
		f.Title = "The time of the two engines"
	}
	return f, err
}

func drawDifficulty(from *data.Source, p Plot) (*Figure, error) {
	t := from.Tally()
	var figures []*Figure
	var missing []string
	p.By = "count"
	for _, side := range []struct{ method, measure string }{{t.Native, "nodes"}, {t.SAT, "conflicts"}} {
		p.Measure = side.measure
		f, err := drawScatter(data.NewSource(t.Main(side.method)), p)
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
	samples, _, _ := data.SamplesOf(t.Main(t.Native, t.SAT), data.MustMeasure("exact"))
	f.Warnings.NotTheSame(&data.Group{Samples: samples})
	if len(missing) > 0 {
		f.Caption += " Not drawn: " + strings.Join(missing, "; ") + "."
	}
	return f, nil
}

func drawDistribution(from *data.Source, p Plot) (*Figure, error) {
	t := from.Tally()
	p.Measure = "count"
	var figures []*Figure
	for _, kind := range []struct {
		title string
		draw  drawer
	}{{"histogram", drawHistogram}, {"ECDF", drawECDF}} {
		f, err := kind.draw(data.NewSource(t.Agreed()), p)
		if err != nil {
			return nil, err
		}
		f.Title = kind.title
		figures = append(figures, f)
	}
	ns := judge.Counts(t.Counted())
	median := format.Decimals(stat.ExactMedian(ns), 2)
	half := ns[len(ns)/4 : len(ns)-len(ns)/4]
	f := panels("The distribution of the solutions", figures)
	f.Caption = fmt.Sprintf("The numbers of solutions of %s %s: median %s (the dashed line), mean %s. The ECDF is the share of the %s with at most each number of solutions.",
		format.Whole(len(ns)), t.Noun(len(ns)), median, format.Decimals(stat.ExactMean(ns), 2), t.Noun(2))
	f.Answer = fmt.Sprintf("Median %s, the middle half of the %s from %s to %s", median, t.Noun(2), format.Grouped(half[0].String()), format.Grouped(half[len(half)-1].String()))
	return f, nil
}

func (q *query) levels() (*Figure, error) {
	q.once = true
	f, err := q.share()
	if err == nil {
		f.Title = "How hard the puzzles are"
	}
	return f, err
}

func (q *query) bySize() (*Figure, error) {
	q.Samples = data.ByMostLevels(q.Samples)
	f, err := q.heat()
	if err != nil {
		return nil, err
	}
	trends := q.trendTexts(data.MustDimension("height"), data.MustDimension("width"))
	f.Title = "Clues left out, by the shape of the table"
	f.Caption += " From the fewest rows to the most, with Spearman's ρ of the rows and the share over the puzzles in brackets: " + trends + "."
	f.Answer = "Left out from the fewest rows to the most: " + trends
	return f, nil
}

// trendTexts says for each column how the measure changes: the means of the first and the last row,
// and the rank correlation over all samples of the column.
func (q *query) trendTexts(rows, columns data.Dimension) string {
	var all []string
	byColumn, _ := data.Split(q.Samples, columns)
	for _, column := range byColumn {
		byRow, _ := data.Split(column.Samples, rows)
		text := fmt.Sprintf("%s columns %s to %s", column.Name, q.Measure.Say(cellOf(&q.Measure, byRow[0]).Value), q.Measure.Say(cellOf(&q.Measure, byRow[len(byRow)-1]).Value))
		var xs, ys []float64
		for _, row := range byRow {
			xs, ys = append(xs, slices.Repeat([]float64{row.At}, len(row.Samples))...), append(ys, data.Values(row.Samples)...)
		}
		if rho, ok := stat.Spearman(stat.Ranks(xs, cmp.Compare), stat.Ranks(ys, cmp.Compare)); ok {
			text += " (ρ = " + format.Coefficient(rho) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
