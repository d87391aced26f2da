package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/sat/cnf"
)

var decodeCommand = &cli.Command{
	Name:      "decode",
	Usage:     "turn a solver's model into the solution and check it, or read a counter's count",
	ArgsUsage: "PUZZLE INSTANCE [FILE]",
	Action: func(c *cli.Context) error {
		p, in, others, err := readBoard(c, 0, 1)
		if err != nil {
			return err
		}
		var source io.Reader = c.App.Reader
		name := "standard input"
		if len(others) == 1 && others[0] != "-" {
			f, err := os.Open(others[0])
			if err != nil {
				return err
			}
			defer f.Close()
			source, name = f, others[0]
		}
		return decode(c, p, in, name, source)
	},
}

func decode(c *cli.Context, p *encode.Puzzle, in encode.Instance, name string, source io.Reader) error {
	var enc *encode.Encoding
	err := abandon(c.Context, func() (err error) {
		enc, err = encode.CNF(p, in, p.Styles[0])
		return err
	})
	if err != nil {
		return err
	}
	answer, err := cnf.ReadAnswer(source, enc.Projected)
	if err != nil {
		return usagef("%s: %w", name, err)
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
