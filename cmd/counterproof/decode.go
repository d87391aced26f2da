package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/sat/cnf"
)

var decodeCommand = &cli.Command{
	Name:      "decode",
	Usage:     "turn a solver's model into the solution and check it, or read a counter's count",
	ArgsUsage: "PUZZLE INSTANCE [FILE]",
	Flags:     []cli.Flag{inputFlag},
	Action: func(c *cli.Context) error {
		p, in, others, err := readBoard(c, 0, 1)
		if err != nil {
			return err
		}
		file := "-"
		if len(others) == 1 {
			file = others[0]
		}
		return decode(c, p, in, file)
	},
}

func decode(c *cli.Context, p *encode.Puzzle, in encode.Instance, file string) error {
	var enc *encode.Encoding
	err := abandon(c.Context, func() (err error) {
		enc, err = encode.CNF(p, in, p.Styles[0])
		return err
	})
	if err != nil {
		return err
	}
	limit, err := readLimit(c)
	if err != nil {
		return err
	}
	limit.line = limit.bytes // minisat writes a model on one
	var answer cnf.Answer
	err = readSource(c, file, func(r io.Reader) (err error) {
		answer, err = cnf.ReadAnswer(limit.reader(r), enc.Projected, idle(&enc.Formula))
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
		return errReported
	}
	fmt.Fprintln(c.App.Writer, s.Format(in.Sites()))
	if err := in.Check(s); err != nil {
		fmt.Fprintf(c.App.Writer, "broken: %v\n", err)
		return errReported
	}
	return nil
}

// idle reports of a variable whether no clause names it.
func idle(f *cnf.Formula) func(variable int) bool {
	var named []bool // made when it is asked for
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
