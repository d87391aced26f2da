package stat

import (
	"math"
	"testing"
)

// TestHolm compares adjusted values with the results of the function p.adjust of R.
func TestHolm(t *testing.T) {
	for _, c := range []struct{ ps, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.9, 0.8}, []float64{1, 1}},
		{[]float64{0.02}, []float64{0.02}},
		{nil, nil},
	} {
		got := Holm(c.ps)
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-15 {
				t.Errorf("%v: got %v, want %v", c.ps, got, c.want)
			}
		}
	}
}
