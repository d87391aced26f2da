package files_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"counterproof/encode/test/facttest"
)

// tableRow matches a row of the table of forms in docs/formats.md: the puzzle, the name of the form,
// and the text about it.
var tableRow = regexp.MustCompile("(?m)^\\| `([a-z0-9]+)` \\| `([a-z-]+)` \\| (.*) \\|$")

// TestForms reads a file of every form in the table of docs/formats.md. The table and the files must
// have the same forms, and the table must say which of them are refused.
func TestForms(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/forms.txtar")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	about := map[string]string{}
	for _, row := range tableRow.FindAllStringSubmatch(string(page), -1) {
		about[row[1]+"/"+row[2]] = row[3]
	}
	want := map[string][]string{}
	for line := range strings.Lines(string(archive.Files[0].Data)) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		want[name] = append(want[name], text)
	}
	for _, f := range archive.Files[1:] {
		puzzle, _, _ := strings.Cut(f.Name, "/")
		got, _, err := read(puzzle, string(f.Data), false)
		facts, refused := strings.CutPrefix(strings.Join(want[f.Name], ""), "refused: ")
		switch {
		case refused && (err == nil || !facttest.States(err.Error(), facts)):
			t.Errorf("%s: read as %q, error %v, want a refusal with %q", f.Name, got, err, facts)
		case !refused && (err != nil || !slices.Equal(got, want[f.Name])):
			t.Errorf("%s: got %q, %v, want %q", f.Name, got, err, want[f.Name])
		}
		if text, ok := about[f.Name]; !ok || strings.HasPrefix(text, "refused") != refused {
			t.Errorf("%s: docs/formats.md lists it as %q", f.Name, text)
		}
		delete(about, f.Name)
		delete(want, f.Name)
	}
	for name := range about {
		t.Errorf("%s: docs/formats.md lists it, but there is no file", name)
	}
	for name := range want {
		t.Errorf("%s: there is no file", name)
	}
}
