package console

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ledger"
)

// MostNamed is how many damages, wrong answers or missing parts are printed one by one.
const MostNamed = 20

// Values of --damaged.
const (
	refuseDamaged = "refuse"
	skipDamaged   = "skip"
)

// DamagedFlag is for commands that read ledgers as far as they can.
var DamagedFlag = &cli.StringFlag{Name: "damaged", Value: refuseDamaged,
	Usage: "`WHAT` to do with a damaged ledger: refuse it, or skip the records that cannot be read and list them",
	Action: func(c *cli.Context, value string) error {
		if value != refuseDamaged && value != skipDamaged {
			return Usagef("%s: --damaged: want %s or %s, got %q", c.Command.Name, refuseDamaged, skipDamaged, value)
		}
		return nil
	}}

// SkipsDamaged reports whether --damaged says to skip what cannot be read.
func SkipsDamaged(c *cli.Context) bool { return c.String(DamagedFlag.Name) == skipDamaged }

// OpenLedger opens a ledger to put records into it. It mends a damaged one if mend is set:
// what can be read stays in it, and the rest is told.
func OpenLedger(c *cli.Context, path string, mend bool) (*ledger.Ledger, error) {
	l, err := ledger.Open(path)
	if errors.Is(err, ledger.ErrDamaged) && mend {
		kept, lost, failed := ledger.Mend(path)
		if failed != nil {
			return nil, fmt.Errorf("%w; move the file away and start again", failed)
		}
		if l, err = ledger.Open(path); err == nil {
			tellDamaged(c, path, lost)
			fmt.Fprintf(c.App.ErrWriter, "counterproof: ledger %s: %d records are left; the damaged ledger is kept as %s\n", path, l.Len(), kept)
		}
	}
	if err != nil {
		return nil, advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: ledger %s: an earlier version wrote its %d records without hashes; hashes are added\n", path, l.Len())
	}
	return l, nil
}

// ReadLedger opens a ledger to read it. With skip set it reads what it can of a damaged
// one and tells the rest.
func ReadLedger(c *cli.Context, path string, skip bool) (*ledger.Ledger, error) {
	l, err := ledger.Read(path)
	if skip && (errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrNotLedger)) {
		if saved, lost, failed := ledger.Salvage(path); failed == nil {
			if saved.Len() > 0 { // else nothing shows that it is a ledger
				tellDamaged(c, path, lost)
				return saved, nil
			}
			saved.Close()
		}
		return nil, err
	}
	if err != nil {
		return nil, advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: ledger %s: an earlier version wrote its records without hashes, so a changed one may go unnoticed; run and merge add hashes to the ledger that they write\n", path)
	}
	return l, nil
}

// tellDamaged says what is not read of a damaged ledger.
func tellDamaged(c *cli.Context, path string, lost []ledger.Damage) {
	for i, d := range lost {
		if i == MostNamed {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: left out: ledger %s: %d more\n", path, len(lost)-MostNamed)
			break
		}
		fmt.Fprintf(c.App.ErrWriter, "counterproof: left out: ledger %s: %v\n", path, &d)
	}
}

// advised adds to the error for a damaged ledger how to get at the rest of it.
func advised(err error) error {
	if !errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w; to save the rest: counterproof export --damaged skip, or counterproof merge --damaged skip --ledger NEW", err)
}
