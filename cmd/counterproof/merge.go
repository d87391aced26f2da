package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench"
	"counterproof/bench/ledger"
)

var mergeCommand = &cli.Command{
	Name:      "merge",
	Usage:     "put the records of other ledgers, such as the shards of an experiment, into one and compare them",
	ArgsUsage: "LEDGER...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "ledger", Value: defaultLedger, Usage: "the SQLite `FILE` that gets the records", TakesFile: true},
	},
	Action:       merge,
	BashComplete: func(*cli.Context) {},
}

func merge(c *cli.Context) error {
	args, err := positional(c, 1, -1)
	if err != nil {
		return err
	}
	path, err := fileFlag(c, "ledger")
	if err != nil {
		return err
	}
	into, _ := os.Stat(path)
	for _, arg := range args { // before anything is changed
		info, err := os.Stat(arg)
		if err != nil {
			return err
		}
		if os.SameFile(info, into) {
			return usagef("merge: %s is the ledger that gets the records", arg)
		}
		from, err := ledger.Read(arg)
		if err != nil {
			return err
		}
		from.Close()
	}
	l, err := ledger.Open(path)
	if err != nil {
		return err
	}
	defer l.Close()
	total := 0
	for _, arg := range args {
		n, err := mergeOne(c, l, arg)
		if err != nil {
			return fmt.Errorf("%s: %w", arg, err)
		}
		total += n
	}
	if err := bench.JudgeAll(l); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %d records from %d ledgers\n", path, total, len(args))
	return err
}

func mergeOne(c *cli.Context, l *ledger.Ledger, path string) (int, error) {
	if err := c.Context.Err(); err != nil {
		return 0, err
	}
	from, err := ledger.Read(path)
	if err != nil {
		return 0, err
	}
	defer from.Close()
	return l.Merge(from)
}
