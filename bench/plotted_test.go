package bench_test

import (
	"path/filepath"
	"testing"

	"counterproof/bench"
	"counterproof/reports"
)

// TestExperimentPlots: what every experiment of the house wants drawn is something to draw.
func TestExperimentPlots(t *testing.T) {
	var kinds []string
	for _, k := range reports.Kinds {
		kinds = append(kinds, k.Name)
	}
	paths, err := filepath.Glob("experiments/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no experiments", err)
	}
	for _, path := range paths {
		s, err := bench.ReadSpec(path, kinds)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := s.CheckPlots(func(p bench.Plot) (string, error) {
			return reports.CheckPlot(reports.Plot{Kind: p.Kind, Name: p.Name, Measure: p.Measure, By: p.By})
		}); err != nil {
			t.Error(err)
		}
	}
}
