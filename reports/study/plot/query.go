package plot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

type query struct {
	Plot
	source  *data.Source
	Measure data.Measure
	Samples []*data.Sample
	warn    data.Warnings
	left    string // for Figure.Left
	once    bool   // each board counts once, even if it was often chosen at random
}

// A drawer draws the records that a plot selects. Check must accept the plot. The error says what the
// records lack.
type drawer func(recs *data.Source, p Plot) (*Figure, error)

// ofMeasure returns a drawer of the samples of a measure. The parameters measure and by are defaults.
func ofMeasure(measure, by string, draw func(*query) (*Figure, error)) drawer {
	return func(recs *data.Source, p Plot) (*Figure, error) {
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
		q.sayLeft(f)
		return f, nil
	}
}

var (
	drawScatter   = ofMeasure("wall_seconds", "", (*query).scatter)
	drawECDF      = ofMeasure("wall_seconds", "", (*query).ecdf)
	drawHistogram = ofMeasure("wall_seconds", "", (*query).histogram)
)

func newQuery(recs *data.Source, p Plot) (*query, error) {
	m, _ := data.FindShare(p.Measure)
	made := recs.Samples(m)
	samples, wrong, without := made.Samples, made.Wrong, made.Without
	if len(samples) == 0 {
		var levels []string
		for _, r := range recs.Records {
			if r.Difficulty != nil && strings.HasPrefix(m.Key, "level") {
				levels = format.AppendDistinct(levels, r.Levels...)
			}
		}
		if len(levels) > 0 {
			return nil, fmt.Errorf("no record has the measure %s: the levels are %s", m.Name, format.List(levels))
		}
		return nil, fmt.Errorf("no record has the measure %s (%s)", m.Name, m.Key)
	}
	q := &query{Plot: p, source: recs, Measure: m, Samples: samples}
	q.warn.Add(data.LeftOut, wrong, "%d wrong %s left out", wrong, format.Plural(wrong, "answer is", "answers are"))
	if !m.Property || without > 0 {
		q.warn.Add(data.NotMeasured, without, "%d of %d lack the measure %s and are left out", without, without+len(samples), m.Name)
	}
	if solved := data.SolvedValues(samples); p.Scale == logScale && len(solved) > 0 && solved[len(solved)-1] <= 0 {
		return nil, fmt.Errorf("a logarithmic scale shows only numbers above 0, and no %s is above 0", m.Name)
	}
	q.warn.Join(made.Warnings)
	return q, nil
}

// logarithmic reports whether an axis is logarithmic: as the plot says, or for a wide range of numbers.
func (q *query) logarithmic(xs []float64) bool {
	return q.Scale == logScale || q.Scale == "" && theme.IsWide(xs)
}

// limited returns the limit that all samples share, or 0, and the numbers xs with the limit.
func (q *query) limited(xs []float64) (limit float64, all []float64) {
	if limit = limitOf(q.Samples); limit > 0 {
		return limit, append(slices.Clone(xs), limit)
	}
	return 0, xs
}

// groups groups by the plot's dimension or, if the plot names none, as data.DefaultLines does.
func (q *query) groups() ([]*data.Group, error) {
	if q.By == "" {
		q.warn.NotTheSame(q.together())
		return data.DefaultLines(q.Samples), nil
	}
	d := data.MustDimension(q.By)
	groups, left := data.Split(q.Samples, d)
	if len(groups) == 0 {
		return nil, fmt.Errorf("no record says its %s", d.Name)
	}
	q.warn.Add(data.NotMeasured, left, "%d of %d lack the %s and are left out", left, len(q.Samples), d.Name)
	compared := groups
	if d.Key == "method" || d.Key == "style" {
		compared = []*data.Group{q.together()}
	}
	q.warn.NotTheSame(compared...)
	return groups, nil
}

func (q *query) together() *data.Group { return &data.Group{Samples: q.Samples} }

// medianTexts returns the median of each group with its interval, and a summary.
func (q *query) medianTexts(groups []*data.Group) (all []string, answer string) {
	var values []float64
	for i, g := range groups {
		xs := data.Ascending(g.Samples)
		values = append(values, stat.Median(xs))
		text := strings.TrimSpace(g.Phrase() + " " + q.Measure.Say(values[i]))
		all = append(all, text+brackets(stat.Bootstrap(xs, stat.Median), q.Measure.Say))
		q.warn.FewInstances(g.Phrase(), len(xs))
	}
	answer = "Median " + q.Measure.Name + ": " + strings.Join(all, "; ")
	if len(all) > data.MostNamed {
		least, most := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
		answer = fmt.Sprintf("Median %s from %s (%s) to %s (%s)", q.Measure.Name, q.Measure.Say(values[least]), groups[least].Phrase(),
			q.Measure.Say(values[most]), groups[most].Phrase())
	}
	return all, answer
}

