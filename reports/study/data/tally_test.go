package data

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// TestFold checks that the repetitions of a job are combined to their median, where repetitions
// that were cut or wrong count as larger than all others.
func TestFold(t *testing.T) {
	for _, test := range []struct {
		name    string
		runs    []any
		want    string  // numbers of exact, other, cut and wrong boards
		seconds float64 // NaN: no time
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
		m := NewTally(recordtest.Runs("3x5", "sat/b", test.runs...)).Totals(false)[0]
		seconds := m.Sum("wall_seconds")
		same := seconds == test.seconds || math.IsNaN(seconds) && math.IsNaN(test.seconds)
		if got := fmt.Sprint(m.Exact, m.Others, m.Cut, m.Wrong); got != test.want || !same || math.IsNaN(m.Sum("nodes")) != math.IsNaN(seconds) {
			t.Errorf("%s: got %s, %v s, want %s, %v s", test.name, got, seconds, test.want, test.seconds)
		}
		if (m.Cut > 0) != (m.Times[0].Least > 0) {
			t.Errorf("%s: more than %v s", test.name, m.Times[0].Least)
		}
	}
}

// TestFoldOfOtherJobs checks which of several jobs represents a method: the first job that must
// find all solutions, or else the first of all. The median must only include the repetitions of
// the job that represents the method.
func TestFoldOfOtherJobs(t *testing.T) {
	upTo := func(n int64, seconds ...any) []result.Record {
		recs := recordtest.Runs("x", "native/a", seconds...)
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
		s := NewTally(slices.Concat(test.recs...))
		m := s.Totals(false)[0]
		exact := 0
		if test.status == result.Exact {
			exact = 1
		}
		if m.Exact != exact || m.Sum("wall_seconds") != test.seconds || m.Sum("nodes") != 10*test.seconds || s.Others != test.others {
			t.Errorf("%s: got %+v and %d others", test.name, *m, s.Others)
		}
		if len(m.Times) != 1 || m.Times[0].Value != test.seconds {
			t.Errorf("%s: got %d samples", test.name, len(m.Times))
		}
	}
}

// TestRunInTwoSuites checks that a run that two suites contain counts only once. The first of three
// runs was cut and occurs in both suites. The other two took 1 s and 2 s, so the median is 2 s.
// This must hold for a search and for a deduction.
func TestRunInTwoSuites(t *testing.T) {
	search, rules := recordtest.Runs("x", "native/a", "cut", 1.0, 2.0), recordtest.Runs("x", "rules/r", "cut", 1.0, 2.0)
	for i := range search {
		search[i].Key, rules[i].Key = "search"+string(rune('0'+i)), "rules"+string(rune('0'+i))
		rules[i].Task, rules[i].Difficulty = "deduce", &result.Difficulty{Levels: []string{"easy"}, Deduced: result.Solved}
	}
	recs := append(append(search, rules...), search[0], rules[0])
	recs[6].Suite, recs[7].Suite = "again", "again"
	if m := NewTally(recs).Totals(false)[0]; m.Exact != 1 || m.Sum("wall_seconds") != 2 {
		t.Errorf("got %+v", *m)
	}
	if d := Deductions(recs); len(d) != 1 || d[0].Boards != 1 || d[0].Medians["wall_seconds"] != 2 {
		t.Errorf("got %d deductions", len(d))
	}
}

// TestMainMethods checks that the main methods are the methods with the most instances. So seven
// methods that solved only one day of the year must not be among them.
func TestMainMethods(t *testing.T) {
	recs := recordtest.CalendarYear(t)
	slices.Reverse(recs)
	s := NewTally(recs)
	if s.Native != "native/bitset" || s.SAT != "sat/pairwise/cubes" || s.Noun(2) != "days" || len(s.Boards) != 366 {
		t.Errorf("got %q, %q, %s, %d instances", s.Native, s.SAT, s.Noun(2), len(s.Boards))
	}
	if first, last := s.Boards[0].Instance, s.Boards[365].Instance; first != "01-01" || last != "12-31" {
		t.Errorf("got %s to %s", first, last)
	}
	if s := NewTally([]result.Record{recordtest.Exact("01-01", "brute", "5")}); s.Native != "" || s.SAT != "" {
		t.Error("brute is neither native nor sat")
	}
}

func TestMethodTotals(t *testing.T) {
	s := NewTally([]result.Record{
		recordtest.With(recordtest.Exact("a", "sat/b", "1"), func(r *result.Record) { r.Conflicts, r.WallSeconds = recordtest.Of[int64](3), recordtest.Of(0.5) }),
		recordtest.With(recordtest.Exact("b", "sat/b", "1"), func(r *result.Record) { r.Conflicts, r.WallSeconds = recordtest.Of[int64](4), recordtest.Of(0.25) }),
		recordtest.Unknown("c", "sat/b", result.Memory),
	})
	m := s.Totals(false)[0]
	if m.Exact != 2 || m.Others != 1 || len(SolvedValues(m.Times)) != 2 || m.Sum("wall_seconds") != 0.75 || m.Sum("conflicts") != 7 || !math.IsNaN(m.Sum("nodes")) {
		t.Errorf("got %+v", *m)
	}
}

func TestExtremes(t *testing.T) {
	s := NewTally([]result.Record{recordtest.Exact("b", "native/a", "9"), recordtest.Exact("a", "native/a", "9"), recordtest.Exact("c", "native/a", "10"), recordtest.Unknown("d", "native/a", result.Timeout)})
	names := func(boards []*judge.Case) (ns string) {
		for _, b := range boards {
			ns += b.Instance
		}
		return ns
	}
	fewest, most := Extremes(s, 2)
	if names(fewest) != "ab" || names(most) != "ca" {
		t.Errorf("got %s, %s, want ab, ca", names(fewest), names(most))
	}
	fewest, most = Extremes(s, 20)
	if names(fewest) != "abc" || names(most) != "cab" {
		t.Errorf("got %s, %s, want abc, cab", names(fewest), names(most))
	}
}
