package plot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// TestOneDefinitionOfSolved checks that all kinds count the same instances as solved. Each of four
// boards has two repetitions: 1 s and a time-out, 1 s and 2 s, two time-outs, and a wrong answer and
// 1 s. The fifth board has two right answers, a wrong one and a time-out. Only the second board is
// solved in more than half of its repetitions, in 1.5 s. The last two boards count as wrong.
func TestOneDefinitionOfSolved(t *testing.T) {
	var recs []result.Record
	for board, each := range [][]any{{1.0, "cut"}, {1.0, 2.0}, {"cut", "cut"}, {"wrong", 1.0}, {1.0, 1.0, "wrong", "cut"}} {
		recs = append(recs, recordtest.Runs(fmt.Sprint(board), "native/a", each...)...)
	}
	for i, r := range recs {
		if r.Count == "7" {
			recs[i].Verdict = result.Correct
		}
	}
	for _, c := range []struct {
		plot         Plot
		answer, text string // facts of the answer and of a text in the picture
	}{
		{Plot{Kind: "cactus"}, "1 of 5, 2 wrong", ""},
		{Plot{Kind: "share", Measure: "exact", By: "method"}, "20%, (1 of 5)", "1 of 5"},
		{Plot{Kind: "share", Measure: "wrong", By: "method"}, "50%, (2 of 4)", "2 of 4"},
		{Plot{Kind: "share", Measure: "unique", By: "method"}, "0%, (0 of 1)", "0 of 1"},
		{Plot{Kind: "share", Measure: "solvable", By: "method"}, "100%, (1 of 1)", "1 of 1"},
		{Plot{Kind: "share", Measure: "count>=7", By: "method"}, "100%, (1 of 1)", "1 of 1"},
		// The median of 1 s and 2 s is above 1.4 s, although one of the two is below.
		{Plot{Kind: "share", Measure: "wall_seconds<=1.4", By: "method"}, "0%, (0 of 5)", "0 of 5"},
		{Plot{Kind: "share", Measure: "wall_seconds<=1.6", By: "method"}, "20%, (1 of 5)", "1 of 5"},
		{Plot{Kind: "share", Measure: "wall_seconds>1.6", By: "method"}, "80%, (4 of 5)", "4 of 5"},
		{Plot{Kind: "ecdf"}, "no answer", ""},
		{Plot{Kind: "box"}, "no answer", "4"}, // four open triangles
		{Plot{Kind: "heat", Measure: "exact", By: "method,puzzle"}, "20%", "20%"},
		{Plot{Kind: "heat", Measure: "count", By: "method,puzzle"}, "7", "7"},
		{Plot{Kind: "histogram", Measure: "count"}, "7: 1", "1"},
	} {
		f, texts := drawnTexts(t, recs, c.plot)
		if !facttest.States(f.Answer, c.answer) || c.text != "" && !slices.Contains(texts, c.text) {
			t.Errorf("%s of %s: got %q and the texts %q, want %q and %q", c.plot.Kind, c.plot.Measure, f.Answer, texts, c.answer, c.text)
		}
	}
}

