package stat

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"counterproof/reports/test/recordtest"
)

// TestKendall checks Kendall against scipy 1.10.1, kendalltau. The first example has ties on both
// sides.
func TestKendall(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   float64
	}{
		{[]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}, -0.4714045207910316},
		{[]float64{1, 2, 3, 4, 5}, []float64{1, 3, 2, 5, 4}, 0.6},
		{[]float64{1, 1, 2, 2, 3, 3, 4}, []float64{2, 1, 1, 3, 3, 5, 4}, 0.6488856845230502},
	} {
		if got, ok := Kendall(c.xs, c.ys); !ok || !recordtest.Near(got, c.want, 1e-12) {
			t.Errorf("%v %v: got %v, %v, want %v", c.xs, c.ys, got, ok, c.want)
		}
	}
	for _, xs := range [][]float64{nil, {1}, {3, 3, 3}} {
		if _, ok := Kendall(xs, []float64{1, 2, 3}[:len(xs)]); ok {
			t.Errorf("%v has a tau", xs)
		}
	}
}

func TestRanks(t *testing.T) {
	for _, test := range []struct{ xs, want []float64 }{
		{nil, []float64{}},
		{[]float64{30, 10, 20}, []float64{3, 1, 2}},
		{[]float64{5, 1, 5, 2, 5}, []float64{4, 1, 4, 2, 4}},
		{[]float64{2, 2, 1, 3}, []float64{2.5, 2.5, 1, 4}},
	} {
		if got := Ranks(test.xs, cmp.Compare); !slices.Equal(got, test.want) {
			t.Errorf("ranks(%v): got %v, want %v", test.xs, got, test.want)
		}
	}
}

// TestSpearman checks correlations that were worked out by hand. Without ties, rho is 1 - 6 sum d^2
// / (n(n^2-1)). In "shuffled", sum d^2 is 1+1+1+1+0 = 4 and rho is 1 - 24/120. With ties, rho is
// the correlation of the ranks. In "ties" the ranks are 1, 2.5, 2.5, 4 and 1, 3, 2, 4. Their
// deviations from the mean are -1.5, 0, 0, 1.5 and -1.5, 0.5, -0.5, 1.5. Rho is therefore 4.5 /
// sqrt(4.5 * 5).
func TestSpearman(t *testing.T) {
	for _, test := range []struct {
		name string
		x, y []float64
		want float64
		ok   bool
	}{
		{"rising", []float64{1, 2, 3}, []float64{1, 10, 1e9}, 1, true},
		{"falling", []float64{1, 2, 3}, []float64{9, 4, 1}, -1, true},
		{"shuffled", []float64{10, 20, 30, 40, 50}, []float64{2, 1, 4, 3, 5}, 0.8, true},
		{"ties", []float64{1, 2, 2, 3}, []float64{1, 3, 2, 4}, 4.5 / math.Sqrt(22.5), true},
		{"one point", []float64{1}, []float64{1}, 0, false},
		{"no point", nil, nil, 0, false},
		{"all ties", []float64{1, 2, 3}, []float64{7, 7, 7}, 0, false},
	} {
		got, ok := Spearman(Ranks(test.x, cmp.Compare), Ranks(test.y, cmp.Compare))
		if ok != test.ok || ok && math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: got %v, %v, want %v, %v", test.name, got, ok, test.want, test.ok)
		}
	}
}

func TestRunningMedian(t *testing.T) {
	got := RunningMedian([]float64{1, 9, 2, 8, 3}, 3)
	if want := []float64{5, 2, 8, 3, 5.5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := RunningMedian(nil, 3); len(got) != 0 {
		t.Errorf("got %v of nothing", got)
	}
}
