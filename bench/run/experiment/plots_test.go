package experiment

import (
	"errors"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

func TestCheckPlots(t *testing.T) {
	const head = "title = 'x'\n[[suite]]\nname = 'small'\npuzzle = 'fake'\ninstances = ['7']\nmethods = ['native']\n"
	check := func(p result.Plot) (string, error) {
		if p.Measure == "colour" {
			return "measure", errors.New("no colours here")
		}
		if p.By == "colour" {
			return "by", errors.New("nor there")
		}
		return "", nil
	}
	for _, c := range []struct {
		plots        string
		line, column int
		want         string
	}{
		{"", 0, 0, ""},
		{"[[plot]]\nkind = 'engines'\nsuites = ['small']\nmeasure = 'nodes'\n[[plot]]\nkind = 'heatmap'\n", 0, 0, ""},
		{"[[plot]]\nkind = 'engines'\nsuites = ['small', 'large']\n", 9, 20, `the experiment has no suite "large"`},
		{"[[plot]]\nkind = 'heatmap'\n[[plot]]\nkind = 'engines'\nmeasure = 'colour'\n", 11, 11, "no colours here"},
		{"[[plot]]\nkind = 'engines'\nby = 'colour'\n", 9, 6, "nor there"},
		{"[[plot]]\nkind = 'engines'\n[[plot]]\nkind = 'engines'\n", 10, 8, `a second plot is called "engines": give it a name of its own`},
		{"[[plot]]\nkind = 'engines'\nname = 'a'\n[[plot]]\nkind = 'engines'\n", 0, 0, ""},
		{"[[plot]]\nkind = 'engines'\nname = 'A'\n[[plot]]\nkind = 'engines'\nname = 'a'\n", 11, 8, `a second plot is called "a": give it a name of its own`},
	} {
		s, err := spec(t, head+c.plots)
		if err != nil {
			t.Fatal(err)
		}
		err = s.CheckPlots(check)
		var at *SpecError
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%s: %v", c.plots, err)
			}
		case !errors.As(err, &at) || at.Line != c.line || at.Column != c.column || !facttest.States(at.Err.Error(), c.want):
			t.Errorf("%s: got %v, want %d:%d: %s", c.plots, err, c.line, c.column, c.want)
		}
	}
}
