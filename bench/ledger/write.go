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
	err := l.transact(func(*sql.Tx) error {
		for _, row := range rows {
			alarm, _, err := l.addRow(row)
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

// addRow adds a row in the transaction that has begun.
func (l *Ledger) addRow(row Row) (alarm *Alarm, added bool, err error) {
	r := row.Record
	var text []byte
	err = l.find.QueryRow(r.Key).Scan(&text)
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
				return &Alarm{old, r, row.Job}, false, nil
			}
			return nil, false, nil
		case Settled(old) && !answered(r):
			return nil, false, nil
		}
	}
	if text, err = json.Marshal(r); err != nil {
		return nil, false, err
	}
	_, err = l.put.Exec(r.Key, row.Job, r.Puzzle, r.Instance, r.Method, r.Status, r.Reason, r.Verdict, text)
	return nil, err == nil, err
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
		return "", "", l.place(err)
	}
	return name, text, nil
}

// Together makes one transaction of all that is put into the ledger in do: all of it is
// kept, or nothing if do ends with an error.
func (l *Ledger) Together(do func() error) error {
	return l.transact(func(tx *sql.Tx) error {
		l.tx = tx
		defer func() { l.tx = nil }()
		return do()
	})
}

func (l *Ledger) transact(do func(*sql.Tx) error) error {
	if l.tx != nil {
		return do(l.tx)
	}
	tx, err := l.conn.BeginTx(context.Background(), nil)
	if err == nil {
		if err = do(tx); err == nil {
			err = tx.Commit()
		} else {
			_ = tx.Rollback()
		}
	}
	if err == nil {
		l.made = false
	}
	return l.place(err)
}

// A placed error says which ledger it is about.
type placed struct {
	path string
	err  error
}

func (p *placed) Error() string { return "ledger " + p.path + ": " + p.err.Error() }

func (p *placed) Unwrap() error { return p.err }

// place says that an error is about l, unless it is about another.
func (l *Ledger) place(err error) error {
	var other *placed
	if err == nil || errors.As(err, &other) {
		return err
	}
	return &placed{l.path, explain(err)}
}
