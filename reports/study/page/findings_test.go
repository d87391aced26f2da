package page

import (
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/recordtest"
)

// labels returns the labels and subjects of the findings in order.
func labels(fs []Finding) string {
	var all []string
	for _, f := range fs {
		all = append(all, strings.TrimSuffix(f.Label+" "+f.Subject, " "))
	}
	return strings.Join(all, ", ")
}

// TestFindings checks the order of the findings. The answers of the pictures come first. Before the
// first picture about the counts of a selection of suites, there must be the smallest count, the
// largest count and the total of these suites.
func TestFindings(t *testing.T) {
	suite := func(name string) func(*result.Record) { return func(r *result.Record) { r.Suite = name } }
	recs := []result.Record{
		recordtest.With(recordtest.Exact("01-01", "native/a", "5"), suite("days")), recordtest.With(recordtest.Exact("01-01", "sat/b", "5"), suite("days")),
		recordtest.With(recordtest.Exact("01-02", "native/a", "9"), suite("days")), recordtest.With(recordtest.Exact("4x4", "native/a", "100"), suite("boards")),
	}
	unique := recordtest.With(recordtest.Exact("5x5", "sat/b", "1"), func(r *result.Record) { r.Task = result.Unique })
	late := recordtest.With(recordtest.Unknown("6x6", "sat/b", result.Memory), func(r *result.Record) { r.Task = result.Unique })
	board := recordtest.Graded("map", "m", "solved 0", recordtest.Three...)
	plot := func(kind, answer string, suites ...string) picture {
		return picture{plot: plot.Plot{Kind: kind, Suites: suites}, Figure: &plot.Figure{Title: kind, Answer: answer}}
	}
	for _, c := range []struct {
		name  string
		recs  []result.Record
		plots []picture
		want  string
	}{
		{"no plots", recs, nil, "fewest, most, total, agreement"},
		{"none of counts", recs, []picture{plot("box", "B"), plot("cactus", ""), plot("heat", "H")}, "answer box, answer heat, agreement"},
		{"no answer of any", recs, []picture{plot("box", "")}, "fewest, most, total, agreement"},
		{"counts of all", recs, []picture{plot("heatmap-year", "Y"), plot("extremes", "E"), plot("months", "M")}, "fewest, most, total, agreement, answer months"},
		{"counts of a suite", recs, []picture{plot("box", "B"), plot("extremes", "E", "days"), plot("distribution", "D", "days"), plot("box", "C")},
			"answer box, fewest days, most days, total days, answer distribution, answer box, agreement"},
		{"two suites", recs, []picture{plot("extremes", "", "days"), plot("extremes", "", "boards")}, "fewest days, most days, total days, fewest boards, most boards, total boards, agreement"},
		{"other tasks, too", append(recs, unique, late, board), []picture{plot("levels", "L")},
			"answer levels, deduced map by rules/two words, no answer, agreement apart from deduction"},
		{"deduction alone", []result.Record{board}, []picture{plot("levels", "L")}, "answer levels, deduced map by rules/two words"},
		{"other tasks alone", []result.Record{unique}, []picture{plot("share", "S")}, "answer share, agreement"},
		{"nothing", nil, nil, ""},
	} {
		if got := labels(findings(data.NewSource(c.recs), c.plots, nil)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	fs := findings(data.NewSource(recs), []picture{plot("extremes", "", "days")}, []*judge.Suspicion{{Method: "liar", Puzzle: "map", NoAnswer: 2}})
	for i, want := range []string{"fewest, days: 1 January (5), 2 January (9)", "most, days: 2 January (9), 1 January (5)",
		"total, days: 14 solutions, 2 days, mean 7, median 7", "under test, liar, map: 0, 0 counts, 2",
		"agreement, 1, 3 instances, count, 0, digest, 2"} {
		if got := fs[i].line(); !facttest.Lines(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := fs[0].Name() + ", " + fs[3].Name() + ", " + fs[4].Name(); got != "Fewest solutions (days), liar on map, Agreement" {
		t.Errorf("got %s", got)
	}
}

// TestWithoutAnswer checks that a job that reached a limit is an ordinary finding, that a failed
// job is an alarm, and that a wrong answer is an alarm for any task.
func TestWithoutAnswer(t *testing.T) {
	deduce := func(r *result.Record) { r.Task, r.Puzzle = result.Deduce, "map" }
	wrong := func(r *result.Record) { r.Task, r.Verdict = result.Unique, result.Wrong }
	recs := []result.Record{
		recordtest.Exact("1", "native/a", "1"), recordtest.Unknown("2", "native/b", result.Timeout), recordtest.Unknown("3", "native/b", result.Timeout), recordtest.Unknown("2", "native/a", result.Timeout),
		recordtest.Unknown("4", "sat/c", result.Memory), recordtest.With(recordtest.Unknown("5", "rules/x", result.CPU), deduce),
		recordtest.Unknown("6", "sat/c", result.Killed), recordtest.With(recordtest.Unknown("7", "rules/x", result.Error), deduce), recordtest.With(recordtest.Exact("8", "sat/c", "2"), wrong),
	}
	if got, want := withoutAnswer(recs), "5, 9 jobs: 1, rules/x (CPU time); 1, sat/c (memory); 1, native/a, 2, native/b (time-out)"; !facttest.States(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want := []string{"WRONG, sat/c, 2, 8", "UNKNOWN, sat/c, 6 (killed)", "UNKNOWN, rules/x, map 7 (error)"}
	if got := strings.Join((&Page{Records: recs}).alarms(), "\n"); !facttest.Lines(got, want...) {
		t.Errorf("got\n%s\nwant %q", got, want)
	}
	if got := withoutAnswer(recs[:1]); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestPruned checks that pruned removes columns that contain only zeros or are empty, except the
// first column.
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

// places returns records of two boards by two methods. Board x occurs in the suite "one", and at
// two densities in the suite "two". Board y occurs only in the suite "two".
func places() []result.Record {
	var recs []result.Record
	for _, at := range []struct {
		suite   string
		density float64
		board   string
		count   string
	}{{"one", 0, "x", "4"}, {"two", 0.1, "x", "4"}, {"two", 0.2, "x", "4"}, {"two", 0.2, "y", "10"}} {
		for _, method := range []string{"native/a", "sat/b"} {
			r := recordtest.Exact(at.board, method, at.count)
			r.Key, r.Suite, r.WallSeconds = at.board+method, at.suite, recordtest.Of(2.0)
			if at.density > 0 {
				r.Density = &at.density
			}
			if method == "sat/b" && at.board == "y" {
				recordtest.IsCut(&r)
			}
			recs = append(recs, r)
		}
		r := recordtest.Graded("map", at.board, "stuck", recordtest.Three...)
		r.Key, r.Suite = at.board+"rules", at.suite
		recs = append(recs, r, recordtest.With(r, func(r *result.Record) { r.Method, r.Key = "rules/broken", at.board+"broken"; recordtest.IsWrong(r) }))
	}
	return recs
}

// TestPlaces checks a job that occurs in several places of the experiment. In findings about the
// whole experiment, the job must count only once. In findings about one suite, the job must count
// if the suite contains it.
func TestPlaces(t *testing.T) {
	p := &Page{Records: places(), Jobs: 8}
	want := []string{
		"WRONG, rules/broken, map x (done), 1",
		"fewest, x (4), y (10)",
		"most, y (10), x (4)",
		"total, 14 solutions, 2 instances, mean 7, median 7",
		"agreement, deduction: 1, 2 instances, count, 0, digest, 1",
		"deduced, map, rules/two words: 0, 2 solved (0%), 2 stuck, 14 values, 12",
		"1, 8 jobs: 1, sat/b, (time-out)",
		"time, native/a: 4 s, 2 instances",
		"time, sat/b: 2 s, 1 instance + 1 cut",
	}
	if got := p.Summary().String(); !facttest.Lines(got, want...) {
		t.Errorf("got\n%s\nwant %q", got, want)
	}
	fs := findings(data.NewSource(p.Records), []picture{{plot: plot.Plot{Kind: "extremes", Suites: []string{"one"}}}, {plot: plot.Plot{Kind: "extremes", Suites: []string{"two"}}}}, nil)
	for i, want := range map[int]string{2: "total, one: 4 solutions, 1 instance, mean 4, median 4", 5: "total, two: 14 solutions, 2 instances, mean 7, median 7"} {
		if got := fs[i].line(); !facttest.Lines(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	var page strings.Builder
	if err := writeHTML(&page, *p, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<dt>Records</dt><dd>8</dd>",
		`<td class="word">rules/<wbr>two words</td><td data-sort="2">2</td>`,
		`<td class="word">native/<wbr>a</td><td data-sort="2">2</td>`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestCountsByPuzzle checks that counts of different puzzles are not added up.
func TestCountsByPuzzle(t *testing.T) {
	recs := []result.Record{recordtest.Exact("a", "native/a", "1"), recordtest.Exact("b", "native/a", "3"), recordtest.With(recordtest.Exact("a", "native/a", "100"), func(r *result.Record) { r.Puzzle = "packing" })}
	var got []string
	for _, f := range countFindings(recs, "") {
		got = append(got, f.line())
	}
	want := []string{"fewest      calendar: a (1), then b (3)\n", "most        calendar: b (3), then a (1)\n", "total       calendar: 4 solutions of 2 instances; mean 2, median 2\n",
		"fewest      packing: a (100)\n", "most        packing: a (100)\n", "total       packing: 100 solutions of 1 instance; mean 100, median 100\n"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if fs := countFindings(recs, "small"); fs[0].Subject != "small, calendar" {
		t.Errorf("got %+v", fs[0])
	}
}
