package page

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
	"counterproof/reports/study/stat"
)

// A listing is a table of the page. A click on a heading sorts the table.
type listing struct {
	ID      string
	Tall    bool // the table scrolls within the page
	Columns []string
	Rows    []tableRow
	Left    []string // columns that were left out because they contain only 0 or nothing
}

type tableRow struct {
	Fields []field // one field per column
	Bad    bool
	Board  string // as data.BoardID names it; may be empty
}

// A field is a cell of a table. When the table is sorted, empty fields come last.
type field struct {
	Text, Sort string
	Class      string // "word", "note", or empty for a number
}

func wordField(text string) field { return field{Text: text, Class: "word"} }

func noteField(warnings []data.Warning) field {
	return field{Text: strings.Join(wording.Each(warnings, func(w data.Warning) string { return w.Text }), "; "), Class: "note"}
}

// Sorted reports whether the table is sorted by the field Sort of the cell instead of its text.
func (f field) Sorted() bool { return f.Class == "" || f.Sort != "" }

// Title returns the text of a cell of class "word" if a small screen might show only its beginning.
// For other cells, the result is empty.
func (f field) Title() string {
	return wording.If(f.Class == "word" && len(f.Text) > 16, f.Text)
}

// HTML returns the escaped text. In cells of the classes "word" and "note", HTML allows a line
// break after each slash.
func (f field) HTML() template.HTML {
	text := template.HTMLEscapeString(f.Text)
	if f.Class != "" {
		text = strings.ReplaceAll(text, "/", "/<wbr>")
	}
	return template.HTML(text)
}

func (t *listing) Heads() []field {
	var heads []field
	for i, name := range t.Columns {
		heads = append(heads, field{Text: name, Class: t.Rows[0].Fields[i].Class})
	}
	return heads
}

// pruned removes columns without anything but 0, except the first. Without rows, it returns nil.
func (t listing) pruned() *listing {
	if len(t.Rows) == 0 {
		return nil
	}
	for i := len(t.Columns) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(r tableRow) bool {
			f := r.Fields[i]
			zero := f.Class == "" && f.Sort == "0" && strings.HasPrefix(f.Text, "0") // unlike "< 0.0001"
			return f.Text != "" && !zero
		}) {
			continue
		}
		t.Left = append([]string{t.Columns[i]}, t.Left...)
		t.remove(i)
	}
	return &t
}

// sortable returns a count in a form that browsers compare as a number.
func sortable(n *big.Int) string {
	x, ok := stat.Float(n)
	return wording.Either(ok, fmt.Sprintf("%g", x), "1e308")
}

func numberField(x float64) field { return numeric(x, format.Number) }

func wholeField(n int) field { return numberField(float64(n)) }

func timeField(x float64) field { return numeric(x, format.Seconds) }

// numeric returns a cell with a number. For NaN, the cell is empty. Infinity is sorted as the largest number.
func numeric(x float64, text func(float64) string) field {
	if math.IsNaN(x) {
		return field{}
	}
	return field{Text: text(x), Sort: fmt.Sprintf("%g", min(x, math.MaxFloat64))}
}

func boardsTable(t *data.Tally) *listing {
	l := listing{ID: "instances", Tall: true, Columns: []string{t.Noun(1), "puzzle", "solutions", "native nodes", "native time", "SAT conflicts", "SAT time", "cubes", "agreement"}}
	columns := []struct{ method, key string }{{t.Native, "nodes"}, {t.Native, "wall_seconds"}, {t.SAT, "conflicts"}, {t.SAT, "wall_seconds"}, {t.SAT, "cubes"}}
	samples := map[string]map[[3]string]*data.Sample{} // by measure
	for _, c := range columns {
		samples[c.key] = t.Samples(c.key)
	}
	for i, b := range t.Boards {
		row := tableRow{Bad: b.Wrong(), Board: data.BoardID(&b.Records[0])}
		row.Fields = []field{{Text: format.Label(&b.Records[0]), Sort: fmt.Sprint(i), Class: "word"}, wordField(b.Puzzle), boardField(b)}
		for _, c := range columns {
			row.Fields = append(row.Fields, sampleField(samples[c.key][[3]string{b.Puzzle, b.Instance, c.method}], c.key))
		}
		agreement := wording.Either(b.Agreement == judge.Agreed && b.Digests > 1, "agree, digests too", b.Agreement.String())
		row.Fields = append(row.Fields, wordField(agreement))
		l.Rows = append(l.Rows, row)
	}
	if len(t.Puzzles()) < 2 {
		l.remove(1) // the names of the puzzles
	}
	return l.pruned()
}

