package theme

import (
	"slices"
	"testing"

	"counterproof/reports/format"
)

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
		for _, tick := range (LogTicks{format.CountLabel}).Ticks(test.lo, test.hi) {
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
		for _, tick := range (EvenTicks{}).Ticks(0, hi) {
			got = append(got, tick.Label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("even: got %q, want %q", got, want)
		}
	}
}
