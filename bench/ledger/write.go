package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

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
	old, err := l.stored(r.Key)
	if err != nil {
		return nil, false, err
	}
	if old != nil {
		before, err := old.row()
		if err != nil {
			return nil, false, damaged([]Damage{old.damage(err)})
		}
		switch was := before.Record; {
		case answered(was) && answered(r):
			if was.Status != r.Status || was.Count != r.Count || was.Digest != r.Digest {
				return &Alarm{was, r, row.Job}, false, nil
			}
			return nil, false, nil
		case Settled(was) && !answered(r):
			return nil, false, nil
		}
	}
	s, err := store(row)
	if err != nil {
		return nil, false, err
	}
	return nil, true, l.replace(old, s)
}

// stored returns the row of a job as it is, or nil if there is none.
func (l *Ledger) stored(key string) (*stored, error) {
	rows, err := l.find.Query(key)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	return scanStored(rows)
}

// replace puts a row in the place of an old one, or adds it if old is nil.
func (l *Ledger) replace(old, s *stored) error {
	var values []any
	for _, c := range s.columns() {
		values = append(values, string(*c))
	}
	if _, err := l.put.Exec(append(values, string(s.sum))...); err != nil {
		return err
	}
	if old != nil {
		l.next.records--
		l.next.total = l.next.total.xor(old.hash())
	}
	l.next.records++
	l.next.total = l.next.total.xor(s.hash())
	return nil
}

// SetVerdicts sets the verdicts of records, by key, all in one transaction.
func (l *Ledger) SetVerdicts(verdicts map[string]string) error {
	return l.transact(func(tx *sql.Tx) error {
		for _, key := range slices.Sorted(maps.Keys(verdicts)) { // the same file each time
			verdict := verdicts[key]
			old, err := l.stored(key)
			if err != nil {
				return err
			}
			if old == nil || string(old.verdict) == verdict {
				continue
			}
			if _, err := old.row(); err != nil { // it must not get a new hash
				return damaged([]Damage{old.damage(err)})
			}
			s := *old
			s.verdict = column(verdict)
			s.sum = column(s.hash().String())
			if _, err := l.judge.Exec(verdict, string(s.sum), s.id); err != nil {
				return err
			}
			l.next.total = l.next.total.xor(old.hash()).xor(s.hash())
		}
		return nil
	})
}

// Together makes one transaction of all that is put into the ledger in do: all of it is
// kept, or nothing if do ends with an error.
func (l *Ledger) Together(do func() error) error {
	return l.transact(func(*sql.Tx) error { return do() })
}

func (l *Ledger) transact(do func(*sql.Tx) error) error {
	if l.tx != nil {
		return do(l.tx)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.commit(do))
}

// commit does a transaction, seals it and marks what the file is after it.
func (l *Ledger) commit(do func(*sql.Tx) error) error {
	if err := l.look(ifTouched); err != nil {
		return err
	}
	tx, err := l.start()
	if err != nil {
		return err
	}
	l.tx, l.next = tx, l.seal
	err = do(tx)
	l.tx = nil
	if err == nil && l.next != l.seal {
		_, err = l.finish.Exec(l.next.records, l.next.total.String())
	}
	if err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		if !locked(err) {
			return err
		}
		_ = execute(l.conn, "ROLLBACK") // which SQLite leaves to us
		return l.occupied()
	}
	l.seal, l.made = l.next, false
	if l.mark != nil {
		return l.mark.set()
	}
	return nil
}

// start begins a transaction. SQLite does not wait for the lock of another program that writes
// into the file, because this one reads it all the time and the other waits for that. So start
// tries again until the other program has given up, for as long as yielding says.
func (l *Ledger) start() (*sql.Tx, error) {
	for end := time.Now().Add(l.yielding); ; time.Sleep(10 * time.Millisecond) {
		tx, err := l.conn.BeginTx(context.Background(), nil)
		if !locked(err) {
			return tx, err
		}
		if time.Now().After(end) {
			return nil, l.occupied()
		}
	}
}

// occupied saves the records, because another program keeps a lock of the file, and can change it
// as soon as this process closes it. It returns the error that every later transaction gets.
func (l *Ledger) occupied() error {
	switch name, err := l.rescue(); {
	case err != nil:
		l.changed = fmt.Errorf("%w, and the %d records of the ledger could not be saved elsewhere: %w; end that program and start again", ErrOccupied, l.seal.records, err)
	default:
		l.changed = fmt.Errorf("%w; the %d records of the ledger are saved in %s: end that program and start again, with the saved file if it has changed the ledger", ErrOccupied, l.seal.records, name)
	}
	return l.changed
}

// A placed error says which ledger it is about.
type placed struct {
	path string
	err  error
}

func (p *placed) Error() string { return "ledger " + p.path + ": " + p.err.Error() }

func (p *placed) Unwrap() error { return p.err }

// place says that an error is about l, unless it says that it is about another.
func (l *Ledger) place(err error) error { return about(l.path, err) }

// about says that an error is about the ledger at a path, unless it is about another.
func about(path string, err error) error {
	var other *placed
	if err == nil || errors.As(err, &other) {
		return err
	}
	return &placed{path, explain(err)}
}
