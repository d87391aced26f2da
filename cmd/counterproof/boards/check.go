package boards

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// CheckCommand is the command check.
var CheckCommand = &cli.Command{
	Name:  "check",
	Usage: "check a solution against the rules",
	Description: console.Describe(
		"Prints ok if the solution obeys all rules. Otherwise it prints which rule is broken and where, "+
			"and exits with status 1. The command uses no solver. SOLUTION is the text that solve --json prints after "+
			"\"solution\", usually one character per site; list PUZZLE says what the sites of a puzzle are. "+
			"Any other text is read as the characters that solve prints, such as 1 to 9 in a sudoku, or as a "+
			"whole drawing by solve. If SOLUTION is a single hyphen, the solution is read from standard input. "+
			"A solution that begins with a hyphen must be given in this way. "+
			"With --partial, SOLUTION may leave sites open. Each site has the characters that solve prints in it. "+
			"Numbers of several digits are joined by commas. An open site has a dot or, between commas, nothing. Where solve prints a dot for a "+
			"value, write the number of the value. The command prints possible if a solution has all entries. Otherwise it prints "+
			"the broken rule or no solution, and exits with status 1. "+
			"Without SOLUTION, the instance is @FILE or -, whose lines have an instance, a tab and a solution. "+
			"The command prints one line for each of them. For a line that cannot be read, it prints the reason to stderr, goes on, and exits with status 2 at the end.",
		"counterproof check pushpull 011110110 111001010",
		"counterproof check --partial sudoku ..1.4......3.2.. 2...............",
	),
	ArgsUsage: "PUZZLE INSTANCE|@FILE [SOLUTION]",
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "partial", Usage: "check a solution with open sites: ask whether a solution has all entries"},
		&cli.BoolFlag{Name: "values", Usage: "with --partial, read the values of the sites, which count from 0, and dots"},
		console.JSONFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	},
	Action: console.Do(check),
}

func check(c *console.Call) error {
	if c.Bool("values") && !c.Bool("partial") {
		return c.Usagef("--values is about --partial: add --partial, or leave out --values")
	}
	if len(c.Args) == 2 {
		return checkFile(c, c.Args[1])
	}
	var err error
	if c.Instance, err = c.ReadInstance(c.Args[1]); err != nil {
		return err
	}
	name, text, err := solutionText(c)
	if err != nil {
		return err
	}
	got, err := console.Await(c, func() (ask.Checked, error) { return checkText(c, c, c.Instance, text) })
	if err != nil {
		return unreadable(c, name, err)
	}
	if got.Broken != nil && got.Reads != nil && !c.Bool("json") {
		return reportBroken(c, got.Reads)
	}
	return console.Finish(printChecked(c, c.Instance, 0, got), fails(got))
}

// checkText answers the question "check" about a solution or, with --partial, about entries.
func checkText(ctx context.Context, c *console.Call, in encode.Instance, text string) (ask.Checked, error) {
	q := ask.Checking{Solution: &text}
	if c.Bool("partial") {
		q = ask.Checking{Partial: &text, Values: c.Bool("values"), Search: true}
	}
	return (&ask.Desk{Patience: math.MaxInt64}).Check(ctx, c.Puzzle, in, q)
}

func fails(a ask.Checked) bool { return a.Verdict != explain.OK && a.Verdict != explain.Possible }

// printChecked prints the result for a solution, which may come from a line of a file.
func printChecked(c *console.Call, in encode.Instance, line int, a ask.Checked) (err error) {
	switch {
	case c.Bool("json"):
		return newEncoder(c.Stdout).Encode(struct {
			Puzzle   string `json:"puzzle"`
			Instance string `json:"instance"`
			Line     int    `json:"line,omitempty"`
			ask.Checked
		}{c.Puzzle.Name, in.String(), line, a})
	case a.Broken != nil:
		_, err = fmt.Fprintf(c.Stdout, "broken: %v\n", a.Broken)
	case c.Bool("partial") && a.Verdict == explain.OK:
		_, err = fmt.Fprintln(c.Stdout, explain.Possible)
	default:
		_, err = fmt.Fprintln(c.Stdout, a.Verdict)
	}
	return err
}

// A checkedLine is the result for a line of a file, or the error.
type checkedLine struct {
	line  int
	in    encode.Instance
	found ask.Checked
	err   error
}

