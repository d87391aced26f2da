// Package plot draws records: each Kind makes a Figure from the records that a Plot selects. Most
// kinds draw any measure by any dimension (docs/plots.md). The others, about counts and deduction,
// mostly use a general kind with fixed settings.
//
// A figure has a caption, an answer, and warnings about its caveats. If the records contain too
// little data, the error says what the records lack.
package plot

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
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
func KindNames() []string {
	return wording.Each(Kinds, func(k Kind) string { return k.Name })
}
