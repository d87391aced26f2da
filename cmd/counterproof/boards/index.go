package boards

import (
	"fmt"
	"io"
	"strings"

	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
)

// PrintIndex prints docs/puzzles.md: a table of all puzzles, then a table of all styles. The command
// cmd/docs makes the page of each puzzle and the pictures, in docs/puzzles.
func PrintIndex(w io.Writer) error {
	fmt.Fprint(w, `# The puzzles

<!-- make docs writes this page. -->

The page of each puzzle has a board with its solution, the rules, the notation, the methods, and
what the commands `+"`explain` and `deduce`"+` know about it. [glossary.md](glossary.md) explains the
technical words.

| | puzzle | task | explain | deduce |
|---|---|---|---|---|
`)
	for _, p := range catalog.All() {
		l, err := NewListing(p)
		if err != nil {
			return err
		}
		explains := ""
		if l.Explains {
			explains = "yes"
		}
		fmt.Fprintf(w, "| <a href=\"puzzles/%[1]s.md\"><img src=\"puzzles/%[1]s-solution.svg\" alt=\"A solution of %[2]s\" width=\"90\"></a> | [%[2]s](puzzles/%[1]s.md)<br>`%[1]s` | %[3]s | %[4]s | %[5]s |\n",
			l.Name, l.Title, l.summary(), explains, strings.Join(l.Levels(), ", "))
	}
	fmt.Fprint(w, `
- `+"`explain`"+` says what the theory of a puzzle knows about a board beyond its solutions.
- `+"`deduce`"+` solves a board with human techniques. The table lists its levels, easiest first.
- An instance is a notation, the name of a set, `+"`@FILE`, `@FOLDER` or `-`"+` (standard input).
  Quote it in a shell.
- `+"`counterproof list`"+` prints the same facts in a terminal, and the outside solvers that it finds.

## Solutions as text

Each puzzle has sites, and each site takes a value. A solution is printed with one character per
site: 0-9, a-z and A-Z are the values 0 to 61. If a site has more values, the solution is a
list of decimal numbers, separated by commas. The page of each puzzle says what a site is.

## Styles

A style is a way to write one kind of constraint as clauses. The other kinds of constraints of
the puzzle use their first style. The formula of a style that keeps the number of models has
exactly one [model](glossary.md#model) per solution. In the other styles a solution can have
several models, which differ only in auxiliary variables. Count their models after
[projection](glossary.md#projection).

| style | constraint | encoding | keeps the number of models |
|---|---|---|---|
`)
	for _, s := range constraint.Styles() {
		keeps := "yes"
		if !s.Keeps {
			keeps = "only after projection"
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", s.Name, s.Constraint, s.Doc, keeps)
	}
	return nil
}
