package console

import (
	"reflect"
	"testing"

	"counterproof/bench/experiment"
)

// TestPlotOf: a report is asked for all that the file says of a plot.
func TestPlotOf(t *testing.T) {
	var from experiment.Plot
	v := reflect.ValueOf(&from).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).Kind() == reflect.String {
			v.Field(i).SetString(name)
		} else {
			v.Field(i).Set(reflect.ValueOf([]string{name}))
		}
	}
	to := reflect.ValueOf(PlotOf(from))
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if got := to.FieldByName(name); !got.IsValid() || !reflect.DeepEqual(got.Interface(), v.Field(i).Interface()) {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