// checkFile checks the solution of each line on all cores, and prints the results in order.
func checkFile(c *console.Call, arg string) error {
	file, ok := strings.CutPrefix(arg, "@")
	if !ok && arg != "-" {
		return c.Usagef("want SOLUTION after INSTANCE, or @FILE or - with lines that have an instance, a tab and a solution, got only %q", wording.Short(arg))
	}
	text, err := c.ReadText(file)
	if err != nil {
		return err
	}
	var lines []encode.Span
	for line := range encode.TextLines(strings.TrimPrefix(string(text), "\ufeff")) {
		line.Text = strings.TrimSuffix(files.Uncomment(line.Text, c.Puzzle.HashCells), "\r")
		if strings.TrimSpace(line.Text) != "" {
			lines = append(lines, line)
		}
	}
	if file == "-" {
		file = "standard input"
	}
	if len(lines) == 0 {
		return c.Usagef("%s: want lines with an instance, a tab and a solution, got none", file)
	}
	broken, unread := false, 0
	err = console.InOrder(c, console.Each(lines), func(ctx context.Context, line encode.Span) checkedLine {
		return checkLine(ctx, c, line)
	}, func(l checkedLine) error {
		if l.err != nil {
			unread++
			return reportLine(c, file, l.err)
		}
		broken = broken || fails(l.found)
		return printChecked(c, l.in, l.line, l.found)
	})
	if err == nil && unread > 0 {
		err = c.Usagef("%s: cannot read %d of %s", file, unread, wording.Plural(len(lines), "line"))
	}
	return console.Finish(err, broken)
}

// checkLine checks a line with an instance, a tab and a solution.
func checkLine(ctx context.Context, c *console.Call, line encode.Span) (l checkedLine) {
	l.line = line.Line
	field, solution, ok := line.Cut("\t")
	if !ok {
		l.err = line.End().Errorf("want an instance, a tab and a solution")
		return l
	}
	if l.in, l.err = c.Puzzle.Parse(field.Text); l.err == nil {
		field = solution
		l.found, l.err = checkText(ctx, c, l.in, field.Text)
	}
	if at, ok := errors.AsType[*encode.ParseError](l.err); ok { // the position within the field
		l.err = field.From(min(at.Column-1, len(field.Text))).Errorf("%v", at.Err)
	} else if l.err != nil {
		l.err = field.Errorf("%v", l.err)
	}
	return l
}

// reportLine prints why a line cannot be read: with --json, as an object.
func reportLine(c *console.Call, file string, err error) error {
	if !c.Bool("json") {
		c.Say("%s: %v", file, err)
		return nil
	}
	return newEncoder(c.Stderr).Encode(struct {
		File string `json:"file"`
		*ask.Problem
	}{file, ask.ProblemOf(err)})
}

func readSolution(c *console.Call) ([]answer.Checked, error) {
	name, text, err := solutionText(c)
	if err != nil {
		return nil, err
	}
	all, err := console.Await(c, func() ([]answer.Checked, error) { return answer.CheckText(c, c.Instance, text) })
	return all, unreadable(c, name, err)
}

// unreadable adds the name of a solution to an error about its text.
func unreadable(c *console.Call, name string, err error) error {
	if err != nil && !console.Interrupted(c, err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// solutionText returns the text of the argument SOLUTION, and a name for it in messages.
func solutionText(c *console.Call) (name, text string, err error) {
	arg := c.Args[2]
	if arg != "-" {
		return fmt.Sprintf("solution %q", wording.Short(arg)), arg, nil
	}
	if c.Args[1] == "-" {
		return "", "", c.Usagef("INSTANCE and SOLUTION are both standard input: give one of them as text")
	}
	data, err := c.ReadText(arg)
	return "standard input", string(data), err
}

// reportBroken prints the broken rule and, on stderr, how a text other than values was read.
func reportBroken(c *console.Call, all []answer.Checked) error {
	fmt.Fprintf(c.Stdout, "broken: %v\n", all[0].Broken)
	if len(all) == 1 && all[0].As == encode.AsValues {
		return console.ErrReported
	}
	c.Say("the solution was read as %s", all[0].As)
	for _, other := range all[1:] {
		verdict := "breaks a rule, too"
		if other.Broken == nil {
			verdict = "keeps all rules"
		}
		c.Say("read as %s, it is another solution, which %s", other.As, verdict)
	}
	return console.ErrReported
}