// remove removes a column, which is counted from 0.
func (t *listing) remove(column int) {
	t.Columns = slices.Delete(t.Columns, column, column+1)
	for i := range t.Rows {
		t.Rows[i].Fields = slices.Delete(t.Rows[i].Fields, column, column+1)
	}
}

func boardField(b *judge.Case) field {
	switch {
	case b.Count != nil:
		return field{Text: format.Grouped(b.Count.String()), Sort: sortable(b.Count)}
	case b.AtLeast != nil:
		return field{Text: "≥ " + format.Grouped(b.AtLeast.String()), Sort: sortable(b.AtLeast)}
	case b.Agreement == judge.Disagree:
		return field{Text: "!"}
	}
	return field{Text: "?"}
}

// sampleField returns the cell with one measure of one board. For a search that was cut, the time
// is a lower bound. The cell is empty if s is nil.
func sampleField(s *data.Sample, key string) field {
	switch {
	case s == nil || !s.Solved() && key != "wall_seconds":
		return field{}
	case s.Solved() && key == "wall_seconds":
		return timeField(s.Value)
	case s.Solved():
		return numberField(s.Value)
	case s.Cut == result.Wrong:
		return field{Text: "wrong"}
	case s.HitLimit() && s.Least > 0:
		f := timeField(s.Least)
		f.Text = "> " + f.Text
		return f
	case s.HitLimit():
		return field{Text: "cut"}
	}
	return field{}
}

// methodsTable adds the warnings about jobs that all rows lack.
func methodsTable(t *data.Tally, w *data.Warnings) *listing {
	l := listing{ID: "methods", Columns: []string{"method", "puzzle", "counted", "not counted", "wrong", "median time", "PAR-2", "wall time", "inside the SAT solver", "nodes", "conflicts", "cubes"}}
	var times []*data.Sample
	for _, m := range t.Totals(true) {
		times = append(times, m.Times...)
		w.NoPAR2(m.Method, m.Times, wallTime())
		total := timeField(m.Sum("wall_seconds"))
		total.Text = strings.TrimPrefix(total.Text+format.Some(m.Cut, " + ", " cut"), " + ")
		l.Rows = append(l.Rows, tableRow{Fields: []field{wordField(m.Method), wordField(m.Puzzle), wholeField(m.Exact), wholeField(m.Others), wholeField(m.Wrong),
			medianField(m.Times), par2Field(m.Times), total, timeField(m.Sum("sat_seconds")),
			numberField(m.Sum("nodes")), numberField(m.Sum("conflicts")), numberField(m.Sum("cubes"))}})
	}
	w.NotTheSame(data.LinesBy(times, "puzzle")...)
	w.Add(data.OtherJobs, t.Others, "%s left out of the tables of methods and boards, because another job of the same method on the same board is in them", format.Whole(t.Others)+format.Plural(t.Others, " job is", " jobs are"))
	if len(t.Puzzles()) < 2 {
		l.remove(1) // the names of the puzzles
	}
	return l.pruned()
}

func rulesTable(all []*data.Deduction) *listing {
	l := listing{ID: "rules", Columns: []string{"puzzle", "method", "puzzles", "solved", "stuck", "contradiction", "no answer", "values left", "time", "steps", "moves", "longest wait", "clues", "native nodes", "SAT conflicts", "SAT decisions"}}
	for _, d := range all {
		row := []field{wordField(d.Puzzle), wordField(d.Method), wholeField(d.Boards), wholeField(d.Solved), wholeField(d.Stuck), wholeField(d.Broken), wholeField(d.Unanswered),
			numberField(float64(d.Left) / float64(d.Boards))}
		for _, key := range []string{"wall_seconds", "steps", "moves", "longest_wait", "clues", "nodes", "conflicts", "decisions"} {
			m := data.MustMeasure(key)
			row = append(row, numeric(d.Medians[key], m.Say))
		}
		l.Rows = append(l.Rows, tableRow{Fields: row})
	}
	return l.pruned()
}

