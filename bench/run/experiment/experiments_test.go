package experiment_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/run/experiment"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/reports/study/plot"
)

// TestExperiments checks that every experiment in bench/experiments can be read in the quick and
// the full size, and that the experiments listed here have the expected numbers of jobs.
func TestExperiments(t *testing.T) {
	var kinds []string
	for _, k := range plot.Kinds {
		kinds = append(kinds, k.Name)
	}
	read := func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		name, param, _ := strings.Cut(arg, ":")
		for _, s := range p.Sets {
			if s.Name == name && (s.Param != "") == (param != "") {
				if ins, err := s.List(param); err == nil {
					return ins, nil
				}
			}
		}
		lines := []string{arg}
		if path, ok := strings.CutPrefix(arg, "@"); ok {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			lines = strings.Split(strings.TrimSpace(string(text)), "\n")
		}
		var ins []encode.Instance
		for _, line := range lines {
			in, err := p.Parse(line)
			if err != nil {
				return nil, err
			}
			ins = append(ins, in)
		}
		return ins, nil
	}
	// Numbers of jobs, computed by hand, if a suite makes one board of each size and density.
	jobs := map[string]int{
		"calendar-effort.toml":   366,
		"calendar-weekday.toml":  365 + 7*12*2,
		"calendar-year.toml":     2*366 + 7,
		"linear-singular.toml":   2*12*12 + 2*2*5*5,
		"map-kempe.toml":         2 * 200,
		"minesweeper-guess.toml": 3*12 + 3,
		"pairplace-shape.toml":   45,
	}
	paths, _ := filepath.Glob("../../experiments/*.toml")
	if len(paths) < 15 {
		t.Errorf("%d experiments, want 15 or more", len(paths))
	}
	for _, path := range paths {
		s, err := experiment.ReadSpec(path, kinds, false)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, suite := range s.Suites {
			if suite.Generate != nil {
				suite.Generate.Number = 1 // of each size
			}
			if suite.Random != nil {
				suite.Random.Number = 1 // of each size and density
			}
		}
		if s.Question == "" || s.Cost.Quick.Duration == 0 || s.Cost.Full.Duration == 0 {
			t.Errorf("%s: want a question and both costs", path)
		}
		if full, err := experiment.ReadSpec(path, kinds, true); err != nil || !full.Full {
			t.Errorf("%s: %v", path, err)
		}
		got, err := s.Jobs(t.Context(), catalog.Find, read)
		if want := jobs[s.Name()]; err != nil || want > 0 && len(got) != want {
			t.Errorf("%s: %d jobs (%v), want %d", path, len(got), err, want)
		}
	}
}
