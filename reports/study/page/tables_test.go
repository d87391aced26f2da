package page

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// TestTimesOfWhatWasSolved checks the total time, the median and PAR-2 in a row about six boards
// with three runs each. Three boards are solved in 1, 2 and 4 s. One board is cut in two of three
// runs, one is cut in all runs, and one has a wrong answer. The median over the six boards is
// larger than every time, and PAR-2 is (1+2+4+3*10)/6 s.
func TestTimesOfWhatWasSolved(t *testing.T) {
	var recs []result.Record
	for board, each := range map[string][]any{
		"1": {1.0, 1.0, 1.0}, "2": {2.0, 2.0, "cut"}, "3": {4.0, 4.0, 4.0},
		"4": {3.0, "cut", "cut"}, "5": {"cut", "cut", "cut"}, "6": {"wrong", "wrong", "wrong"},
	} {
		recs = append(recs, recordtest.Runs(board, "native/a", each...)...)
	}
	s := data.NewTally(recs)
	m := s.Totals(false)[0]
	if m.Exact != 3 || m.Others != 3 || m.Cut != 2 || m.Wrong != 1 || m.Sum("wall_seconds") != 7 || m.Sum("nodes") != 70 {
		t.Errorf("got %+v", *m)
	}
	if got, want := m.TimeText(s), "7 s, 3 instances + 2 cut"; !facttest.States(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, ok := data.PAR2(m.Times); !ok || math.Abs(got-37.0/6) > 1e-12 {
		t.Errorf("PAR-2 %v, want 37/6", got)
	}
	var w data.Warnings
	table := methodsTable(s, &w)
	if got := cells(table, 0); !strings.HasPrefix(got, "native/a|3|3|1|") || !strings.Contains(got, " (1.5 s ") || !strings.HasSuffix(got, "|6.17 s|7 s + 2 cut|70") {
		t.Errorf("got %s of %q", got, table.Columns)
	}
	if len(w) != 0 {
		t.Errorf("got %v", w)
	}
	table = boardsTable(s)
	for i, want := range []string{"1|7|10|1 s|", "2|7|20|2 s|", "3|7|40|4 s|", "4|7||> 5 s|", "5|?||> 5 s|", "6|?||wrong|WRONG"} {
		if got := cells(table, i); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if f := table.Rows[4].Fields[3]; f.Sort != "5" {
		t.Errorf("it is sorted by %q", f.Sort)
	}
}

func cells(t *listing, row int) string {
	var texts []string
	for _, f := range t.Rows[row].Fields {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "|")
}

// TestTablesByPuzzle checks that two puzzles have separate rows. One board is in two suites: one
// job counts its solutions, in 1 s, and another job lists them. Only the job that counts must be in
// the row. Another board takes 5 s, so the median and the mean are 3 s.
func TestTablesByPuzzle(t *testing.T) {
	recs := append(recordtest.Runs("x", "native/a", 1.0), recordtest.Runs("x", "native/a", 3.0)...)
	recs[0].Suite, recs[1].Suite, recs[1].Mode = "counts", "lists", "list"
	other := recordtest.Runs("x", "native/a", 8.0)
	other[0].Puzzle = "packing"
	recs = append(append(recs, other...), recordtest.Runs("y", "native/a", 5.0)...)
	var w data.Warnings
	table := methodsTable(data.NewTally(recs), &w)
	if len(w) != 1 || w[0].Kind != data.OtherJobs || w[0].N != 1 || !facttest.States(w[0].Text, "1 job") {
		t.Errorf("got %v", w)
	}
	for i, want := range []string{"native/a|calendar|2|3 s|3 s|6 s|60", "native/a|packing|1|8 s|8 s|8 s|80"} {
		if got := cells(table, i); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := cells(boardsTable(data.NewTally(recs)), 2); !strings.HasPrefix(got, "x|packing|7|80|8 s|") {
		t.Errorf("got %s", got)
	}
}

// TestNoPAR2 checks that the table has no PAR-2 score of the wall time if a limit of CPU time ended
// a job, and that a warning says why.
func TestNoPAR2(t *testing.T) {
	recs := append(recordtest.Runs("1", "native/a", 1.0), recordtest.Runs("2", "native/a", "cut")...)
	recs[1].Reason, recs[1].CPULimit, recs[1].WallLimit = result.CPU, 2, 60
	var w data.Warnings
	if got := cells(methodsTable(data.NewTally(recs), &w), 0); !strings.HasPrefix(got, "native/a|1|1|") || !strings.HasSuffix(got, "|1 s + 1 cut|10") || strings.Count(got, "|") != 5 {
		t.Errorf("got %s", got)
	}
	if len(w) != 1 || w[0].Kind != data.NoPAR2 {
		t.Errorf("got %v", w)
	}
}

// TestComparisonsOfQuestions checks that comparisons of jobs with a limit on the number of
// solutions have their own row, apart from comparisons of jobs without such a limit. The order of
// the records must not matter. With a limit, B takes 2 and 8 times as long as A, so the mean is 4.
// Without a limit, B takes 3 and 12 times as long as A, so the mean is 6.
func TestComparisonsOfQuestions(t *testing.T) {
	suite := func(name string, limit int64, seconds ...float64) []result.Record {
		var recs []result.Record
		for i, x := range seconds {
			for _, r := range []result.Record{recordtest.Ran(fmt.Sprint(i), "a", 0.5), recordtest.Ran(fmt.Sprint(i), "b", x/2)} {
				r.Suite, r.SolutionLimit = name, limit
				recs = append(recs, r)
			}
		}
		return recs
	}
	first, all := suite("first", 2, 2, 8), suite("all", 0, 3, 12)
	want := map[bool]float64{false: 6, true: 4} // whether the question names the limit
	for _, recs := range [][]result.Record{slices.Concat(first, all), slices.Concat(all, first)} {
		got := data.NewSource(recs).Comparisons(wallTime())
		if len(got) != 2 {
			t.Fatalf("got %d rows", len(got))
		}
		for _, c := range got {
			limited := facttest.States(c.Task, "count, 2 solutions")
			if c.N != 2 || !recordtest.Near(c.Ratio, want[limited], 1e-12) || limited == (c.Task == "count") {
				t.Errorf("%s: got %g of %d, want %g", c.Task, c.Ratio, c.N, want[limited])
			}
		}
		samples, _, _ := data.SamplesOf(recs, wallTime())
		c := data.Compare(samples, "a", "b", wallTime())
		if c.N != 4 || !recordtest.Near(c.Ratio, math.Sqrt(24), 1e-12) {
			t.Errorf("both: got %g of %d, want the root of 24", c.Ratio, c.N)
		}
		if !slices.ContainsFunc(c.Warnings, func(w data.Warning) bool { return w.Kind == data.MixedLimits && w.N == 2 }) {
			t.Errorf("got %v", c.Warnings)
		}
	}
	orbits := recordtest.With(recordtest.Ran("1", "a", 1), func(r *result.Record) { r.Orbits, r.SolutionLimit = true, 1 })
	if got, want := (&data.Sample{Record: &orbits}).Question(), "count, symmetry, 1 solution"; !facttest.States(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSamplesOfOtherJobs checks that jobs with different limits or modes are not repetitions of
// each other, even in one suite. With a limit of 10 s, two runs take 1 and 3 s; with a limit of 60
// s, one run takes 5 s; and one run takes 7 s to list the solutions. There must be three samples,
// with the times 2, 5 and 7 s.
func TestSamplesOfOtherJobs(t *testing.T) {
	recs := []result.Record{recordtest.Ran("1", "a", 1), recordtest.With(recordtest.Ran("1", "a", 5), func(r *result.Record) { r.WallLimit = 60 }), recordtest.Ran("1", "a", 3), recordtest.With(recordtest.Ran("1", "a", 7), func(r *result.Record) { r.Mode = "list" })}
	samples, _, _ := data.SamplesOf(recs, wallTime())
	var got []float64
	for _, s := range samples {
		got = append(got, s.Value)
	}
	if !slices.Equal(got, []float64{2, 5, 7}) || samples[0].Runs != 2 || samples[1].Limit != 60 {
		t.Errorf("got %v", got)
	}
}

// TestTablesNotTheSame checks that all tables that compare methods say which of them lack instances.
// The second method lacks one of five boards. With the same boards, there is no such warning.
func TestTablesNotTheSame(t *testing.T) {
	var recs []result.Record
	for i := range 5 {
		for _, method := range []string{"native/a", "sat/b", "rules/hard", "rules/easy"} {
			r := recordtest.Ran(fmt.Sprint(i), method, float64(i+1))
			if strings.HasPrefix(method, "rules/") {
				r = recordtest.Graded("map", fmt.Sprint(i), "solved 0", "easy")
				r.Method = method
			}
			recs = append(recs, r)
		}
	}
	for _, c := range []struct {
		recs []result.Record
		want []string // one for each table
	}{
		{recs, nil},
		{slices.Delete(slices.Clone(recs), 17, 18), []string{"sat/b on 4 of 5", "sat/b on 4 of 5"}},
		{recs[:19], []string{"rules/easy on 4 of 5"}},
	} {
		var b strings.Builder
		if err := writeHTML(&b, Page{Title: "T", Records: c.recs}, nil); err != nil {
			t.Fatal(err)
		}
		texts := strings.Split(strings.ReplaceAll(b.String(), "<wbr>", ""), "not the same instances: ")[1:]
		wrong := len(texts) < len(c.want) || c.want == nil && len(texts) > 0
		for i, want := range c.want {
			wrong = wrong || !strings.HasPrefix(texts[i], want)
		}
		if wrong {
			t.Errorf("got %.60q, want %q", texts, c.want)
		}
	}
}
