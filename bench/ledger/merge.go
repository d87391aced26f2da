package ledger

import (
	"database/sql"
	"errors"
	"fmt"
)

// mostAlarms limits the number of alarms in an error from Merge.
const mostAlarms = 10

// Merge copies the records of another ledger into this ledger by the rules of Add. Merge also
// copies the experiments with their places. The result changed is how many records were added to
// this ledger or replaced in it. If this ledger had experiments, its last experiment stays the last
// one.
//
// If the two ledgers have different answers to the same job, Merge changes nothing. The error then
// joins an *Alarm for each such job, up to 10. If the other ledger has a row that no run can have
// written, the error wraps ErrDamaged. But if the function leave is not nil, Merge calls it for each
// such row and copies the other rows.
func (l *Ledger) Merge(from *Ledger, leave func(Damage)) (changed int, err error) {
	var alarms []error
	more := 0
	err = l.transact(func(*sql.Tx) error {
		for row, err := range from.checked() {
			if d := new(Damage); leave != nil && errors.As(err, &d) {
				leave(*d)
				continue
			}
			if err != nil {
				return err
			}
			alarm, added, err := l.addRow(row)
			switch {
			case err != nil:
				return err
			case alarm != nil && len(alarms) == mostAlarms:
				more++
			case alarm != nil:
				alarms = append(alarms, fmt.Errorf("from %s: %w", from.path, alarm))
			case added:
				changed++
			}
		}
		if more > 0 {
			alarms = append(alarms, fmt.Errorf("and %d more differences", more))
		}
		if len(alarms) > 0 {
			return errors.Join(alarms...)
		}
		return l.mergeExperiments(from)
	})
	if err != nil {
		changed = 0
	}
	return changed, err
}
