// Package plot draws records: each Kind makes a Figure from the records that a Plot selects. Most
// kinds draw any measure by any dimension (docs/plots.md). The others, about counts and deduction,
// mostly use a general kind with fixed settings.
//
// A figure has a caption, an answer, and warnings about its caveats. If the records contain too
// little data, the error says what the records lack.
package plot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

// A Kind is one way to draw records.
type Kind struct {
	Name string // the name in experiment files
	Doc  string // a description in one line

	Draw drawer

	// The function measure checks the field Measure of a plot, and the function by checks the field
	// By. If one of the two functions is nil, its field must be empty in plots of the kind.
	measure, by func(string) error
}

// Kinds lists all kinds in the order of a full report. The kinds before "cactus" are about counts
// and deduction; the others draw any measure.
var Kinds = []Kind{
	{"heatmap-year", "the counts of instances that have a place in a table, by row and column", drawPlaces, nil, nil},
	{"extremes", "the 20 instances with the fewest solutions and the 20 with the most, or all of 40", drawExtremes, nil, nil},
	{"distribution", "histogram and ECDF of the counts, median and mean marked", drawDistribution, nil, nil},
	{"months", "the mean number of solutions in each row of that table", drawRows, nil, nil},
	{"difficulty", "native nodes and SAT conflicts against solutions, with Spearman's rank correlation", drawDifficulty, nil, nil},
	{"engines", "the time of SAT against the time of native, one point per instance", drawEngines, nil, nil},
	{"models", "the time of each further solution of one instance as blocking clauses pile up", drawModels, nil, nil},
	{"levels", "the share of the puzzles by the hardest level of rules that they take, including stuck puzzles", ofMeasure("level", "puzzle", (*query).levels), nil, nil},
	{"solved-by-level", "the share of the puzzles that the rules up to each level solve", ofMeasure("level", "", (*query).solvedByLevel), nil, nil},
	{"rank-correlation", "Spearman's rank correlation of the measures of difficulty, as a matrix", drawCorrelation, nil, nil},
	{"by-size", "the share of the clues that is left out, by rows and columns", ofMeasure("clues_left_out", "height,width", (*query).bySize), nil, nil},

	{"cactus", "how many instances are solved within a given time or other work, one line per method", ofMeasure("wall_seconds", "", (*query).cactus), isMeasure, nil},
	{"scatter", "two methods against each other, or a measure against another (by), one point per instance", drawScatter, isMeasure, isNumber},
	{"ecdf", "the share of the instances up to each number, one line per method", drawECDF, isMeasure, isDimension},
	{"histogram", "how many instances have each number, one panel per method", drawHistogram, isMeasure, isDimension},
	{"heat", "a table of two dimensions, coloured: medians, or the shares of a property", ofMeasure("count", "height,width", (*query).heat), isMeasure, isPair},
	{"box", "medians, quartiles and outliers of each method or of each value of a dimension", ofMeasure("wall_seconds", "method", (*query).box), isMeasure, isDimension},
	{"growth", "a measure against the size, with a fitted power or exponential", ofMeasure("wall_seconds", "cells", (*query).growth), isMeasure, isNumber},
	{"ablation", "the ratio of each method to the first: geometric means with intervals, the smallest first", ofMeasure("wall_seconds", "", (*query).ablation), isMeasure, isDimension},
	{"share", "the share of the instances with a property, with intervals, against a dimension", ofMeasure("unique", "density", (*query).share), isProperty, isDimension},
}

func isMeasure(key string) error { _, err := data.FindMeasure(key); return err }

func isDimension(key string) error { _, err := data.FindDimension(key); return err }

func isPair(keys string) error { _, _, err := twoDimensions(keys); return err }

func isProperty(key string) error {
	m, err := data.FindShare(key)
	if err == nil && !m.Property && !m.Class {
		err = fmt.Errorf("%s is not a property: want %s", key, data.Properties())
	}
	return err
}

func isNumber(key string) error { _, err := data.FindNumber(key); return err }

// Draw draws records like DrawFrom.
func Draw(recs []result.Record, p Plot) (*Figure, error) { return DrawFrom(data.NewSource(recs), p) }

// DrawFrom draws the records that the plot selects. The plot's title replaces the title of the figure,
// and its caption precedes the caption of the figure. The error is that of Check, or says what the
// records lack.
func DrawFrom(from *data.Source, p Plot) (*Figure, error) {
	if _, err := Check(p); err != nil {
		return nil, err
	}
	k, _ := findKind(p.Kind)
	chosen, missing := choose(from, p)
	if len(chosen.Records) == 0 && len(missing) > 0 {
		return nil, fmt.Errorf("%s: no record of %s", k.Name, format.List(missing))
	}
	f, err := k.Draw(chosen, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	if len(missing) > 0 {
		f.Warnings = append(data.Warnings{{Kind: data.NotMeasured, N: len(missing), Text: "no record of " + format.List(missing)}}, f.Warnings...)
	}
	if p.Title != "" {
		f.Title, f.Result = p.Title, ""
	}
	f.Caption = strings.TrimSpace(p.Caption + " " + f.Caption)
	if p.Width == Column {
		f.inColumn()
	}
	_, lines := f.title()
	f.H += theme.TitleRow * vg.Length(len(lines)-1)
	return f, nil
}

func findKind(name string) (Kind, error) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, fmt.Errorf("no kind is called %.20q: %s", name, wording.Want(name, KindNames()))
	}
	return Kinds[i], nil
}

