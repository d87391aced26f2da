package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"

	"modernc.org/sqlite"

	"counterproof/bench/result"
)

// Read opens a ledger that is there, to be read: as it is now, whatever a writer puts
// into it later. It is copied, into memory or, if it is large, into a nameless file, so
// that a writer waits for the copy alone and not for what its reader does with it.
func Read(path string) (l *Ledger, err error) {
	defer func() {
		if err != nil {
			l, err = nil, &placed{path, explain(err)}
		}
	}()
	if _, err := os.Stat(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	name, err := real(path)
	if err != nil {
		return nil, err
	}
	db, conn, err := connect(name)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	defer conn.Close()
	if _, err := conn.ExecContext(context.Background(), "BEGIN"); err != nil {
		return nil, err
	}
	empty, err := inspect(conn, name)
	if err == nil && empty {
		err = ErrEmpty
	}
	if err != nil {
		return nil, err
	}
	l = &Ledger{path: path}
	err = conn.Raw(func(from any) error {
		into, err := duplicate(from)
		if err == nil {
			l.db = sql.OpenDB(connected{into})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	l.conn, err = l.db.Conn(context.Background())
	return l, err
}

// duplicate copies a database in one go.
func duplicate(from any) (driver.Conn, error) {
	b, err := from.(interface {
		NewBackup(string) (*sqlite.Backup, error)
	}).NewBackup("") // SQLite's name for one that is nowhere
	if err != nil {
		return nil, err
	}
	if _, err := b.Step(-1); err != nil {
		_ = b.Finish()
		return nil, err
	}
	return b.Commit()
}

// connected is a driver.Connector for a connection that is there.
type connected struct{ conn driver.Conn }

func (c connected) Connect(context.Context) (driver.Conn, error) { return c.conn, nil }

func (c connected) Driver() driver.Driver { return new(sqlite.Driver) }

// Get returns the record of a job, and whether there is one.
func (l *Ledger) Get(key string) (r result.Record, ok bool, err error) {
	for row, err := range l.rows("WHERE key = ?", key) {
		return row.Record, err == nil, err
	}
	return r, false, nil
}

// Records yields all records, sorted by puzzle, instance, method and key. Up to
// an error, which is the last thing yielded.
func (l *Ledger) Records() iter.Seq2[result.Record, error] {
	return func(yield func(result.Record, error) bool) {
		for row, err := range l.rows("ORDER BY puzzle, instance, method, key") {
			if !yield(row.Record, err) {
				return
			}
		}
	}
}

// Instance returns the records of one instance, sorted by method and key.
func (l *Ledger) Instance(puzzle, instance string) ([]result.Record, error) {
	var records []result.Record
	for row, err := range l.rows("WHERE puzzle = ? AND instance = ? ORDER BY method, key", puzzle, instance) {
		if err != nil {
			return nil, err
		}
		records = append(records, row.Record)
	}
	return records, nil
}

func (l *Ledger) rows(where string, args ...any) iter.Seq2[Row, error] {
	return l.scan(func(Row, result.Record) error { return nil }, where, args...)
}

// scan yields the rows that check, which gets what the columns say beside each, lets pass;
// one that it does not is damaged.
func (l *Ledger) scan(check func(Row, result.Record) error, where string, args ...any) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		fail := func(err error) { yield(Row{}, l.place(err)) }
		rows, err := l.conn.QueryContext(context.Background(),
			"SELECT key, job, puzzle, instance, method, status, reason, verdict, record FROM record "+where, args...)
		if err != nil {
			fail(err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var row Row
			var c result.Record // what the columns say
			var text []byte
			if err := rows.Scan(&c.Key, &row.Job, &c.Puzzle, &c.Instance, &c.Method, &c.Status, &c.Reason, &c.Verdict, &text); err != nil {
				fail(err)
				return
			}
			err := json.Unmarshal(text, &row.Record)
			if err == nil {
				err = check(row, c)
			}
			if err != nil {
				fail(fmt.Errorf("%w: record %s: %w", ErrDamaged, c.Key, err))
				return
			}
			row.Record.Verdict = c.Verdict
			if !yield(row, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			fail(err)
		}
	}
}
