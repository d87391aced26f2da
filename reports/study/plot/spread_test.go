package plot

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"

	"counterproof/reports/test/recordtest"
)

func TestECDF(t *testing.T) {
	got := ecdfSteps([]float64{2, 5, 5, 9})
	want := plotter.XYs{{X: 2, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 0.25}, {X: 5, Y: 0.25}, {X: 5, Y: 0.75}, {X: 9, Y: 0.75}, {X: 9, Y: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		xs   []float64
		log  bool
		want []float64
	}{
		{[]float64{1, 5}, false, []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5}},
		{[]float64{0}, false, []float64{-0.5, 0.5, 1.5, 2.5}},
		{[]float64{7}, false, []float64{4.5, 5.5, 6.5, 7.5, 8.5, 9.5}},
		{[]float64{1, 60}, false, []float64{0, 5, 10}}, // too wide a range for a bar per number
		{[]float64{0, 0.5}, false, []float64{0, 0.02}},
		{[]float64{1, 100000}, true, []float64{1, math.Pow(10, 0.2)}},
	} {
		got := edges(c.xs, c.log)
		if !slices.IsSorted(got) || got[0] > c.xs[0] || got[len(got)-1] <= c.xs[len(c.xs)-1] || len(got) > 62 {
			t.Errorf("%v: got %v", c.xs, got)
		}
		for i, want := range c.want {
			if !recordtest.Near(got[i], want, 1e-12) {
				t.Errorf("%v: got %v, want %v", c.xs, got, c.want)
				break
			}
		}
	}
	// Three times 0.05 is above 0.15 in floating-point numbers. A bin from 0.15 must contain 0.15.
	if got := edges([]float64{0, 0.15, 0.6}, false); !slices.Contains(got, 0.15) {
		t.Errorf("got the edges %v, want 0.15 among them", got)
	}
}
