package ledger

import (
	"database/sql"
	"errors"
	"fmt"
)

// mostAlarms is how many alarms an error of Merge lists.
const mostAlarms = 10

// Merge takes over the records of another ledger by the rules of Add, and its experiments
// with their places. It returns how many records it has changed. The last experiment stays
// the last, unless there was none.
// Where an answer differs from the one there it changes nothing; the error joins
// an *Alarm for each, up to 10. A row that is not what a run writes is ErrDamaged.
func (l *Ledger) Merge(from *Ledger) (changed int, err error) {
	var alarms []error
	more := 0
	err = l.transact(func(*sql.Tx) error {
		for row, err := range from.checked() {
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
			alarms = append(alarms, fmt.Errorf("and %d more", more))
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
