// Package programs has the commands for other programs.
package programs

import (
	"cmp"
	"context"
	_ "embed"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask/pool"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
)

const (
	defaultWall   = 10 * time.Minute
	defaultMemory = 1 << 30
)

// AskCommand is the command ask.
var AskCommand = &cli.Command{
	Name:  "ask",
	Usage: "answer the questions of a program: JSON Lines in, JSON Lines out",
	Description: `Reads one question from each line of standard input, and prints one line for each, in the same
order. A question is a JSON object such as {"id": 7, "ask": "count", "puzzle": "calendar", "instance": "10-06"}. Its
answer is {"id": 7, "answer": [...]}, whose list ends with the object that completes the answer, or {"id": 7, "error":
{...}}. The id can be any JSON value, or missing. The fields seconds and memory limit the wall time and the resident
memory in bytes for one question. An unknown field is an error.

The answers begin before the input ends. A line may have at most 1 MiB. If a line is longer, empty, or not a question,
its answer is an error with the number of the line, and the other lines are not affected. If the process that works on
a question is killed, another process gets this question once. The exit status is 0 if every line has an answer, even
if answers are errors. See docs/programs.md.
$ echo '{"ask": "count", "puzzle": "calendar", "instance": "10-06"}' | counterproof ask
$ echo '{"id": 1, "ask": "generate", "puzzle": "sudoku", "size": "4"}' | counterproof ask --timeout 10s`,
	ArgsUsage: console.NoArgument,
	Flags: []cli.Flag{
		console.JobsFlag,
		console.TimeoutFlag("stop the work on a question after a wall time of `D`, unless it has the field seconds; without the flag, after 10 minutes"),
		console.MemoryFlag("stop the work on a question if it uses more than `BYTES` of resident memory, unless it has the field memory; without the flag, 1GiB"),
		&cli.BoolFlag{Name: "python", Usage: "only print the file counterproof.py, with which Python programs ask questions"},
		&cli.BoolFlag{Name: "schema", Usage: "only print the JSON Schema of all questions and answers"},
	},
	Action: console.Do(func(c *console.Call) error {
		if text := file(c); text != "" {
			_, err := io.WriteString(c.Stdout, text)
			return err
		}
		jobs, limits := cmp.Or(c.Jobs(), work.Cores()), c.Limits()
		processes := &pool.Pool{Idle: jobs}
		defer processes.Close()
		s := pool.Stream{Pool: processes, Jobs: jobs, Wall: cmp.Or(limits.Wall, defaultWall), Memory: cmp.Or(limits.Memory, defaultMemory)}
		ctx, stop := console.WhileRead(c, c.Stdout)
		defer stop(nil)
		if err := s.Run(ctx, c.Stdin, c.Stdout); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		return nil
	}),
}

//go:embed counterproof.py
var pythonFile string

//go:embed protocol-v1.json
var schemaFile string

// file returns the file that a flag asks for, or "".
func file(c *console.Call) string {
	switch {
	case c.Bool("python"):
		return pythonFile
	case c.Bool("schema"):
		return schemaFile
	}
	return ""
}
