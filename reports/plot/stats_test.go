package plot

import (
	"reflect"
	"testing"

	"gonum.org/v1/plot/plotter"
)

func TestECDF(t *testing.T) {
	got := ecdf([]float64{2, 5, 5, 9})
	want := plotter.XYs{{X: 2, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 0.25}, {X: 5, Y: 0.25}, {X: 5, Y: 0.75}, {X: 9, Y: 0.75}, {X: 9, Y: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
