package theme

import (
	"math"
	"testing"

	"counterproof/reports/format"
)

// No label of an axis is longer than 8 characters where its numbers differ by a tenth or more.
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
