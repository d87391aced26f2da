package crosscheck

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/test/fakes"
	"counterproof/encode/capability/clues"
)

// compared returns the comparison of one board.
func compared(t *testing.T, c Check, b Board) (x Checked) {
	t.Helper()
	if err := c.Run(t.Context(), Listed(b), func(_ Board, got Checked) error { x = got; return nil }); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestShrink(t *testing.T) {
	for _, c := range []struct {
		puzzle string
		from   int
		want   string // the smallest board found; empty if it is the given one
		tries  int    // the largest number of tries; the switches are left out by halves
	}{
		{"fake-few", 400, "5", 40},
		{"fake-few", 40, "5", 24},
		{"fake-few", 6, "5", 8},
		{"fake-few", 5, "", 5},
		{"fake-other", 8, "3", 10},
		{"fake-rule", 9, "0", 2}, // the method fails even on the empty board
		{"fake-crash", 30, "3", 20},
	} {
		check := Check{Methods: []string{"native", "sat"}, Pool: &work.Pool{}}
		b := boards(c.puzzle, c.from)[0]
		was := compared(t, check, b)
		culprits, fails := Culprits(was.Case)
		if len(culprits) != 2 {
			t.Fatalf("%s %d: %d culprits", c.puzzle, c.from, len(culprits))
		}
		was.Records[0].WallSeconds = new(60.0) // raises the time limit, so that no try is cut short on a busy machine
		found, err := check.Shrink(t.Context(), b, was.Case, fails)
		if err != nil {
			t.Fatal(err)
		}
		want := c.want
		if want == "" {
			want = b.Instance.String()
		}
		if found.Smaller != (c.want != "") || found.Board.Instance.String() != want || found.Comparison.Instance != want || !fails(found.Comparison.Case) {
			t.Errorf("%s from %d: %v (smaller %v), want %s", c.puzzle, c.from, found.Board.Instance, found.Smaller, want)
		}
		if found.Tries > c.tries {
			t.Errorf("%s from %d: %d tries, want at most %d", c.puzzle, c.from, found.Tries, c.tries)
		}
	}
}

// TestCulprits checks which failures are worth shrinking. If a method refuses a board, ends with an
// ordinary error or reaches a limit, this is not worth shrinking.
func TestCulprits(t *testing.T) {
	exact := result.Record{Method: "sat", Status: result.Exact, Count: "2"}
	for _, c := range []struct {
		name  string
		other result.Record
		want  int
	}{
		{"agree", result.Record{Method: "native", Status: result.Exact, Count: "2"}, 0},
		{"refused", result.Record{Method: "brute", Status: result.Unknown, Reason: result.Error, Failure: result.Refused}, 0},
		{"error", result.Record{Method: "native", Status: result.Unknown, Reason: result.Error, Error: "no projection"}, 0},
		{"timeout", result.Record{Method: "native", Status: result.Unknown, Reason: result.Timeout}, 0},
		{"count", result.Record{Method: "native", Status: result.Exact, Count: "3"}, 2},
		{"rule", result.Record{Method: "native", Status: result.Unknown, Reason: result.Error, Verdict: result.Wrong}, 2},
		{"panic", result.Record{Method: "native", Status: result.Unknown, Reason: result.Error, Failure: result.Panicked}, 2},
		{"killed", result.Record{Method: "native", Status: result.Unknown, Reason: result.Killed}, 2},
	} {
		x := judge.Compare([]result.Record{c.other, exact})
		got, fails := Culprits(x)
		if len(got) != c.want || fails != nil && !fails(x) {
			t.Errorf("%s: %d records, want %d", c.name, len(got), c.want)
		}
		if len(got) == 2 && got[0].Method == "sat" {
			t.Errorf("%s: sat comes before %s", c.name, got[1].Method)
		}
		last := judge.Compare([]result.Record{exact, c.other})
		if got, _ := Culprits(last); len(got) == 2 && got[0].Method != "sat" {
			t.Errorf("%s, the other way round: %s comes before sat", c.name, got[0].Method)
		}
	}
}

// TestTryLimits checks that a try may take twice the time and twice the solutions of the original
// board, but not more than the user's limits.
func TestTryLimits(t *testing.T) {
	was := &judge.Case{Records: []result.Record{
		{Count: "7", WallSeconds: new(0.1)}, {Count: "20000", WallSeconds: new(3.0)}, {Count: "1" + strings.Repeat("0", 30)}}}
	for _, c := range []struct{ given, want result.Limits }{
		{result.Limits{}, result.Limits{Wall: 6 * time.Second, Solutions: 40_000}},
		{result.Limits{Wall: time.Second, Solutions: 5, Memory: 9}, result.Limits{Wall: time.Second, Solutions: 5, Memory: 9}},
		{result.Limits{Wall: time.Hour, Solutions: 1e9}, result.Limits{Wall: 6 * time.Second, Solutions: 40_000}},
	} {
		if got := tryLimits(c.given, was); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.given, got, c.want)
		}
	}
	if got, want := tryLimits(result.Limits{}, &judge.Case{}), (result.Limits{Wall: tryTime, Solutions: tryListed}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestShrinkCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	check := Check{Methods: []string{"native", "sat"}, Pool: &work.Pool{}}
	if _, err := check.Shrink(ctx, boards("fake-hang", 5)[0], &judge.Case{}, (*judge.Case).Wrong); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestSome checks that Some stands for a few methods, and that a board always gets the same
// methods. Some must choose each trusted method for at least one of 60 boards.
func TestSome(t *testing.T) {
	c := Check{Methods: []string{Some}}
	seen := map[string]bool{}
	for n := range 60 {
		b := boards("fake", n)[0]
		names := c.methods(b)
		if len(names) != 1+few || names[0] != "native/list" || !slices.Equal(names, c.methods(b)) {
			t.Fatalf("%d: %v", n, names)
		}
		for _, name := range names {
			seen[name] = true
		}
	}
	c.Methods = []string{All}
	all := c.methods(Board{fakes.Lookup("fake"), fakes.New("fake", 3)})
	for _, name := range all {
		if !seen[name] || name == "gophersat/countmodels" {
			t.Errorf("%s is drawn: %v", name, seen[name])
		}
	}
	for _, want := range []string{"native/list", "native/only", "sat/pairwise", "sat/pairwise/cubes", "brute"} {
		if !slices.Contains(all, want) {
			t.Errorf("all has no %s", want)
		}
	}
}

var _ clues.HasParts = fakes.Board{}