func wallTime() data.Measure { return data.MustMeasure("wall_seconds") }

// medianField counts unsolved instances as infinite.
func medianField(samples []*data.Sample) field {
	xs, m := data.Ascending(samples), wallTime()
	f := numeric(stat.Median(xs), m.Say)
	i := stat.Bootstrap(xs, stat.Median)
	f.Text += wording.If(i.OK(), fmt.Sprintf(" (%s to %s)", m.Say(i.Low), m.Say(i.High)))
	return f
}

func par2Field(samples []*data.Sample) field {
	x, ok := data.PAR2(samples)
	return wording.Either(ok, timeField(x), field{})
}

// comparisonsTable compares the wall times of pairs of methods that share at least two instances.
// Warnings about a single row are in that row. The returned warnings are about all rows.
func comparisonsTable(from *data.Source) (*listing, data.Warnings) {
	m := wallTime()
	t := listing{ID: "comparisons", Columns: []string{"puzzle", "task", "A", "B", "boards", "B / A", "95% interval", "smallest to largest", "A faster", "B faster", "equal", "neither solved", "sign test p", "signed-rank test p", "caveats"}}
	for _, c := range from.Comparisons(m) {
		if c.N < 2 {
			continue
		}
		ratio, within, spread := ratioFields(c)
		sign, rank := numeric(c.Sign, format.Probability), numeric(c.Wilcoxon.P, format.Probability)
		rank.Text += wording.If(!c.Wilcoxon.Exact, " (normal)")
		own := []string{data.FewInstances, data.Ignored, data.MixedModes, data.NotTheSame}
		warned := slices.DeleteFunc(slices.Clone(c.Warnings), func(w data.Warning) bool { return !slices.Contains(own, w.Kind) })
		t.Rows = append(t.Rows, tableRow{Fields: []field{wordField(c.Puzzle), wordField(c.Task), wordField(c.A), wordField(c.B),
			wholeField(c.N), ratio, within, spread, wholeField(c.WinsA), wholeField(c.WinsB), wholeField(c.Ties), wholeField(c.Neither), sign, rank,
			noteField(warned)}})
	}
	return t.pruned(), slices.Clone(from.Samples(m).Warnings)
}

// ratioFields returns the cells with the mean ratio, its interval, and the range of the ratios. Cells
// without a number are empty.
func ratioFields(c *data.Comparison) (ratio, within, spread field) {
	if c.Ratios > 0 {
		ratio = numeric(c.Ratio, format.Ratio)
		spread = field{Text: format.Ratio(c.Low) + " to " + format.Ratio(c.High), Sort: fmt.Sprintf("%g", c.High)}
	}
	if c.Interval.OK() {
		within = field{Text: format.Ratio(c.Interval.Low) + " to " + format.Ratio(c.Interval.High), Sort: fmt.Sprintf("%g", c.Interval.Low)}
	}
	return ratio, within, spread
}

// RunPlots returns the pictures of a page about two runs: the ratios of the wall times of each method,
// the times of the two runs against each other, and the times of each run. For each of the other
// measures, it returns the first two pictures.
func RunPlots(runs *data.Runs, measures []string) []plot.Plot {
	sides := []string{runs.A, runs.B}
	pair := func(measure, suffix string) []plot.Plot {
		return []plot.Plot{
			{Kind: "ablation", Name: "ratios" + suffix, By: "suite", Methods: sides, Measure: measure},
			{Kind: "scatter", Name: "scatter" + suffix, Methods: sides, Measure: measure},
		}
	}
	all := append(pair("", ""), plot.Plot{Kind: "cactus", Title: "Jobs solved within each wall time by each run"}, plot.Plot{Kind: "box", Title: "Wall times of each run"})
	for _, m := range measures {
		all = append(all, pair(m, "-"+m)...)
	}
	for i := range all {
		all[i].Caption = "In this picture, each run takes the place of a method."
	}
	return all
}

