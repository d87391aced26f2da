package console

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// These are the groups of commands in the help.
const (
	GroupSolve = "Solve a board"
	GroupMake  = "Make puzzles"
	GroupStudy = "Study and prove"
	GroupScale = "Run at scale"
	GroupOther = "Other"
)

// Groups lists the groups in the order of the help.
var Groups = []string{GroupSolve, GroupMake, GroupStudy, GroupScale, GroupOther}

// HelpWidth is the number of columns that the help fills.
const HelpWidth = 90

// Description returns the text and the examples of a command. Each example is a line after "$ ", which can be
// pasted into a shell. The tests run it in a folder that contains docs and bench.
func Description(c *cli.Command) (text string, examples []string) {
	parts := strings.Split(c.Description, "\n$ ")
	paragraphs := strings.Split(parts[0], "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n\n"), parts[1:]
}

// PrintHelp prints the help of the program or of one command. It replaces cli.HelpPrinter, whose
// templates cannot wrap lines or list the groups of commands in our order.
func PrintHelp(w io.Writer, _ string, data any) {
	switch v := data.(type) {
	case *cli.App:
		printAppHelp(w, v)
	case *cli.Command:
		printCommandHelp(w, v)
	}
}

func printAppHelp(w io.Writer, app *cli.App) {
	fmt.Fprintf(w, "%s: %s\n\nUsage: %s COMMAND [FLAGS] [ARGUMENTS]\n", app.Name, app.Usage, app.Name)
	for _, group := range Groups {
		fmt.Fprintf(w, "\n%s:\n", group)
		for _, c := range Commands(app, group) {
			printEntry(w, Name(c), c.Usage, 14)
		}
	}
	fmt.Fprintf(w, "\n%s\n", app.Description)
}

// Commands returns the visible commands of a group, in the order of the app. It returns the commands
// inside a command such as solvers instead of this command.
func Commands(app *cli.App, group string) (all []*cli.Command) {
	for _, c := range app.Commands {
		// The cli package adds a command help to each command.
		inside := slices.DeleteFunc(slices.Clone(c.Subcommands), func(s *cli.Command) bool { return s.Name == "help" })
		switch {
		case c.Hidden || c.Category != group:
		case len(inside) > 0:
			all = append(all, inside...)
		default:
			all = append(all, c)
		}
	}
	return all
}

// Name returns the name of a command, such as count or "solvers list".
func Name(c *cli.Command) string { return cmp.Or(c.UsageText, c.Name) }

func printCommandHelp(w io.Writer, c *cli.Command) {
	fmt.Fprintf(w, "counterproof %s: %s\n\nUsage: %s\n", Name(c), c.Usage, Synopsis(c))
	text, examples := Description(c)
	for _, paragraph := range strings.Split(text, "\n\n") {
		if paragraph != "" {
			fmt.Fprintf(w, "\n%s\n", strings.Join(Wrap(paragraph, HelpWidth), "\n"))
		}
	}
	if len(examples) > 0 {
		fmt.Fprint(w, "\nExamples:\n")
		for _, example := range examples {
			fmt.Fprintf(w, "  %s\n", example)
		}
	}
	if flags := c.VisibleFlags(); len(flags) > 0 {
		fmt.Fprint(w, "\nFlags:\n")
		for _, f := range flags {
			name, usage := FlagText(f)
			printEntry(w, name, usage, 22)
		}
	}
}

// Synopsis returns the usage line of a command.
func Synopsis(c *cli.Command) string {
	return "counterproof " + Name(c) + wording.If(len(c.Flags) > 0, " [FLAGS]") + wording.If(c.ArgsUsage != NoArgument, " "+c.ArgsUsage)
}

// NoArgument is the ArgsUsage of a command without arguments.
const NoArgument = "no argument"

var placeholder = regexp.MustCompile("`([^`]*)`")

var nextSentence = regexp.MustCompile(`\. [A-Z]`)

// FlagText returns the two columns of a flag in the help. The first column has the flag with a
// word in capitals for its value. The second column has the usage. If there is a default, it follows
// the first sentence, which says what the value is.
func FlagText(f cli.Flag) (name, usage string) {
	doc := f.(cli.DocGenerationFlag)
	dashed := func(n string) string { return wording.Either(len(n) > 1, "--", "-") + n }
	name = strings.Join(wording.Each(f.Names(), dashed), ", ")
	usage = doc.GetUsage()
	if doc.TakesValue() {
		value := "VALUE"
		if m := placeholder.FindStringSubmatch(usage); m != nil {
			value = m[1]
		}
		name += " " + value
	}
	usage = placeholder.ReplaceAllString(usage, "$1")
	switch value := strings.ReplaceAll(doc.GetDefaultText(), `"`, ""); value {
	case "", "0", "0s", "false": // the usage says what happens without the flag
	default:
		end := len(usage)
		if at := nextSentence.FindStringIndex(usage); at != nil {
			end = at[0]
		}
		usage = fmt.Sprintf("%s (default: %s)%s", usage[:end], strings.ReplaceAll(value, ", ", ","), usage[end:])
	}
	return name, usage
}

// printEntry prints a name and its text in two columns. The text begins at the given column.
func printEntry(w io.Writer, name, text string, column int) {
	lines := Wrap(text, HelpWidth-column-2)
	if len(name) > column-2 {
		fmt.Fprintf(w, "  %s\n", name)
		name = ""
	}
	for _, line := range lines {
		fmt.Fprintf(w, "  %-*s%s\n", column, name, line)
		name = ""
	}
}

// Wrap breaks a text into lines of at most width characters, at spaces.
func Wrap(text string, width int) []string {
	return draw.Wrap(text, func(line string) bool { return len(line) <= width })
}
