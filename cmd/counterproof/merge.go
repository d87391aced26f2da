package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/judge"
	"counterproof/bench/ledger"
	"counterproof/bench/work"
)

var mergeCommand = &cli.Command{
	Name:      "merge",
	Usage:     "put the records of other ledgers, such as the shards of an experiment, into one and compare them",
	ArgsUsage: "LEDGER...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "ledger", Value: defaultLedger, Usage: "the SQLite `FILE` that gets the records", TakesFile: true},
		damagedFlag,
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
	skip, err := skipsDamaged(c)
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
	}
	l, err := openLedger(c, path, skip)
	if err != nil {
		return err
	}
	defer l.Close()
	var suspects judge.Suspects
	total := 0
	err = l.Together(func() error {
		for _, arg := range args {
			n, err := mergeOne(c, l, arg, skip, &suspects)
			if err != nil {
				return err
			}
			total += n
		}
		return work.JudgeAll(l)
	})
	if changed := l.Check(); changed != nil {
		return changed // and no other error matters
	}
	if err != nil {
		return err
	}
	if err := suspect(l, &suspects); err != nil {
		return err
	}
	found := verdicts{suspects: suspects}
	for group, err := range work.Instances(l) {
		if err != nil {
			return err
		}
		if err := found.add(c, l, group); err != nil {
			return err
		}
	}
	if found.unsettled > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: %d jobs were killed or ended with an error; run tries them again\n", found.unsettled)
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %d records from %d ledgers: %s\n", path, total, len(args), found.end(c))
	failed := found.failures > 0 || found.unsettled > 0
	return finish(err, &failed)
}

// mergeOne copies the records of the ledger at path into l, and adds the methods under test of its
// experiment to suspects.
func mergeOne(c *cli.Context, l *ledger.Ledger, path string, skip bool, suspects *judge.Suspects) (int, error) {
	if err := c.Context.Err(); err != nil {
		return 0, err
	}
	from, err := readLedger(c, path, skip)
	if errors.Is(err, ledger.ErrEmpty) { // of a run that has just begun
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer from.Close()
	if err := suspect(from, suspects); err != nil {
		return 0, err
	}
	return l.Merge(from)
}

// suspect adds the methods under test of the last experiment of l. An experiment of another
// version, which cannot be read, adds none.
func suspect(l *ledger.Ledger, suspects *judge.Suspects) error {
	x, err := l.Last()
	if err != nil || x == nil {
		return err
	}
	if spec, err := experiment.ParseSpec(x.Name, []byte(x.Text), plotKinds()); err == nil {
		*suspects = append(*suspects, spec.Suspects...)
	}
	return nil
}
