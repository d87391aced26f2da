package plot

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// TestTips checks that the points of a picture name their boards. In a box plot of many numbers,
// only the number outside the whiskers has a point. A board that a method did not solve is drawn as
// an open triangle, which also names its board. A bar of a histogram and a point of a share name
// all their boards.
func TestTips(t *testing.T) {
	var recs []result.Record
	for i := range 9 {
		r := recordtest.Exact(fmt.Sprint("board", i), "native/x", "1")
		seconds := 1 + 0.01*float64(i)
		if i == 8 {
			seconds = 5
			r.Given = "0=1"
		}
		r.WallSeconds, r.Nodes = &seconds, new(int64(i+1))
		recs = append(recs, r)
	}
	late := recordtest.Unknown("late", "native/x", result.Timeout)
	late.Nodes, late.WallLimit = new(int64(20)), 9
	drawn := make([]result.Record, 3)
	for i := range drawn {
		drawn[i] = recordtest.Exact(fmt.Sprint("drawn", i), "native/x", fmt.Sprint(i/2)) // two boards without a solution
		drawn[i].WallSeconds, drawn[i].Nodes, drawn[i].Density = new(0.1), new(int64(i/2)), new(0.5)
	}
	tip := func(r result.Record, name string) string {
		return fmt.Sprintf(`data-board="%s"><title>%s</title>`, data.BoardID(&r), name)
	}
	end := func(r result.Record, name string) string {
		return strings.TrimPrefix(tip(r, name), `data-board="`)
	}
	for _, c := range []struct {
		plot Plot
		recs []result.Record
		want []string
		n    int
	}{
		{Plot{Kind: "box"}, recs, []string{tip(recs[8], "board8 with 0=1")}, 1},
		{Plot{Kind: "box"}, recs[:3], []string{tip(recs[0], "board0"), tip(recs[2], "board2")}, 3},
		{Plot{Kind: "scatter", By: "nodes"}, append(recs[:8:8], late), []string{tip(recs[0], "board0"), tip(late, "late")}, 9},
		{Plot{Kind: "histogram", Measure: "nodes"}, drawn, []string{data.BoardID(&drawn[0]) + " " + end(drawn[1], "0: 2"), tip(drawn[2], "1: 1")}, 2},
		{Plot{Kind: "share", Measure: "solvable"}, drawn, []string{data.BoardID(&drawn[0]) + " " + data.BoardID(&drawn[1]) + " " + end(drawn[2], "0.5: 1 of 3")}, 1},
	} {
		f, err := Draw(c.recs, c.plot)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(svg), "data-board"); n != c.n {
			t.Errorf("%+v of %d records: %d points name their boards, want %d", c.plot, len(c.recs), n, c.n)
		}
		for _, want := range c.want {
			if !strings.Contains(string(svg), want) {
				t.Errorf("%+v of %d records: no point has %s", c.plot, len(c.recs), want)
			}
		}
	}
}
