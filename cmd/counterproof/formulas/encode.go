// Package formulas has the commands that work on formulas: encode and sat. It reads DIMACS, iCNF and
// OPB files.
package formulas

import (
	"bufio"
	"cmp"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/formula"
	"counterproof/cmd/counterproof/console"
)

// EncodeCommand is the command encode.
var EncodeCommand = &cli.Command{
	Name:  "encode",
	Usage: "write an instance as a formula for other solvers",
	Description: console.Describe(
		"Prints the instance in one of the formats DIMACS CNF, iCNF (with cubes), OPB and DLX (Knuth's "+
			"text form of exact cover). Except in DLX, comments list the variables that determine the "+
			"solution (projected variables), each with the sites and values that it encodes. See "+
			"docs/formats.md.",
		"counterproof encode calendar 10-06",
		"counterproof encode --format opb submarines 'rows=2,1 cols=1,2'",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "dimacs", Usage: "write the instance in `FORMAT`: dimacs, icnf (with cubes), opb (pseudo-Boolean), or dlx (only if the puzzle is an exact cover)"},
		&cli.StringFlag{Name: "style", Usage: "for dimacs and icnf, encode the constraints in the style `STYLE`. list PUZZLE names the styles; the first one is the default"},
		console.InputFlag, console.LinesFlag,
	},
	Action: console.Do(encodeInstance),
}

func encodeInstance(c *console.Call) error {
	style := c.Puzzle.Styles[0]
	format := c.String("format")
	if c.IsSet("style") {
		if !formula.Styled(format) {
			return c.Usagef("--style is for the formats dimacs and icnf, not for %s", format)
		}
		style = c.String("style")
	}
	write, err := console.Await(c, func() (formula.Writer, error) {
		write, err := formula.New(c.Puzzle, c.Instance, format, style)
		return write, cmp.Or(err, c.Err())
	})
	if err != nil {
		return c.Usagef("%w", err)
	}
	w := bufio.NewWriter(c.Stdout)
	if err := write(c, w); err != nil {
		return err
	}
	return w.Flush()
}
