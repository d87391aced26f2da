package data

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

func TestDeductions(t *testing.T) {
	var recs []result.Record
	for i, x := range []int64{1, 2, 30, 40} {
		r := recordtest.Graded("map", fmt.Sprint(i), "solved 0", recordtest.Three...)
		r.Steps, r.LongestWait, r.Nodes, r.Conflicts, r.Decisions, r.Clues, r.Moves = x, 2*x, recordtest.Of(3*x), recordtest.Of(4*x), recordtest.Of(5*x), recordtest.Of(6*x), recordtest.Of(7*x)
		recs = append(recs, r)
	}
	d := Deductions(recs)
	if len(d) != 1 || !maps.Equal(d[0].Medians, map[string]float64{"steps": 16, "moves": 112, "longest_wait": 32, "nodes": 48, "conflicts": 64, "decisions": 80, "clues": 96, "wall_seconds": 0.5}) {
		t.Errorf("got %+v", *d[0])
	}
}

// TestDeductionRepetitions checks that repetitions of a board count as one board. Each of ten
// boards has three runs of 1, 2 and 3 s. The first board has no answer in two runs, and the second
// board in one run.
func TestDeductionRepetitions(t *testing.T) {
	var recs []result.Record
	for board := range 10 {
		for run := range 3 {
			r := recordtest.Graded("map", fmt.Sprint(board), "solved 0", recordtest.Three...)
			r.Repetition, r.WallSeconds = run, recordtest.Of(float64(run+1))
			if run+board < 2 {
				r.Status, r.Reason, r.Count, r.Difficulty = result.Unknown, result.Timeout, "", nil
			}
			recs = append(recs, r)
		}
	}
	d := Deductions(recs)
	if len(d) != 1 || d[0].Boards != 9 || d[0].Solved != 9 || d[0].Unanswered != 1 || d[0].Medians["wall_seconds"] != 2 {
		t.Errorf("got %+v", *d[0])
	}
	// Boards without an answer are larger than all others in the median of the times, as in the box of
	// the same jobs. With three more of them, four of six boards are unsolved. The median of the steps
	// leaves them out.
	six := recs[:9]
	for board := range 3 {
		six = append(six, recordtest.With(recs[0], func(r *result.Record) { r.Instance = fmt.Sprint("cut", board) }))
	}
	if d := Deductions(six); d[0].Boards != 2 || d[0].Unanswered != 4 || !math.IsInf(d[0].Medians["wall_seconds"], 1) || d[0].Medians["steps"] != 0 {
		t.Errorf("got %+v", *d[0])
	}
}
