package theme

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/reports/study/format"
)

// TestShortTicks checks that the labels of an axis have at most 8 characters if the ends of the
// axis differ by a tenth or more.
func TestShortTicks(t *testing.T) {
	for _, lo := range []float64{0, 1e-6, 0.012, 0.7, 1, 3, 97, 1234, 56789, 1.2e6, 3e9} {
		for _, times := range []float64{1.1, 1.6, 2.9, 3.1, 30, 1e4} {
			hi := max(lo*times, 1e-6)
			ticks := EvenTicks{}.Ticks(lo, hi)
			for _, label := range []func(float64) string{format.CountLabel, format.DecimalLabel} {
				ticks = append(ticks, LogTicks{label}.Ticks(max(lo, 1e-6), hi)...)
			}
			for _, tick := range ticks {
				if len(tick.Label) > 8 {
					t.Errorf("%v to %v: %q", lo, hi, tick.Label)
				}
			}
		}
	}
	for x, want := range map[float64]string{6 * 0.2: "1.2", 3 * 0.1: "0.3", math.Copysign(0, -1): "0", 1e6: "1e6", -2500: "-2,500"} {
		if got := format.CountLabel(x); got != want {
			t.Errorf("%v: got %q, want %q", x, got, want)
		}
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
		{"many", 1, 1e20, []string{"1", "1e3", "1e6", "1e9", "1e12", "1e15", "1e18"}},
		{"large and small", 1e-5, 1e6, []string{"1e-4", "0.01", "1", "100", "1e4", "1e6"}},
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
		3543: {"0", "1,000", "2,000", "3,000"}, 1: {"0", "0.2", "0.4", "0.6", "0.8", "1"}, 3.4e7: {"0", "1e7", "2e7", "3e7"}, 1.2e6: {"0", "5e5", "1e6"},
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

// TestDiagonals checks that the labels of a picture use one notation, from 1e-10 to 1e15.
func TestDiagonals(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0.1, 1000, "0.1 × 1 × 10 × 100 × 1,000 ×"},
		{0.5, 1e6, "1 × 10 × 100 × 1e3 × 1e4 × 1e5 × 1e6 ×"},
		{1e-5, 0.1, "1e-5 × 1e-4 × 1e-3 × 0.01 × 0.1 ×"},
		{0.5, 3, "0.5 × 1 × 2 ×"},
	} {
		var got []string
		for _, tick := range factors(c.lo, c.hi) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%g to %g: got %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
	for _, tick := range factors(1e-10, 1e15) {
		if x := tick.Value; (x >= 1000 || x < 0.01) != strings.HasPrefix(tick.Label, "1e") {
			t.Errorf("%g: got %q", x, tick.Label)
		}
	}
}

// TestEvenTicksLabelZero checks the labels of whole numbers on an axis that begins just below 0. The
// label of 0 must not have a minus sign.
func TestEvenTicksLabelZero(t *testing.T) {
	var got []string
	for _, tick := range (EvenTicks{Least: 1, Label: func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }}).Ticks(-0.5, 1.5) {
		got = append(got, tick.Label)
	}
	if want := []string{"0%", "100%"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
