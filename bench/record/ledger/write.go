package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Settled reports whether the job of the record r is done: it has an answer, or a limit ended it. A
// job that is not settled is tried again.
func Settled(r result.Record) bool {
	return answered(r) || r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory
}

func answered(r result.Record) bool { return r.Status == result.Exact || r.Status == result.AtLeast }

// Add stores rows in one transaction, by the rules in the comment of the package. The error joins
// an *Alarm for each answer that differs from the stored answer. Even after an alarm, Add stores
// the other rows.
func (l *Ledger) Add(rows ...Row) error {
	var alarms []error
	err := l.Together(func() error {
		for _, row := range rows {
			alarm, _, _, err := l.addRow(row)
			if err != nil {
				return err
			}
			if alarm != nil {
				alarms = append(alarms, alarm)
			}
		}
		return nil
	})
	return cmp.Or(err, errors.Join(alarms...))
}

// addRow stores a row in the current transaction, by the rules in the comment of the package. The
// result was is the earlier record of the same job, or nil if there is none.
func (l *Ledger) addRow(row Row) (alarm *Alarm, was *result.Record, stored bool, err error) {
	r := row.Record
	old, err := l.stored(r.Key)
	if err != nil {
		return nil, nil, false, err
	}
	if old != nil {
		before, err := old.row()
		if err != nil {
			return nil, nil, false, damaged([]Damage{old.damage(err)})
		}
		was = &before.Record
		switch {
		case answered(*was) && answered(r):
			if was.Status != r.Status || was.Count != r.Count || was.Digest != r.Digest {
				alarm = &Alarm{row.Job, *was, r}
			}
			return alarm, was, false, nil
		case Settled(*was) && !answered(r):
			return nil, was, false, nil
		}
	}
	s, err := store(row)
	if err != nil {
		return nil, was, false, err
	}
	return nil, was, true, l.replace(old, s)
}

func (l *Ledger) replace(old, s *stored) error {
	own := s.own()
	if _, err := l.put.Exec(shortHash(s.key), s.short(s.job, own), string(s.puzzle), string(s.instance), string(s.method),
		string(s.status), string(s.reason), string(s.verdict), s.short(s.record, own), shortHash(s.sum)); err != nil {
		return err
	}
	if old != nil {
		l.next.records--
		l.next.total = l.next.total.xor(old.hash())
	}
	l.next.records++
	l.next.total = l.next.total.xor(s.hash())
	l.stage(s)
	return nil
}

// Rejudge calls the function judge with the records of one instance, sorted by method and key, and
// sets the verdicts that judge returns, one for each record. If judge returns an empty text for a
// record, the record keeps its verdict.
func (l *Ledger) Rejudge(puzzle, instance string, judge func([]result.Record) []string) error {
	return l.Together(func() error {
		rows, err := l.find(l.byInstance, puzzle, wording.Identity(instance))
		if err != nil {
			return err
		}
		records, err := l.recordsOf(rows) // a damaged row must not get a new hash
		if err != nil {
			return err
		}
		for i, verdict := range judge(records) {
			if verdict == "" || verdict == string(rows[i].verdict) {
				continue
			}
			before := rows[i].hash()
			rows[i].verdict = column(verdict)
			after := rows[i].hash()
			if _, err := l.judge.Exec(verdict, after[:], rows[i].id); err != nil {
				return err
			}
			l.next.total = l.next.total.xor(before).xor(after)
			l.stage(rows[i])
		}
		return nil
	})
}

// Together runs the function do in the current transaction, or in a new transaction if there is
// none. If do returns an error, the ledger drops everything that the new transaction has stored.
func (l *Ledger) Together(do func() error) error {
	if l.tx != nil {
		return do()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.commit(do))
}

// commit runs the function do in a new transaction, and then updates the seal and the mark.
func (l *Ledger) commit(do func() error) error {
	if err := l.look(ifTouched); err != nil {
		return err
	}
	tx, err := l.start()
	if err != nil {
		return err
	}
	l.tx, l.next = tx, l.sealed()
	defer l.settle(false)
	err = do()
	l.tx = nil
	if err == nil && l.next != l.sealed() {
		l.stamp = nil
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
		_ = execute(l.conn, "ROLLBACK") // SQLite does not do this by itself
		return l.occupied()
	}
	done := l.next
	l.seal.Store(&done)
	l.settle(true)
	l.made = ""
	if l.mark != nil {
		return l.mark.set()
	}
	return nil
}

// start begins a transaction. If another program is writing into the file, the other program
// waits for this process, because this process keeps the file open for reading. So SQLite does
// not wait, but returns an error at once. Then, start tries again until the other program gives
// up, at most for the time l.yielding.
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

// occupied saves the records, because another program keeps a lock on the file and can change the
// file as soon as this process closes it. Its result is the error of every later transaction.
func (l *Ledger) occupied() error {
	n := l.sealed().records
	name, err := l.rescue()
	l.changed = fmt.Errorf("%w; the %d records of the ledger are saved in %s: end that program and start again; if it has changed the ledger, use the saved file instead", ErrOccupied, n, name)
	if err != nil {
		l.changed = fmt.Errorf("%w, and the %d records of the ledger could not be saved elsewhere: %w; end that program and start again", ErrOccupied, n, err)
	}
	return l.changed
}

// A placed is an error together with the path of the ledger that it is about.
type placed struct {
	path string
	err  error
}

func (p *placed) Error() string { return "ledger " + p.path + ": " + p.err.Error() }

func (p *placed) Unwrap() error { return p.err }

func (l *Ledger) place(err error) error { return about(l.path, err) }

// about adds the path of a ledger to an error, unless the error already names a ledger.
func about(path string, err error) error {
	var other *placed
	if err == nil || errors.As(err, &other) {
		return err
	}
	return &placed{path, explain(err)}
}
