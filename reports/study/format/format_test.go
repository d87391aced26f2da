package format

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"counterproof/reports/test/recordtest"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 7, "0%"}, {7, 7, "100%"}, {1, 1000, "0.1%"}, {999, 1000, "99.9%"}, {1, 3, "33%"}, {1, 100, "1%"}} {
		if got := Percent(c.n, c.of); got != c.want {
			t.Errorf("%d of %d: got %s, want %s", c.n, c.of, got, c.want)
		}
	}
}

func TestText(t *testing.T) {
	dated, named, cut := recordtest.Exact("10-06", "a", "1"), recordtest.Exact("a very long name indeed", "a", "1"), recordtest.Exact("of 16 characters", "a", "1")
	for _, test := range []struct{ got, want string }{
		{Label(&dated), "6 October"}, {ShortLabel(&dated), "6 Oct"}, {Label(&named), "a very long name indeed"}, {ShortLabel(&named), "a very l… indeed"}, {ShortLabel(&cut), "of 16 characters"},
		{Grouped("24405"), "24,405"}, {Grouped("999"), "999"}, {Grouped("-1234567.50"), "-1,234,567.50"},
		{Compact(big.NewInt(216), 5), "216"}, {Compact(big.NewInt(1234567), 5), "1.2e6"}, {Compact(recordtest.Bigs("53060477521960000")[0], 7), "5.31e16"}, {Compact(big.NewInt(2160000), 5), "2.2e6"}, {Compact(big.NewInt(2160000), 2), "2e6"},
		{Seconds(0), "0 s"}, {Seconds(2.5e-7), "250 ns"}, {Seconds(0.00125), "1.25 ms"}, {Seconds(0.9999), "1 s"}, {Seconds(999.9), "1,000 s"}, {Seconds(61.26), "61.3 s"}, {Seconds(86400), "86,400 s"}, {Seconds(math.NaN()), ""},
		{Number(4567), "4,567"}, {Number(1315.5), "1,315.5"}, {Number(28364.5), "28,364.5"}, {Number(-2109.5), "-2,109.5"}, {Number(999.96), "1,000"}, {Number(821.5), "821.5"}, {Number(1e16), "1e16"}, {Number(0.125), "0.125"}, {Number(math.NaN()), ""},
		{List([]string{"a"}), "a"}, {List([]string{"a", "b", "c"}), "a, b and c"}, {List(nil), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	names := []string{"b", "cubes=10", "cubes=2", "a", "cubes", "02", "2", "10"}
	slices.SortFunc(names, Natural)
	if want := []string{"2", "02", "10", "a", "b", "cubes", "cubes=2", "cubes=10"}; !slices.Equal(names, want) {
		t.Errorf("natural order: got %q, want %q", names, want)
	}
}
