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

Each puzzle has a page with a board, a solution of it, the rules, the notations and the methods. If the
commands `+"`explain` and `deduce`"+` know special facts or techniques for the puzzle, the page lists them.
[glossary.md](glossary.md) explains the technical words.

| | puzzle | task | levels of deduce |
|---|---|---|---|
`)
	for _, p := range catalog.All() {
		l, err := NewListing(p)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| <a href=\"puzzles/%[1]s.md\"><img src=\"puzzles/%[1]s-solution.svg\" alt=\"A solution of %[2]s\" width=\"90\"></a> | [%[2]s](puzzles/%[1]s.md)<br>`%[1]s` | %[3]s | %[4]s |\n",
			l.Name, l.Title, l.summary(), strings.Join(l.Levels(), ", "))
	}
	fmt.Fprint(w, `
- `+"`explain`"+` says what all solutions of a board share, or why the board has no solution; see
  [explain.md](explain.md). For some puzzles, `+"`explain`"+` prints more facts. The page of the puzzle
  explains these facts.
- `+"`deduce`"+` solves a board with human techniques. The last column of the table lists the levels of
  these techniques, easiest first. A puzzle without levels has no techniques.
- On the command line, you can give a board in its notation, by the name of a set, as `+"`@FILE` or"+`
  `+"`@FOLDER`, or as `-`"+` (standard input). In a shell, put quotes around a notation.
- `+"`counterproof list PUZZLE`"+` prints the facts about a puzzle in a terminal. `+"`counterproof list`"+`
  prints a shorter list for all puzzles. Both also name the outside solvers that are installed.

## Solutions as text

A board has [sites](glossary.md#site), such as cells. A solution gives each site a value, which is a
number from 0 upwards. The page of each puzzle says what the sites are and what the values mean.

`+"`solve` draws solutions. `solve --json`"+` prints a solution as text with one character per site: 0-9, a-z
and A-Z stand for the values 0 to 61. If any site of the board can have a larger value, the text is a
list of decimal numbers instead, separated by commas. `+"`check` and `decode`"+` also read such a text.

## Styles

A constraint, for example "at most one of these variables is true", can be written as clauses in several
ways. Each way is called a style. A style belongs to one kind of constraint. If a puzzle also has
constraints of another kind, they are written in the first style that the table lists for that kind.

Some styles keep the number of models: the formula has exactly one [model](glossary.md#model) per
solution. In the other styles, a solution can have several models. These models differ only in
[auxiliary variables](glossary.md#auxiliary-variable). To get the number of solutions in such a style,
count the [projected](glossary.md#projection) models.

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
