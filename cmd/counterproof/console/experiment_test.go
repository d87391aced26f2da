package console

import (
	"reflect"
	"testing"

	"counterproof/bench/run/experiment"
)

// TestPlotOf checks that PlotOf copies every field of a plot of the experiment file.
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

// TestCalendarPlots checks that plots of the calendar have names for rows and columns, and that a
// title from the experiment file stays.
func TestCalendarPlots(t *testing.T) {
	for _, c := range []struct{ kind, title, want, row, column string }{
		{"heatmap-year", "", "Solutions of each day of the year", "month", "day of the month"},
		{"heatmap-year", "Mine", "Mine", "month", "day of the month"},
		{"months", "", "", "month", "day of the month"},
		{"extremes", "", "", "", ""},
	} {
		p := PlotOf(experiment.Plot{Kind: c.kind, Title: c.title})
		if p.Kind != c.kind || p.Title != c.want || p.Row != c.row || p.Column != c.column || p.File() != c.kind {
			t.Errorf("%s %q: %+v", c.kind, c.title, p)
		}
	}
}
