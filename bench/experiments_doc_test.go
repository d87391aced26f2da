package bench

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
)

// TestExperimentsPage: docs/experiments.md names every key of an experiment file and every
// column of a record, and its example is read.
func TestExperimentsPage(t *testing.T) {
	text, err := os.ReadFile("../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```toml\n(.*?)```").FindSubmatch(text)
	if example == nil {
		t.Fatal("no example")
	}
	if _, err := ParseSpec("docs/experiments.md", example[1], []string{"growth"}); err != nil {
		t.Error(err)
	}
	words := regexp.MustCompile("[a-z_]+").FindAllString(string(text), -1)
	for _, c := range []struct {
		tag string
		of  any
	}{
		{"toml", Spec{}}, {"toml", Cost{}}, {"toml", Suite{}}, {"toml", limits{}}, {"toml", Boards{}},
		{"toml", Random{}}, {"toml", Full{}}, {"toml", Plot{}}, {"json", result.Record{}}, {"json", result.Difficulty{}},
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
