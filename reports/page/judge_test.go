package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/plot"
	"counterproof/reports/recordtest"
)

// asked is a record of the task unique of a puzzle with several boards.
func asked(instance, method, says string) result.Record {
	r := recordtest.Exact(instance, method, says)
	r.Task, r.Puzzle = "unique", "boards"
	if says == "2" {
		r.Status, r.Reason = result.AtLeast, result.Limit
	}
	return r
}

// uniques are four boards by two methods, three times each: one solution on a and b, two or
// more on c, none on d.
func uniques(sat ...func(*result.Record)) []result.Record {
	var recs []result.Record
	for i, says := range []string{"1", "1", "2", "0"} {
		for range 3 {
			r := asked(string(rune('a'+i)), "sat/b", says)
			for _, change := range sat {
				change(&r)
			}
			recs = append(recs, asked(r.Instance, "native/a", says), r)
		}
	}
	return recs
}

// What other tasks answer is compared, is wrong or is missing as counts are.
func TestOtherTasks(t *testing.T) {
	other := func(r *result.Record) {
		if r.Instance == "c" {
			r.Status, r.Reason, r.Count = result.Exact, result.Done, "1"
		}
	}
	for _, test := range []struct {
		name     string
		recs     []result.Record
		alarming bool
		want     string
	}{
		{"they agree", uniques(), false, "agreement   4 of 4 instances agree by answer\n"},
		{"all by SAT are wrong", uniques(recordtest.IsWrong), true, `WRONG: sat/b says 1 on a, and is wrong on 3 more
agreement   0 of 4 instances agree by answer; 4 WRONG
`},
		{"all by SAT are cut", uniques(recordtest.IsCut), false, `agreement   nothing was compared: no two methods answered on any of 4 instances
no answer   12 of 24 jobs: 12 by sat/b (time-out)
`},
		{"one solution or two", uniques(other), true, `DISAGREEMENT on c: native/a says at least 2 and sat/b says 1
agreement   3 of 4 instances agree by answer; 1 DISAGREE
`},
		{"with a count", append(uniques(recordtest.IsCut), recordtest.With(asked("c", "sat/x", "1"), func(r *result.Record) { r.Task, r.Count = "count", "7" })), false,
			`fewest      c (7)
most        c (7)
total       7 solutions of 1 instance; mean 7, median 7
agreement   1 of 4 instances agree by answer (1 counted), 0 by digest of the solutions too; 3 have the answer of one method only
no answer   12 of 25 jobs: 12 by sat/b (time-out)
`},
		{"a theory without a count has no say", []result.Record{recordtest.With(recordtest.Exact("9x9", "native/a", "0"), func(r *result.Record) { r.Task, r.Status = "explain", result.AtLeast })},
			false, "no records of counts\n"},
	} {
		p := &Page{Records: test.recs}
		if got := p.Summary(); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
		if p.Alarming() != test.alarming {
			t.Errorf("%s: alarming is %v", test.name, !test.alarming)
		}
	}
}

// A wrong answer that nothing contradicts is no disagreement, and there are few lines of many.
func TestManyAlarms(t *testing.T) {
	var recs []result.Record
	for i := range 12 {
		for _, method := range []string{"bitset", "dlx", "sat"} {
			for range 3 {
				recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprint("3x", i), method, "29"), recordtest.IsWrong))
			}
		}
	}
	want := []string{
		"WRONG: bitset says 29 on 3x0, and is wrong on 11 more",
		"WRONG: dlx says 29 on 3x0, and is wrong on 11 more",
		"WRONG: sat says 29 on 3x0, and is wrong on 11 more",
	}
	if got := (&Page{Records: recs}).alarms(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	recs = nil
	for i := range 12 {
		board := fmt.Sprint("3x", i)
		recs = append(recs, recordtest.Exact(board, fmt.Sprint("native/", i), "5"), recordtest.With(recordtest.Exact(board, "sat", "6"), func(r *result.Record) { r.Puzzle = "calendar" }),
			recordtest.With(recordtest.Exact(board, fmt.Sprint("liar/", i), "7"), recordtest.IsWrong), recordtest.Unknown(board, "brute", result.Killed), recordtest.Unknown(board, "brute", result.Killed))
	}
	got := (&Page{Records: recs}).alarms()
	kinds := map[string]int{}
	for _, line := range got {
		kind, _, _ := strings.Cut(line, " ")
		kinds[kind]++
	}
	if len(got) != 33 || kinds["DISAGREEMENT"] != 11 || kinds["WRONG:"] != 11 || kinds["UNKNOWN:"] != 11 {
		t.Errorf("got %d lines, %v", len(got), kinds)
	}
	for i, want := range map[int]string{0: "DISAGREEMENT on 3x0: liar/0 says 7, native/0 says 5 and sat says 6", 10: "DISAGREEMENT on 2 more",
		21: "WRONG: 2 methods more", 32: "UNKNOWN: 2 more"} {
		if got[i] != want {
			t.Errorf("line %d: got %q, want %q", i, got[i], want)
		}
	}
}

// Jobs without a record are told of, and are no failure.
func TestIncomplete(t *testing.T) {
	key := func(k string) func(*result.Record) { return func(r *result.Record) { r.Key = k } }
	recs := []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "5"), key("1")), recordtest.With(recordtest.Exact("01-01", "native/a", "5"), key("1")), recordtest.With(recordtest.Exact("01-01", "sat/b", "5"), key("2"))}
	for jobs, want := range map[int]string{54: "INCOMPLETE: 2 of 54 jobs have a record\n", 2: "fewest", 0: "fewest"} {
		p := &Page{Records: recs, Jobs: jobs}
		if got := p.Summary(); !strings.HasPrefix(got, want) || p.Alarming() {
			t.Errorf("of %d jobs: got\n%s", jobs, got)
		}
	}
}

// places are two boards by two methods. Board x stands in the suites one and two, and in two at
// two densities; board y in two alone.
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

// A job that stands in several places counts once, and in a plot of a suite in that suite.
func TestPlaces(t *testing.T) {
	p := &Page{Records: places(), Jobs: 8}
	const want = `WRONG: rules/broken on map x (done), and is wrong on 1 more
fewest      x (4), then y (10)
most        y (10), then x (4)
total       14 solutions of 2 instances; mean 7, median 7
agreement   apart from deduction: 1 of 2 instances agree by count, 0 by digest of the solutions too; 1 have the answer of one method only
deduced     map by rules/two words: 0 of 2 solved (0 %), 2 stuck with 14 values left, 12 of them in no solution
no answer   1 of 8 jobs: 1 by sat/b (time-out)
time        native/a: 4 s for 2 instances
time        sat/b: 2 s for 1 instance + 1 cut
`
	if got := p.Summary(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	fs := findings(p.Records, []answeredPlot{{plot.Plot{Kind: "extremes", Suites: []string{"one"}}, "", ""}, {plot.Plot{Kind: "extremes", Suites: []string{"two"}}, "", ""}}, nil)
	for i, want := range map[int]string{2: "total       one: 4 solutions of 1 instance; mean 4, median 4\n", 5: "total       two: 14 solutions of 2 instances; mean 7, median 7\n"} {
		if got := fs[i].line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	var page strings.Builder
	if err := writeHTML(&page, *p, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<dt>Records</dt><dd>8</dd>",
		`<td class="word">rules/<wbr>two words</td><td data-sort="2">2</td>`,
		`<td class="word">native/<wbr>a</td><td data-sort="2">2</td>`,
		"all were measured fewer than 3 times"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// Counts of several puzzles are in no total together.
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
