package boards

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

// DecodeCommand is the command decode.
var DecodeCommand = &cli.Command{
	Name:  "decode",
	Usage: "turn a solver's model into a solution and check it",
	Description: console.Describe(
		"Reads the output of a SAT solver from FILE or standard input, prints the solution and checks it "+
			"against the rules. The output must have v lines, as in SAT competitions, or be the result file of minisat. From the output "+
			"of a model counter, the command prints the count. The formula may be encoded in any style, because "+
			"the variables of the solution have the same numbers in all styles. For dimacs and opb, too, these are the numbers in the "+
			"formula that encode prints, where the projected variables come first. The file may number them in another way. The command also reads a solution in "+
			"the forms that check accepts, such as a drawing that solve prints.",
		"counterproof encode pushpull 011110110 >p.cnf; counterproof sat p.cnf | counterproof decode pushpull 011110110",
		"counterproof solve sudoku ..1.4......3.2.. | counterproof decode sudoku ..1.4......3.2..",
	),
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
