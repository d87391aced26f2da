package experiment_test

import (
	"errors"
	"path/filepath"
	"testing"

	"counterproof/bench/run/experiment"
	"counterproof/reports/study/plot"
)

// TestExperimentPlots checks that the plots of every experiment in bench/experiments are valid.
func TestExperimentPlots(t *testing.T) {
	var kinds []string
	for _, k := range plot.Kinds {
		kinds = append(kinds, k.Name)
	}
	paths, err := filepath.Glob("../../experiments/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no experiments", err)
	}
	for _, path := range paths {
		s, err := experiment.ReadSpec(path, kinds, false)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := s.CheckPlots(plot.Check); err != nil {
			t.Error(err)
		}
	}
}

// TestPlotWidth checks that an unknown width or scale is an error at its position in the file.
func TestPlotWidth(t *testing.T) {
	const head = "title = 'x'\n[[suite]]\nname = 'a'\npuzzle = 'map'\ninstances = ['1']\nmethods = ['native']\n[[plot]]\nkind = 'box'\n"
	for line, ok := range map[string]bool{"width = 'column'": true, "width = 'page'": false, "scale = 'log'": true, "scale = 'logs'": false} {
		s, err := experiment.ParseSpec("x.toml", []byte(head+line+"\n"), []string{"box"})
		if err != nil {
			t.Fatal(err)
		}
		err = s.CheckPlots(plot.Check)
		var at *experiment.SpecError
		if ok != (err == nil) || !ok && (!errors.As(err, &at) || at.Line != 9 || at.Column != 9) {
			t.Errorf("%s: got %v", line, err)
		}
	}
}
