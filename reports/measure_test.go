package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
)

// full is a record that says everything.
var full = with(exact("4x6", "sat/pairwise/cubes", "8"), func(r *result.Record) {
	r.WallSeconds, r.CPUSeconds, r.SATSeconds, r.PeakBytes = of(1.5), of(1.25), of(0.5), of(int64(4096))
	r.Nodes, r.Updates, r.Conflicts, r.Decisions, r.Cubes, r.CubesClosed = of(int64(1)), of(int64(2)), of(int64(3)), of(int64(4)), of(int64(5)), of(int64(6))
	r.Variables, r.Clauses, r.Runs, r.Propagations = of(int64(7)), of(int64(8)), of(int64(9)), of(int64(11))
	r.Verdict, r.WallLimit, r.MemoryLimit = result.Correct, 60, 1e9
	r.Facts = map[string]float64{"nullity": 3, "min_presses": 5}
	r.Difficulty = &result.Difficulty{Deduced: result.Solved, Levels: []string{"easy", "hard", "kempe"}, Level: "hard", LevelIndex: 1,
		Steps: 20, LongestWait: 6, Left: 0, LeftRemovable: of(int64(10)), Clues: of(int64(12)), FullClues: of(int64(48))}
})

func TestMeasures(t *testing.T) {
	want := map[string]float64{
		"wall_seconds": 1.5, "cpu_seconds": 1.25, "sat_seconds": 0.5, "peak_bytes": 4096, "nodes": 1, "updates": 2, "conflicts": 3, "decisions": 4,
		"cubes": 5, "cubes_closed": 6, "variables": 7, "clauses": 8, "runs": 9, "propagations": 11, "count": 8, "count_log2": 3, "count_claimed": 8, "steps": 20, "level_index": 1,
		"longest_wait": 6, "left": 0, "left_removable": 10, "clues": 12, "clues_share": 0.25, "clues_left_out": 0.75, "exact": 1, "unique": 0, "solvable": 1, "solved": 1, "wrong": 0,
		"level=hard": 1, "level=easy": 0, "level<=easy": 0, "level<=hard": 1, "level<=kempe": 1, "level=kempe": 0,
		"facts.nullity": 3, "facts.nullity>0": 1, "facts.nullity=0": 0, "facts.min_presses<=5": 1, "facts.min_presses<5": 0, "count>=8": 1, "count>8": 0,
	}
	for _, m := range measures {
		if _, ok := want[m.Key]; !ok {
			t.Errorf("%s is not tested", m.Key)
		}
	}
	empty := result.Record{Status: result.Unknown, Reason: result.Timeout}
	for key, x := range want {
		m, err := findMeasure(key)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, ok := m.value(&full); !ok || got != x {
			t.Errorf("%s: got %g, %v, want %g", key, got, ok, x)
		}
		if got, ok := m.value(&empty); ok && key != "exact" {
			t.Errorf("%s: got %g of a record that says nothing", key, got)
		}
		if m.Name == "" || m.Key != key {
			t.Errorf("%s: got %+v", key, m)
		}
	}
	for key, want := range map[string]string{
		"wall":            `no measure is called "wall": want one of wall_seconds, cpu_seconds, sat_seconds,`,
		"":                `no measure is called "": want one of`,
		"level=":          `no measure is called "level": want one of`,
		"facts.":          `no measure is called "facts.": want one of`,
		"counts>1":        `no measure is called "counts": want`,
		"count>x":         `"count>x": want a number after >, got "x"`,
		"facts.nullity>=": `"facts.nullity>=": want a number after >=, got ""`,
	} {
		if _, err := findMeasure(key); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s...", key, err, want)
		}
	}
}

// What a count says of uniqueness where it is a lower bound.
func TestPropertiesOfBounds(t *testing.T) {
	for _, c := range []struct {
		status, count    string
		unique, solvable string
	}{
		{result.Exact, "0", "0", "0"}, {result.Exact, "1", "1", "1"}, {result.Exact, "2", "0", "1"},
		{result.AtLeast, "0", "-", "-"}, {result.AtLeast, "1", "-", "1"}, {result.AtLeast, "2", "0", "1"}, {result.Unknown, "", "-", "-"},
	} {
		r := exact("x", "native/a", c.count)
		r.Status = c.status
		for key, want := range map[string]string{"unique": c.unique, "solvable": c.solvable} {
			m, _ := findMeasure(key)
			got := "-"
			if x, ok := m.value(&r); ok {
				got = fmt.Sprint(x)
			}
			if got != want {
				t.Errorf("%s %s: %s: got %s, want %s", c.status, c.count, key, got, want)
			}
		}
	}
	m, _ := findMeasure("wrong")
	recs := []result.Record{
		with(exact("a", "x", "1"), func(r *result.Record) { r.Verdict = result.Wrong }),
		with(exact("b", "x", "1"), func(r *result.Record) { r.Verdict = result.Correct }), exact("c", "x", "1"),
	}
	if samples, wrong, without := samplesOf(recs, m); len(samples) != 2 || wrong != 0 || without != 1 || samples[0].Value != 1 || samples[1].Value != 0 {
		t.Errorf("wrong answers: got %d samples, %d, %d", len(samples), wrong, without)
	}
}

