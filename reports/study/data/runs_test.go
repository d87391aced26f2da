package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// inTwo counts how many of the trials find a difference in some method, find that native/b is slower,
// and have 1.3 in the interval of native/b.
func inTwo(t *testing.T, trials int, slower float64) (some, only, holds int) {
	t.Helper()
	for trial := range trials {
		_, before, after := recordtest.TwoRuns(uint64(trial), slower)
		var found []string
		for _, g := range NewRuns("before", "after", before, after).Groups {
			if g.N != 30 || g.Ratios != 30 {
				t.Fatalf("%s: %d pairs, %d ratios", g.Name, g.N, g.Ratios)
			}
			if text := g.Found(); text != "" {
				found = append(found, g.Name+" "+text)
			}
			if g.Name == "native/b" && g.Interval.Low <= 1.3 && 1.3 <= g.Interval.High {
				holds++
			}
		}
		if len(found) > 0 {
			some++
		}
		if slices.Contains(found, "native/b slower") {
			only++
		}
	}
	return some, only, holds
}

// TestEqualRuns checks that two runs of the same program give a finding in some of three methods in at
// most 5% of 100 trials.
func TestEqualRuns(t *testing.T) {
	found, _, _ := inTwo(t, 100, 1)
	t.Logf("%d of 100 trials find a difference", found)
	if found > 5 {
		t.Errorf("%d of 100 trials find a difference, want at most 5", found)
	}
}

// TestSlowedRun checks that a method that takes 1.3 times as long is found in every trial, and that
// 1.3 is in its interval. A 95% interval holds the true value in fewer than 88 of 100 trials with
// probability 0.004.
func TestSlowedRun(t *testing.T) {
	_, slower, holds := inTwo(t, 100, 1.3)
	t.Logf("found in %d, the interval holds 1.3 in %d of 100 trials", slower, holds)
	if slower != 100 || holds < 88 {
		t.Errorf("found in %d of 100 trials, and the interval holds 1.3 in %d", slower, holds)
	}
}

// timed returns a record of a job that took some seconds.
func timed(suite, method, board string, seconds float64) result.Record {
	r := recordtest.Exact(board, method, "3")
	r.Suite, r.Version, r.WallSeconds = suite, "1", &seconds
	r.Key = fmt.Sprint(suite, method, board)
	return r
}

// TestRuns compares small runs whose numbers follow by hand. On six boards with different ratios of
// two, all in one direction, the exact signed-rank test has p = 2/64.
func TestRuns(t *testing.T) {
	var a, b []result.Record
	for i := range 6 {
		board, base := fmt.Sprintf("01-0%d", i+1), float64(i+1)
		a = append(a, timed("s", "native/x", board, base))
		b = append(b, timed("s", "native/x", board, base*2))
	}
	runs := NewRuns("old", "new", a, b)
	if g := runs.Groups[0]; len(runs.Groups) != 1 || g.Name != "native/x" || g.N != 6 || !recordtest.Near(g.Ratio, 2, 1e-12) || g.P != 2.0/64 ||
		g.WinsA != 6 || g.WinsB != 0 || g.Found() != "slower" || g.Different != 0 || g.LoneA+g.LoneB != 0 {
		t.Errorf("one method: %+v", g)
	}
	if back := NewRuns("new", "old", b, a).Groups[0]; back.Found() != "faster" || !recordtest.Near(back.Ratio, 0.5, 1e-12) {
		t.Errorf("in the other order: %+v", back)
	}
	// A second suite with equal times: Holm doubles p. One job is only in the first run, and another
	// version of the method gives another answer.
	for i := range 6 {
		a = append(a, timed("t", "native/x", fmt.Sprintf("02-0%d", i+1), 1))
		b = append(b, timed("t", "native/x", fmt.Sprintf("02-0%d", i+1), 1))
	}
	a = append(a, timed("t", "native/x", "03-01", 1))
	b[7].Count, b[7].Version = "4", "2"
	runs = NewRuns("old", "new", a, b)
	s, u := runs.Groups[0], runs.Groups[1] // the ratio of the second one is 1
	if s.Name != "s, native/x" || u.Name != "t, native/x" || s.P != 4.0/64 || s.Found() != "" || u.P != 1 || u.Ties != 6 || u.LoneA != 1 || u.LoneB != 0 || u.Different != 1 {
		t.Errorf("two suites: %+v and %+v", s, u)
	}
	if len(runs.Different) != 1 {
		t.Fatalf("different answers: %q", runs.Different)
	}
	for _, fact := range []string{"2 February", "native/x", "old says 3", "new says 4"} {
		if !strings.Contains(runs.Different[0], fact) {
			t.Errorf("no %s in %q", fact, runs.Different[0])
		}
	}
	if !slices.ContainsFunc(runs.Warnings, func(w Warning) bool {
		return w.Kind == Mixed && strings.Contains(w.Text, "t, native/x") && strings.Contains(w.Text, "2 in new")
	}) {
		t.Errorf("no warning about the versions: %v", runs.Warnings)
	}
}

// TestRunsPair checks that jobs of different versions and limits are a pair, and that jobs in
// different suites, of different methods or with different numbers of solutions are not.
func TestRunsPair(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*result.Record)
		pairs  int
	}{
		"version":   {func(r *result.Record) { r.Version, r.Key = "2", "k" }, 1},
		"limit":     {func(r *result.Record) { r.WallLimit, r.Key = 60, "k" }, 1},
		"suite":     {func(r *result.Record) { r.Suite = "t" }, 0},
		"method":    {func(r *result.Record) { r.Method = "sat" }, 0},
		"board":     {func(r *result.Record) { r.Instance = "01-02" }, 0},
		"solutions": {func(r *result.Record) { r.SolutionLimit = 5 }, 0},
		"task":      {func(r *result.Record) { r.Task = result.Unique }, 0},
	} {
		a, b := timed("s", "native/x", "01-01", 1), timed("s", "native/x", "01-01", 2)
		c.change(&b)
		runs := NewRuns("old", "new", []result.Record{a}, []result.Record{b})
		pairs, lone := 0, 0
		for _, g := range runs.Groups {
			pairs, lone = pairs+g.N, lone+g.LoneA+g.LoneB
		}
		if pairs != c.pairs || lone != 2-2*c.pairs {
			t.Errorf("another %s: %d pairs, %d without a partner", name, pairs, lone)
		}
	}
}
