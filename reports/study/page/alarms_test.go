package page

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// asked returns a record of the task unique for a puzzle with several boards.
func asked(instance, method, says string) result.Record {
	r := recordtest.Exact(instance, method, says)
	r.Task, r.Puzzle = result.Unique, "boards"
	if says == "2" {
		r.Status, r.Reason = result.AtLeast, result.Limit
	}
	return r
}

// uniques returns records for four boards by two methods, three times each. The boards a and b have
// one solution, c has two or more, and d has none.
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

// TestOtherTasks checks tasks other than counting. The page must compare the answers of these
// tasks like counts, and must report wrong and missing answers in the same way.
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
		want     []string // facts of each line
	}{
		{"they agree", uniques(), false, []string{"agreement, 4, 4 instances, answer"}},
		{"all by SAT are wrong", uniques(recordtest.IsWrong), true, []string{"WRONG, sat/b, 1, a, 3", "agreement, 0, 4 instances, answer, 4 WRONG"}},
		{"all by SAT are cut", uniques(recordtest.IsCut), false, []string{"agreement, 4 instances", "12, 24 jobs: 12, sat/b, (time-out)"}},
		{"one solution or two", uniques(other), true, []string{"DISAGREEMENT, c, native/a, 2, sat/b, 1", "agreement, 3, 4 instances, answer, 1 DISAGREE"}},
		{"with a count", append(uniques(recordtest.IsCut), recordtest.With(asked("c", "sat/x", "1"), func(r *result.Record) { r.Task, r.Count = result.Count, "7" })), false,
			[]string{"fewest, c (7)", "most, c (7)", "total, 7 solutions, 1 instance, mean 7, median 7", "agreement, 1, 4 instances, answer (1 counted), 0, digest, 3", "12, 25 jobs: 12, sat/b, (time-out)"}},
		{"a theory without a count has no say", []result.Record{recordtest.With(recordtest.Exact("9x9", "native/a", "0"), func(r *result.Record) { r.Task, r.Status = result.Explain, result.AtLeast })},
			false, []string{"no, counts"}},
	} {
		p := &Page{Records: test.recs}
		if got := p.Summary().String(); !facttest.Lines(got, test.want...) {
			t.Errorf("%s: got\n%s\nwant %q", test.name, got, test.want)
		}
		if p.Alarming() != test.alarming {
			t.Errorf("%s: alarming is %v", test.name, !test.alarming)
		}
	}
}

// TestManyAlarms checks that a wrong answer without a contradiction is not reported as a
// disagreement. It also checks that a page shows at most ten lines of alarms of the same kind.
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
		"WRONG, bitset, 29, 3x0, 11",
		"WRONG, dlx, 29, 3x0, 11",
		"WRONG, sat, 29, 3x0, 11",
	}
	if got := (&Page{Records: recs}).alarms(); !facttest.Lines(strings.Join(got, "\n"), want...) {
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
	for i, want := range map[int]string{0: "DISAGREEMENT, 3x0, liar/0, 7, native/0, 5, sat, 6", 10: "DISAGREEMENT, 2",
		21: "WRONG, 2 methods", 32: "UNKNOWN, 2"} {
		if !facttest.States(got[i], want) {
			t.Errorf("line %d: got %q, want %q", i, got[i], want)
		}
	}
}

// TestOrbitsDisagree checks that counts up to symmetry are only compared with one another, and that
// the alarm says so.
func TestOrbitsDisagree(t *testing.T) {
	orbits := func(r *result.Record) { r.Orbits = true }
	recs := []result.Record{recordtest.Exact("4x4", "native/a", "8"), recordtest.Exact("4x4", "sat/b", "8"),
		recordtest.With(recordtest.Exact("4x4", "native/a", "1"), orbits), recordtest.With(recordtest.Exact("4x4", "sat/b", "2"), orbits)}
	want := []string{"DISAGREEMENT, 4x4, native/a, 1, sat/b, 2, symmetry"}
	if got := (&Page{Records: recs}).alarms(); !facttest.Lines(strings.Join(got, "\n"), want...) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestIncomplete checks that a page reports missing records, but that they do not make the report a
// failure.
func TestIncomplete(t *testing.T) {
	key := func(k string) func(*result.Record) { return func(r *result.Record) { r.Key = k } }
	recs := []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "5"), key("1")), recordtest.With(recordtest.Exact("01-01", "native/a", "5"), key("1")), recordtest.With(recordtest.Exact("01-01", "sat/b", "5"), key("2"))}
	for jobs, want := range map[int]string{54: "INCOMPLETE, 2, 54 jobs", 2: "fewest", 0: "fewest"} {
		p := &Page{Records: recs, Jobs: jobs}
		if got := p.Summary().String(); !facttest.States(got[:strings.Index(got, "\n")], want) || p.Alarming() {
			t.Errorf("of %d jobs: got\n%s", jobs, got)
		}
	}
}

func TestAlarming(t *testing.T) {
	wrong := func(r *result.Record) { r.Verdict = result.Wrong }
	for _, test := range []struct {
		name string
		recs []result.Record
		want bool
	}{
		{"nothing", nil, false},
		{"they agree", []result.Record{recordtest.Exact("01-01", "native/a", "5"), recordtest.Exact("01-01", "sat/b", "5")}, false},
		{"they do not", []result.Record{recordtest.Exact("01-01", "native/a", "5"), recordtest.Exact("01-01", "sat/b", "6")}, true},
		{"a wrong one", []result.Record{recordtest.With(recordtest.Exact("01-01", "native/a", "5"), wrong)}, true},
		{"a broken rule", []result.Record{recordtest.With(recordtest.Unknown("01-01", "native/a", result.Error), wrong)}, true},
		{"no answer", []result.Record{recordtest.Unknown("01-01", "native/a", result.Timeout)}, false},
	} {
		if got := (&Page{Records: test.recs}).Alarming(); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}
