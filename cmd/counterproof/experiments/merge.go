package experiments

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/study/plot"
)

// MergeCommand is the command merge.
var MergeCommand = &cli.Command{
	Name:  "merge",
	Usage: "copy the records of several ledgers into one ledger",
	Description: `Copies the records of other ledgers, for example of all shards of an experiment, into the ledger
that --ledger names. It skips records that this ledger already has. Then it checks that all answers to the same
question agree, and names the incomplete shards.
$ counterproof run --ledger 1.sqlite --shard 1/61 bench/experiments/calendar-year.toml; counterproof merge --ledger all.sqlite 1.sqlite
$ counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof merge --damaged skip --ledger all.sqlite a.sqlite`,
	ArgsUsage: "LEDGER...",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "copy the records into the SQLite file `FILE`"),
		console.DamagedFlag,
	},
	Action: console.Do(merge),
}

func merge(c *console.Call) error {
	path, skip := c.String("ledger"), c.SkipsDamaged()
	if err := checkSources(path, c.Args); err != nil {
		return err
	}
	l, err := c.OpenLedger(path, skip)
	if err != nil {
		return err
	}
	defer l.Close()
	sources := merged{experiments: map[ledger.Experiment]bool{}}
	err = l.Together(func() error {
		for _, arg := range c.Args {
			if err := sources.merge(c, l, arg, skip); err != nil {
				return err
			}
		}
		if len(sources.unreadable) == len(c.Args) {
			return errors.Join(sources.unreadable...)
		}
		return work.JudgeAll(l)
	})
	if changed := l.Check(); changed != nil {
		return changed // another error does not matter then
	}
	if err != nil {
		return err
	}
	if err := suspect(l, &sources.suspects); err != nil {
		return err
	}
	for _, err := range sources.unreadable {
		c.Say("left out: %v", err)
	}
	found, err := countVerdicts(c, l, sources.suspects)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(c.Stdout, "%s: %d records from %d ledgers: %s\n", path, sources.Added+sources.Replaced, len(c.Args)-len(sources.unreadable), found.end(c)); err != nil {
		return err
	}
	sources.printCounts(c, path)
	mixed, err := sources.incomplete(c, l)
	return console.Finish(err, found.failures > 0 || found.unsettled > 0 || len(sources.unreadable) > 0 || mixed)
}

func (m *merged) printCounts(c *console.Call, path string) {
	if m.Replaced > 0 {
		c.Say("replaced: %d records without an answer, by later records of the same jobs", m.Replaced)
	}
	if m.Left > 0 {
		fmt.Fprintf(c.Stderr, "counterproof: left out: %d records of jobs that have another measurement in %s: the first measurement stays; "+
			"to compare the ledgers of two runs, use: counterproof compare LEDGER LEDGER\n", m.Left, path)
	}
}

func checkSources(path string, sources []string) error {
	into, _ := os.Stat(path)
	for _, source := range sources {
		info, err := os.Stat(source)
		if err != nil {
			return err
		}
		if os.SameFile(info, into) {
			return console.Usagef("merge: %s is the ledger into which --ledger copies: want another ledger", source)
		}
	}
	return nil
}

// countVerdicts counts the verdicts of l, and says how many jobs the command run would try again.
func countVerdicts(c *console.Call, l *ledger.Ledger, suspects judge.Suspects) (*verdicts, error) {
	found := &verdicts{suspects: suspects}
	for group, err := range work.Instances(l) {
		if err != nil {
			return nil, err
		}
		if err := found.add(c, l, group); err != nil {
			return nil, err
		}
	}
	if found.unsettled > 0 {
		c.Say("jobs that were killed or ended with an error: %d; the command run tries them again", found.unsettled)
	}
	return found, nil
}

type merged struct {
	ledger.Merged
	unreadable  []error                    // of ledgers from which no record can be saved
	suspects    judge.Suspects             // the methods under test
	experiments map[ledger.Experiment]bool // with only the fields Name and Text
}

// merge copies the records, experiments and places of the ledger at path into l. The last experiment
// there names the methods under test.
func (m *merged) merge(c *console.Call, l *ledger.Ledger, path string, skip bool) error {
	if err := c.Err(); err != nil {
		return err
	}
	from, err := c.ReadLedger(path, skip)
	if errors.Is(err, ledger.ErrEmpty) { // the ledger of a run that has just begun
		return nil
	}
	if skip && (errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrNotLedger)) {
		m.unreadable = append(m.unreadable, err)
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if err := suspect(from, &m.suspects); err != nil {
		return err
	}
	all, err := from.Experiments()
	if err != nil {
		return err
	}
	for _, x := range all {
		m.experiments[ledger.Experiment{Name: x.Name, Text: x.Text}] = true
	}
	var lost []ledger.Damage
	leave := func(d ledger.Damage) { lost = append(lost, d) }
	if !skip {
		leave = nil
	}
	n, err := l.Merge(from, leave)
	c.TellDamaged(path, lost)
	m.Added, m.Replaced, m.Left = m.Added+n.Added, m.Replaced+n.Replaced, m.Left+n.Left
	return console.Advised(err)
}