// brackets returns the ends of an interval in brackets, or "" if the interval does not exist.
func brackets(i stat.Interval, say func(float64) string) string {
	if !i.OK() {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", say(i.Low), say(i.High))
}

// medianNote is the sentence of a caption that explains the numbers in brackets.
var medianNote = fmt.Sprintf("Brackets contain 95%% confidence intervals of the median (bootstrap, %s resamples).", format.Whole(stat.Resamples))

func nameOrAll(name string) string {
	return cmp.Or(name, "all")
}

var errUnsolved = errors.New("no instance was solved")

// lacking returns the error of a picture without numbers, which says why if no instance is unsolved.
func lacking(unsolved int, why string, names ...any) error {
	if unsolved > 0 {
		return errUnsolved
	}
	return fmt.Errorf(why, names...)
}

// mostLines is the largest number of lines, panels or colours in a picture.
const mostLines = 12

// best returns the groups that a picture with little room draws, in their old order. The methods with
// the most solved instances come first, then those with the smallest median. The same rule decides
// between the groups of one method. Best removes the samples of the other groups from the query.
func (q *query) best(groups []*data.Group, most int, what string) []*data.Group {
	if len(groups) <= most {
		return groups
	}
	methods, own := q.methodRanks(), map[*data.Group]rank{}
	for _, g := range groups {
		own[g] = q.rankOf(g.Samples)
	}
	order := slices.SortedStableFunc(slices.Values(groups), func(a, b *data.Group) int {
		return cmp.Or(methods[a.Samples[0].Method].compare(methods[b.Samples[0].Method]), own[a].compare(own[b]))
	})
	drawn := map[*data.Sample]bool{}
	for _, g := range order[:most] {
		for _, s := range g.Samples {
			drawn[s] = true
		}
	}
	q.Samples = slices.DeleteFunc(slices.Clone(q.Samples), func(s *data.Sample) bool { return !drawn[s] })
	q.left = fmt.Sprintf("%d of %d %s", most, len(groups), what)
	return slices.DeleteFunc(slices.Clone(groups), func(g *data.Group) bool { return !slices.Contains(order[:most], g) })
}

// inOrder returns the indices of the groups in the order of the legend. If the measure is work and each
// group has one method, the best method comes first. Groups with the same rank stay in their old order.
// A line keeps its look, whatever its rank is, so that a method looks the same in several pictures.
func (q *query) inOrder(groups []*data.Group) []int {
	ranks, order := q.methodRanks(), make([]int, len(groups))
	mixed := func(g *data.Group) bool {
		return data.SharedName(g.Samples, func(s *data.Sample) string { return s.Method }) == ""
	}
	for i := range order {
		order[i] = i
	}
	if q.Measure.Work && !slices.ContainsFunc(groups, mixed) {
		slices.SortStableFunc(order, func(i, k int) int {
			return ranks[groups[i].Samples[0].Method].compare(ranks[groups[k].Samples[0].Method])
		})
	}
	return order
}

// A rank says how good a method is: by its solved instances, and then by its median.
type rank struct {
	solved int
	median float64
}

func (a rank) compare(b rank) int {
	return cmp.Or(b.solved-a.solved, cmp.Compare(a.median, b.median))
}

func (q *query) rankOf(samples []*data.Sample) rank {
	solved := data.CountIf(samples, func(s *data.Sample) bool {
		return s.Solved() && (q.Measure.Work || s.Record.Status != result.Unknown && s.Record.Verdict != result.Wrong)
	})
	return rank{solved, stat.Median(data.Ascending(samples))}
}

func (q *query) methodRanks() map[string]rank {
	ranks := map[string]rank{}
	for _, g := range data.LinesBy(q.Samples, "method") {
		ranks[g.Samples[0].Method] = q.rankOf(g.Samples)
	}
	return ranks
}

func (q *query) sayLeft(f *Figure) {
	if f.Left = q.left; f.Left != "" {
		f.Caption += fmt.Sprintf(" Only %s are drawn: the methods with the most solved instances come first, then those with the smallest median %s.", f.Left, q.Measure.Name)
		f.Answer += " (" + f.Left + ")"
	}
}
