// Package boards has the commands about single boards and formulas: list, show, solve, count, check,
// encode, decode, explain, generate, deduce and sat.
package boards

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"counterproof/bench/engine"
	"counterproof/bench/experiment"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
)

var ListCommand = &cli.Command{
	Name:     "list",
	Usage:    "list the puzzles, or describe one",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Without PUZZLE, lists each puzzle with an example, its notations, methods and styles. "+
			"With PUZZLE, also prints its rules, the levels and rules of deduce, and the size that "+
			"generate draws.",
		"counterproof list",
		"counterproof list calendar",
	),
	ArgsUsage: "[PUZZLE]",
	Flags: []cli.Flag{
		console.JSONFlag,
		&cli.BoolFlag{Name: "markdown", Usage: "print the page docs/puzzles.md (for maintainers)"},
	},
	Action:       console.Args(0, 0, list),
	BashComplete: func(*cli.Context) {},
}

// A listing is one puzzle as list prints it.
type listing struct {
	Name      string         `json:"name"`
	Title     string         `json:"title"`
	Rules     string         `json:"rules"`
	Sites     string         `json:"sites"`
	Example   string         `json:"example"`
	Sets      []listSet      `json:"sets"`
	Methods   []string       `json:"methods"`
	Styles    []string       `json:"styles"`
	Encodings []listEncoding `json:"encodings"` // of the styles that are encodings of a constraint
	Formats   []string       `json:"formats"`
	Output    []string       `json:"encode_formats"`
	Deduction []listRule     `json:"deduction"` // the rules, the easiest level first
	Explains  bool           `json:"explains"`  // whether the command explain takes it
	Generates bool           `json:"generates"` // whether generate does
	Size      string         `json:"size,omitempty"`
}

type listRule struct {
	Rule      string `json:"rule"`
	Level     string `json:"level"`
	Statement string `json:"statement"`
	Unique    bool   `json:"unique,omitempty"` // takes for granted that there is one solution
}

type listEncoding struct {
	Style      string `json:"style"`
	Constraint string `json:"constraint"`
	Doc        string `json:"doc"`
	Keeps      bool   `json:"keeps_models"` // as many models as projected models
}

type listSet struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

func list(c *cli.Context, _ []string) error {
	encoder := json.NewEncoder(c.App.Writer)
	if c.Bool("markdown") {
		fmt.Fprint(c.App.Writer, "# The puzzles\n\nPrinted by `counterproof list --markdown`.\n")
	}
	found := engine.Programs()
	if c.Bool("markdown") && !c.Bool("json") {
		found = nil // the page is the same on all machines
	}
	for i, p := range catalog.All() {
		l, err := newListing(p)
		if err != nil {
			return err
		}
		l.Methods = append(l.Methods, found...)
		if c.Bool("json") {
			if err := encoder.Encode(l); err != nil {
				return err
			}
			continue
		}
		if c.Bool("markdown") {
			l.markdown(c.App.Writer)
			continue
		}
		if i > 0 {
			fmt.Fprintln(c.App.Writer)
		}
		l.print(c.App.Writer)
	}
	if c.Bool("markdown") && !c.Bool("json") {
		printEncodings(c.App.Writer)
	}
	return nil
}

func newListing(p *encode.Puzzle) (*listing, error) {
	in, err := p.Parse(p.Example)
	if err != nil {
		return nil, fmt.Errorf("%s: example: %w", p.Name, err)
	}
	l := &listing{
		Name: p.Name, Title: p.Title, Rules: p.Rules, Sites: p.Sites, Example: p.Example,
		Sets: []listSet{}, Methods: append([]string{"native", "sat", "sat/cubes"}, engine.Names(p, in)...),
		Styles: p.Styles, Encodings: []listEncoding{}, Formats: p.Formats, Output: outputFormats(in),
		Deduction: []listRule{},
		Generates: experiment.Draws(p),
	}
	if board, ok := in.(encode.Deducible); ok {
		for _, r := range board.Rules() {
			l.Deduction = append(l.Deduction, listRule{r.Name, r.Level, r.Statement, r.Unique})
		}
	}
	_, l.Explains = in.(encode.Explainable)
	if l.Generates {
		l.Size = p.Size.String()
	}
	for _, name := range p.Styles {
		if s, ok := constraint.StyleOf(name); ok {
			l.Encodings = append(l.Encodings, listEncoding{s.Name, s.Constraint, s.Doc, s.Keeps})
		}
	}
	for _, s := range p.Sets {
		name := s.Name
		if s.Param != "" {
			name += ":" + s.Param
		}
		l.Sets = append(l.Sets, listSet{name, s.Doc})
	}
	return l, nil
}

