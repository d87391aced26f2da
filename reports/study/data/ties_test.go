package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// compareCounts compares the methods sat/a and sat/b by their conflicts on one board per pair.
func compareCounts(pairs [][2]int64) *Comparison {
	var recs []result.Record
	for i, p := range pairs {
		for k, name := range []string{"sat/a", "sat/b"} {
			r := recordtest.Exact(fmt.Sprint("i", i), name, "1")
			r.Conflicts = recordtest.Of(p[k])
			recs = append(recs, r)
		}
	}
	m := MustMeasure("conflicts")
	samples, _, _ := SamplesOf(recs, m)
	return Compare(samples, "sat/a", "sat/b", m)
}

// parsePairs parses pairs such as "8:10 4:5".
func parsePairs(text string) (pairs [][2]int64) {
	for _, field := range strings.Fields(text) {
		var p [2]int64
		fmt.Sscanf(field, "%d:%d", &p[0], &p[1])
		pairs = append(pairs, p)
	}
	return pairs
}

// pentominoConflicts holds the conflicts of sat/pairwise and sat/sequential on the boards of
// bench/experiments/pentomino-4x5.txt (task count).
const pentominoConflicts = `8:10 4:5 4:7 13:13 28:22 5:4 12:10 16:11 12:13 10:13 13:11 15:13 23:20 11:22 31:41 4:4 5:4
	89:126 17:18 53:49 4:5 14:19 4:6 3:4 8:13 6:6`

// submarinesDecisions holds the decisions of sat/network and sat/totalizer on the boards random = { size = "4x4", density =
// [0.3], number = 45, seed = 5 } of submarines (task count).
const submarinesDecisions = `0:0 5:5 4:4 9:10 2:2 0:0 2:2 0:0 7:7 2:2 9:10 5:5 14:14 49:42 11:13 9:10 43:42 101:101 17:13
	0:0 49:42 162:159 27:19 60:44 83:80 14:12 4:4 43:42 10:9 5:5 9:9 43:42 22:22 40:36 53:62 42:34 165:159 4:4
	30:19 43:38 8:9 265:241 5:5 0:0 0:0`

// TestSignedRankTies checks that equal ratios share their ranks, in whichever direction they point.
// The first four values of p have more digits than the logarithms in floating-point numbers can
// tell apart. They were computed by another program with exact fractions, which added up all 2^n
// choices of signs. In the drawn cases, all ten ratios are equal, so p is the p of the sign test:
// 2 * (1 + 10 + 45 + 120) / 1024.
func TestSignedRankTies(t *testing.T) {
	seven := func(a, b int64) [][2]int64 {
		return slices.Concat(slices.Repeat([][2]int64{{a, b}}, 7), slices.Repeat([][2]int64{{b, a}}, 3))
	}
	for _, c := range []struct {
		name  string
		pairs [][2]int64
		n     int
		plus  float64
		p     float64
	}{
		{"pentominoes", parsePairs(pentominoConflicts), 23, 200, 0.060204505920410156},
		{"submarines", parsePairs(submarinesDecisions), 24, 80, 0.04535090923309326},
		{"1 and 10", seven(1, 10), 10, 7 * 5.5, 0.34375},
		{"2 and 3", seven(2, 3), 10, 7 * 5.5, 0.34375},
		// The ratios of the last two pairs differ by 1e-16. The ranks are 1 and 2, so one of the two
		// sums of ranks is 1 and p is 2 * 2 / 4.
		{"close", [][2]int64{{94906266, 94906267}, {94906266, 94906265}}, 2, 1, 1},
	} {
		got := compareCounts(c.pairs)
		if w := got.Wilcoxon; w.N != c.n || w.Plus != c.plus || !w.Exact || !recordtest.Near(w.P, c.p, 1e-15) {
			t.Errorf("%s: got %+v, want %d, %g and p = %g", c.name, w, c.n, c.plus, c.p)
		}
		if flipped := compareCounts(flip(c.pairs)); !recordtest.Near(flipped.Wilcoxon.P, c.p, 1e-15) {
			t.Errorf("%s, exchanged: got p = %g, want %g", c.name, flipped.Wilcoxon.P, c.p)
		}
	}
}

func flip(pairs [][2]int64) (flipped [][2]int64) {
	for _, p := range pairs {
		flipped = append(flipped, [2]int64{p[1], p[0]})
	}
	return flipped
}

// TestTimesWithinTolerance checks that rounding errors do not separate equal times. The quotients
// 0.3/0.1 and 0.6/0.2 and 6.9/2.3 are three different float64 numbers, and the median of 0.1 and
// 0.2 is not the float64 number 0.15. Ratios that differ by more than a billionth are different.
func TestTimesWithinTolerance(t *testing.T) {
	m := MustMeasure("wall_seconds")
	compare := func(times ...[2]float64) *Comparison {
		var recs []result.Record
		for i, ab := range times {
			recs = append(recs, recordtest.Ran(fmt.Sprint("i", i), "a", ab[0]), recordtest.Ran(fmt.Sprint("i", i), "b", ab[1]))
		}
		samples, _, _ := SamplesOf(recs, m)
		return Compare(samples, "a", "b", m)
	}
	if w := compare([2]float64{0.1, 0.3}, [2]float64{0.2, 0.6}, [2]float64{6.9, 2.3}).Wilcoxon; w.Plus != 4 {
		t.Errorf("three equal ratios: got %+v, want two of three ranks of 2", w)
	}
	if w := compare([2]float64{1, 3}, [2]float64{3.000000006, 1}).Wilcoxon; w.Plus != 1 {
		t.Errorf("ratios 3 and 3.000000006: got %+v, want the ranks 1 and 2", w)
	}
	recs := append(recordtest.Runs("x", "a", 0.1, 0.2), recordtest.Runs("x", "b", 0.15)...)
	samples, _, _ := SamplesOf(recs, m)
	if c := Compare(samples, "a", "b", m); c.Ties != 1 || c.Wilcoxon.N != 0 {
		t.Errorf("the median 0.15 s and 0.15 s: got %+v, want a tie", c)
	}
}

// TestZerosOnOneSide checks that boards without a ratio keep their wins and tests. Method A needs 0
// conflicts and method B needs 1 on all ten boards. Both tests have p = 2/2^10.
func TestZerosOnOneSide(t *testing.T) {
	c := compareCounts(slices.Repeat([][2]int64{{0, 1}}, 10))
	if c.Ratios != 0 || c.Interval.OK() || c.WinsA != 10 || c.WinsB != 0 || c.Zeros != 10 || c.Sign != 2./1024 || c.Wilcoxon.P != 2./1024 {
		t.Errorf("got %+v", c)
	}
	if text := c.Summary(MustMeasure("conflicts")); !facttest.Lines(text, "no mean ratio, larger on 10, smaller on 0, equal on 0, sign test p = 0.002, signed-rank test p = 0.002, of 10: 10 with the number 0") {
		t.Errorf("got %q", text)
	}
	// A zero on one of two boards is left out of the mean, and the text says so.
	c = compareCounts([][2]int64{{0, 1}, {2, 4}})
	if text := c.Summary(MustMeasure("conflicts")); c.Ratio != 2 || c.WinsA != 2 || !facttest.Lines(text, "is 2 ×, over 1 instance, larger on 2, of 2: 1 with the number 0") {
		t.Errorf("got %+v, %q", c, text)
	}
}
