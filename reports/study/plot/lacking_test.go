package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// threeBoards returns records of three boards of 1x2, 2x2 and 3x2 cells by two methods. Both solve
// the first two boards, and both are cut at 10 s on the third. The method native/dlx needs 10 and 20
// nodes, and sat/pairwise needs 5 and 7 conflicts. As in a ledger, a job that was cut has no number
// except its wall time.
func threeBoards() []result.Record {
	var recs []result.Record
	for i := range 3 {
		seconds := []float64{1, 2, 10}[i]
		native, sat := recordtest.Ran(fmt.Sprint(i), "native/dlx", seconds), recordtest.Ran(fmt.Sprint(i), "sat/pairwise", seconds)
		if i < 2 {
			native.Nodes, sat.Conflicts = recordtest.Of(int64(10*(i+1))), recordtest.Of(int64(5+2*i))
		}
		for _, r := range []*result.Record{&native, &sat} {
			r.Height, r.Width = recordtest.Of(int64(i+1)), recordtest.Of(int64(2))
			recs = append(recs, *r)
		}
	}
	return recs
}

// TestLackingSamples checks for each measure of work, and for properties of them, which method has
// how many samples, and the sum of the finite values. A job of three that was cut is a sample only
// for a method that has the measure.
func TestLackingSamples(t *testing.T) {
	type have struct {
		n   int
		sum float64
	}
	for _, x := range []struct {
		key         string
		native, sat have
	}{
		{"wall_seconds", have{3, 3}, have{3, 3}},
		{"nodes", have{3, 30}, have{}},
		{"conflicts", have{}, have{3, 12}},
		{"cpu_seconds", have{}, have{}}, // no job has it, although some completed
		{"peak_bytes", have{}, have{}},
		{"sat_seconds", have{}, have{}},
		{"updates", have{}, have{}},
		{"decisions", have{}, have{}},
		{"propagations", have{}, have{}},
		{"cubes", have{}, have{}},
		{"cubes_closed", have{}, have{}},
		{"runs", have{}, have{}},
		{"conflicts<6", have{}, have{3, 1}},
		{"conflicts>=6", have{}, have{3, 2}}, // a job that was cut would have needed more
		{"nodes<15", have{3, 1}, have{}},
	} {
		m := data.MustMeasure(x.key)
		samples, _, without := data.SamplesOf(threeBoards(), m)
		got := map[string]have{}
		for _, s := range samples {
			h := got[s.Method]
			h.n++
			if s.Solved() {
				h.sum += s.Value
			}
			got[s.Method] = h
		}
		if got["native/dlx"] != x.native || got["sat/pairwise"] != x.sat || without != 6-x.native.n-x.sat.n {
			t.Errorf("%s: got %v, and %d without; want native %v, sat %v", x.key, got, without, x.native, x.sat)
		}
	}
}

// TestAllCut checks methods whose jobs were all cut. Then only the kind of the method says whether
// it could have the measure.
func TestAllCut(t *testing.T) {
	for measure, methods := range map[string]string{
		"wall_seconds": "native/dlx brute sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"cpu_seconds":  "native/dlx brute sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"peak_bytes":   "native/dlx brute sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"nodes":        "native/dlx brute rules",
		"updates":      "native/dlx brute rules",
		"sat_seconds":  "sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"conflicts":    "sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"decisions":    "sat/pairwise sat/pairwise/cubes extern/clasp rules",
		"propagations": "extern/clasp",
		"runs":         "extern/clasp",
		"cubes":        "sat/pairwise/cubes",
		"cubes_closed": "sat/pairwise/cubes",
	} {
		var recs []result.Record
		for _, m := range strings.Fields("native/dlx brute sat/pairwise sat/pairwise/cubes extern/clasp rules") {
			r := recordtest.Unknown("1", m, result.Timeout)
			r.WallLimit = 10
			recs = append(recs, r)
		}
		samples, _, _ := data.SamplesOf(recs, data.MustMeasure(measure))
		got := map[string]bool{}
		for _, s := range samples {
			got[s.Method] = math.IsInf(s.Value, 1)
		}
		for _, r := range recs {
			if want := strings.Contains(" "+methods+" ", " "+r.Method+" "); got[r.Method] != want {
				t.Errorf("%s: %s has a sample: %v, want %v", measure, r.Method, got[r.Method], want)
			}
		}
	}
}

// TestLackingInPlots draws the conflicts of the three boards as every kind that takes a measure. The
// method native/dlx has no conflicts, so no picture may mention it. The median of 5, 7 and more is 7.
// Only the smallest board needs fewer than 6 conflicts.
func TestLackingInPlots(t *testing.T) {
	for _, x := range []struct{ kind, measure, by, answer string }{
		{"cactus", "conflicts", "", "2, 3"},
		{"scatter", "conflicts", "height", "n = 2, 1"},
		{"ecdf", "conflicts", "", "7"},
		{"histogram", "conflicts", "", "5, 1, 7, 1"},
		{"heat", "conflicts", "height,width", "5, 7"},
		{"box", "conflicts", "method", "sat/pairwise, 7"},
		{"growth", "conflicts", "cells", ""},
		{"share", "conflicts<6", "method", "1x2 100%, 2x2, 3x2 0%"},
	} {
		f, err := Draw(threeBoards(), Plot{Kind: x.kind, Measure: x.measure, By: x.by})
		if err != nil {
			t.Errorf("%s: %v", x.kind, err)
			continue
		}
		if !facttest.States(f.Answer, x.answer) {
			t.Errorf("%s: got %q, want %q", x.kind, f.Answer, x.answer)
		}
		if strings.Contains(f.Answer+f.Caption, "native") {
			t.Errorf("%s: %s\n%s\nmentions the native method", x.kind, f.Answer, f.Caption)
		}
	}
	for _, kind := range []string{"scatter", "ablation"} { // these compare two methods
		_, err := Draw(threeBoards(), Plot{Kind: kind, Measure: "conflicts"})
		if err == nil || !facttest.States(err.Error(), kind+", conflicts, sat/pairwise") || strings.Contains(err.Error(), "native") {
			t.Errorf("%s: got the error %v", kind, err)
		}
	}
}
