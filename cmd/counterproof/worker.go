package main

import (
	"counterproof/bench/work"
	"counterproof/encode/catalog"
	"os"

	"github.com/urfave/cli/v2"
)

var workerCommand = &cli.Command{
	Name:   work.WorkerCommand,
	Usage:  "do the jobs that come on standard input",
	Hidden: true,
	Action: func(c *cli.Context) error {
		if work.Worker(catalog.Find, os.Stdin, c.App.Writer) != done {
			return errReported
		}
		return nil
	},
}
