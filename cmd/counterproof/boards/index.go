package boards

import (
	_ "embed"
	"io"
	"text/template"

	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
)

//go:embed index.tmpl
var index string

// PrintIndex prints docs/puzzles.md: a table of all puzzles, then a table of all styles. The command
// cmd/docs makes the page of each puzzle and the pictures, in docs/puzzles.
func PrintIndex(w io.Writer) error {
	var all []*Listing
	for _, p := range catalog.All() {
		l, err := NewListing(p)
		if err != nil {
			return err
		}
		all = append(all, l)
	}
	page := template.Must(template.New("index").Parse(index))
	return page.Execute(w, map[string]any{"Puzzles": all, "Styles": constraint.Styles()})
}
