package console

import (
	"errors"
	"fmt"
	"runtime/debug"

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
	Action: checked("damaged", func(value string) error {
		if value != refuseDamaged && value != skipDamaged {
			return fmt.Errorf("want %s or %s, got %q", refuseDamaged, skipDamaged, value)
		}
		return nil
	})}

// SkipsDamaged reports whether the flag --damaged has the value skip.
func (c *Call) SkipsDamaged() bool { return c.String(DamagedFlag.Name) == skipDamaged }

// OpenLedger opens a ledger for writing. If mend is true, it reduces a damaged ledger to its readable
// records, and lists the lost records on stderr.
func (c *Call) OpenLedger(path string, mend bool) (*ledger.Ledger, error) {
	l, err := ledger.Open(path)
	if errors.Is(err, ledger.ErrDamaged) && mend {
		kept, lost, failed := ledger.Mend(path)
		if failed != nil {
			return nil, fmt.Errorf("%w; move the file away and start again", failed)
		}
		if l, err = ledger.Open(path); err == nil {
			c.TellDamaged(path, lost)
			c.Say("ledger %s: %s left; the damaged ledger is kept as %s", path, wording.Plural(l.Len(), "record"), kept)
		}
	}
	if err != nil {
		return nil, Advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		c.Say("ledger %s: an earlier version wrote its %s without hashes; hashes are added", path, wording.Plural(l.Len(), "record"))
	}
	c.warnAlarms(l, path)
	return l, nil
}

// ReadLedger opens a ledger for reading. If the parameter skip is true, ReadLedger reads the
// intact records of a damaged ledger and lists the damaged records on stderr.
func (c *Call) ReadLedger(path string, skip bool) (*ledger.Ledger, error) {
	l, err := ledger.Read(path)
	if skip && (errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrNotLedger)) {
		if saved, lost, failed := ledger.Salvage(path); failed == nil {
			if saved.Len() > 0 { // if there is no record, the file might not be a ledger
				c.TellDamaged(path, lost)
				c.warnAlarms(saved, path)
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
		c.Warn("ledger %s: an earlier version wrote its records without hashes, so a changed record may go unnoticed; the commands run and merge add hashes to the ledger that they write", path)
	}
	c.warnAlarms(l, path)
	return l, nil
}

func (c *Call) warnAlarms(l *ledger.Ledger, path string) {
	alarms, err := l.Alarms()
	switch {
	case err != nil:
		c.Warn("ledger %s: %v", path, err)
	case len(alarms) > 0:
		c.Warn("ledger %s: two workers gave different answers to the same job %s", path, l.AlarmAdvice(len(alarms)))
	}
}

// TellDamaged lists on stderr the parts of a damaged ledger that were not read.
func (c *Call) TellDamaged(path string, lost []ledger.Damage) {
	for i, d := range lost {
		if i == MostNamed {
			c.Say("left out: ledger %s: %d more", path, len(lost)-MostNamed)
			break
		}
		c.Say("left out: ledger %s: %v", path, &d)
	}
}

// Advised adds to the error for a damaged ledger the commands that save its readable records.
func Advised(err error) error {
	if !errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w; to save the rest: counterproof export --damaged skip, or counterproof merge --damaged skip --ledger NEW", err)
}

// SpareMemory lets the garbage collector run more often if there are many records, jobs or boards. The
// heap then exceeds what is in use by a third instead of doubling it.
func SpareMemory(records int) {
	if records > 50_000 {
		debug.SetGCPercent(33)
	}
}
