package boards

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
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
			"A solution that begins with a hyphen must be given in this way.",
		"counterproof check pushpull 011110110 111001010",
		"counterproof solve sudoku ..1.4......3.2.. | counterproof check sudoku ..1.4......3.2.. -",
	),
	ArgsUsage: "PUZZLE INSTANCE SOLUTION",
	Flags:     []cli.Flag{console.InputFlag, console.LinesFlag},
	Action: console.Do(func(c *console.Call) error {
		all, err := readSolution(c)
		if err != nil {
			return err
		}
		if all[0].Broken != nil {
			return reportBroken(c, all)
		}
		fmt.Fprintln(c.Stdout, "ok")
		return nil
	}),
}

func readSolution(c *console.Call) ([]answer.Checked, error) {
	arg := c.Args[2]
	name := fmt.Sprintf("solution %q", wording.Short(arg))
	if arg == "-" {
		if c.Args[1] == "-" {
			return nil, c.Usagef("INSTANCE and SOLUTION are both standard input: give one of them as text")
		}
		name = "standard input"
		text, err := console.ReadSource(c, arg, func(r io.Reader) ([]byte, error) { return io.ReadAll(c.InputLimit().Reader(r)) })
		if err != nil {
			return nil, err
		}
		arg = string(text)
	}
	all, err := console.Await(c, func() ([]answer.Checked, error) { return answer.CheckText(c, c.Instance, arg) })
	if err != nil && !console.Interrupted(c, err) {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return all, err
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
