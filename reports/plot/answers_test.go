package plot

import (
	"strings"
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/recordtest"
	"counterproof/reports/theme"
)

// What each kind answers, by hand on records made for it; the year's quartiles are the
// 92nd and the 275th of DragonFjord's counts, as sort -n has them.
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
	}{{"sat/x", []float64{1, 2, 4, 7}}, {"sat/x/cubes=2", []float64{0.5}}} { // steps of 1 1 2 3
		trace = append(trace, recordtest.With(recordtest.Exact("01-01", x.method, "4"), func(r *result.Record) { r.ModelSeconds = x.at }))
	}
	year := recordtest.CalendarYear(t)
	for _, c := range []struct {
		kind string
		recs []result.Record
		want string
	}{
		{"heatmap-year", year, "From 7 to 216 solutions on 366 of the 366 days"},
		{"distribution", year, "Median 59, the middle half of the days from 40 to 84"},
		{"distribution", pair, "Median 5, the middle half of the days from 1 to 9"},
		{"months", year, "Most in January (3,221), fewest in September (1,318)"},
		{"months", pair, "Most in January (15), fewest in January (15)"},
		{"difficulty", pair, "native/a: Rank correlation of search nodes and solutions: ρ = 1, τ = 1, n = 3; sat/b: Rank correlation of conflicts and solutions: ρ = −1, τ = −1, n = 3"},
		{"engines", pair, "By wall time, sat/b is 4 × native/a in the geometric mean over 3 instances; it is larger on 3, smaller on 0 and equal on 0 (sign test p = 0.25, signed-rank test p = 0.25, exact)."},
		{"models", trace, "For one further solution, from the first 21 to the last 21 (medians; where there are fewer than 42, the halves): no cubes 1 s to 2.5 s; cubes of depth 2 500 ms to 500 ms"},
		{"levels", recordtest.TwoFamilies(), "map: 4 easy, 2 two words, 3 stuck and 1 contradiction; sudoku: 3 pairs and 1 stuck"},
		{"solved-by-level", recordtest.TwoFamilies(), "map: easy 40 %, normal 40 % and two words 60 %; sudoku: singles 0 % and pairs 75 %"},
		{"solved-by-level", append(recordtest.TwoFamilies(), recordtest.Graded("a", "x", "stuck", recordtest.Three...), recordtest.Graded("b", "y", "solved 0", recordtest.Three...)),
			"by the easiest rules alone from 0 % (a and sudoku) to 100 % (b); by all rules from 0 % (a) to 100 % (b)"},
		{"rank-correlation", ranked, "Spearman's ρ with the hardest level that people need: map 1 of native nodes and −1 of SAT conflicts"},
		{"by-size", shaped(), "Left out from the fewest rows to the most: 3 columns 50 % to 50 % (ρ = 0.00), 4 columns 50 % to 50 % (ρ = 0.00), 6 columns 33 % to 90 % (ρ = 0.87)"},
	} {
		f, err := Draw(c.recs, Plot{Kind: c.kind})
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		if f.Answer != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.kind, f.Answer, c.want)
		}
	}
}

// Seven matrices are no taller than a sheet of paper, 9 inches of it.
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
