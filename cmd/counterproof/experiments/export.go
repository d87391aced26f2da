package experiments

import (
	"bufio"
	"cmp"
	"io"
	"iter"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/result"
	"counterproof/cmd/counterproof/console"
)

// ExportCommand is the command export.
var ExportCommand = &cli.Command{
	Name:  "export",
	Usage: "print the records of a ledger",
	Description: console.Describe(
		"Prints every record of a ledger, which is the SQLite file into which run, crosscheck and other "+
			"commands write the results of their jobs. The output has all measurements: as lines of JSON, "+
			"as CSV, or in the format of Go benchmarks, which the program benchstat reads. "+
			"With --spreadsheet, the output is CSV in which spreadsheets change no value: without this flag, "+
			"they take 10-06 for a date and round large counts.",
		"counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof export --ledger a.sqlite",
		"counterproof crosscheck --ledger a.sqlite calendar 10-06; counterproof export --ledger a.sqlite --format csv --spreadsheet",
	),
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
