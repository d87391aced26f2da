package boards

import (
	_ "embed"
	"io"
	"text/template"

	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
)

//go:embed index.tmpl
var index string

// PrintIndex prints docs/puzzles.md: a table of all puzzles, then a table of all styles. The command
// cmd/docs makes the page of each puzzle and the pictures, in docs/puzzles.
func PrintIndex(w io.Writer) error {
	page := template.Must(template.New("index").Parse(index))
	return page.Execute(w, map[string]any{"Puzzles": wording.Each(catalog.All(), NewListing), "Styles": constraint.Styles()})
}
