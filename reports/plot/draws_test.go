package plot

import (
	"strings"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
)

// TestDraws: of four draws at density 0.5 three gave the board with one solution, which was
// drawn at 0.25 as well, and stands in another suite.
func TestDraws(t *testing.T) {
	board := func(key, count, suite string, density float64, draws int64) result.Record {
		r := recordtest.Exact(key, "native", count)
		r.Key, r.Suite, r.Verdict = key, suite, result.Correct
		if draws > 0 {
			r.Density, r.Draws = &density, &draws
		}
		return r
	}
	recs := []result.Record{
		board("one", "1", "random", 0.25, 1),
		board("one", "1", "random", 0.5, 3),
		board("one", "1", "chosen", 0, 0),
		board("two", "2", "random", 0.5, 1),
	}
	for _, c := range []struct {
		plot Plot
		want string // of the answer or the caption
	}{
		{Plot{Kind: "share", Suites: []string{"random"}}, "all from 75 % (at 0.5) to 100 % (at 0.25)"},
		{Plot{Kind: "share", Suites: []string{"random"}}, "1 were drawn more than once and count as often."},
		{Plot{Kind: "heat", Measure: "unique", By: "puzzle, density"}, "from 75 %"},
		// Once in each suite, whatever it was drawn at.
		{Plot{Kind: "share", By: "suite"}, "chosen 100 % (1 of 1)"},
		{Plot{Kind: "histogram", Measure: "count"}, "1: 1, 2: 1"},
		{Plot{Kind: "histogram", Measure: "count", Suites: []string{"chosen"}}, "1: 1"},
		{Plot{Kind: "histogram", Measure: "count", Suites: []string{"random", "chosen"}}, "random 1: 1, 2: 1; chosen 1: 1"},
	} {
		f, err := Draw(recs, c.plot)
		if err != nil {
			t.Errorf("%v: %v", c.plot, err)
			continue
		}
		if phrase := f.Answer + " " + f.Caption; !strings.Contains(phrase, c.want) {
			t.Errorf("%v says %q, want %q", c.plot, phrase, c.want)
		}
	}
}
