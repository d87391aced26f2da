package stat

import (
	"math/big"
	"testing"

	"counterproof/reports/study/format"
	"counterproof/reports/test/recordtest"
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