func TestDimensions(t *testing.T) {
	want := map[string]string{
		"suite": "s", "puzzle": "calendar", "method": "sat/pairwise/cubes", "style": "pairwise", "size": "4x6", "instance": "4x6",
		"row": "October", "column": "6", "height": "4", "width": "6", "cells": "24", "number": "10", "density": "0.25",
	}
	r := full
	r.Suite, r.Style, r.Number, r.Density, r.Cell = "s", "pairwise", of(int64(10)), of(0.25), dateCell("10-06")
	other := r
	other.Instance, other.Height, other.Width = "x", of(int64(4)), of(int64(6))
	third := r
	third.Instance, third.Difficulty = "x", &result.Difficulty{Size: "4x6"}
	for _, d := range dimensions {
		for _, r := range []*result.Record{&r, &other, &third} {
			if got, ok := d.text(r); !ok || got != want[d.Key] && d.Key != "instance" {
				t.Errorf("%s: got %q, %v, want %q", d.Key, got, ok, want[d.Key])
			}
		}
		if got, ok := d.text(&result.Record{}); ok {
			t.Errorf("%s: got %q of nothing", d.Key, got)
		}
	}
	if len(dimensions) != len(want) {
		t.Errorf("%d dimensions, %d tested", len(dimensions), len(want))
	}
	if _, err := findDimension("colour"); err == nil || !strings.HasPrefix(err.Error(), `nothing is called "colour": want one of suite, puzzle,`) {
		t.Errorf("got %v", err)
	}
	if d, err := findAxis("conflicts"); err != nil || d.number == nil {
		t.Errorf("a measure is no axis: %v", err)
	}
	if _, err := findAxis("colour"); err == nil || !strings.Contains(err.Error(), "or a measure") {
		t.Errorf("got %v", err)
	}
}

func TestChoose(t *testing.T) {
	var recs []result.Record
	for _, sm := range []string{"a native/dlx", "a native/dlx2", "a sat/pairwise", "b sat/pairwise/cubes", "b native"} {
		suite, method, _ := strings.Cut(sm, " ")
		recs = append(recs, with(exact("1", method, "1"), func(r *result.Record) { r.Suite = suite }))
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
		s := selection{Suites: c.suites, Methods: c.methods}
		got, missing := s.choose(recs)
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
	if _, err := Draw(recs, Plot{Kind: "extremes", Suites: []string{"z"}}); err == nil || err.Error() != "extremes: no record of suite z" {
		t.Errorf("got %v", err)
	}
	f, err := Draw(recs, Plot{Kind: "extremes", Suites: []string{"a", "z"}})
	if err != nil || len(f.Warnings) != 1 || f.Warnings[0].Text != "no record of suite z" {
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
		{Plot{Kind: "pie"}, "kind", "no kind is called"},
		{Plot{Kind: "cactus", Measure: "wall"}, "measure", "no measure is called"},
		{Plot{Kind: "cactus", By: "height"}, "by", "a plot of kind cactus has no by"},
		{Plot{Kind: "months", Measure: "count"}, "measure", "a plot of kind months has no measure"},
		{Plot{Kind: "share", Measure: "solved", By: "density"}, "", ""},
		{Plot{Kind: "share", Measure: "count"}, "measure", "count is no property: want exact, unique, solvable, solved, wrong, level, level=NAME, level<=NAME or"},
		{Plot{Kind: "share", Measure: "count>4"}, "", ""},
		{Plot{Kind: "share", Measure: "level", By: "size"}, "", ""},
		{Plot{Kind: "heat", Measure: "level"}, "measure", "no measure is called \"level\""},
		{Plot{Kind: "scatter", By: "conflicts"}, "", ""},
		{Plot{Kind: "scatter", By: "method"}, "by", "method is no number: want height,"},
		{Plot{Kind: "heat", By: "height"}, "by", "want two things with a comma"},
		{Plot{Kind: "heat", By: "height, height"}, "by", "want two different things"},
		{Plot{Kind: "heat", By: "density, puzzle"}, "", ""},
		{Plot{Kind: "growth", Name: "../x"}, "name", "name \"../x\": want letters"},
	} {
		key, err := CheckPlot(c.plot)
		if key != c.key || (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: got %q, %v, want %q, %s", c.plot, key, err, c.key, c.want)
		}
	}
}