// KindNames returns the names of all kinds.
func KindNames() []string { return wording.Each(Kinds, func(k Kind) string { return k.Name }) }

// These are the values of Scale.
const (
	logScale    = "log"
	linearScale = "linear"
)

// Column is the Width of a plot that is as narrow as one of two columns of a page.
const Column = "column"

// A Plot describes one picture. The kind of the plot chooses a value for each empty field.
type Plot = result.Plot

func (q *query) width() vg.Length {
	return wording.Either(q.Width == Column, theme.ColumnWidth, theme.FigureWidth)
}

// choose returns the records for the plot, and the suites and methods without a record. A job in
// several places of the experiment counts in each place only if the plot distinguishes these places.
// The kinds cactus and scatter have lines of suites if there is only one method.
func choose(from *data.Source, p Plot) (chosen *data.Source, missing []string) {
	s := &data.Selection{
		Suites: p.Suites, Methods: p.Methods,
		BySuite:    strings.Contains(p.By, "suite") || slices.Contains([]string{"growth", "heat", "share"}, p.Kind),
		ByPosition: p.Kind == "share" && p.By == "" || strings.Contains(p.By, "density"),
	}
	chosen, missing = from.Choose(s)
	several := slices.ContainsFunc(chosen.Records, func(r result.Record) bool { return r.Method != chosen.Records[0].Method })
	if s.BySuite = p.Kind == "cactus" || p.Kind == "scatter"; s.BySuite && !several {
		return from.Choose(s)
	}
	return chosen, missing
}

// Check checks the kind of the plot, and whether the kind accepts the fields of the plot. If a
// field is wrong, the result key is the field's name in experiment files: "kind", "measure",
// "by", "scale", "width" or "name".
func Check(p Plot) (key string, err error) {
	k, err := findKind(p.Kind)
	if err != nil {
		return "kind", err
	}
	for _, f := range []struct {
		key, value string
		check      func(string) error
	}{{"measure", p.Measure, k.measure}, {"by", p.By, k.by}} {
		switch {
		case f.value == "":
		case f.check == nil:
			return f.key, fmt.Errorf("a plot of kind %s has no %s", p.Kind, f.key)
		default:
			if err := f.check(f.value); err != nil {
				return f.key, err
			}
		}
	}
	if err := checkScale(p); err != nil {
		return "scale", err
	}
	if p.Width != "" && p.Width != Column {
		return "width", fmt.Errorf("width %.20q: want %q, or none for a whole page", p.Width, Column)
	}
	if name := p.File(); strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return "name", fmt.Errorf("name %.20q: want letters, digits, - and _", name)
	}
	return "", nil
}

// scaled lists the kinds whose numbers can have either scale.
var scaled = []string{"distribution", "difficulty", "engines", "cactus", "scatter", "ecdf", "histogram", "heat", "box", "growth"}

func checkScale(p Plot) error {
	m, err := data.FindShare(p.Measure)
	switch {
	case p.Scale == "":
	case p.Scale != logScale && p.Scale != linearScale:
		return fmt.Errorf("scale %.20q: want %q or %q, or none to let the numbers decide", p.Scale, logScale, linearScale)
	case !slices.Contains(scaled, p.Kind):
		return fmt.Errorf("a plot of kind %s has no scale to choose", p.Kind)
	case p.Scale == logScale && err == nil && m.Property:
		return fmt.Errorf("the measure %s is 0 or 1, which has no logarithmic scale: want %q", m.Key, linearScale)
	}
	return nil
}

// CheckAll checks every plot and rejects duplicate file names.
func CheckAll(plots []Plot) error {
	seen := map[string]bool{}
	for i, p := range plots {
		if _, err := Check(p); err != nil {
			return fmt.Errorf("plot %d: %w", i+1, err)
		}
		name := strings.ToLower(p.File()) // some file systems ignore case
		if seen[name] {
			return fmt.Errorf("plot %d: another plot is also called %.20q: give it a different name", i+1, p.File())
		}
		seen[name] = true
	}
	return nil
}

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
	f.Caption += wording.If(len(missing) > 0, " Not drawn: "+strings.Join(missing, "; ")+".")
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
		rho, ok := stat.Spearman(stat.Ranks(xs, cmp.Compare), stat.Ranks(ys, cmp.Compare))
		all = append(all, text+wording.If(ok, " (ρ = "+format.Coefficient(rho)+")"))
	}
	return strings.Join(all, ", ")
}