// runFindings returns a finding for each method of two runs, then the jobs without a partner, and the
// warnings.
func (p *Page) runFindings() (fs []Finding) {
	var lone []string
	for _, g := range p.Runs.Groups {
		if g.N > 0 {
			fs = append(fs, Finding{cmp.Or(g.Found(), "undecided"), g.Name, groupText(g)})
		}
		for run, n := range map[string]int{p.Runs.A: g.LoneA, p.Runs.B: g.LoneB} {
			lone = format.AppendDistinct(lone, format.Some(n, "", " of "+g.Name+" only in "+run))
		}
	}
	if slices.Sort(lone); lone != nil {
		fs = append(fs, Finding{"unpaired", "", "jobs: " + format.List(lone)})
	}
	return append(fs, wording.Each(p.Runs.Warnings, func(w data.Warning) Finding { return Finding{"caveat", "", w.Text} })...)
}

func groupText(g *data.RunGroup) string {
	text := wording.Either(g.Estimate().N > 0, fmt.Sprintf("%s / %s: %s", g.B, g.A, g.EstimateText()), "no ratio")
	return fmt.Sprintf("%s; slower on %s, faster on %s, equal on %s; p %s", text, format.Whole(g.WinsA), format.Whole(g.WinsB), format.Whole(g.Ties), format.PValue(g.P))
}

func writeRuns(w io.Writer, p Page, pictures []picture) error {
	v := newView(p, pictures)
	v.Groups, v.Pairs, v.Warnings = groupsTable(p.Runs), pairsTable(p.Runs), p.Runs.Warnings
	for _, f := range p.runFindings() {
		if f.Label != "caveat" { // caveats are below the table
			v.Facts = append(v.Facts, fact{Name: cmp.Or(f.Subject, format.Capital(f.Label)), Value: f.Label + ": " + f.Value, detail: ": "})
		}
	}
	for _, run := range []string{p.Runs.A, p.Runs.B} {
		recs := result.Without(p.Records, func(r result.Record) bool { return r.Method != run })
		named := func(f fact) fact { return fact{Name: run + ": " + f.Name, Value: f.Value} }
		v.Provenance = append(v.Provenance, wording.Each(provenance(recs), named)...)
	}
	v.Provenance = append(v.Provenance, fileFacts("Files of instances", p.Files)...)
	return templates().ExecuteTemplate(w, "page.html", v)
}

func groupsTable(runs *data.Runs) *listing {
	l := listing{ID: "groups", Columns: []string{"method", "found", "jobs", "B / A", "95% interval", "smallest to largest", "B slower", "B faster", "equal", "neither solved", "different answers", "only in A", "only in B", "p (Holm)", "caveats"}}
	for _, g := range runs.Groups {
		ratio, within, spread := ratioFields(g.Comparison)
		found := wordField(cmp.Or(g.Found(), "undecided"))
		l.Rows = append(l.Rows, tableRow{Bad: g.Different > 0, Fields: []field{wordField(g.Name), found, wholeField(g.N), ratio, within, spread,
			wholeField(g.WinsA), wholeField(g.WinsB), wholeField(g.Ties), wholeField(g.Neither), wholeField(g.Different), wholeField(g.LoneA), wholeField(g.LoneB),
			numeric(g.P, format.Probability), noteField(g.OwnWarnings())}})
	}
	return l.pruned()
}

func pairsTable(runs *data.Runs) *listing {
	l := listing{ID: "pairs", Tall: true, Columns: []string{"board", "method", "A", "B", "B / A", "answer of A", "answer of B"}}
	named := map[string]bool{} // boards that have a row; a second row must not have the same name
	for _, g := range runs.Groups {
		for _, pair := range g.Pairs {
			a, b := pair.A.Record, pair.B.Record
			var ratio field
			if x := pair.B.Value / pair.A.Value; pair.A.Solved() && pair.B.Solved() && pair.A.Value > 0 {
				ratio = numeric(x, format.Ratio)
			}
			row := tableRow{Fields: []field{wordField(format.ShortLabel(a)), wordField(g.Name),
				sampleField(pair.A, "wall_seconds"), sampleField(pair.B, "wall_seconds"), ratio, {Text: a.Amount()}, {Text: b.Amount()}}}
			if id := data.BoardID(a); !named[id] {
				row.Board, named[id] = id, true
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l.pruned()
}