func (l *listing) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	summary, _, _ := strings.Cut(l.Rules, ". ")
	fmt.Fprintf(w, "%s\t%s: %s.\n", l.Name, l.Title, strings.TrimSuffix(summary, "."))
	fmt.Fprintf(w, "  example\t%s\n", l.Example)
	for _, s := range l.Sets {
		fmt.Fprintf(w, "  set\t%s: %s\n", s.Name, s.Doc)
	}
	for _, f := range l.Formats {
		fmt.Fprintf(w, "  notation\t%s\n", f)
	}
	fmt.Fprintf(w, "  methods\t%s\n", strings.Join(l.Methods, " "))
	fmt.Fprintf(w, "  styles\t%s\n", strings.Join(l.styles("%s", " (projected)"), ", "))
	fmt.Fprintf(w, "  encodes to\t%s\n", strings.Join(l.Output, " "))
	if doing := l.doing("%s"); doing != "" {
		fmt.Fprintf(w, "  commands\t%s\n", doing)
	}
	w.Flush()
}

// styles are the names of the styles in a format, a mark behind those that
// keep the number of models only after projection.
func (l *listing) styles(format, mark string) []string {
	var marked []string
	for _, name := range l.Styles {
		text := fmt.Sprintf(format, name)
		if s, ok := constraint.StyleOf(name); ok && !s.Keeps {
			text += mark
		}
		marked = append(marked, text)
	}
	return marked
}

// doing are the commands that not every puzzle has.
func (l *listing) doing(format string) string {
	var commands []string
	if len(l.Deduction) > 0 {
		commands = append(commands, fmt.Sprintf(format+" (%s)", "deduce", strings.Join(l.levels(), ", ")))
	}
	if l.Explains {
		commands = append(commands, fmt.Sprintf(format, "explain"))
	}
	if l.Generates {
		commands = append(commands, fmt.Sprintf(format+" (%s unless told otherwise)", "generate", l.Size))
	}
	return strings.Join(commands, ", ")
}

// levels are those of the rules, the easiest first.
func (l *listing) levels() []string {
	var names []string
	for _, r := range l.Deduction {
		if !slices.Contains(names, r.Level) {
			names = append(names, r.Level)
		}
	}
	return names
}

// markdown prints the puzzle's section of docs/puzzles.md.
func (l *listing) markdown(w io.Writer) {
	fmt.Fprintf(w, "\n## %s: %s\n\n%s\n\n%s\n\n", l.Name, l.Title, l.Rules, l.Sites)
	fmt.Fprintf(w, "Example: `%s`\n\n", l.Example)
	fmt.Fprint(w, "Notations, the canonical one first:\n\n")
	for _, f := range l.Formats {
		fmt.Fprintf(w, "- %s\n", f)
	}
	if len(l.Sets) > 0 {
		fmt.Fprint(w, "\nSets:\n\n")
		for _, s := range l.Sets {
			fmt.Fprintf(w, "- `%s`: %s\n", s.Name, s.Doc)
		}
	}
	fmt.Fprintf(w, "\nMethods: `%s`. Styles: %s. Encodes to: `%s`.",
		strings.Join(l.Methods, "`, `"), strings.Join(l.styles("`%s`", " ([projected](#styles))"), ", "), strings.Join(l.Output, "`, `"))
	if doing := l.doing("`%s`"); doing != "" {
		fmt.Fprintf(w, " Commands: %s.", doing)
	}
	fmt.Fprintln(w)
	if len(l.Deduction) == 0 {
		return
	}
	fmt.Fprint(w, "\n| level | rule | what it sees, and what goes |\n|---|---|---|\n")
	for _, r := range l.Deduction {
		unique := ""
		if r.Unique {
			unique = " (where there is one solution)"
		}
		fmt.Fprintf(w, "| %s | %s | %s%s |\n", r.Level, r.Rule, strings.ReplaceAll(r.Statement, "|", `\|`), unique)
	}
}

// printEncodings prints the end of docs/puzzles.md.
func printEncodings(w io.Writer) {
	fmt.Fprint(w, "\n## Styles\n\nA style names the encoding of one kind of constraint; the other kinds have the first one of theirs. "+
		"The formula of a style that keeps the number of models has as many models as the puzzle has solutions. "+
		"In the others, which are marked projected above, a solution can have several models, that differ in auxiliary variables alone: "+
		"only the number of projected models is that of the solutions.\n\n"+
		"| style | constraint | encoding | keeps the number of models |\n|---|---|---|---|\n")
	for _, s := range constraint.Styles() {
		keeps := "yes"
		if !s.Keeps {
			keeps = "only after projection"
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", s.Name, s.Constraint, s.Doc, keeps)
	}
}
