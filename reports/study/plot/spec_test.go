package plot

import (
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

func TestChoose(t *testing.T) {
	var recs []result.Record
	for _, sm := range []string{"a native/dlx", "a native/dlx2", "a sat/pairwise", "b sat/pairwise/cubes", "b native"} {
		suite, method, _ := strings.Cut(sm, " ")
		recs = append(recs, recordtest.With(recordtest.Exact("1", method, "1"), func(r *result.Record) { r.Suite = suite }))
	}
	for _, c := range []struct {
		suites, methods []string
		want            []int
		missing         string
	}{
		{nil, nil, []int{0, 1, 2, 3, 4}, ""},
		{[]string{"a"}, nil, []int{0, 1, 2}, ""},
		{nil, []string{"native"}, []int{0, 1, 4}, ""},
		{nil, []string{"native/dlx"}, []int{0}, ""},
		{nil, []string{"sat/pairwise", "native"}, []int{0, 1, 2, 3, 4}, ""},
		{[]string{"b"}, []string{"sat/pairwise"}, []int{3}, ""},
		{[]string{"b", "c"}, []string{"native", "brute"}, []int{4}, "suite c,method brute"},
		{nil, []string{"sat/pair"}, nil, "method sat/pair"},
	} {
		s := data.Selection{Suites: c.suites, Methods: c.methods}
		got, missing := s.Choose(recs)
		var want []string
		for _, i := range c.want {
			want = append(want, recs[i].Method)
		}
		var methods []string
		for _, r := range got {
			methods = append(methods, r.Method)
		}
		if !slices.Equal(methods, want) || strings.Join(missing, ",") != c.missing {
			t.Errorf("%v %v: got %v, missing %v, want %v, %s", c.suites, c.methods, methods, missing, want, c.missing)
		}
	}
	if _, err := Draw(recs, Plot{Kind: "extremes", Suites: []string{"z"}}); err == nil || !facttest.States(err.Error(), "extremes, suite z") {
		t.Errorf("got %v", err)
	}
	f, err := Draw(recs, Plot{Kind: "extremes", Suites: []string{"a", "z"}})
	if err != nil || len(f.Warnings) != 1 || !facttest.States(f.Warnings[0].Text, "suite z") {
		t.Errorf("got %v, %v", f, err)
	}
}

func TestCheckPlot(t *testing.T) {
	for _, c := range []struct {
		plot      Plot
		key, want string
	}{
		{Plot{Kind: "cactus"}, "", ""},
		{Plot{Kind: "cactus", Measure: "nodes"}, "", ""},
		{Plot{Kind: "pie"}, "kind", `"pie", heatmap-year, cactus`},
		{Plot{Kind: "cactus", Measure: "wall"}, "measure", `"wall", wall_seconds`},
		{Plot{Kind: "cactus", By: "height"}, "by", "cactus"},
		{Plot{Kind: "months", Measure: "count"}, "measure", "months"},
		{Plot{Kind: "share", Measure: "solved", By: "density"}, "", ""},
		{Plot{Kind: "share", Measure: "count"}, "measure", "count, exact, unique, solvable, solved, wrong, level, level=NAME, level<=NAME"},
		{Plot{Kind: "share", Measure: "count>4"}, "", ""},
		{Plot{Kind: "share", Measure: "level", By: "size"}, "", ""},
		{Plot{Kind: "heat", Measure: "level"}, "measure", `"level", level=NAME`},
		{Plot{Kind: "scatter", By: "conflicts"}, "", ""},
		{Plot{Kind: "scatter", By: "method"}, "by", "method, height"},
		{Plot{Kind: "heat", By: "height"}, "by", `"height"`},
		{Plot{Kind: "heat", By: "height, height"}, "by", `"height, height"`},
		{Plot{Kind: "heat", By: "density, puzzle"}, "", ""},
		{Plot{Kind: "growth", Name: "../x"}, "name", `"../x"`},
		{Plot{Kind: "growth", Scale: "log"}, "", ""},
		{Plot{Kind: "heat", Scale: "linear", Measure: "unique"}, "", ""},
		{Plot{Kind: "heat", Scale: "log", Measure: "unique"}, "scale", "unique, linear"},
		{Plot{Kind: "box", Scale: "logarithmic"}, "scale", `"logarithmic", log, linear`},
		{Plot{Kind: "ablation", Scale: "log"}, "scale", "ablation"},
		{Plot{Kind: "months", Scale: "linear"}, "scale", "months"},
	} {
		key, err := Check(c.plot)
		if key != c.key || (err == nil) != (c.want == "") || err != nil && !facttest.States(err.Error(), c.want) {
			t.Errorf("%+v: got %q, %v, want %q, %s", c.plot, key, err, c.key, c.want)
		}
	}
}
