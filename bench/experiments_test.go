package bench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/reports"
)

// TestExperiments reads every experiment of the house.
func TestExperiments(t *testing.T) {
	var kinds []string
	for _, k := range reports.Kinds {
		kinds = append(kinds, k.Name)
	}
	read := func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		for _, s := range p.Sets {
			if s.Name == arg && s.Param == "" {
				return s.List("")
			}
		}
		lines := []string{arg}
		if path, ok := strings.CutPrefix(arg, "@"); ok {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			lines = strings.Fields(string(text))
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
	jobs := map[string]int{"calendar-year.toml": 2*366 + 7, "map-kempe.toml": 2 * 200, "pairplace-shape.toml": 45}
	paths, _ := filepath.Glob("experiments/*.toml")
	if len(paths) < len(jobs) {
		t.Errorf("%d experiments, want %d", len(paths), len(jobs))
	}
	for _, path := range paths {
		s, err := bench.ReadSpec(path, kinds)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, suite := range s.Suites {
			if suite.Generate != nil {
				suite.Generate.Number = 1 // of each size
			}
		}
		got, err := s.Jobs(t.Context(), catalog.Find, read)
		if want := jobs[s.Name()]; err != nil || want > 0 && len(got) != want {
			t.Errorf("%s: %d jobs (%v), want %d", path, len(got), err, want)
		}
	}
}
