package stat

import (
	"math"
	"testing"
)

// TestTTest compares p with values that follow from the formula of the distribution function. For two
// degrees of freedom, p = 1 - t/sqrt(2+t^2). For four, p = 1 - s(1+(1-s^2)/2) with s = t/sqrt(4+t^2).
func TestTTest(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   float64
	}{
		{[]float64{1, 3}, []float64{5, 7}, 1 - math.Sqrt(8)/math.Sqrt(10)},         // t = 4 / sqrt(2)
		{[]float64{1, 2, 3}, []float64{3, 4, 5}, 1 - math.Sqrt(0.6)*(1+(1-0.6)/2)}, // t = sqrt(6)
		{[]float64{1, 2, 3}, []float64{2, 2, 2}, 1}, {[]float64{1, 1}, []float64{2, 2}, 0},
	} {
		if got, ok := TTest(c.xs, c.ys); !ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: got %v, want %v", c.xs, c.ys, got, c.want)
		}
	}
	if _, ok := TTest([]float64{1}, []float64{2, 3}); ok {
		t.Error("a sample of one number has a variance")
	}
}
