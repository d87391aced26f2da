package experiment

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestExperimentsPage checks that docs/experiments.md names every key of an experiment file and
// every column of a record, and that the example on this page can be read.
func TestExperimentsPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```toml\n(.*?)```").FindSubmatch(text)
	if example == nil {
		t.Fatal("no example")
	}
	spec, err := ParseSpec("docs/experiments.md", example[1], []string{"growth"})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := jobsOf(spec, t.Context(), catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		if arg == "@docs/boards.txt" {
			arg = "2x2:1/1/1/1"
		}
		in, err := p.Parse(arg)
		return []encode.Instance{in}, err
	})
	// The suite has 2 named instances, 20 boards for each size and 100 boards for each density.
	// Each board has three methods and three repetitions. A few boards of 5x5 may be drawn twice.
	if most := (2 + 40 + 300) * 3 * 3; err != nil || len(jobs) > most || len(jobs) < most-9*9 {
		t.Errorf("%d jobs, %v, want %d", len(jobs), err, most)
	}
	words := regexp.MustCompile("[a-z_]+").FindAllString(string(text), -1)
	for _, c := range []struct {
		tag string
		of  any
	}{
		{"toml", Spec{}}, {"toml", Cost{}}, {"toml", Suite{}}, {"toml", limits{}}, {"toml", Boards{}},
		{"toml", Random{}}, {"toml", Scale{}}, {"toml", result.Plot{}}, {"json", result.Options{}}, {"json", result.Record{}}, {"json", result.Difficulty{}},
	} {
		typ := reflect.TypeOf(c.of)
		for i := range typ.NumField() {
			key, _, _ := strings.Cut(typ.Field(i).Tag.Get(c.tag), ",")
			if key != "" && key != "-" && !slices.Contains(words, key) {
				t.Errorf("docs/experiments.md has no %s of %v", key, typ)
			}
		}
	}
}
