package workers

import (
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

// WorkerCommand is the hidden command worker. The program starts worker processes with it.
var WorkerCommand = &cli.Command{
	Name:   work.WorkerCommand,
	Usage:  "run jobs that are given on standard input",
	Hidden: true,
	Action: func(c *cli.Context) error {
		return console.Finish(nil, work.Worker(catalog.Find, os.Stdin, c.App.Writer) != console.Done)
	},
}
