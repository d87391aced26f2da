package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"counterproof/bench/result"
)

// Settled reports whether the job of r is not to be tried again: it has an
// answer, or a limit ended it.
func Settled(r result.Record) bool {
	return answered(r) || r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory
}

func answered(r result.Record) bool { return r.Status == result.Exact || r.Status == result.AtLeast }

// Add puts rows into the ledger, all in one transaction, by the rules at the
// top of the package. The error joins an *Alarm for each answer that differs
// from the one there; the other rows are in the ledger then.
func (l *Ledger) Add(rows ...Row) error {
	var alarms []error
	err := l.transact(func(tx *sql.Tx) error {
		for _, row := range rows {
			alarm, _, err := addRow(tx, row)
			if err != nil {
				return err
			}
			if alarm != nil {
				alarms = append(alarms, alarm)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(alarms...)
}

func addRow(tx *sql.Tx, row Row) (alarm *Alarm, added bool, err error) {
	r := row.Record
	var text []byte
	err = tx.QueryRow("SELECT record FROM record WHERE key = ?", r.Key).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, false, err
	}
	if err == nil {
		var old result.Record
		if err := json.Unmarshal(text, &old); err != nil {
			return nil, false, fmt.Errorf("%w: record %s: %w", ErrDamaged, r.Key, err)
		}
		switch {
		case answered(old) && answered(r):
			if old.Status != r.Status || old.Count != r.Count || old.Digest != r.Digest {
				return &Alarm{old, r}, false, nil
			}
			return nil, false, nil
		case Settled(old) && !answered(r):
			return nil, false, nil
		}
	}
	if text, err = json.Marshal(r); err != nil {
		return nil, false, err
	}
	_, err = tx.Exec(`INSERT OR REPLACE INTO record (key, job, puzzle, instance, method, status, reason, verdict, record)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Key, row.Job, r.Puzzle, r.Instance, r.Method, r.Status, r.Reason, r.Verdict, text)
	return nil, err == nil, err
}

// Merge takes over the rows of another ledger by the rules of Add, and its
// experiment if there is none yet, and returns how many rows it has changed.
// Where an answer differs from the one there it changes nothing; the error joins
// an *Alarm for each.
func (l *Ledger) Merge(from *Ledger) (changed int, err error) {
	name, text, err := from.Experiment()
	if err != nil {
		return 0, err
	}
	var alarms []error
	err = l.transact(func(tx *sql.Tx) error {
		for row, err := range from.rows("ORDER BY key") {
			if err != nil {
				return err
			}
			alarm, added, err := addRow(tx, row)
			if err != nil {
				return err
			}
			if alarm != nil {
				alarms = append(alarms, alarm)
			}
			if added {
				changed++
			}
		}
		if len(alarms) > 0 {
			return errors.Join(alarms...)
		}
		if text == "" {
			return nil
		}
		_, err := tx.Exec("INSERT OR IGNORE INTO experiment (one, name, text) VALUES (1, ?, ?)", name, text)
		return err
	})
	if err != nil {
		changed = 0
	}
	return changed, err
}

// SetVerdicts sets the verdicts of records, by key, all in one transaction.
func (l *Ledger) SetVerdicts(verdicts map[string]string) error {
	return l.transact(func(tx *sql.Tx) error {
		for key, verdict := range verdicts {
			if _, err := tx.Exec("UPDATE record SET verdict = ? WHERE key = ? AND verdict <> ?", verdict, key, verdict); err != nil {
				return err
			}
		}
		return nil
	})
}

// SetExperiment keeps the name and the text of the experiment file that is run.
func (l *Ledger) SetExperiment(name, text string) error {
	return l.transact(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT OR REPLACE INTO experiment (one, name, text) VALUES (1, ?, ?)", name, text)
		return err
	})
}

// Experiment returns what the last SetExperiment kept; empty if there was none.
func (l *Ledger) Experiment() (name, text string, err error) {
	err = l.conn.QueryRowContext(context.Background(), "SELECT name, text FROM experiment").Scan(&name, &text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", "", fmt.Errorf("ledger %s: %w", l.path, explain(err))
	}
	return name, text, nil
}

func (l *Ledger) transact(do func(*sql.Tx) error) error {
	tx, err := l.conn.BeginTx(context.Background(), nil)
	if err == nil {
		if err = do(tx); err == nil {
			err = tx.Commit()
		} else {
			_ = tx.Rollback()
		}
	}
	if err != nil {
		return fmt.Errorf("ledger %s: %w", l.path, explain(err))
	}
	return nil
}
