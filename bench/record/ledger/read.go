package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"os"

	"modernc.org/sqlite"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Read opens an existing ledger for reading. The result shows the ledger as it is now, whatever a
// writer stores later. Read copies the ledger into memory or, if the ledger is large, into a
// nameless file. So a writer waits only while Read copies. Read checks the whole copy. The error
// wraps ErrDamaged if any part is damaged.
func Read(path string) (l *Ledger, err error) {
	copied := &Ledger{files: map[string]bool{}}
	defer func() {
		if err != nil {
			l, err = nil, &placed{path, explain(err)}
		}
		if l != copied {
			copied.Close()
		}
	}()
	if _, err := os.Stat(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	err = inFile(path, inspect, func(conn *sql.Conn, _ int) error {
		into, err := duplicate(conn, "")
		if err == nil {
			copied.db = sql.OpenDB(connected{into})
		}
		return copying(err)
	})
	if err == nil {
		copied.conn, err = copied.db.Conn(context.Background())
	}
	if err != nil {
		return nil, err
	}
	version, err := tablesOf(copied.conn)
	if err == nil && version != unhashed {
		err = copied.load(version)
	}
	switch {
	case err != nil:
	case version == schemaVersion:
		l, err = copied, copied.compile()
	default:
		l, err = modernized(copied.conn, version)
	}
	if err != nil {
		return nil, copying(err)
	}
	l.path, l.Unhashed = path, version == unhashed
	return l, nil
}

// errCopy means that a ledger could not be copied, or that the copy could not be read. SQLite chooses
// the folder of the copy.
var errCopy = errors.New("it cannot be copied to the folder for temporary files: make room there, or set SQLITE_TMPDIR (on Windows, TMP) to another folder")

// copying adds errCopy to an error that occurred while SQLite wrote or read the copy of a ledger, unless the
// error is about the contents of the ledger.
func copying(err error) error {
	if unreadable(err) && !locked(err) {
		return fmt.Errorf("%w: %w", errCopy, err)
	}
	return err
}

// inFile opens the file at path, finds the version of its tables with the function find, and calls
// the function do. Until do returns, no process can commit a transaction to the file.
func inFile(path string, find func(conn *sql.Conn, name string) (version int, err error), do func(conn *sql.Conn, version int) error) error {
	name, err := real(path)
	if err != nil {
		return err
	}
	db, conn, err := open(location(name))
	if err != nil {
		return err
	}
	defer db.Close()
	defer conn.Close()
	if err := execute(conn, "BEGIN"); err != nil {
		return err
	}
	version, err := find(conn, name)
	if err == nil && version == 0 {
		err = ErrEmpty
	}
	if err != nil {
		return err
	}
	return do(conn, version)
}

// duplicate copies a database in one step and overwrites the database at the given location.
func duplicate(from *sql.Conn, location string) (into driver.Conn, err error) {
	err = from.Raw(func(from any) error {
		b, err := from.(interface {
			NewBackup(string) (*sqlite.Backup, error)
		}).NewBackup(location)
		if err != nil {
			return err
		}
		if _, err := b.Step(-1); err != nil {
			_ = b.Finish()
			return err
		}
		into, err = b.Commit()
		return err
	})
	return into, err
}

// A connected is a driver.Connector for an existing connection.
type connected struct{ conn driver.Conn }

func (c connected) Connect(context.Context) (driver.Conn, error) { return c.conn, nil }

func (c connected) Driver() driver.Driver { return new(sqlite.Driver) }

// Get returns the record of the job with the given key. The result ok says whether the ledger has
// such a record.
func (l *Ledger) Get(key string) (r result.Record, ok bool, err error) {
	s, err := l.stored(key)
	if err != nil || s == nil {
		return r, false, l.place(err)
	}
	records, err := l.recordsOf([]*stored{s})
	if err != nil {
		return r, false, err
	}
	return records[0], true, nil
}

// Records yields all records, sorted by puzzle, instance, method and key. After an error, Records
// ends.
func (l *Ledger) Records() iter.Seq2[result.Record, error] {
	return func(yield func(result.Record, error) bool) {
		files := fileNames{}
		for row, err := range l.scan(false, "ORDER BY puzzle, instance, method, key") {
			row.Record.Instance = files.text(row.Record.Instance)
			if !yield(row.Record, err) || err != nil {
				return
			}
		}
	}
}

// Instance returns the records of one instance, sorted by method and key.
func (l *Ledger) Instance(puzzle, instance string) ([]result.Record, error) {
	rows, err := l.find(l.byInstance, puzzle, wording.Identity(instance))
	if err != nil {
		return nil, l.place(err)
	}
	return l.recordsOf(rows)
}

// stored returns the row of a job without checking it, or nil if the ledger has no such row.
func (l *Ledger) stored(key string) (*stored, error) {
	if l.lacks(key) {
		return nil, nil
	}
	rows, err := l.find(l.byKey, shortHash(column(key)))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// recordsOf returns the records of rows, or an error that wraps ErrDamaged if a row is damaged.
func (l *Ledger) recordsOf(rows []*stored) ([]result.Record, error) {
	records := make([]result.Record, 0, len(rows))
	for _, s := range rows {
		row, err := s.row()
		if err != nil {
			return nil, l.place(damaged([]Damage{s.damage(err)}))
		}
		records = append(records, row.Record)
	}
	return records, nil
}

// Keys returns the keys of all jobs that have a record.
func (l *Ledger) Keys() (map[string]bool, error) {
	scan := func(rows *sql.Rows) (key string, err error) {
		err = rows.Scan((*hash)((*column)(&key)))
		return key, err
	}
	all, err := collect(query(l.conn, scan, "SELECT key FROM record"))
	return wording.Set(all, func(key string) string { return key }), l.place(err)
}

// scan yields the rows that have the right hash and, if check is true, that the method check accepts.
// Any other row is damaged: scan yields an error for it, and continues with the next row.
func (l *Ledger) scan(check bool, order string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for s, err := range storedRows(l.conn, schemaVersion, order) {
			var row Row
			if err == nil {
				if row, err = s.row(); err == nil && check {
					err = s.check(row)
				}
				if err != nil {
					err = damaged([]Damage{s.damage(err)})
				}
			}
			if !yield(row, l.place(err)) {
				return
			}
		}
	}
}

// query starts an SQL query and yields, for each row, the results of the function scan. An
// error of SQLite comes last. The caller must use the results, which ends the query.
func query[T any](conn *sql.Conn, scan func(*sql.Rows) (T, error), text string, args ...any) iter.Seq2[T, error] {
	rows, err := conn.QueryContext(context.Background(), text, args...)
	return results(rows, err, scan)
}

// results yields the results of a query that was started, or its error. It can be used only once.
func results[T any](rows *sql.Rows, err error, scan func(*sql.Rows) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(scan(rows)) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// find returns the rows of a prepared query without checking them.
func (l *Ledger) find(prepared *sql.Stmt, args ...any) ([]*stored, error) {
	l.finding.Lock()
	defer l.finding.Unlock()
	rows, err := prepared.Query(args...)
	return collect(results(rows, err, scanStored))
}

// collect returns all results of a query, or the error of the query. If there are none, the list is not nil.
func collect[T any](results iter.Seq2[T, error]) (all []T, err error) {
	all = []T{}
	for x, err := range results {
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func execute(conn *sql.Conn, statements ...string) error {
	for _, text := range statements {
		if _, err := conn.ExecContext(context.Background(), text); err != nil {
			return err
		}
	}
	return nil
}
