package ledger

import (
	"errors"
	"fmt"
	"reflect"

	"counterproof/bench/record/result"
)

// mostAlarms limits the number of alarms in an error from Merge.
const mostAlarms = 10

// A Merged counts what Merge did with the records of another ledger. Records that both ledgers have
// are not counted.
type Merged struct {
	Added    int // records of jobs that this ledger did not have
	Replaced int // records that replaced a record without an answer
	Left     int // records that were not copied, because this ledger keeps another measurement of the same job
}

// Merge copies the records of another ledger into this ledger by the rules of Add. Merge also
// copies the experiments with their places, and the contents of files. If this ledger had experiments, its last experiment
// stays the last one.
//
// If the two ledgers have different answers to the same job, Merge changes nothing. The error then
// joins an *Alarm for each such job, up to 10. If the other ledger has a row that no run can have
// written, the error wraps ErrDamaged. But if the function leave is not nil, Merge calls it for each
// such row and copies the other rows.
func (l *Ledger) Merge(from *Ledger, leave func(Damage)) (m Merged, err error) {
	var alarms []error
	more := 0
	err = l.Together(func() error {
		for row, err := range from.scan(true, "ORDER BY key") {
			if d := new(Damage); leave != nil && errors.As(err, &d) {
				leave(*d)
				continue
			}
			if err != nil {
				return err
			}
			alarm, was, stored, err := l.addRow(row)
			switch {
			case err != nil:
				return err
			case alarm != nil && len(alarms) == mostAlarms:
				more++
			case alarm != nil:
				alarms = append(alarms, fmt.Errorf("from %s: %w", from.path, alarm))
			case was == nil:
				m.Added++
			case sameRecord(*was, row.Record):
			case stored:
				m.Replaced++
			default:
				m.Left++
			}
		}
		if more > 0 {
			alarms = append(alarms, fmt.Errorf("and %d more differences", more))
		}
		if len(alarms) > 0 {
			return errors.Join(alarms...)
		}
		if err := l.copyContents(from.conn, leave); err != nil {
			return err
		}
		return l.mergeExperiments(from)
	})
	if err != nil {
		m = Merged{}
	}
	return m, err
}

func sameRecord(a, b result.Record) bool {
	a.Verdict = b.Verdict
	return reflect.DeepEqual(a, b)
}
