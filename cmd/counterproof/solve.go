package main

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/engine"
	"counterproof/encode"
	"counterproof/sat/extern"
)

var solveCommand = &cli.Command{
	Name:      "solve",
	Usage:     "find solutions and draw them",
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "method", Value: "native", Usage: "how to solve"},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "how many solutions; 0: all"},
		&cli.StringFlag{Name: "svg", Usage: "draw the first solution as SVG into the file `F`; without a solution none is written", TakesFile: true},
		jsonFlag, inputFlag,
	},
	Action: solve,
}

func solve(c *cli.Context) error {
	p, in, _, err := readBoard(c, 0, 0)
	if err != nil {
		return err
	}
	if c.Int("number") < 0 {
		return usagef("solve: --number: want 0 or more, got %d", c.Int("number"))
	}
	if c.String("method") == "" {
		return usagef("solve: an empty method in --method")
	}
	var m *engine.Method
	err = abandon(c.Context, func() (err error) {
		if m, err = engine.Resolve(p, in, c.String("method")); err != nil {
			return usageError{err}
		}
		return c.Context.Err()
	})
	if err != nil {
		return err
	}
	if m.Search == nil {
		return usagef("solve: method %s only counts", m.Name.String())
	}
	file, err := fileFlag(c, "svg")
	if err != nil {
		return err
	}
	if err := checkSVG(file, p, in); err != nil {
		return err
	}
	out := struct {
		Puzzle      string  `json:"puzzle"`
		Instance    string  `json:"instance"`
		Method      string  `json:"method"` // as asked for
		Resolved    string  `json:"resolved"`
		Number      int     `json:"number,omitempty"`   // from 1
		Solution    *string `json:"solution,omitempty"` // empty for an instance without sites
		Satisfiable bool    `json:"satisfiable"`
	}{Puzzle: p.Name, Instance: in.String(), Method: c.String("method"), Resolved: m.Name.String()}
	encoder := json.NewEncoder(c.App.Writer)
	n := 0
	var broken error
	found := func(s encode.Solution) bool {
		if broken = c.Context.Err(); broken != nil {
			return false
		}
		n++
		if broken = in.Check(s); broken != nil {
			broken = fmt.Errorf("method %s gave a solution that breaks a rule: %s: %w", m.Name.String(), s.Format(in.Sites()), broken)
			return false
		}
		if n == 1 {
			if broken = writeSVG(file, p, in, &s); broken != nil {
				return false
			}
		}
		if c.Bool("json") {
			text := s.Format(in.Sites())
			out.Number, out.Solution, out.Satisfiable = n, &text, true
			broken = encoder.Encode(out)
		} else {
			if n > 1 {
				fmt.Fprintln(c.App.Writer)
			}
			drawText(c, in, &s)
		}
		return broken == nil && n != c.Int("number")
	}
	if engine.ProgramOf(m.Name) != nil {
		defer extern.Kill()
	}
	err = abandon(c.Context, func() error { return m.Search(c.Context, &engine.Stats{}, found) })
	switch {
	case err != nil:
		return err
	case broken != nil:
		return broken
	case n > 0:
		return nil
	case c.Bool("json"):
		return encoder.Encode(out)
	}
	fmt.Fprintln(c.App.Writer, "unsatisfiable")
	return nil
}
