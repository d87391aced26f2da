package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
)

var checkCommand = &cli.Command{
	Name:      "check",
	Usage:     "check a solution by the rules alone",
	ArgsUsage: "PUZZLE INSTANCE SOLUTION",
	Action: func(c *cli.Context) error {
		args, err := positional(c, 3, 3)
		if err != nil {
			return err
		}
		p, err := findPuzzle(args[0])
		if err != nil {
			return err
		}
		in, err := readInstance(c, p, args[1])
		if err != nil {
			return err
		}
		s, err := encode.ParseSolution(args[2], in.Sites())
		if err != nil {
			return fmt.Errorf("solution %q: %w", args[2], err)
		}
		if err := in.Check(s); err != nil {
			fmt.Fprintf(c.App.Writer, "broken: %v\n", err)
			return errReported
		}
		fmt.Fprintln(c.App.Writer, "ok")
		return nil
	},
}
