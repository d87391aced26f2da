package crosscheck

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/test/fakes"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
)

func boards(puzzle string, ns ...int) []Board {
	var all []Board
	for _, n := range ns {
		all = append(all, Board{fakes.Lookup(puzzle), fakes.New(puzzle, n)})
	}
	return all
}

// checks runs a cross-check and returns one text for each board: a line with the counts, and then a
// line for each problem.
func checks(t *testing.T, c Check, boards []Board) []string {
	t.Helper()
	c.Pool = &work.Pool{}
	var lines []string
	err := c.Run(t.Context(), Listed(boards...), func(_ Board, comparison Checked) error {
		line := comparison.Instance + ":"
		for _, r := range comparison.Records {
			line += " " + r.Method + "=" + r.Amount()
		}
		if comparison.Sets {
			line += " sets"
		}
		for _, p := range comparison.Problems() {
			line += "\n| " + p
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestCrosscheck(t *testing.T) {
	triangle, err := catalog.Find("map").Parse("regions=3 colours=3 edges=0-1,0-2,1-2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		methods string
		limit   int64
		boards  []Board
		want    []string
	}{
		{"right", "native sat brute", 0, boards("fake", 3, 1, 0), []string{
			"3: native/list=3 sat/pairwise=3 brute=3 sets",
			"1: native/list=1 sat/pairwise=1 brute=1 sets",
			"0: native/list=0 sat/pairwise=0 brute=0 sets"}},
		{"a triangle in three colours", "native native/domain sat brute sat/pairwise", 0, []Board{{catalog.Find("map"), triangle}}, []string{
			"regions=3 colours=3 edges=0-1,0-2,1-2: native/domain=6 sat/pairwise=6 brute=6 sets"}},
		{"one method twice", "native native/list", 0, boards("fake", 3), []string{
			"3: native/list=3", "|"}},
		{"a method that only counts", "native/only native", 0, boards("fake", 3), []string{
			"3: native/only=3 native/list=3"}},
		{"Count says more than the limit", "native/count native", 2, boards("fake", 3, 2), []string{
			"3: native/count=3 native/list=>=2",
			"2: native/count=2 native/list=2 sets"}},
		{"a solution lost", "native sat", 0, boards("fake-few", 4, 5), []string{
			"4: native/list=4 sat/pairwise=4 sets",
			"5: native/list=4 sat/pairwise=5 sets", "native/list, 4, sat/pairwise, 5"}},
		{"a solution for another", "native sat", 0, boards("fake-other", 3), []string{
			"3: native/list=3 sat/pairwise=3 sets", "native/list, sat/pairwise, 3"}},
		{"a broken rule", "native sat", 0, boards("fake-rule", 2), []string{
			"2: native/list=?(error) sat/pairwise=2", "native/list, error, solution 00, sites 0 1", "|"}},
		{"gone", "native sat", 0, boards("fake-exit", 2), []string{
			"2: native/list=?(killed) sat/pairwise=2", "native/list, killed, exit status 3: out of luck", "|"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := checks(t, Check{Methods: strings.Fields(c.methods), Job: result.Job{Limits: result.Limits{Solutions: c.limit}}}, c.boards)
			if !facttest.Lines(strings.Join(got, "\n"), c.want...) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestCrosscheckBruteRefuses(t *testing.T) {
	// With 80 switches, brute force would need only 81 steps. But brute force estimates far more
	// and refuses the board.
	got := checks(t, Check{Methods: []string{"native", "sat", "brute"}}, boards("fake", 80))
	if len(got) != 1 || strings.Contains(got[0], "|") {
		t.Errorf("got %v, want no problem", got)
	}
}

// TestCrosscheckOrbits checks a ledger with a count of all solutions and a count up to symmetry.
// These two counts must not be compared with each other. The board has 5 solutions, or 3 up to
// symmetry.
func TestCrosscheckOrbits(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct {
		job  result.Job
		want string
	}{
		{result.Job{}, "5: native/list=5 sat/pairwise=5 sets"},
		{result.Job{Options: result.Options{Orbits: true}}, "5: native/list=3 sat/pairwise=3 sets"},
	} {
		got := checks(t, Check{Methods: []string{"native", "sat"}, Job: c.job, Ledger: l}, boards("fake", 5))
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	records, err := l.Instance("fake", "5")
	if err != nil || len(records) != 4 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, r := range records {
		if r.Verdict != result.Correct {
			t.Errorf("%s (orbits %v) is %s, want correct", r.Method, r.Orbits, r.Verdict)
		}
	}
}

// TestCrosscheckAsked checks that a comparison names the methods as they are written in
// Check.Methods.
func TestCrosscheckAsked(t *testing.T) {
	var got []string
	c := Check{Methods: []string{"native", "native/list", "sat"}, Pool: &work.Pool{}}
	err := c.Run(t.Context(), Listed(boards("fake", 2, 3)...), func(_ Board, x Checked) error {
		got = append(got, fmt.Sprint(x.Asked, len(x.Records)))
		return nil
	})
	if want := "[[native sat] 2 [native sat] 2]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
}

func TestCrosscheckLedger(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := Check{Methods: []string{"native", "sat"}, Ledger: l}
	first := checks(t, c, boards("fake-few", 4, 5))
	second := checks(t, c, boards("fake-few", 4, 5))
	if fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("from the ledger %v, at first %v", second, first)
	}
	records, err := l.Instance("fake-few", "5")
	if err != nil || len(records) != 2 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, r := range records {
		if r.Verdict != result.Wrong {
			t.Errorf("%s on 5 is %s, want wrong", r.Method, r.Verdict)
		}
	}
}

func TestCrosscheckUnknownMethod(t *testing.T) {
	err := Check{Methods: []string{"magic"}, Pool: &work.Pool{}}.Run(t.Context(), Listed(boards("fake", 3)...), nil)
	if err == nil || !facttest.States(err.Error(), `"magic"`) {
		t.Errorf("got %v", err)
	}
}
