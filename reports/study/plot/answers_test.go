package plot

import (
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

// TestAnswersOfKinds checks the sentence with which each kind of plot answers its question. The
// records are few, and the expected numbers were worked out by hand. The quartiles of the year
// are the 92nd and the 275th of DragonFjord's counts in ascending order.
func TestAnswersOfKinds(t *testing.T) {
	took := func(day, method string, seconds float64, count string, nodes, conflicts int64) result.Record {
		r := recordtest.Exact(day, method, count)
		r.WallSeconds, r.Nodes, r.Conflicts = &seconds, &nodes, &conflicts
		return r
	}
	var pair, ranked, trace []result.Record
	for i, day := range []string{"01-01", "01-02", "01-03"} {
		count := []string{"1", "5", "9"}[i]
		k := int64(i + 1)
		pair = append(pair, took(day, "native/a", float64(k), count, k, k), took(day, "sat/b", 4*float64(k), count, k, 4-k))
		r := recordtest.Graded("map", day, "solved "+string(rune('0'+i)), recordtest.Three...)
		r.Nodes, r.Conflicts = recordtest.Of(k), recordtest.Of(4-k)
		ranked = append(ranked, r)
	}
	for _, x := range []struct {
		method string
		at     []float64
	}{{"sat/x", []float64{1, 2, 4, 7}}, {"sat/x/cubes=2", []float64{0.5}}} { // the steps are 1, 1, 2 and 3 s
		trace = append(trace, recordtest.With(recordtest.Exact("01-01", x.method, "4"), func(r *result.Record) { r.ModelSeconds = x.at }))
	}
	year := recordtest.CalendarYear(t)
	for _, c := range []struct {
		kind string
		recs []result.Record
		want string
	}{
		{"heatmap-year", year, "7, 216 solutions, 366, 366 days"},
		{"distribution", year, "59, 40, 84"},
		{"distribution", pair, "5, 1, 9"},
		{"months", year, "January (103.9), September (43.9)"},
		{"months", pair, "January (5), January (5)"},
		{"difficulty", pair, "native/a, search nodes, solutions: ρ = 1, τ = 1, n = 3; sat/b, conflicts, solutions: ρ = −1, τ = −1, n = 3"},
		{"engines", pair, "sat/b, 4 × native/a, 3 instances, 3, 0, 0, p = 0.25, p = 0.25, exact"},
		{"models", trace, "21, 21, 42, cubes 1 s, 2.5 s; cubes, 2 500 ms, 500 ms"},
		{"levels", recordtest.TwoFamilies(), "map: 4 easy, 2 two words, 3 stuck and 1 contradiction; sudoku: 3 pairs and 1 stuck"},
		{"solved-by-level", recordtest.TwoFamilies(), "map: easy 40%, normal 40% and two words 60%; sudoku: singles 0% and pairs 75%"},
		{"solved-by-level", append(recordtest.TwoFamilies(), recordtest.Graded("a", "x", "stuck", recordtest.Three...), recordtest.Graded("b", "y", "solved 0", recordtest.Three...)),
			"0% (a and sudoku), 100% (b), 0% (a), 100% (b)"},
		{"rank-correlation", ranked, "map 1, native nodes, −1, SAT conflicts"},
		{"by-size", shaped(), "3 columns 50%, 50% (ρ = 0.00), 4 columns 50%, 50% (ρ = 0.00), 6 columns 33%, 90% (ρ = 0.87)"},
	} {
		f, err := Draw(c.recs, Plot{Kind: c.kind})
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		if !facttest.States(f.Answer, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.kind, f.Answer, c.want)
		}
	}
}

// TestManyMatrices checks that a figure of seven matrices is at most as tall as a sheet of paper, 9
// inches.
func TestManyMatrices(t *testing.T) {
	var recs []result.Record
	for _, puzzle := range strings.Fields("a b c d e f g h i j k l") {
		for i, says := range []string{"solved 0", "solved 1", "solved 2"} {
			r := recordtest.Graded(puzzle, puzzle+says, says, recordtest.Three...)
			r.Nodes = recordtest.Of(int64(i))
			recs = append(recs, r)
		}
		f, err := Draw(recs, Plot{Kind: "rank-correlation"})
		if err != nil {
			t.Fatal(err)
		}
		if f.H > 9*72 || f.W > theme.FigureWidth {
			t.Errorf("up to %s: %v x %v points", puzzle, f.W, f.H)
		}
	}
}
