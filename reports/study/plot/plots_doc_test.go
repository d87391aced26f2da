package plot

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/reports/study/data"
)

// TestPlotsPage checks that docs/plots.md names every kind, measure and dimension.
func TestPlotsPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/plots.md")
	if err != nil {
		t.Fatal(err)
	}
	prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(text), "")
	var words []string
	for _, quoted := range regexp.MustCompile("`[^`]+`").FindAllString(prose, -1) {
		words = append(words, strings.Fields(strings.Trim(quoted, "`"))...)
	}
	var all []string
	for _, m := range data.Measures {
		all = append(all, m.Key)
	}
	for _, d := range data.Dimensions {
		all = append(all, d.Key)
	}
	for _, key := range append(all, KindNames()...) {
		if !slices.Contains(words, key) {
			t.Errorf("docs/plots.md has no %s", key)
		}
	}
	rows := 0
	for line := range strings.Lines(prose) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.Contains(cells[1], "`") {
			continue
		}
		rows++
		p := Plot{Kind: strings.Trim(cells[1], " `"), Measure: strings.Trim(cells[3], " `"), By: strings.Trim(cells[4], " `")}
		if p.By == "none" {
			p.By = ""
		}
		if key, err := Check(p); err != nil {
			t.Errorf("docs/plots.md: %s of %s: %v", key, p.Kind, err)
		}
	}
	if rows != len(Kinds[11:]) {
		t.Errorf("docs/plots.md has a table of %d kinds, want %d", rows, len(Kinds[11:]))
	}
}
