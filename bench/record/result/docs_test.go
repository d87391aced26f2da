package result

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocumented checks that the table of columns in docs/experiments.md names exactly the keys of
// a record.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| columns | meaning |\n")
	if !ok {
		t.Fatal("docs/experiments.md has no table of columns")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]*)` \\|").FindAllStringSubmatch(table, -1) {
		documented = append(documented, strings.Fields(row[1])...)
	}
	var keys []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if !slices.Contains(documented, key) {
			t.Errorf("docs/experiments.md lacks the column %s", key)
		}
	}
	for _, name := range documented {
		if !slices.Contains(keys, name) {
			t.Errorf("docs/experiments.md has the column %s, which no record has", name)
		}
	}
}
