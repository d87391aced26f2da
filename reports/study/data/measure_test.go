package data

import (
	"fmt"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// full is a record with a value for every measure.
var full = recordtest.With(recordtest.Exact("4x6", "sat/pairwise/cubes", "8"), func(r *result.Record) {
	r.WallSeconds, r.CPUSeconds, r.SATSeconds, r.PeakBytes = recordtest.Of(1.5), recordtest.Of(1.25), recordtest.Of(0.5), recordtest.Of(int64(4096))
	r.Nodes, r.Updates, r.Conflicts, r.Decisions, r.Cubes, r.CubesClosed = recordtest.Of(int64(1)), recordtest.Of(int64(2)), recordtest.Of(int64(3)), recordtest.Of(int64(4)), recordtest.Of(int64(5)), recordtest.Of(int64(6))
	r.Variables, r.Clauses, r.Runs, r.Propagations = recordtest.Of(int64(7)), recordtest.Of(int64(8)), recordtest.Of(int64(9)), recordtest.Of(int64(11))
	r.Verdict, r.WallLimit, r.MemoryLimit = result.Correct, 60, 1e9
	r.Facts = map[string]float64{"nullity": 3, "min_presses": 5, "effort.dead_ends": 13}
	r.Difficulty = &result.Difficulty{Deduced: result.Solved, Levels: []string{"easy", "hard", "kempe"}, Level: "hard", LevelIndex: 1,
		Steps: 20, LongestWait: 6, Left: 0, LeftRemovable: recordtest.Of(int64(10)), Clues: recordtest.Of(int64(12)), FullClues: recordtest.Of(int64(48)), Moves: recordtest.Of(int64(7))}
})

func TestMeasures(t *testing.T) {
	want := map[string]float64{
		"wall_seconds": 1.5, "cpu_seconds": 1.25, "sat_seconds": 0.5, "peak_bytes": 4096, "nodes": 1, "updates": 2, "conflicts": 3, "decisions": 4,
		"cubes": 5, "cubes_closed": 6, "variables": 7, "clauses": 8, "runs": 9, "propagations": 11, "count": 8, "count_log2": 3, "count_claimed": 8, "steps": 20, "moves": 7, "level_index": 1,
		"longest_wait": 6, "left": 0, "left_removable": 10, "clues": 12, "clues_share": 0.25, "clues_left_out": 0.75, "exact": 1, "unique": 0, "solvable": 1, "solved": 1, "wrong": 0,
		"level=hard": 1, "level=easy": 0, "level<=easy": 0, "level<=hard": 1, "level<=kempe": 1, "level=kempe": 0,
		"facts.nullity": 3, "facts.nullity>0": 1, "facts.nullity=0": 0, "facts.min_presses<=5": 1, "facts.min_presses<5": 0, "facts.effort.dead_ends": 13, "count>=8": 1, "count>8": 0,
	}
	for _, m := range Measures {
		if _, ok := want[m.Key]; !ok {
			t.Errorf("%s is not tested", m.Key)
		}
	}
	empty := result.Record{Status: result.Unknown, Reason: result.Timeout}
	for key, x := range want {
		m, err := FindMeasure(key)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, ok := m.Value(&full); !ok || got != x {
			t.Errorf("%s: got %g, %v, want %g", key, got, ok, x)
		}
		if got, ok := m.Value(&empty); ok && key != "exact" {
			t.Errorf("%s: got %g of a record that says nothing", key, got)
		}
		if m.Name == "" || m.Key != key {
			t.Errorf("%s: got %+v", key, m)
		}
	}
	if m := MustMeasure("facts.effort.dead_ends"); m.Name != "dead ends" {
		t.Errorf("a number of an object is called %q on an axis", m.Name)
	}
	for key, want := range map[string]string{
		"wall":            `"wall", wall_seconds, cpu_seconds, sat_seconds`,
		"":                `"", wall_seconds`,
		"level=":          `"level", level=NAME`,
		"facts.":          `"facts.", facts.NAME`,
		"facts.effort.":   `"facts.effort.", facts.NAME`,
		"counts>1":        `"counts", count`,
		"count>x":         `"count>x", >, "x"`,
		"facts.nullity>=": `"facts.nullity>=", >=, ""`,
	} {
		if _, err := FindMeasure(key); err == nil || !facttest.States(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", key, err, want)
		}
	}
}

// TestPropertiesOfBounds checks which properties, such as unique and solvable, follow from exact
// counts, lower bounds and unknown counts.
func TestPropertiesOfBounds(t *testing.T) {
	for _, c := range []struct {
		status, count    string
		unique, solvable string
	}{
		{result.Exact, "0", "0", "0"}, {result.Exact, "1", "1", "1"}, {result.Exact, "2", "0", "1"},
		{result.AtLeast, "0", "-", "-"}, {result.AtLeast, "1", "-", "1"}, {result.AtLeast, "2", "0", "1"}, {result.Unknown, "", "-", "-"},
	} {
		r := recordtest.Exact("x", "native/a", c.count)
		r.Status = c.status
		for key, want := range map[string]string{"unique": c.unique, "solvable": c.solvable} {
			m, _ := FindMeasure(key)
			got := "-"
			if x, ok := m.Value(&r); ok {
				got = fmt.Sprint(x)
			}
			if got != want {
				t.Errorf("%s %s: %s: got %s, want %s", c.status, c.count, key, got, want)
			}
		}
	}
	m, _ := FindMeasure("wrong")
	recs := []result.Record{
		recordtest.With(recordtest.Exact("a", "x", "1"), func(r *result.Record) { r.Verdict = result.Wrong }),
		recordtest.With(recordtest.Exact("b", "x", "1"), func(r *result.Record) { r.Verdict = result.Correct }), recordtest.Exact("c", "x", "1"),
	}
	if samples, wrong, without := SamplesOf(recs, m); len(samples) != 2 || wrong != 0 || without != 1 || samples[0].Value != 1 || samples[1].Value != 0 {
		t.Errorf("wrong answers: got %d samples, %d, %d", len(samples), wrong, without)
	}
}

func TestDimensions(t *testing.T) {
	want := map[string]string{
		"suite": "s", "puzzle": "calendar", "method": "sat/pairwise/cubes", "style": "pairwise", "size": "4x6", "instance": "4x6",
		"row": "October", "column": "6", "height": "4", "width": "6", "cells": "24", "number": "10", "density": "0.25",
	}
	r := full
	r.Suite, r.Style, r.Number, r.Density, r.Cell = "s", "pairwise", recordtest.Of(int64(10)), recordtest.Of(0.25), recordtest.DateCell("10-06")
	other := r
	other.Instance, other.Height, other.Width = "x", recordtest.Of(int64(4)), recordtest.Of(int64(6))
	third := r
	third.Instance, third.Difficulty = "x", &result.Difficulty{Size: "4x6"}
	for _, d := range Dimensions {
		for _, r := range []*result.Record{&r, &other, &third} {
			if got, ok := d.Text(r); !ok || got != want[d.Key] && d.Key != "instance" {
				t.Errorf("%s: got %q, %v, want %q", d.Key, got, ok, want[d.Key])
			}
		}
		if got, ok := d.Text(&result.Record{}); ok {
			t.Errorf("%s: got %q of nothing", d.Key, got)
		}
	}
	if len(Dimensions) != len(want) {
		t.Errorf("%d dimensions, %d tested", len(Dimensions), len(want))
	}
	if _, err := FindDimension("colour"); err == nil || !facttest.States(err.Error(), `"colour", suite, puzzle`) {
		t.Errorf("got %v", err)
	}
	if d, err := FindAxis("conflicts"); err != nil || d.Number == nil {
		t.Errorf("a measure is no axis: %v", err)
	}
	if _, err := FindAxis("colour"); err == nil || !facttest.States(err.Error(), `"colour", suite, puzzle, measure`) {
		t.Errorf("got %v", err)
	}
}
