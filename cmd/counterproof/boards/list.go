// Package boards has the commands that work on single boards: list, show, solve, count, check,
// decode, explain, generate, repair and deduce.
package boards

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"text/template"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/formula"
	"counterproof/bench/solve/generator"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/minizinc"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
)

// ListCommand is the command list.
var ListCommand = &cli.Command{
	Name:  "list",
	Usage: "list the puzzles, or describe one",
	Description: `Without PUZZLE, lists all puzzles, each with an example, notations, methods and styles. With
PUZZLE, describes only this puzzle, and adds its rules, the techniques that the command deduce uses, and the default
size for the command generate.
$ counterproof list
$ counterproof list calendar`,
	ArgsUsage: "[PUZZLE]",
	Flags: []cli.Flag{
		console.JSONFlag,
		&cli.BoolFlag{Name: "markdown", Usage: "print the page docs/puzzles.md (for maintainers)"},
	},
	Action: console.Do(list),
}

// A Listing has the facts about one puzzle, for the command list and for the page in docs.
type Listing struct {
	Name      string             `json:"name"`
	Title     string             `json:"title"`
	Rules     string             `json:"rules"`
	Sites     string             `json:"sites"`
	Example   string             `json:"example"`
	Sets      []ListedSet        `json:"sets"`
	Methods   []string           `json:"methods"`
	Styles    []string           `json:"styles"`
	Encodings []constraint.Style `json:"encodings"` // the styles, each of which encodes a kind of constraint
	Formats   []string           `json:"formats"`   // the notations
	Output    []string           `json:"encode_formats"`
	Deduction []deduction.Rule   `json:"deduction"`       // the rules, the easiest level first
	Traps     []deduction.Rule   `json:"traps,omitempty"` // rules that lose information
	Explains  bool               `json:"explains"`        // whether the command explain takes the puzzle
	Generates bool               `json:"generates"`       // whether the command generate takes the puzzle
	Size      string             `json:"size,omitempty"`
	Levels    []string           `json:"-"` // of the rules of deduction, the easiest first
	Beyond    encode.Beyond      `json:"-"`
	Default   string             `json:"-"` // the method that count and solve use if none is named
	Reason    string             `json:"-"` // why, as the end of a sentence
	ofFile    bool               // whether its instances are files
}

// A ListedSet is a named set of instances.
type ListedSet struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

func list(c *console.Call) error {
	puzzles := wording.Either(c.Puzzle != nil, []*encode.Puzzle{c.Puzzle}, append(catalog.All(), catalog.OfFiles()...))
	if c.Bool("markdown") && !c.Bool("json") {
		return PrintIndex(c.Stdout)
	}
	found := lookup.Programs()
	for i, p := range puzzles {
		l := NewListing(p)
		l.Methods = append(l.Methods, found...)
		if p.Name == method.MiniZinc && minizinc.Installed("gecode") == nil {
			l.Methods = append(l.Methods, method.MiniZinc+"/gecode")
		}
		switch {
		case c.Bool("json"):
			if err := c.JSON(l); err != nil {
				return err
			}
		case c.Puzzle != nil:
			l.describe(c.Stdout)
		default:
			if i > 0 {
				fmt.Fprintln(c.Stdout)
			}
			l.print(c.Stdout)
		}
	}
	return nil
}

func (l *Listing) describe(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", l.Name, l.Title)
	for _, text := range []string{l.Rules, l.Sites} {
		fmt.Fprintf(w, "\n%s\n", strings.Join(console.Wrap(text, console.HelpWidth), "\n"))
	}
	section := func(heading string, lines ...string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(w, "\n%s:\n", heading)
		for _, line := range lines {
			fmt.Fprintf(w, "  %s\n", strings.Join(console.Wrap(line, console.HelpWidth-4), "\n    "))
		}
	}
	section("Example", l.Example)
	section("Notations, the canonical one first", l.Formats...)
	sets := wording.Each(l.Sets, func(s ListedSet) string { return s.Name + ": " + s.Doc })
	section("Sets", sets...)
	section("Methods", strings.Join(l.Methods, " "))
	section("Default method of count and solve", l.Default+", because "+l.Reason)
	section("Styles of formulas, the default first", l.markedStyles()...)
	section("Formats of encode", strings.Join(l.Output, " "))
	if l.Generates {
		section("Size of generate", l.Size+" by default")
	}
	rules := wording.Each(l.Deduction, func(r deduction.Rule) string { return fmt.Sprintf("%s, %s: %s", r.Level, r.Name, r.Statement) })
	if len(rules) > 0 {
		section("Levels of deduce", strings.Join(wording.Each(l.Levels, deduction.NamedLevel), ", "))
	}
	if l.Beyond.Level != "" {
		section("Difficulty of generate besides these levels", fmt.Sprintf("%s: boards that the rules up to the level %s do not solve", l.Beyond.Level, l.Beyond.Than))
	}
	section("Rules of deduce, the easiest first", rules...)
	section("Traps, which only deduce uses and only with --rules +NAME", wording.Each(l.Traps, func(r deduction.Rule) string { return r.Name + ": " + r.Statement })...)
	fmt.Fprintf(w, "\nSee docs/%s.md.\n", wording.Either(l.ofFile, "from-other-tools", "puzzles/"+l.Name))
}

