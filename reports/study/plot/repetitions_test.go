package plot

import (
	"fmt"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// coldStarts returns five jobs with three repetitions each. In the second and third repetition, the
// time is a thousandth of a second per node, and the nodes rise from 100 to 500. In the first
// repetition, the nodes fall from 5,000 to 1,000, and the parameter cold changes the record.
func coldStarts(cold func(*result.Record)) (recs []result.Record) {
	for i := range 5 {
		for repetition := range 3 {
			nodes := int64(100 * (i + 1))
			if repetition == 0 {
				nodes = int64(1000 * (5 - i))
			}
			r := recordtest.Ran(fmt.Sprint("i", i), "native/dlx", float64(nodes)/1000)
			r.Nodes, r.Repetition = recordtest.Of(nodes), repetition
			if repetition == 0 {
				cold(&r)
			}
			recs = append(recs, r)
		}
	}
	return recs
}

// TestByMeasureOfRepetitions checks that both axes of a scatter and of a growth plot show the median
// of the repetitions. The medians rise along the line through the origin, whatever happened in the
// first repetition: rho and tau are 1, and the power of the growth is 1.
func TestByMeasureOfRepetitions(t *testing.T) {
	for name, cold := range map[string]func(*result.Record){
		"cold start": func(*result.Record) {},
		"cut":        recordtest.IsCut,
		"wrong":      recordtest.IsWrong,
		"killed":     func(r *result.Record) { r.Status, r.Reason, r.Count, r.Nodes = result.Unknown, result.Killed, "", nil },
	} {
		for kind, want := range map[string]string{
			"scatter": "ρ = 1, τ = 1, n = 5",
			"growth":  "search nodes^1.00 (1.00 to 1.00), n = 5",
		} {
			f, err := Draw(coldStarts(cold), Plot{Kind: kind, Measure: "wall_seconds", By: "nodes"})
			if err != nil {
				t.Errorf("%s, %s: %v", name, kind, err)
			} else if !facttest.States(f.Answer, want) || !facttest.States(f.Caption, want) {
				t.Errorf("%s, %s: got %q, %q, want %s", name, kind, f.Answer, f.Caption, want)
			}
		}
	}
}

// TestUnsolvedByMeasure checks jobs of which two of three repetitions were cut: the triangle of such a
// job is at the median of the numbers until then on both axes. A job whose number on the axis is
// infinite although its measure is finite is left out, with a warning.
func TestUnsolvedByMeasure(t *testing.T) {
	recs := coldStarts(recordtest.IsCut)
	for repetition, nodes := range []int64{70, 80, 90} {
		r := recordtest.Ran("i9", "native/dlx", 10)
		r.Nodes, r.Repetition, r.Variables = recordtest.Of(nodes), repetition, recordtest.Of[int64](7)
		recs = append(recs, r)
	}
	f, err := Draw(recs, Plot{Kind: "scatter", Measure: "wall_seconds", By: "nodes"})
	if err != nil || !facttest.States(f.Answer, "n = 5 (without 1 that timed out)") {
		t.Errorf("got %v, %v", f, err)
	}
	for i := range recs {
		recs[i].Variables = recordtest.Of[int64](7)
	}
	f, err = Draw(recs, Plot{Kind: "scatter", Measure: "variables", By: "nodes"})
	if err != nil || len(f.Warnings) == 0 || !facttest.States(f.Warnings[len(f.Warnings)-1].Text, "1 of 6, left out") {
		t.Errorf("got %+v, %v, want a warning about one job of six", f, err)
	}
}

// TestMatrixOfRepetitions checks that the rank correlation of the measures of difficulty does not
// depend on a first repetition that was cut and has no deduction.
func TestMatrixOfRepetitions(t *testing.T) {
	var recs []result.Record
	for i := range 4 {
		board := fmt.Sprint("m", i)
		late := recordtest.Unknown(board, "rules/two words", result.Timeout)
		late.Task, late.Puzzle, late.Nodes = result.Deduce, "map", recordtest.Of(int64(1000-i))
		recs = append(recs, late)
		for repetition := 1; repetition < 3; repetition++ {
			r := recordtest.Graded("map", board, fmt.Sprint("solved ", i/2), recordtest.Three...)
			r.Nodes, r.Repetition = recordtest.Of(int64(10+i/2)), repetition
			recs = append(recs, r)
		}
	}
	f, err := Draw(recs, Plot{Kind: "rank-correlation"})
	if err != nil || !facttest.States(f.Answer, "1 (native nodes)") {
		t.Errorf("got %+v, %v, want a correlation of 1", f, err)
	}
}
