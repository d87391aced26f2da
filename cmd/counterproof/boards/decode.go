package boards

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

// DecodeCommand is the command decode.
var DecodeCommand = &cli.Command{
	Name:     "decode",
	Usage:    "turn a solver's model into a solution and check it",
	Category: console.GroupStudy,
	Description: console.Describe(
		"Reads the output of a SAT solver from FILE or standard input, prints the solution and checks it "+
			"against the rules. The output consists of v lines, or is the result file of minisat. If it is the "+
			"output of a model counter, the command prints the count. It works for every style of encode, because "+
			"the variables of the solution have the same numbers in all styles.",
		"counterproof encode pushpull 011110110 >p.cnf; counterproof sat p.cnf | counterproof decode pushpull 011110110",
		"counterproof encode pushpull 011110110 >p.cnf; counterproof sat --count p.cnf | counterproof decode pushpull 011110110",
	),
	ArgsUsage: "PUZZLE INSTANCE [FILE]",
	Flags:     []cli.Flag{console.InputFlag},
	Action: console.OnBoard(0, 1, func(c *cli.Context, p *encode.Puzzle, in encode.Instance, others []string) error {
		file := "-"
		if len(others) == 1 {
			file = others[0]
		}
		return decode(c, p, in, file)
	}),
}

func decode(c *cli.Context, p *encode.Puzzle, in encode.Instance, file string) error {
	var enc *encode.Encoding
	err := console.Abandon(c.Context, func() (err error) {
		enc, err = encode.CNF(p, in, p.Styles[0])
		return err
	})
	if err != nil {
		return err
	}
	limit := console.ReadLimit(c)
	limit.Line = limit.Bytes // minisat writes the whole model on one line
	var answer cnf.Answer
	err = console.ReadSource(c, file, func(r io.Reader) (err error) {
		answer, err = cnf.ReadAnswer(limit.Reader(r), enc.Projected, idle(&enc.Formula))
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case answer.Count != nil:
		fmt.Fprintf(c.App.Writer, "count\t%v\n", answer.Count)
		return nil
	case answer.Status == cnf.Unsatisfiable:
		fmt.Fprintln(c.App.Writer, "unsatisfiable")
		return nil
	case answer.Status == cnf.Unknown:
		fmt.Fprintln(c.App.Writer, "unknown")
		return nil
	}
	s, err := enc.Solution(answer.Model)
	if err != nil {
		fmt.Fprintf(c.App.Writer, "broken: %v\n", err)
		return console.ErrReported
	}
	fmt.Fprintln(c.App.Writer, s.Format(in.Sites()))
	if err := in.Check(s); err != nil {
		fmt.Fprintf(c.App.Writer, "broken: %v\n", err)
		return console.ErrReported
	}
	return nil
}

// idle returns a function that reports whether no clause contains a variable.
func idle(f *cnf.Formula) func(variable int) bool {
	var named []bool // made at the first call
	return func(variable int) bool {
		if named == nil {
			named = make([]bool, f.NumVars+1)
			for _, clause := range f.Clauses {
				for _, l := range clause {
					named[l.Var()] = true
				}
			}
		}
		return !named[variable]
	}
}
