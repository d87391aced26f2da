package answer

import (
	"context"
	"errors"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
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
		if p.Solutions < last.Solutions || p.Nodes < last.Nodes {
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
	if r := Answer(t.Context(), j, p, in, w); r.Count != "12988816" || last.Nodes == 0 || last.Nodes > *r.Nodes || last.Solutions != 0 {
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
		if r := Answer(t.Context(), j, p, in, w); r.Count != c.count || last.Nodes != *r.Nodes || last.Solutions != c.n || *reports < 3 {
			t.Errorf("%s: %s solutions, %d reports, the last %+v", c.instance, r.Count, *reports, *last)
		}
	}
}

// TestDeduceProgress checks that a job of the task Deduce reports after each step of the deduction, and in
// the searches for two solutions.
func TestDeduceProgress(t *testing.T) {
	p, in := board(t, "sudoku", catalog.Find("sudoku").Example)
	d, err := Deduce(t.Context(), in.(deduction.Deducible), deduction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j, err := Prepare(result.Job{Task: result.Deduce}, p, in, method.MustParse("rules"))
	if err != nil {
		t.Fatal(err)
	}
	var reports []Progress
	r := Answer(t.Context(), j, p, in, Watcher{Progress: func(p Progress) { reports = append(reports, p) }})
	n := len(d.Steps)
	if r.Count != "1" || r.Difficulty == nil || int(r.Steps) != n || len(reports) <= n {
		t.Fatalf("%d reports of %d steps, %+v", len(reports), n, r)
	}
	for i, at := range reports[:n+1] {
		if at != (Progress{Nodes: int64(i)}) {
			t.Errorf("after %d steps: %+v", i, at)
		}
	}
	if last := reports[len(reports)-1]; last.Solutions != 1 {
		t.Errorf("the last report is %+v", last)
	}
}

func TestSolve(t *testing.T) {
	p, in := board(t, "calendar", "10-06")
	m, err := lookup.Resolve(p, in, method.MustParse("native/bitset"))
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	if err := Solve(t.Context(), in, m, func(encode.Solution) bool { n++; return true }); err != nil || n != 7 {
		t.Errorf("%d solutions, %v, want 7", n, err)
	}
	if err := Solve(ended(t), in, m, func(encode.Solution) bool { return true }); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
}

func TestDeduceAndExplain(t *testing.T) {
	p, in := board(t, "sudoku", catalog.Find("sudoku").Example)
	if d, err := Deduce(t.Context(), in.(deduction.Deducible), deduction.Options{}); err != nil || d.Solution == nil {
		t.Errorf("%s: %+v, %v", p.Name, d, err)
	}
	if _, err := Deduce(ended(t), in.(deduction.Deducible), deduction.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	p, in = board(t, "lightsout", "#.#/.#./#.#")
	if x, err := in.(encode.Explainable).Explain(t.Context()); err != nil || len(x.Facts) == 0 {
		t.Errorf("%s: %+v, %v", p.Name, x, err)
	}
}
