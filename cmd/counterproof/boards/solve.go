package boards

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/engine"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/sat/extern"
)

// SolveCommand is the command solve.
var SolveCommand = &cli.Command{
	Name:     "solve",
	Usage:    "find solutions and draw them",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints each solution as soon as it is found. If there is no solution, it prints "+
			"unsatisfiable and exits with status 0; a simple reason goes to stderr. With --json, it prints one "+
			"object per solution. The value of its key \"solution\" is a text that the command check accepts "+
			"as SOLUTION.",
		"counterproof solve calendar 10-06",
		"counterproof solve --number 0 --method sat pentomino 3x20",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "method", Value: "native", Usage: "solve with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "number", Value: 1, Usage: "find up to `K` solutions; 0 finds all", Action: console.Least("number", 0)},
		console.FileFlag("svg", "", "draw the first solution into the SVG file `F`; if there is no solution, write no file"),
		console.JSONFlag, console.InputFlag,
	},
	Action: console.OnBoard(0, 0, solve),
}

func solve(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
	var m *engine.Method
	err := console.Abandon(c.Context, func() (err error) {
		if m, err = engine.Resolve(p, in, console.Method(c)); err != nil {
			return console.Misused(err)
		}
		return c.Context.Err()
	})
	if err != nil {
		return err
	}
	if m.Search == nil {
		return console.Usagef("solve: --method: %s only counts solutions: want another method", m.Name.String())
	}
	if err := CheckSVG(c.String("svg"), p, in); err != nil {
		return err
	}
	out := &solutionWriter{c: c, puzzle: p, instance: in, method: m, svg: c.String("svg")}
	if engine.ProgramOf(m.Name) != nil {
		defer extern.Kill()
	}
	err = console.Abandon(c.Context, func() error { return answer.Solve(c.Context, in, m, answer.Watcher{}, out.write) })
	switch {
	case out.err != nil:
		return out.err
	case err != nil || out.n > 0:
		return err
	}
	sayObstacle(c, p, in)
	if c.Bool("json") {
		return out.json(nil)
	}
	_, err = fmt.Fprintln(c.App.Writer, "unsatisfiable")
	return err
}

// A solutionWriter prints the solutions of solve.
type solutionWriter struct {
	c        *cli.Context
	puzzle   *encode.Puzzle
	instance encode.Instance
	method   *engine.Method
	svg      string // the file for the first solution; empty means no file

	n   int   // number of solutions so far
	err error // the first error of writing
}

// write prints one solution. It returns false to end the search.
func (w *solutionWriter) write(s encode.Solution) bool {
	w.n++
	if w.n == 1 {
		if w.err = writeSVG(w.svg, w.puzzle, w.instance, &s); w.err != nil {
			return false
		}
	}
	if w.c.Bool("json") {
		text := s.Format(w.instance.Sites())
		w.err = w.json(&text)
	} else {
		if w.n > 1 {
			fmt.Fprintln(w.c.App.Writer)
		}
		console.DrawText(w.c, w.instance, &s)
	}
	return w.err == nil && w.n != w.c.Int("number")
}

// json prints one line for a solution. If solution is nil, the line says that there is none.
func (w *solutionWriter) json(solution *string) error {
	return json.NewEncoder(w.c.App.Writer).Encode(struct {
		Puzzle      string  `json:"puzzle"`
		Instance    string  `json:"instance"`
		Method      string  `json:"method"` // as --method names it
		Resolved    string  `json:"resolved"`
		Number      int     `json:"number,omitempty"`   // from 1
		Solution    *string `json:"solution,omitempty"` // empty for an instance without sites
		Satisfiable bool    `json:"satisfiable"`
	}{w.puzzle.Name, w.instance.String(), w.c.String("method"), w.method.Name.String(), w.n, solution, solution != nil})
}
