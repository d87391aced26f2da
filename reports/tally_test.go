package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
)

// runs are repetitions of a job: seconds, "cut" (at 5 s) or "wrong" (in 1 s).
func runs(board, method string, each ...any) []result.Record {
	var recs []result.Record
	for _, x := range each {
		r := exact(board, method, "7")
		r.WallLimit = 5
		switch x := x.(type) {
		case float64:
			r.WallSeconds = &x
		case string:
			r.WallSeconds = of(5.01)
			if x == "wrong" {
				r.WallSeconds, r.Count = of(1.0), "8"
				isWrong(&r)
			} else {
				isCut(&r)
			}
		}
		r.Nodes = of(int64(10 * *r.WallSeconds))
		recs = append(recs, r)
	}
	return recs
}

// The repetitions of a job have one rule: their median, in which those that were cut or are
// wrong are more than all.
func TestFold(t *testing.T) {
	for _, test := range []struct {
		name    string
		runs    []any
		want    string  // counted, not counted, cut, wrong
		seconds float64 // NaN: none
	}{
		{"all solved", []any{3.0, 1.0, 2.0}, "1 0 0 0", 2},
		{"one cut of three", []any{1.0, "cut", 2.0}, "1 0 0 0", 2},
		{"two cut of three", []any{1.0, "cut", "cut"}, "0 1 1 0", math.NaN()},
		{"one cut of two", []any{1.0, "cut"}, "0 1 1 0", math.NaN()},
		{"one wrong of three", []any{0.5, "wrong", 2.0}, "1 0 0 0", 2},
		{"two wrong of three", []any{0.5, "wrong", "wrong"}, "0 1 0 1", math.NaN()},
		{"one wrong, one cut", []any{0.5, "wrong", "cut"}, "0 1 0 1", math.NaN()},
		{"all wrong", []any{"wrong"}, "0 1 0 1", math.NaN()},
	} {
		m := newTally(runs("3x5", "sat/b", test.runs...)).totals(false)[0]
		seconds := m.sum("wall_seconds")
		same := seconds == test.seconds || math.IsNaN(seconds) && math.IsNaN(test.seconds)
		if got := fmt.Sprint(m.Exact, m.Others, m.Cut, m.Wrong); got != test.want || !same || math.IsNaN(m.sum("nodes")) != math.IsNaN(seconds) {
			t.Errorf("%s: got %s, %v s, want %s, %v s", test.name, got, seconds, test.want, test.seconds)
		}
		if (m.Cut > 0) != (m.Times[0].Least > 0) {
			t.Errorf("%s: more than %v s", test.name, m.Times[0].Least)
		}
	}
}

// Six boards, three times each: three solved in 1, 2 and 4 s, one cut in two runs of three, one
// cut in all, one wrong. Of six the median is beyond all, and PAR-2 is (1+2+4+3*10)/6 s.
func TestTimesOfWhatWasSolved(t *testing.T) {
	var recs []result.Record
	for board, each := range map[string][]any{
		"1": {1.0, 1.0, 1.0}, "2": {2.0, 2.0, "cut"}, "3": {4.0, 4.0, 4.0},
		"4": {3.0, "cut", "cut"}, "5": {"cut", "cut", "cut"}, "6": {"wrong", "wrong", "wrong"},
	} {
		recs = append(recs, runs(board, "native/a", each...)...)
	}
	s := newTally(recs)
	m := s.totals(false)[0]
	if m.Exact != 3 || m.Others != 3 || m.Cut != 2 || m.Wrong != 1 || m.sum("wall_seconds") != 7 || m.sum("nodes") != 70 {
		t.Errorf("got %+v", *m)
	}
	if got, want := m.timeText(s), "7 s for 3 instances + 2 cut"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, ok := par2(m.Times); !ok || math.Abs(got-37.0/6) > 1e-12 {
		t.Errorf("PAR-2 %v, want 37/6", got)
	}
	var w warnings
	table := methodsTable(s, &w)
	if got := cells(table, 0); !strings.HasPrefix(got, "native/a|3|3|1|no answer (") || !strings.HasSuffix(got, "|6.17 s|7 s + 2 cut|70") {
		t.Errorf("got %s of %q", got, table.Columns)
	}
	if len(w) != 0 {
		t.Errorf("got %v", w)
	}
	table = boardsTable(s)
	for i, want := range []string{"1|7|10|1 s|one answer", "2|7|20|2 s|one answer", "3|7|40|4 s|one answer", "4|7||> 5 s|one answer", "5|?||> 5 s|no answer", "6|?||wrong|WRONG"} {
		if got := cells(table, i); got != want {
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

// Of several jobs of a method the first that was to find all solutions stands for it, or else the
// first, and no median of several.
func TestFoldOfOtherJobs(t *testing.T) {
	upTo := func(n int64, seconds ...any) []result.Record {
		recs := runs("x", "native/a", seconds...)
		for i := range recs {
			if recs[i].SolutionLimit = n; n > 0 {
				recs[i].Status, recs[i].Reason, recs[i].Count = result.AtLeast, result.Limit, "2"
			}
		}
		return recs
	}
	changed := func(change func(*result.Record)) []result.Record {
		recs := upTo(0, 8.0)
		change(&recs[0])
		return recs
	}
	for _, test := range []struct {
		name    string
		recs    [][]result.Record
		status  string
		seconds float64
		others  int
	}{
		{"limit first", [][]result.Record{upTo(2, 1.0, 1.0, 1.0), upTo(0, 9.0, 7.0)}, result.Exact, 8, 1},
		{"limit last", [][]result.Record{upTo(0, 9.0), upTo(2, 1.0, 1.0, 1.0)}, result.Exact, 9, 1},
		{"limits alone", [][]result.Record{upTo(2, 1.0), upTo(3, 4.0), upTo(2, 2.0)}, result.AtLeast, 1.5, 1},
		{"three", [][]result.Record{upTo(2, 1.0), upTo(0, 9.0), upTo(3, 4.0)}, result.Exact, 9, 2},
		{"mode", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.Mode = "list" })}, result.Exact, 2, 1},
		{"seed", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.Seed = 5 })}, result.Exact, 2, 1},
		{"trace", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.Trace = true })}, result.Exact, 2, 1},
		{"fresh", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.Fresh = true })}, result.Exact, 2, 1},
		{"wall", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.WallLimit = 60 })}, result.Exact, 2, 1},
		{"CPU", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.CPULimit = 60 })}, result.Exact, 2, 1},
		{"memory", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.MemoryLimit = 1e9 })}, result.Exact, 2, 1},
		{"repetition", [][]result.Record{upTo(0, 2.0), changed(func(r *result.Record) { r.Repetition = 1 })}, result.Exact, 5, 0},
	} {
		s := newTally(slices.Concat(test.recs...))
		m := s.totals(false)[0]
		exact := 0
		if test.status == result.Exact {
			exact = 1
		}
		if m.Exact != exact || m.sum("wall_seconds") != test.seconds || m.sum("nodes") != 10*test.seconds || s.Others != test.others {
			t.Errorf("%s: got %+v and %d others", test.name, *m, s.Others)
		}
		if len(m.Times) != 1 || m.Times[0].Value != test.seconds {
			t.Errorf("%s: got %d samples", test.name, len(m.Times))
		}
	}
}

