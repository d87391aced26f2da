// Package outside has the command solvers, which is about outside solvers and model counters.
package outside

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

// SolversCommand is the command solvers.
var SolversCommand = &cli.Command{
	Name:            "solvers",
	Usage:           "list, add and test outside solvers and model counters",
	ArgsUsage:       strings.Join(names(), "|"),
	Subcommands:     subcommands,
	HideHelpCommand: true,
	BashComplete: func(c *cli.Context) {
		fmt.Fprintln(c.App.Writer, strings.Join(names(), "\n"))
	},
	Action: func(c *cli.Context) error {
		if !c.Args().Present() {
			return console.Usagef("solvers: want one of %s; counterproof solvers list --help explains the first", strings.Join(names(), ", "))
		}
		return console.Usagef("solvers: no command %q: %s", wording.Short(c.Args().First()), wording.Want(c.Args().First(), names()))
	},
}

var subcommands = []*cli.Command{listCommand, addCommand, testCommand, fuzzCommand}

func names() []string {
	return wording.Each(subcommands, func(c *cli.Command) string { return c.Name })
}