// TestNotTheSameEverywhere checks that every kind that compares methods warns if one of them ran on
// fewer boards, and that the legend of each picture states n. It must not warn if the methods ran on
// the same boards, or if single-method lines of suites differ.
func TestNotTheSameEverywhere(t *testing.T) {
	methods := []string{"native/a", "native/b", "sat/c"}
	var recs []result.Record
	for board := range 6 {
		for m, method := range methods {
			recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(board), method, float64(m+1)+float64(board)/8), func(r *result.Record) {
				r.Suite, r.Height, r.Width = fmt.Sprint("s", board/3), recordtest.Of(int64(board/2+1)), recordtest.Of(int64(2))
				r.Count, r.Nodes, r.Conflicts = fmt.Sprint(board+1), recordtest.Of(int64(board+5)), recordtest.Of(int64(7*board+5))
			}))
		}
	}
	less := recs[:len(recs)-1] // sat/c lacks the last board
	notTheSame := func(f *Figure) (texts []string) {
		for _, w := range f.Warnings {
			if w.Kind == data.NotTheSame {
				texts = append(texts, w.Text)
			}
		}
		return texts
	}
	for _, c := range []struct {
		plot Plot
		n    string // a text with the number of instances of sat/c
		want string // facts of the warning
	}{
		{Plot{Kind: "cactus"}, "sat/c: 5 of 5", "sat/c on 5 of 6"},
		{Plot{Kind: "ecdf"}, "sat/c, n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "ecdf", By: "style"}, "", ""}, // no style is known
		{Plot{Kind: "histogram"}, "sat/c, n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "box"}, "n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "box", By: "suite"}, "n = 2 to 3", "sat/c on 5 of 6"},
		{Plot{Kind: "box", By: "height"}, "", "sat/c on 5 of 6"},
		{Plot{Kind: "box", By: "instance"}, "", ""}, // a method without a sample at a place is not compared there
		{Plot{Kind: "heat", Measure: "wall_seconds", By: "method,suite"}, "", "sat/c on 5 of 6"},
		{Plot{Kind: "heat", Measure: "wall_seconds", By: "width,suite"}, "sat/c, n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "growth"}, "n = 2", "sat/c on 5 of 6"},
		{Plot{Kind: "scatter", By: "cells"}, "sat/c, n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "scatter", Methods: []string{"native/a", "sat/c"}}, "", "sat/c on 5 of 6"},
		{Plot{Kind: "scatter", Methods: []string{"native/a", "native/b"}}, "", ""},
		{Plot{Kind: "ablation"}, "sat/c, n = 5", "sat/c on 5 of 6"},
		{Plot{Kind: "ablation", By: "suite"}, "s1: sat/c, n = 2", "sat/c on 5 of 6"},
		{Plot{Kind: "share", Measure: "exact", By: "method"}, "", "sat/c on 5 of 6"},
		{Plot{Kind: "engines"}, "", "sat/c on 5 of 6"},
		{Plot{Kind: "difficulty"}, "", "sat/c on 5 of 6"},
	} {
		f, err := Draw(less, c.plot)
		if err != nil {
			if c.want != "" {
				t.Error(err)
			}
			continue
		}
		svg, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		texts := recordtest.SVGTexts(t, svg)
		if got := notTheSame(f); strings.Join(got, "") != "" != (c.want != "") || len(got) > 1 || c.want != "" && !facttest.States(got[0], c.want) {
			t.Errorf("%s by %s: got %q, want %q", c.plot.Kind, c.plot.By, got, c.want)
		}
		if c.n != "" && !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, c.n) }) {
			t.Errorf("%s by %s: no %q in %q", c.plot.Kind, c.plot.By, c.n, texts)
		}
		if f, err = Draw(recs, c.plot); err != nil || len(notTheSame(f)) > 0 {
			t.Errorf("%s by %s of the same boards: got %v", c.plot.Kind, c.plot.By, notTheSame(f))
		}
	}
	one := slices.DeleteFunc(slices.Clone(less), func(r result.Record) bool { return r.Method != "sat/c" })
	if f, err := Draw(one, Plot{Kind: "cactus"}); err != nil || len(notTheSame(f)) > 0 {
		t.Errorf("two suites of one method: got %v, %v", notTheSame(f), err)
	}
}

// TestSharedBoardHasBothLines checks pictures with lines of suites. A board that two suites share
// counts in the line of each of them. If the lines are methods, the board counts once.
func TestSharedBoardHasBothLines(t *testing.T) {
	var recs []result.Record
	for _, place := range []string{"A1", "A2", "A3", "C1", "C2"} {
		for _, method := range []string{"native/a", "sat/b"} {
			recs = append(recs, recordtest.With(recordtest.Ran(place[1:], method, 2), func(r *result.Record) {
				r.Suite, r.Key, r.Height, r.Width = place[:1], place[1:]+method, recordtest.Of(int64(place[1]-'0')), recordtest.Of(int64(2))
			}))
		}
	}
	one := slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return r.Method != "native/a" })
	for _, c := range []struct {
		recs []result.Record
		plot Plot
		want []string // parts of texts
	}{
		{one, Plot{Kind: "cactus"}, []string{"A: 3 of 3", "C: 2 of 2"}},
		{recs, Plot{Kind: "cactus"}, []string{"native/a: 3 of 3", "sat/b: 3 of 3"}},
		{one, Plot{Kind: "scatter", By: "cells"}, []string{"A, n = 3", "C, n = 2"}},
		{recs, Plot{Kind: "growth"}, []string{"native/a, A: ", "native/a, C: ", "n = 3", "n = 2"}},
		{one, Plot{Kind: "heat", Measure: "wall_seconds"}, []string{"A, n = 3", "C, n = 2"}},
	} {
		_, texts := drawnTexts(t, c.recs, c.plot)
		for _, want := range c.want {
			if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, want) }) {
				t.Errorf("%s: no %q in %q", c.plot.Kind, want, texts)
			}
		}
	}
}
