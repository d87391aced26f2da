package reports

import (
	"cmp"
	"math"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
)

func bigs(texts ...string) []*big.Int {
	var ns []*big.Int
	for _, s := range texts {
		n, _ := new(big.Int).SetString(s, 10)
		ns = append(ns, n)
	}
	return ns
}

func TestMeanAndMedian(t *testing.T) {
	const huge = "1" + "0000000000000000000000000000000000000000000000000001"
	for _, test := range []struct {
		name                string
		ns                  []*big.Int
		total, mean, median string
	}{
		{"one", bigs("7"), "7", "7", "7"},
		{"even", bigs("1", "2", "4", "10"), "17", "4.25", "3"},
		{"odd", bigs("0", "0", "5"), "5", "1.67", "0"},
		{"half", bigs("1", "2"), "3", "1.50", "1.50"},
		{"beyond float64", bigs(huge, huge), "20000000000000000000000000000000000000000000000000002",
			"10,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,001",
			"10,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,001"},
	} {
		if got := bigSum(test.ns).String(); got != test.total {
			t.Errorf("%s: total: got %s, want %s", test.name, got, test.total)
		}
		if got := decimals(bigMean(test.ns), 2); got != test.mean {
			t.Errorf("%s: mean: got %s, want %s", test.name, got, test.mean)
		}
		if got := decimals(bigMedian(test.ns), 2); got != test.median {
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
		if got := ranks(test.xs, cmp.Compare); !slices.Equal(got, test.want) {
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
		got, ok := spearman(ranks(test.x, cmp.Compare), ranks(test.y, cmp.Compare))
		if ok != test.ok || ok && math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: got %v, %v, want %v, %v", test.name, got, ok, test.want, test.ok)
		}
	}
}

func TestRunningMedian(t *testing.T) {
	got := runningMedian([]float64{1, 9, 2, 8, 3}, 3)
	if want := []float64{5, 2, 8, 3, 5.5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := runningMedian(nil, 3); len(got) != 0 {
		t.Errorf("got %v of nothing", got)
	}
}

func TestECDF(t *testing.T) {
	got := ecdf([]float64{2, 5, 5, 9})
	want := plotter.XYs{{X: 2, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 0.25}, {X: 5, Y: 0.25}, {X: 5, Y: 0.75}, {X: 9, Y: 0.75}, {X: 9, Y: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		name   string
		lo, hi float64
		want   []string
	}{
		{"decades", 0.5, 2000, []string{"1", "10", "100", "1,000"}},
		{"two decades", 7, 216, []string{"10", "20", "50", "100", "200"}},
		{"one decade", 2000, 9000, []string{"2,000", "3,000", "5,000", "7,000"}},
		{"short", 110, 190, []string{"120", "140", "160", "180"}},
		{"many", 1, 1e20, []string{"1", "1,000", "1e6", "1e9", "1e12", "1e15", "1e18"}},
		{"empty", 0, 1, nil},
	} {
		var got []string
		for _, tick := range (logTicks{countLabel}).Ticks(test.lo, test.hi) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	for hi, want := range map[float64][]string{
		3543: {"0", "1,000", "2,000", "3,000"}, 1: {"0", "0.2", "0.4", "0.6", "0.8", "1"}, 3.4e7: {"0", "1e7", "2e7", "3e7"},
	} {
		var got []string
		for _, tick := range (evenTicks{}).Ticks(0, hi) {
			got = append(got, tick.Label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("even: got %q, want %q", got, want)
		}
	}
}

func TestText(t *testing.T) {
	dated, named, cut := exact("10-06", "a", "1"), exact("a very long name indeed", "a", "1"), exact("of 16 characters", "a", "1")
	for _, test := range []struct{ got, want string }{
		{label(&dated), "6 October"}, {short(&dated), "6 Oct"}, {label(&named), "a very long name indeed"}, {short(&named), "a very l… indeed"}, {short(&cut), "of 16 characters"},
		{grouped("24405"), "24,405"}, {grouped("999"), "999"}, {grouped("-1234567.50"), "-1,234,567.50"},
		{compact(big.NewInt(216), 5), "216"}, {compact(big.NewInt(1234567), 5), "1.2e6"}, {compact(bigs("53060477521960000")[0], 7), "5.31e16"}, {compact(big.NewInt(2160000), 5), "2.2e6"}, {compact(big.NewInt(2160000), 2), "2e6"},
		{seconds(0), "0 s"}, {seconds(2.5e-7), "250 ns"}, {seconds(0.00125), "1.25 ms"}, {seconds(0.9999), "1 s"}, {seconds(999.9), "1,000 s"}, {seconds(61.26), "61.3 s"}, {seconds(86400), "86,400 s"}, {seconds(math.NaN()), ""},
		{measure(4567), "4,567"}, {measure(1315.5), "1,315.5"}, {measure(28364.5), "28,364.5"}, {measure(-2109.5), "-2,109.5"}, {measure(999.96), "1,000"}, {measure(821.5), "821.5"}, {measure(1e16), "1e16"}, {measure(0.125), "0.125"}, {measure(math.NaN()), ""},
		{list([]string{"a"}), "a"}, {list([]string{"a", "b", "c"}), "a, b and c"}, {list(nil), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	names := []string{"b", "cubes=10", "cubes=2", "a", "cubes", "02", "2", "10"}
	slices.SortFunc(names, natural)
	if want := []string{"2", "02", "10", "a", "b", "cubes", "cubes=2", "cubes=10"}; !slices.Equal(names, want) {
		t.Errorf("natural order: got %q, want %q", names, want)
	}
}
