package console

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/encode/wording"
)

// MostNamed limits how many damaged records, wrong answers or incomplete shards are printed one by
// one.
const MostNamed = 20

// These are the values of the flag --damaged.
const (
	refuseDamaged = "refuse"
	skipDamaged   = "skip"
)

// DamagedFlag is the flag --damaged of the commands that can read a part of a damaged ledger.
var DamagedFlag = &cli.StringFlag{Name: "damaged", Value: refuseDamaged,
	Usage: "what to do with a damaged ledger: `WHAT` is \"refuse\" (fail) or \"skip\" (list the unreadable records and use the others)",
	Action: func(c *cli.Context, value string) error {
		if value != refuseDamaged && value != skipDamaged {
			return Usagef("%s: --damaged: want %s or %s, got %q", c.Command.Name, refuseDamaged, skipDamaged, value)
		}
		return nil
	}}

// SkipsDamaged reports whether the flag --damaged has the value skip.
func SkipsDamaged(c *cli.Context) bool { return c.String(DamagedFlag.Name) == skipDamaged }

// OpenLedger opens a ledger for writing. If the parameter mend is true, OpenLedger repairs a
// damaged ledger. The repaired ledger has the readable records, and OpenLedger lists the
// lost records on stderr.
func OpenLedger(c *cli.Context, path string, mend bool) (*ledger.Ledger, error) {
	l, err := ledger.Open(path)
	if errors.Is(err, ledger.ErrDamaged) && mend {
		kept, lost, failed := ledger.Mend(path)
		if failed != nil {
			return nil, fmt.Errorf("%w; move the file away and start again", failed)
		}
		if l, err = ledger.Open(path); err == nil {
			TellDamaged(c, path, lost)
			fmt.Fprintf(c.App.ErrWriter, "counterproof: ledger %s: %s left; the damaged ledger is kept as %s\n", path, wording.Plural(l.Len(), "record"), kept)
		}
	}
	if err != nil {
		return nil, Advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: ledger %s: an earlier version wrote its %s without hashes; hashes are added\n", path, wording.Plural(l.Len(), "record"))
	}
	warnAlarms(c, l, path)
	return l, nil
}

// ReadLedger opens a ledger for reading. If the parameter skip is true, ReadLedger reads the
// intact records of a damaged ledger and lists the damaged records on stderr.
func ReadLedger(c *cli.Context, path string, skip bool) (*ledger.Ledger, error) {
	l, err := ledger.Read(path)
	if skip && (errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrNotLedger)) {
		if saved, lost, failed := ledger.Salvage(path); failed == nil {
			if saved.Len() > 0 { // if there is no record, the file might not be a ledger
				TellDamaged(c, path, lost)
				warnAlarms(c, saved, path)
				return saved, nil
			}
			saved.Close()
		}
		return nil, err
	}
	if err != nil {
		return nil, Advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: ledger %s: an earlier version wrote its records without hashes, so a changed record may go unnoticed; the commands run and merge add hashes to the ledger that they write\n", path)
	}
	warnAlarms(c, l, path)
	return l, nil
}

func warnAlarms(c *cli.Context, l *ledger.Ledger, path string) {
	alarms, err := l.Alarms()
	switch {
	case err != nil:
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: ledger %s: %v\n", path, err)
	case len(alarms) > 0:
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: ledger %s: two workers gave different answers to the same job %s\n", path, l.AlarmAdvice(len(alarms)))
	}
}

// TellDamaged lists on stderr the parts of a damaged ledger that were not read.
func TellDamaged(c *cli.Context, path string, lost []ledger.Damage) {
	for i, d := range lost {
		if i == MostNamed {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: left out: ledger %s: %d more\n", path, len(lost)-MostNamed)
			break
		}
		fmt.Fprintf(c.App.ErrWriter, "counterproof: left out: ledger %s: %v\n", path, &d)
	}
}

// Advised adds to the error for a damaged ledger the commands that save its readable records.
func Advised(err error) error {
	if !errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w; to save the rest: counterproof export --damaged skip, or counterproof merge --damaged skip --ledger NEW", err)
}
