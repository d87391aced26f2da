package plot

import (
	"cmp"
	"fmt"
	"strings"

	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// A query is a plot together with the samples that it draws.
type query struct {
	Plot
	Measure data.Measure
	Samples []*data.Sample
	warn    data.Warnings
}

// A drawer draws the records that a plot selects. The error says what the records lack.
type drawer func(recs []result.Record, p Plot) (*Figure, error)

// ofMeasure returns a drawer that draws the samples of a measure with the function draw. The
// parameters measure and by are defaults, for plots that name no measure or dimension.
func ofMeasure(measure, by string, draw func(*query) (*Figure, error)) drawer {
	return func(recs []result.Record, p Plot) (*Figure, error) {
		p.Measure, p.By = cmp.Or(p.Measure, measure), cmp.Or(p.By, by)
		q, err := newQuery(recs, p)
		if err != nil {
			return nil, err
		}
		f, err := draw(q)
		if err != nil {
			return nil, err
		}
		f.Warnings = q.warn
		return f, nil
	}
}

// drawnOnce returns a drawer that counts each board once, however often the board was chosen at
// random.
func drawnOnce(draw drawer) drawer {
	return func(recs []result.Record, p Plot) (*Figure, error) { return draw(data.DrawnOnce(recs), p) }
}

// These drawers are parts of several kinds of plots.
var (
	drawScatter   = ofMeasure("wall_seconds", "", (*query).scatter)
	drawECDF      = ofMeasure("wall_seconds", "", (*query).ecdf)
	drawHistogram = ofMeasure("wall_seconds", "", (*query).histogram)
	drawShare     = ofMeasure("unique", "density", (*query).share)
)

// newQuery makes a query from the selected records.
func newQuery(recs []result.Record, p Plot) (*query, error) {
	m, err := data.FindShare(p.Measure)
	if err != nil {
		return nil, err
	}
	q := &query{Plot: p, Measure: m}
	samples, wrong, without := data.SamplesOf(recs, m)
	if len(samples) == 0 {
		var levels []string
		for _, r := range recs {
			if r.Difficulty != nil && strings.HasPrefix(m.Key, "level") {
				for _, l := range r.Levels {
					levels = format.AppendDistinct(levels, l)
				}
			}
		}
		if len(levels) > 0 {
			return nil, fmt.Errorf("no record has the measure %s: the levels are %s", m.Name, format.List(levels))
		}
		return nil, fmt.Errorf("no record has the measure %s (%s)", m.Name, m.Key)
	}
	q.Samples = samples
	q.warn.Add(data.LeftOut, wrong, "%d wrong %s left out", wrong, format.Plural(wrong, "answer is", "answers are"))
	if !m.Property || without > 0 {
		q.warn.Add(data.NotMeasured, without, "%d of %d lack the measure %s and are left out", without, without+len(samples), m.Name)
	}
	q.warn.Measured(samples, m)
	return q, nil
}

// groups groups the samples by the plot's dimension or, if the plot names none, as
// data.DefaultLines does.
func (q *query) groups() ([]*data.Group, error) {
	if q.By == "" {
		q.warn.NotTheSame(q.together())
		return data.DefaultLines(q.Samples), nil
	}
	d, err := data.FindDimension(q.By)
	if err != nil {
		return nil, err
	}
	groups, left := data.Split(q.Samples, d)
	if len(groups) == 0 {
		return nil, fmt.Errorf("no record says its %s", d.Name)
	}
	q.warn.Add(data.NotMeasured, left, "%d of %d lack the %s and are left out", left, len(q.Samples), d.Name)
	if d.Key == "method" || d.Key == "style" {
		q.warn.NotTheSame(q.together())
	} else {
		q.warn.NotTheSame(groups...)
	}
	return groups, nil
}

// together returns all samples as one group.
func (q *query) together() *data.Group { return &data.Group{Samples: q.Samples} }

// medianTexts returns texts with the median of each group and its confidence interval. The
// result answer is a summary of the medians.
func (q *query) medianTexts(groups []*data.Group) (all []string, answer string) {
	least, most := 0, 0
	var values []float64
	for i, g := range groups {
		xs := data.Ascending(g.Samples)
		values = append(values, stat.Median(xs))
		if values[i] < values[least] {
			least = i
		}
		if values[i] > values[most] {
			most = i
		}
		text := strings.TrimSpace(cmp.Or(g.Prose, g.Name) + " " + q.Measure.Say(values[i]))
		if i := stat.Bootstrap(xs, stat.Median); i.OK() {
			text += fmt.Sprintf(" (%s to %s)", q.Measure.Say(i.Low), q.Measure.Say(i.High))
		}
		all = append(all, text)
		q.warn.FewInstances(cmp.Or(g.Prose, g.Name), len(xs))
	}
	answer = "Median " + q.Measure.Name + ": " + strings.Join(all, "; ")
	if len(all) > data.MostNamed {
		answer = fmt.Sprintf("Median %s from %s (%s) to %s (%s)", q.Measure.Name, q.Measure.Say(values[least]), cmp.Or(groups[least].Prose, groups[least].Name),
			q.Measure.Say(values[most]), cmp.Or(groups[most].Prose, groups[most].Name))
	}
	return all, answer
}

// medianNote is the sentence of a caption that explains the numbers in brackets.
var medianNote = fmt.Sprintf("Brackets contain 95%% confidence intervals of the median (bootstrap, %s resamples).", format.Whole(stat.Resamples))

// nameOrAll returns the name of a line. For an empty name, which the only line of a picture has,
// nameOrAll returns "all".
func nameOrAll(name string) string {
	return cmp.Or(name, "all")
}

// tooMany returns the error for a picture with more lines than a reader can distinguish.
func tooMany(n int, what string) error {
	return fmt.Errorf("%d %s are more than %d: choose suites or methods", n, what, mostLines)
}

// mostLines is the largest number of lines, panels or colours in a picture.
const mostLines = 12
