package answer

import (
	"context"
	"errors"
	"strings"
	"testing"

	"counterproof/bench/engine"
	"counterproof/bench/fakes"
	"counterproof/bench/judge"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/facttest"
)

func board(t *testing.T, puzzle, text string) (*encode.Puzzle, encode.Instance) {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p, in
}

// ended returns a context that is already cancelled.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// watched returns a watcher that makes the test fail if a number in a report decreases. It also
// returns pointers to the last report and to the number of reports.
func watched(t *testing.T) (w Watcher, last *Progress, reports *int) {
	last, reports = new(Progress), new(int)
	return Watcher{Progress: func(p Progress) {
		if p.Solutions < last.Solutions || p.Nodes < last.Nodes || p.Updates < last.Updates {
			t.Errorf("progress %+v after %+v", p, *last)
		}
		*last = p
		*reports++
	}}, last, reports
}

func TestCheck(t *testing.T) {
	_, in := board(t, "map", "regions=2 colours=2 edges=0-1")
	for _, c := range []struct {
		solution encode.Solution
		facts    string // the facts that the error states; empty if there is no error or a rule is broken
		rule     bool
	}{
		{"\x00\x01", "", false},
		{"\x00\x00", "", true},
		{"\x00", "1, 2", false},
		{"\x00\x02", "value 2, site 1, 0 to 1", false},
	} {
		err := Check(t.Context(), in, c.solution)
		var broken *encode.Violation
		if errors.As(err, &broken) != c.rule || !c.rule && !facttest.Matches(err, c.facts) {
			t.Errorf("%q: %v, want %q, a broken rule: %v", c.solution, err, c.facts, c.rule)
		}
	}
	if err := Check(ended(t), in, "\x00\x01"); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
}

// TestCompare checks that three methods find the same 6 colourings of a triangle with three
// colours, and that Compare says so.
func TestCompare(t *testing.T) {
	p, in := board(t, "map", "regions=3 colours=3 edges=0-1,0-2,1-2")
	jobs, asked, err := Comparison(result.Job{}, p, in, []string{"native", "native/domain", "sat", "brute", "sat/pairwise"})
	if err != nil || len(jobs) != 3 || strings.Join(asked, " ") != "native sat brute" {
		t.Fatalf("%d jobs of %v, %v, want one for each method", len(jobs), asked, err)
	}
	var watching []int
	b := Compare(t.Context(), jobs, p, in, func(i int) Watcher {
		return Watcher{Ready: func(m *engine.Method) {
			watching = append(watching, i)
			if m.Name.String() != jobs[i].Method {
				t.Errorf("%s is ready, want %s", m.Name, jobs[i].Method)
			}
		}}
	})
	if b.Agreement != judge.Agreed || b.Count.String() != "6" || !b.Sets || b.Methods != 3 || len(watching) != 3 {
		t.Errorf("%+v, watched %v, want three methods with the same 6 solutions", b, watching)
	}
	b = Compare(ended(t), jobs, p, in, nil)
	for _, r := range b.Records {
		if r.Reason != result.Killed || b.Agreement != judge.NoAnswer {
			t.Errorf("after the end: %+v", r)
		}
	}
	if _, _, err := Comparison(result.Job{}, p, in, []string{"native", "magic"}); err == nil {
		t.Error("an unknown method gives no error")
	}
}

// TestCompareFinds checks that Compare notices a method that loses a solution.
func TestCompareFinds(t *testing.T) {
	for puzzle, wrong := range map[string]bool{"fake": false, "fake-few": true} {
		p, in := fakes.Lookup(puzzle), fakes.New(puzzle, 6)
		jobs, _, err := Comparison(result.Job{}, p, in, []string{"native", "sat", "brute"})
		if err != nil {
			t.Fatal(err)
		}
		if b := Compare(t.Context(), jobs, p, in, nil); b.Wrong() != wrong || b.Methods != 3 {
			t.Errorf("%s: %+v, wrong: %v, want %v", puzzle, b, b.Wrong(), wrong)
		}
	}
}

// TestCountProgress checks that a counting method reports its nodes, and that a listing method
// reports its nodes and its solutions. Dominoes cover a board of 8x8 cells in 12,988,816 ways
// (Kasteleyn 1961).
func TestCountProgress(t *testing.T) {
	p, in := board(t, "packing", strings.TrimSuffix(strings.Repeat("......../", 8), "/")+";32*xx")
	j, err := Prepare(result.Job{}, p, in, method.MustParse("native/memo"))
	if err != nil {
		t.Fatal(err)
	}
	w, last, reports := watched(t)
	if r := Count(t.Context(), j, p, in, w); r.Count != "12988816" || last.Nodes == 0 || last.Nodes > *r.Nodes || last.Solutions != 0 {
		t.Errorf("%s solutions, %d reports, the last %+v", r.Count, *reports, *last)
	}
	for _, c := range []struct {
		puzzle, instance, count string
		n                       int64
	}{
		{"calendar", "10-06", "7", 7},
		{"packing", "....../....../....../....../....../......;18*xx", "6728", 6728}, // dominoes on 6x6 cells
	} {
		p, in = board(t, c.puzzle, c.instance)
		if j, err = Prepare(result.Job{}, p, in, method.MustParse("native/bitset")); err != nil {
			t.Fatal(err)
		}
		w, last, reports = watched(t)
		if r := Count(t.Context(), j, p, in, w); r.Count != c.count || last.Nodes != *r.Nodes || last.Solutions != c.n || *reports < 3 {
			t.Errorf("%s: %s solutions, %d reports, the last %+v", c.instance, r.Count, *reports, *last)
		}
	}
}

func TestSolveProgress(t *testing.T) {
	p, in := board(t, "calendar", "10-06")
	m, err := engine.Resolve(p, in, method.MustParse("native/bitset"))
	if err != nil {
		t.Fatal(err)
	}
	w, last, _ := watched(t)
	n := int64(0)
	if err := Solve(t.Context(), in, m, w, func(encode.Solution) bool { n++; return true }); err != nil || n != 7 {
		t.Errorf("%d solutions, %v, want 7", n, err)
	}
	if last.Nodes == 0 || last.Solutions == 0 {
		t.Errorf("the last report is %+v", *last)
	}
	if err := Solve(ended(t), in, m, Watcher{}, func(encode.Solution) bool { return true }); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
}

func TestDeduceProgress(t *testing.T) {
	p, in := board(t, "sudoku", catalog.Find("sudoku").Example)
	w, last, reports := watched(t)
	d, err := Deduce(t.Context(), in.(encode.Deducible), encode.Deducing{}, w)
	if err != nil || int(last.Nodes) != len(d.Steps) || *reports <= len(d.Steps) {
		t.Errorf("%s: %d steps, %d reports, the last %+v, %v", p.Name, len(d.Steps), *reports, *last, err)
	}
	if _, err := Deduce(ended(t), in.(encode.Deducible), encode.Deducing{}, Watcher{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	p, in = board(t, "lightsout", "#.#/.#./#.#")
	if x, err := Explain(t.Context(), in.(encode.Explainable)); err != nil || len(x.Facts) == 0 {
		t.Errorf("%s: %+v, %v", p.Name, x, err)
	}
}