// NewListing collects the facts about a puzzle, without outside programs as methods.
func NewListing(p *encode.Puzzle) *Listing {
	in := p.ExampleBoard()
	l := &Listing{
		Name: p.Name, Title: p.Title, Rules: p.FullRules(), Sites: p.Sites, Example: p.Example,
		Sets: []ListedSet{}, Methods: append([]string{"native", "sat", "sat/cubes"}, lookup.Names(p, in)...),
		Styles: p.Styles, Encodings: []constraint.Style{}, Formats: p.Formats, Output: formula.Formats(in),
		Deduction: []deduction.Rule{}, Levels: deduction.Levels(in), Beyond: p.Beyond, Traps: deduction.Traps(in),
		Explains: true, Generates: generator.Draws(p),
		Default: lookup.Default(p),
		Reason:  cmp.Or(p.Hybrid, "an algorithm made for the puzzle is faster than SAT on most boards"),
	}
	if p.OfFile != nil {
		l.Methods, l.ofFile, l.Reason = l.Methods[1:], true, "a file has no native method"
	}
	if board, ok := in.(deduction.Deducible); ok {
		l.Deduction = append(l.Deduction, board.Rules()...)
	}
	l.Size = wording.If(l.Generates, p.Size.String())
	for _, name := range p.Styles {
		if s, ok := constraint.StyleOf(name); ok {
			l.Encodings = append(l.Encodings, s)
		}
	}
	for _, s := range p.Sets {
		l.Sets = append(l.Sets, ListedSet{s.Name + wording.If(s.Param != "", ":"+s.Param), s.Doc})
	}
	return l
}

func (l *Listing) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\t%s: %s\n", l.Name, l.Title, l.Summary())
	fmt.Fprintf(w, "  example\t%s\n", l.Example)
	for _, s := range l.Sets {
		fmt.Fprintf(w, "  set\t%s: %s\n", s.Name, s.Doc)
	}
	for _, f := range l.Formats {
		fmt.Fprintf(w, "  notation\t%s\n", f)
	}
	fmt.Fprintf(w, "  methods\t%s\n", strings.Join(l.Methods, " "))
	fmt.Fprintf(w, "  styles\t%s\n", strings.Join(l.markedStyles(), ", "))
	fmt.Fprintf(w, "  encodes to\t%s\n", strings.Join(l.Output, " "))
	fmt.Fprintf(w, "  commands\t%s\n", l.doing())
	w.Flush()
}

// Summary returns the first sentence of the rules.
func (l *Listing) Summary() string { return wording.First(l.Rules) }

// markedStyles marks the styles that keep the number of models only after projection.
func (l *Listing) markedStyles() []string {
	return wording.Each(l.Styles, func(name string) string {
		s, ok := constraint.StyleOf(name)
		return name + wording.If(ok && !s.Keeps, " (projected)")
	})
}

// doing lists the commands that take this puzzle, without those that take every puzzle.
func (l *Listing) doing() string {
	return wording.If(len(l.Deduction) > 0, fmt.Sprintf("deduce (%s), ", strings.Join(l.Levels, ", "))) + "explain" +
		wording.If(l.Generates, fmt.Sprintf(", generate (%s by default)", l.Size))
}

//go:embed index.tmpl
var index string

// PrintIndex prints docs/puzzles.md: a table of all puzzles, then a table of all styles. The command
// cmd/docs makes the page of each puzzle and the pictures, in docs/puzzles.
func PrintIndex(w io.Writer) error {
	page := template.Must(template.New("index").Parse(index))
	return page.Execute(w, map[string]any{"Puzzles": wording.Each(catalog.All(), NewListing), "Files": wording.Each(catalog.OfFiles(), NewListing), "Styles": constraint.Styles()})
}
