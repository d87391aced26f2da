package boards

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// CheckCommand is the command check.
var CheckCommand = &cli.Command{
	Name:  "check",
	Usage: "check a solution against the rules",
	Description: `Prints ok if the solution obeys all rules. Otherwise it prints which rule is broken and where,
and exits with status 1. The command uses no solver. SOLUTION is the text that solve --json prints after "solution",
usually one character per site; list PUZZLE says what the sites of a puzzle are. Any other text is read as the
characters that solve prints, such as 1 to 9 in a sudoku, or as a whole drawing by solve. If SOLUTION is a single
hyphen, the solution is read from standard input. A solution that begins with a hyphen must be given in this way. With
--partial, SOLUTION may leave sites open. Each site has the characters that solve prints in it. Numbers of several
digits are joined by commas. An open site has a dot or, between commas, nothing. Where solve prints a dot for a value,
write the number of the value. The command prints possible if a solution has all entries. Otherwise it prints the
broken rule or no solution, and exits with status 1. Without SOLUTION, the instance is @FILE or -, whose lines have an
instance, a tab and a solution. The command prints one line for each of them. For a line that cannot be read, it prints
the reason to stderr, goes on, and exits with status 2 at the end.
$ counterproof check pushpull 011110110 111001010
$ counterproof check --partial sudoku ..1.4......3.2.. 2...............`,
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
	q := wording.Either(c.Bool("partial"), ask.Checking{Partial: &text, Values: c.Bool("values"), Search: true}, ask.Checking{Solution: &text})
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
	file = wording.Either(file == "-", "standard input", file)
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
		c.Say("read as %s, it is another solution, which %s", other.As, wording.Either(other.Broken == nil, "keeps all rules", "breaks a rule, too"))
	}
	return console.ErrReported
}

// DecodeCommand is the command decode.
var DecodeCommand = &cli.Command{
	Name:  "decode",
	Usage: "turn a solver's model into a solution and check it",
	Description: `Reads the output of a SAT solver from FILE or standard input, prints the solution and checks it
against the rules. The output must have v lines, as in SAT competitions, or be the result file of minisat. From the
output of a model counter, the command prints the count. The formula may be encoded in any style, because the variables
of the solution have the same numbers in all styles. For dimacs and opb, too, these are the numbers in the formula that
encode prints, where the projected variables come first. The file may number them in another way. The command also
reads a solution in the forms that check accepts, such as a drawing that solve prints.
$ counterproof encode pushpull 011110110 >p.cnf; counterproof sat p.cnf | counterproof decode pushpull 011110110
$ counterproof solve sudoku ..1.4......3.2.. | counterproof decode sudoku ..1.4......3.2..`,
	ArgsUsage: "PUZZLE INSTANCE [FILE]",
	Flags:     []cli.Flag{console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag},
	Action:    console.Do(decode),
}

func decode(c *console.Call) error {
	enc, err := console.Await(c, func() (*encode.Encoding, error) { return encode.CNF(c.Puzzle, c.Instance, c.Puzzle.Styles[0]) })
	if err != nil {
		return err
	}
	file := "-"
	if len(c.Args) > 2 {
		file = c.Args[2]
	}
	limit := c.InputLimit()
	limit.Line = limit.Bytes // minisat writes the whole model on one line
	var model cnf.Answer
	drawn, err := console.ReadSource(c, file, func(r io.Reader) (drawn []answer.Checked, err error) {
		var text bytes.Buffer
		if r = limit.Reader(r); c.Puzzle.OfFile != nil {
			r = io.TeeReader(r, &text)
		}
		model, drawn, err = readAnswer(c, enc, r)
		if err == nil && model.Model != nil {
			err = sameNumbers(c, enc, &text)
		}
		return drawn, err
	})
	if err != nil {
		return err
	}
	switch {
	case drawn != nil:
		fmt.Fprintln(c.Stdout, encode.FormatSolution(c.Instance, drawn[0].Solution))
		if drawn[0].Broken != nil {
			return reportBroken(c, drawn)
		}
		return nil
	case model.Count != nil:
		fmt.Fprintf(c.Stdout, "count\t%v\n", model.Count)
		return nil
	case model.Status != cnf.Satisfiable:
		fmt.Fprintln(c.Stdout, strings.ToLower(model.Status.String()))
		return nil
	}
	s, err := enc.Solution(model.Model)
	if err == nil {
		fmt.Fprintln(c.Stdout, encode.FormatSolution(c.Instance, s))
		err = c.Instance.Check(s)
	}
	if errors.Is(err, encode.ErrUndecided) {
		return err
	}
	if err != nil {
		fmt.Fprintf(c.Stdout, "broken: %v\n", err)
		return console.ErrReported
	}
	return nil
}

// sameNumbers returns an error if a text gives all variables of a formula from a file values that are not a
// model of what encode prints. Then the solver has probably read the file itself, whose variables may have
// other numbers.
func sameNumbers(c *console.Call, enc *encode.Encoding, text io.Reader) error {
	if c.Puzzle.OfFile == nil || len(c.Puzzle.Styles) > 1 { // in another style, the formula has other variables
		return nil
	}
	whole, err := cnf.ReadAnswer(text, enc.NumVars, nil)
	if err != nil || enc.Formula.Check(whole.Model) == nil {
		return nil // a part of the variables is enough
	}
	return c.Usagef("the values are not a model of the formula that encode prints: give the solver this formula, not the file")
}

// readAnswer reads the answer of a solver or a solution. A text too long for a solution is an answer.
func readAnswer(c *console.Call, enc *encode.Encoding, r io.Reader) (cnf.Answer, []answer.Checked, error) {
	named := sync.OnceValue(func() []bool { return enc.Formula.Mentioned() })
	idle := func(variable int) bool { return !named()[variable] }
	solver := func(r io.Reader) (cnf.Answer, error) { return cnf.ReadAnswer(r, enc.Projected, idle) }
	r = cnf.UTF8(r)
	most := encode.MostText(c.Instance)
	head, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil {
		err = cnf.CheckText(head)
	}
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	if err != nil {
		return cnf.Answer{}, nil, err
	}
	if len(head) > most {
		model, err := solver(io.MultiReader(bytes.NewReader(head), r))
		return model, nil, err
	}
	model, err := solver(bytes.NewReader(head))
	if err == nil && (model.Status != cnf.Unknown || model.Count != nil) {
		return model, nil, nil
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return model, nil, err
	}
	drawn, notDrawn := answer.CheckText(c, c.Instance, cnf.Ordinary.Replace(string(head)))
	if notDrawn == nil || err != nil && !solverLine.Match(head) {
		return model, drawn, notDrawn
	}
	return model, nil, err
}

// solverLine matches a line that occurs only in the answers of solvers, not in solutions.
var solverLine = regexp.MustCompile(`(?m)(?:^|\r)([sv] |SAT\b|UNSAT\b|INDET\b)`)