// incomplete prints the shards of the merged experiments that lack records. If the shards were run
// with different files of instances, and no run is complete, the result mixed is true.
func (m *merged) incomplete(c *console.Call, l *ledger.Ledger) (mixed bool, err error) {
	all, err := l.Experiments()
	if err != nil {
		return false, err
	}
	done, err := l.Keys()
	if err != nil {
		return false, err
	}
	all = slices.DeleteFunc(all, func(x *ledger.Experiment) bool { return !m.experiments[ledger.Experiment{Name: x.Name, Text: x.Text}] })
	for _, runs := range result.GroupBy(all, func(x *ledger.Experiment) [2]string { return [2]string{x.Name, x.Text} }) {
		var missing []experiment.Part
		for _, x := range runs { // one complete run is enough
			places, err := l.Places(x)
			if err != nil {
				return false, err
			}
			parts := slices.DeleteFunc(experiment.Parts(places, x.Shards, done), func(p experiment.Part) bool { return p.Missing == 0 })
			if len(parts) == 0 {
				missing = nil
				break
			}
			missing = append(missing, parts...)
		}
		x := runs[len(runs)-1]
		for _, p := range missing[:min(console.MostNamed, len(missing))] {
			fmt.Fprintf(c.Stdout, "%s: %s\n", x.Name, p)
		}
		if more := len(missing) - console.MostNamed; more > 0 {
			fmt.Fprintf(c.Stdout, "%s: %d more shards have jobs without a record\n", x.Name, more)
		}
		if len(missing) > 0 && len(runs) > 1 {
			one, other := console.Difference(runs[0].Files, x.Files)
			fmt.Fprintf(c.Stderr, "counterproof: %s was run with different instances, with %s and with %s, so the shards do not fit together: "+
				"run the missing shards with the same files, or all shards again\n", x.Name, one, other)
			mixed = true
		}
	}
	return mixed, nil
}

// suspect adds the methods under test of the last experiment of l. It ignores an experiment that it
// cannot parse, because another version of the program may have stored it.
func suspect(l *ledger.Ledger, suspects *judge.Suspects) error {
	x, err := l.Last()
	if err != nil || x == nil {
		return err
	}
	if spec, err := experiment.ParseSpec(x.Name, []byte(x.Text), plot.KindNames()); err == nil {
		*suspects = append(*suspects, spec.Suspects...)
	}
	return nil
}

// ExportCommand is the command export.
var ExportCommand = &cli.Command{
	Name:  "export",
	Usage: "print the records of a ledger",
	Description: `Prints every record of a ledger, which is the SQLite file into which run, crosscheck and other
commands write the results of their jobs. The output has all measurements: as lines of JSON, as CSV, or in the format
of Go benchmarks, which the program benchstat reads. With --spreadsheet, the output is CSV in which spreadsheets change
no value: without this flag, they take 10-06 for a date and round large counts.
$ counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof export --ledger a.sqlite
$ counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof export --ledger a.sqlite --format csv --spreadsheet`,
	ArgsUsage: console.NoArgument,
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "read the records from the SQLite file `FILE`"),
		&cli.StringFlag{Name: "format", Value: "jsonl", Usage: "print the records in `FORMAT`: jsonl, csv or gobench (for benchstat)"},
		&cli.BoolFlag{Name: "spreadsheet", Usage: "print CSV in which Excel, Google Sheets and LibreOffice change no value"},
		console.DamagedFlag,
	},
	Action: console.Do(export),
}

var exports = map[string]func(io.Writer, iter.Seq[result.Record]) error{
	"jsonl":   result.WriteJSONL,
	"csv":     result.WriteCSV,
	"gobench": result.WriteGoBench,
}

func export(c *console.Call) error {
	write := exports[c.String("format")]
	if write == nil {
		return c.Usagef("--format: want jsonl, csv or gobench, got %q", c.String("format"))
	}
	if c.Bool("spreadsheet") {
		if c.IsSet("format") && c.String("format") != "csv" {
			return c.Usagef("--spreadsheet writes csv: leave out --format %s", c.String("format"))
		}
		write = result.WriteSpreadsheet
	}
	l, err := c.ReadLedger(c.String("ledger"), c.SkipsDamaged())
	if err != nil {
		return err
	}
	defer l.Close()
	w := bufio.NewWriter(c.Stdout)
	var broken error
	err = write(w, func(yield func(result.Record) bool) {
		for r, err := range l.Records() {
			if broken = cmp.Or(err, c.Err()); broken != nil || !yield(r) {
				return
			}
		}
	})
	if err := cmp.Or(broken, err); err != nil {
		return err
	}
	return w.Flush()
}
