package browser

import (
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
)

// AnswererCommand is the hidden command answerer. The commands serve and ask start processes with it,
// which answer their questions.
var AnswererCommand = &cli.Command{
	Name:      pool.Command,
	Usage:     "answer questions that are given on standard input",
	ArgsUsage: console.NoArgument,
	Hidden:    true,
	Action: console.Do(func(c *console.Call) error {
		return pool.Serve(&ask.Desk{Puzzles: catalog.All(), Printer: booklet.Printer{}}, os.Stdin, c.Stdout)
	}),
}
