package reports

import (
	"strings"
	"testing"

	"counterproof/bench/result"
)

// labels are what the findings are, in order.
func labels(fs []finding) string {
	var all []string
	for _, f := range fs {
		all = append(all, strings.TrimSuffix(f.Label+" "+f.Subject, " "))
	}
	return strings.Join(all, ", ")
}

// The answers of the pictures stand first. The least, the greatest and the total are told
// where a picture is of counts, once, and of its suites.
func TestFindings(t *testing.T) {
	suite := func(name string) func(*result.Record) { return func(r *result.Record) { r.Suite = name } }
	recs := []result.Record{
		with(exact("01-01", "native/a", "5"), suite("days")), with(exact("01-01", "sat/b", "5"), suite("days")),
		with(exact("01-02", "native/a", "9"), suite("days")), with(exact("4x4", "native/a", "100"), suite("boards")),
	}
	unique := with(exact("5x5", "sat/b", "1"), func(r *result.Record) { r.Task = "unique" })
	late := with(unknown("6x6", "sat/b", result.Memory), func(r *result.Record) { r.Task = "unique" })
	board := graded("map", "m", "solved 0", three...)
	plot := func(kind, answer string, suites ...string) answeredPlot {
		return answeredPlot{Plot{Kind: kind, Suites: suites}, kind, answer}
	}
	for _, c := range []struct {
		name  string
		recs  []result.Record
		plots []answeredPlot
		want  string
	}{
		{"no plots", recs, nil, "fewest, most, total, agreement"},
		{"none of counts", recs, []answeredPlot{plot("box", "B"), plot("cactus", ""), plot("heat", "H")}, "answer box, answer heat, agreement"},
		{"no answer of any", recs, []answeredPlot{plot("box", "")}, "fewest, most, total, agreement"},
		{"counts of all", recs, []answeredPlot{plot("heatmap-year", "Y"), plot("extremes", "E"), plot("months", "M")}, "fewest, most, total, agreement, answer months"},
		{"counts of a suite", recs, []answeredPlot{plot("box", "B"), plot("extremes", "E", "days"), plot("distribution", "D", "days"), plot("box", "C")},
			"answer box, fewest days, most days, total days, answer distribution, answer box, agreement"},
		{"two suites", recs, []answeredPlot{plot("extremes", "", "days"), plot("extremes", "", "boards")}, "fewest days, most days, total days, fewest boards, most boards, total boards, agreement"},
		{"other tasks, too", append(recs, unique, late, board), []answeredPlot{plot("levels", "L")},
			"answer levels, deduced map by rules/two words, no answer, agreement apart from deduction"},
		{"deduction alone", []result.Record{board}, []answeredPlot{plot("levels", "L")}, "answer levels, deduced map by rules/two words"},
		{"other tasks alone", []result.Record{unique}, []answeredPlot{plot("share", "S")}, "answer share, agreement"},
		{"nothing", nil, nil, ""},
	} {
		if got := labels(findings(c.recs, c.plots, nil)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	fs := findings(recs, []answeredPlot{plot("extremes", "", "days")}, []suspicion{{"liar", "1 of 2"}})
	for i, want := range []string{"fewest      days: 1 January (5), then 2 January (9)\n", "most        days: 2 January (9), then 1 January (5)\n",
		"total       days: 14 solutions of 2 days; mean 7, median 7\n", "under test  liar: 1 of 2\n",
		"agreement   1 of 3 instances agree by count, 0 by digest of the solutions too; 2 have the answer of one method only\n"} {
		if got := fs[i].line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := fs[0].name() + ", " + fs[3].name() + ", " + fs[4].name(); got != "Fewest solutions (days), liar, Agreement" {
		t.Errorf("got %s", got)
	}
}

// What a limit ended is a plain fact, what failed an alarm, and a wrong answer is one of any task.
func TestWithoutAnswer(t *testing.T) {
	deduce := func(r *result.Record) { r.Task, r.Puzzle = "deduce", "map" }
	wrong := func(r *result.Record) { r.Task, r.Verdict = "unique", result.Wrong }
	recs := []result.Record{
		exact("1", "native/a", "1"), unknown("2", "native/b", result.Timeout), unknown("3", "native/b", result.Timeout), unknown("2", "native/a", result.Timeout),
		unknown("4", "sat/c", result.Memory), with(unknown("5", "rules/x", result.CPU), deduce),
		unknown("6", "sat/c", result.Killed), with(unknown("7", "rules/x", result.Error), deduce), with(exact("8", "sat/c", "2"), wrong),
	}
	if got, want := withoutAnswer(recs), "5 of 9 jobs: 1 by rules/x (CPU time); 1 by sat/c (memory); 1 by native/a and 2 by native/b (time-out)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want := `WRONG: sat/c says 2 on 8
UNKNOWN: sat/c gave no answer on 6 (killed)
UNKNOWN: rules/x came to no end on map 7 (error)`
	if got := strings.Join((&Page{Records: recs}).alarms(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := withoutAnswer(recs[:1]); got != "" {
		t.Errorf("got %q", got)
	}
}

// A column of nothing but zeros or nothing goes, the first never.
func TestPruned(t *testing.T) {
	words := listing{Columns: []string{"n", "zero", "some", "none", "p", "mind"}}
	for i := range 2 {
		words.Rows = append(words.Rows, tableRow{Fields: []field{wholeField(0), wholeField(0), wholeField(i), {}, {Text: "< 0.0001", Sort: "0"}, {Class: "note"}}})
	}
	got := words.pruned()
	if strings.Join(got.Columns, " ") != "n some p" || strings.Join(got.Left, " ") != "zero none mind" || len(got.Rows[1].Fields) != 3 || got.Rows[1].Fields[1].Text != "1" {
		t.Errorf("got %+v", *got)
	}
	if (listing{}).pruned() != nil {
		t.Error("a table without rows is none")
	}
	if got := wordField("sat/<b>").HTML(); got != "sat/<wbr>&lt;b&gt;" {
		t.Errorf("got %s", got)
	}
}

// What each kind answers, by hand on records made for it; the year's quartiles are the
// 92nd and the 275th of DragonFjord's counts, as sort -n has them.
func TestAnswersOfKinds(t *testing.T) {
	took := func(day, method string, seconds float64, count string, nodes, conflicts int64) result.Record {
		r := exact(day, method, count)
		r.WallSeconds, r.Nodes, r.Conflicts = &seconds, &nodes, &conflicts
		return r
	}
	var pair, ranked, trace []result.Record
	for i, day := range []string{"01-01", "01-02", "01-03"} {
		count := []string{"1", "5", "9"}[i]
		k := int64(i + 1)
		pair = append(pair, took(day, "native/a", float64(k), count, k, k), took(day, "sat/b", 4*float64(k), count, k, 4-k))
		r := graded("map", day, "solved "+string(rune('0'+i)), three...)
		r.Nodes, r.Conflicts = of(k), of(4-k)
		ranked = append(ranked, r)
	}
	for _, x := range []struct {
		method string
		at     []float64
	}{{"sat/x", []float64{1, 2, 4, 7}}, {"sat/x/cubes=2", []float64{0.5}}} { // steps of 1 1 2 3
		trace = append(trace, with(exact("01-01", x.method, "4"), func(r *result.Record) { r.ModelSeconds = x.at }))
	}
	year := calendarYear(t)
	for _, c := range []struct {
		kind string
		recs []result.Record
		want string
	}{
		{"heatmap-year", year, "From 7 to 216 solutions on 366 of the 366 days"},
		{"distribution", year, "Median 59, the middle half of the days from 40 to 84"},
		{"distribution", pair, "Median 5, the middle half of the days from 1 to 9"},
		{"months", year, "Most in January (3,221), fewest in September (1,318)"},
		{"months", pair, "Most in January (15), fewest in January (15)"},
		{"difficulty", pair, "native/a: Rank correlation of search nodes and solutions: ρ = 1, τ = 1, n = 3; sat/b: Rank correlation of conflicts and solutions: ρ = −1, τ = −1, n = 3"},
		{"engines", pair, "By wall time, sat/b is 4 × native/a in the geometric mean over 3 instances; it is larger on 3, smaller on 0 and equal on 0 (sign test p = 0.25, signed-rank test p = 0.25, exact)."},
		{"models", trace, "For one further solution, from the first 21 to the last 21 (medians; where there are fewer than 42, the halves): no cubes 1 s to 2.5 s; cubes of depth 2 500 ms to 500 ms"},
		{"levels", twoFamilies(), "map: 4 easy, 2 two words, 3 stuck and 1 contradiction; sudoku: 3 pairs and 1 stuck"},
		{"solved-by-level", twoFamilies(), "map: easy 40 %, normal 40 % and two words 60 %; sudoku: singles 0 % and pairs 75 %"},
		{"solved-by-level", append(twoFamilies(), graded("a", "x", "stuck", three...), graded("b", "y", "solved 0", three...)),
			"by the easiest rules alone from 0 % (a and sudoku) to 100 % (b); by all rules from 0 % (a) to 100 % (b)"},
		{"rank-correlation", ranked, "Spearman's ρ with the hardest level that people need: map 1 of native nodes and −1 of SAT conflicts"},
		{"by-size", shaped(), "Left out from the fewest rows to the most: 3 columns 50 % to 50 % (ρ = 0.00), 4 columns 50 % to 50 % (ρ = 0.00), 6 columns 33 % to 90 % (ρ = 0.87)"},
	} {
		f, err := Draw(c.recs, Plot{Kind: c.kind})
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		if f.Answer != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.kind, f.Answer, c.want)
		}
	}
}

// Seven matrices are no taller than a sheet of paper, 9 inches of it.
func TestManyMatrices(t *testing.T) {
	var recs []result.Record
	for _, puzzle := range strings.Fields("a b c d e f g h i j k l") {
		for i, says := range []string{"solved 0", "solved 1", "solved 2"} {
			r := graded(puzzle, puzzle+says, says, three...)
			r.Nodes = of(int64(i))
			recs = append(recs, r)
		}
		f, err := Draw(recs, Plot{Kind: "rank-correlation"})
		if err != nil {
			t.Fatal(err)
		}
		if f.H > 9*72 || f.W > figureWidth {
			t.Errorf("up to %s: %v x %v points", puzzle, f.W, f.H)
		}
	}
}
