package plot

import (
	"slices"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestDraws checks that the share of a property counts a board as often as the board was chosen at
// random. It also checks that a histogram counts each board once. At density 0.5, three of four
// random choices gave the board with one solution. This board was also chosen at density 0.25, and
// is in another suite.
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
		want string // part of the answer or the caption
	}{
		{Plot{Kind: "share", Suites: []string{"random"}}, "75% (at 0.5), 100% (at 0.25)"},
		{Plot{Kind: "share", Suites: []string{"random"}}, "75%, 1"},
		{Plot{Kind: "heat", Measure: "unique", By: "puzzle, density"}, "75%"},
		// Each board counts once in each suite, whatever the densities at which it was chosen.
		{Plot{Kind: "share", By: "suite"}, "chosen 100% (1 of 1)"},
		{Plot{Kind: "histogram", Measure: "count"}, "1: 1, 2: 1"},
		{Plot{Kind: "histogram", Measure: "count", Suites: []string{"chosen"}}, "1: 1"},
		{Plot{Kind: "histogram", Measure: "count", Suites: []string{"random", "chosen"}}, "random 1: 1, 2: 1; chosen 1: 1"},
	} {
		f, err := Draw(recs, c.plot)
		if err != nil {
			t.Errorf("%v: %v", c.plot, err)
			continue
		}
		if phrase := f.Answer + " " + f.Caption; !facttest.States(phrase, c.want) {
			t.Errorf("%v says %q, want %q", c.plot, phrase, c.want)
		}
	}
}

// TestScatterOfAProperty checks that the axes of a scatter plot are in per cent if the measure is a
// property.
func TestScatterOfAProperty(t *testing.T) {
	recs := []result.Record{
		recordtest.Exact("1", "native", "1"), recordtest.Exact("1", "sat", "1"),
		recordtest.Exact("2", "native", "2"), recordtest.Exact("2", "sat", "2"),
	}
	if _, got := drawnTexts(t, recs, Plot{Kind: "scatter", Measure: "unique"}); !slices.Contains(got, "50%") || !slices.Contains(got, "native, with one solution") {
		t.Errorf("got %q", got)
	}
}

// TestShareWithoutPlaces checks the error of the kind share if all records lack the dimension of
// the axis.
func TestShareWithoutPlaces(t *testing.T) {
	_, err := Draw([]result.Record{recordtest.Exact("1", "native", "1")}, Plot{Kind: "share", By: "size"})
	if want := "share: no record says its size (height x width)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
