package stat

import (
	"testing"

	"counterproof/reports/test/recordtest"
)

// TestRegress checks Regress on Anscombe's first set (Graphs in statistical analysis, 1973): y =
// 3.00 + 0.500 x, with a standard error of the slope of 0.118 and r^2 of 0.667. The further digits
// are from scipy 1.10.1.
func TestRegress(t *testing.T) {
	xs := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	ys := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	g, ok := Regress(xs, ys)
	if !ok || !recordtest.Near(g.Slope, 0.5000909090909091, 1e-12) || !recordtest.Near(g.Intercept, 3.0000909090909103, 1e-12) ||
		!recordtest.Near(g.Interval.Low, 0.23337013639193327, 1e-9) || !recordtest.Near(g.Interval.High, 0.766811681789885, 1e-9) || !recordtest.Near(1-g.Rest/g.Total, 0.666542459508775, 1e-12) {
		t.Errorf("got %+v, %v", g, ok)
	}
	if g, ok := Regress([]float64{1, 2}, []float64{5, 7}); !ok || g.Slope != 2 || g.Interval.OK() || g.Rest != 0 || g.Total != 2 {
		t.Errorf("two points: got %+v, %v", g, ok)
	}
	if g, ok := Regress([]float64{1, 2, 3}, []float64{5, 5, 5}); !ok || g.Slope != 0 || g.Total != 0 || g.Rest != 0 || g.Interval != (Interval{0, 0}) {
		t.Errorf("a level line: got %+v, %v", g, ok)
	}
	for _, xs := range [][]float64{nil, {1}, {2, 2, 2}} {
		if g, ok := Regress(xs, make([]float64, len(xs))); ok {
			t.Errorf("%v: got %+v", xs, g)
		}
	}
}