// Two puzzles have rows of their own, and a board that is in two suites, counted and listed, has
// the time of the first, 1 s. With 5 s of another board the median and the mean are 3 s.
func TestTablesByPuzzle(t *testing.T) {
	recs := append(runs("x", "native/a", 1.0), runs("x", "native/a", 3.0)...)
	recs[0].Suite, recs[1].Suite, recs[1].Mode = "counts", "lists", "list"
	other := runs("x", "native/a", 8.0)
	other[0].Puzzle = "packing"
	recs = append(append(recs, other...), runs("y", "native/a", 5.0)...)
	var w warnings
	table := methodsTable(newTally(recs), &w)
	if len(w) != 1 || w[0] != (Warning{OtherJobs, 1, "1 job is not in the tables of methods and boards: another of the same method on the same board is"}) {
		t.Errorf("got %v", w)
	}
	for i, want := range []string{"native/a|calendar|2|3 s|3 s|6 s|60", "native/a|packing|1|8 s|8 s|8 s|80"} {
		if got := cells(table, i); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := cells(boardsTable(newTally(recs)), 2); got != "x|packing|7|80|8 s|one answer" {
		t.Errorf("got %s", got)
	}
}

// The limit of CPU time ended a job: there is no PAR-2 of wall time, and it is said why.
func TestNoPAR2(t *testing.T) {
	recs := append(runs("1", "native/a", 1.0), runs("2", "native/a", "cut")...)
	recs[1].Reason, recs[1].CPULimit, recs[1].WallLimit = result.CPU, 2, 60
	var w warnings
	if got := cells(methodsTable(newTally(recs), &w), 0); got != "native/a|1|1|no answer|1 s + 1 cut|10" {
		t.Errorf("got %s", got)
	}
	if len(w) != 1 || w[0].Kind != NoPAR2 {
		t.Errorf("got %v", w)
	}
}

// Of three runs the first, which was cut, stands in a second suite, too: it is one of three
// nevertheless, and the median is that of 1 and 2 s, by a search and by rules.
func TestRunInTwoSuites(t *testing.T) {
	search, rules := runs("x", "native/a", "cut", 1.0, 2.0), runs("x", "rules/r", "cut", 1.0, 2.0)
	for i := range search {
		search[i].Key, rules[i].Key = "search"+string(rune('0'+i)), "rules"+string(rune('0'+i))
		rules[i].Task, rules[i].Difficulty = "deduce", &result.Difficulty{Levels: []string{"easy"}, Deduced: result.Solved}
	}
	recs := append(append(search, rules...), search[0], rules[0])
	recs[6].Suite, recs[7].Suite = "again", "again"
	if m := newTally(recs).totals(false)[0]; m.Exact != 1 || m.sum("wall_seconds") != 2 {
		t.Errorf("got %+v", *m)
	}
	if d := deductions(recs); len(d) != 1 || d[0].Boards != 1 || d[0].medians["wall_seconds"] != 2 {
		t.Errorf("got %d deductions", len(d))
	}
}
