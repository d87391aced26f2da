package outside

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/solvers"
	"counterproof/cmd/counterproof/console"
)

var listCommand = &cli.Command{
	Name:  "list",
	Usage: "list the outside solvers and model counters",
	Description: console.Describe(
		"Lists the solvers whose methods are extern/NAME: the built-in ones and the ones of the user's configuration file. For each "+
			"solver, it prints the name, the kind of answer, the path of the program or what is missing, the version, and where the "+
			"definition is, separated by tabs. docs/outside.md describes definitions.",
		"counterproof solvers list",
		"counterproof solvers list --json",
	),
	ArgsUsage: console.NoArgument,
	Flags:     []cli.Flag{console.JSONFlag},
	Action:    console.Do(list),
}

type row struct {
	Name    string   `json:"name"`
	Answer  string   `json:"answer"`
	Command []string `json:"command"`
	Path    string   `json:"path,omitempty"`
	Version string   `json:"version,omitempty"`
	Error   string   `json:"error,omitempty"` // why it cannot run
	Source  string   `json:"source"`
}

func list(c *console.Call) error {
	all, err := solvers.All()
	if err != nil {
		return console.Misused(err)
	}
	for _, s := range all {
		r := row{Name: s.Name, Answer: s.Answer, Command: s.Command, Source: s.Source}
		if r.Path, err = s.Path(); err == nil {
			r.Version, err = s.Version()
		}
		if err != nil {
			r.Error = err.Error()
		}
		if c.Bool(console.JSONFlag.Name) {
			err = c.JSON(r)
		} else {
			_, err = fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Answer, cmp.Or(r.Error, r.Path), cmp.Or(r.Version, "-"), r.Source)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
