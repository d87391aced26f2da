package stat

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"testing"

	"counterproof/reports/format"
	"counterproof/reports/recordtest"
)

func TestMeanAndMedian(t *testing.T) {
	const huge = "1" + "0000000000000000000000000000000000000000000000000001"
	for _, test := range []struct {
		name                string
		ns                  []*big.Int
		total, mean, median string
	}{
		{"one", recordtest.Bigs("7"), "7", "7", "7"},
		{"even", recordtest.Bigs("1", "2", "4", "10"), "17", "4.25", "3"},
		{"odd", recordtest.Bigs("0", "0", "5"), "5", "1.67", "0"},
		{"half", recordtest.Bigs("1", "2"), "3", "1.50", "1.50"},
		{"beyond float64", recordtest.Bigs(huge, huge), "20000000000000000000000000000000000000000000000000002",
			"10,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,001",
			"10,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,001"},
	} {
		if got := Sum(test.ns).String(); got != test.total {
			t.Errorf("%s: total: got %s, want %s", test.name, got, test.total)
		}
		if got := format.Decimals(ExactMean(test.ns), 2); got != test.mean {
			t.Errorf("%s: mean: got %s, want %s", test.name, got, test.mean)
		}
		if got := format.Decimals(ExactMedian(test.ns), 2); got != test.median {
			t.Errorf("%s: median: got %s, want %s", test.name, got, test.median)
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

// The values are worked by hand. Without ties rho = 1 - 6 sum d^2 / (n(n^2-1)):
// in "shuffled" sum d^2 = 1+1+1+1+0 = 4 and rho = 1 - 24/120. With ties it is
// the correlation of the ranks: in "ties" they are 1, 2.5, 2.5, 4 and
// 1, 3, 2, 4; the deviations -1.5 0 0 1.5 and -1.5 .5 -.5 1.5 give
// 4.5 / sqrt(4.5 * 5).
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
