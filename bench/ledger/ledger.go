// Package ledger keeps the records of experiments in one SQLite file, one row a
// job, so that a run can be killed at any moment and started again.
//
// An answer (exact or at-least) is never overwritten, and a second different
// answer for the same job is an *Alarm. An unknown row is replaced by an answer
// to the same job. It is settled, and kept against another unknown row, if a
// limit ended it (timeout, cpu, memory; a longer limit is another job), and is
// tried again if its reason was killed or error.
//
// A ledger is held by one process at a time. What Add has returned for is on
// the disk. The rollback journal is used rather than the write-ahead log: a
// closed ledger is then one file, which can be copied.
package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"counterproof/bench/result"
)

var (
	// ErrNotLedger is wrapped by the error for a file that is something else.
	ErrNotLedger = errors.New("not a ledger of counterproof")
	// ErrLocked is wrapped by the error for a ledger that another process has
	// open.
	ErrLocked = errors.New("the ledger is locked by another run")
	// ErrEmpty is wrapped by Read's error for an empty file, which a run leaves
	// that is killed before the first row.
	ErrEmpty = errors.New("the ledger is empty")
	// ErrDamaged is wrapped by the error for a ledger that cannot be read.
	ErrDamaged = errors.New("the ledger is damaged")
)

// The file says what it is: "CtPf" in its header, and the version of the
// tables.
const (
	applicationID = 0x43745066
	schemaVersion = 1
)

const schema = `
CREATE TABLE record (
	key      TEXT PRIMARY KEY, -- SHA-256 of job, hex
	job      TEXT NOT NULL,    -- canonical text
	puzzle   TEXT NOT NULL,
	instance TEXT NOT NULL,
	method   TEXT NOT NULL,
	status   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	verdict  TEXT NOT NULL,    -- instead of that in record
	record   TEXT NOT NULL     -- JSON
);
CREATE TABLE experiment ( -- the last one, one row at most
	one  INTEGER PRIMARY KEY CHECK (one = 1),
	name TEXT NOT NULL, -- of the file
	text TEXT NOT NULL
);
CREATE INDEX record_instance ON record (puzzle, instance, method, key);
`

// A Ledger is an open ledger file.
type Ledger struct {
	path string
	db   *sql.DB
	conn *sql.Conn // the only one, since it holds the lock
}

// A Row is a record with the canonical text of its job.
type Row struct {
	Job    string
	Record result.Record
}

// An Alarm is a second, different answer for the same job.
type Alarm struct{ Old, New result.Record }

func (a *Alarm) Error() string {
	return fmt.Sprintf("%s %s by %s: the ledger has %s, a second run gives %s",
		a.Old.Puzzle, a.Old.Instance, a.Old.Method, answer(a.Old), answer(a.New))
}

func answer(r result.Record) string {
	text := r.Status + " " + r.Count
	if r.Digest != "" {
		text += " (digest " + r.Digest + ")"
	}
	return text
}

// Open opens the ledger at path and locks it until Close. A file that is not
// there, or is empty, becomes a new ledger; its folder must be there. The error
// wraps ErrNotLedger, ErrLocked or that of the file system.
func Open(path string) (*Ledger, error) {
	made := false
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		// SQLite says too little about a file that it cannot make. O_EXCL
		// tells which of two runs at once has made it.
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		if made = err == nil; made {
			f.Close()
		}
	}
	l, err := open(path, true)
	if err != nil && made && !errors.Is(err, ErrLocked) {
		os.Remove(path)
	}
	return l, err
}

// Read opens a ledger that is there, to be read. It takes no lock for longer
// than it reads.
func Read(path string) (*Ledger, error) { return open(path, false) }

func open(path string, write bool) (l *Ledger, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ledger %s: %w", path, explain(err))
		}
	}()
	info, err := os.Stat(path)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotLedger
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: "mode=rw&_pragma=busy_timeout(200)"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	l = &Ledger{path: path, db: db}
	if l.conn, err = db.Conn(context.Background()); err == nil {
		err = l.prepare(write)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// prepare takes the lock and looks at what the file is, or makes it a ledger.
func (l *Ledger) prepare(write bool) error {
	begin := "BEGIN"
	if write {
		if err := l.exec("PRAGMA locking_mode = EXCLUSIVE"); err != nil {
			return err
		}
		begin = "BEGIN EXCLUSIVE"
	}
	if err := l.exec(begin); err != nil {
		return err
	}
	// SQLite takes a file of a few bytes, whatever they are, for an empty
	// database; only after the lock has a killed run been rolled back.
	info, err := os.Stat(l.path)
	if err != nil {
		return err
	}
	var id, version int
	for query, value := range map[string]*int{
		"PRAGMA application_id": &id,
		"PRAGMA user_version":   &version,
	} {
		if err := l.conn.QueryRowContext(context.Background(), query).Scan(value); err != nil {
			return err
		}
	}
	switch {
	case info.Size() == 0 && write:
		for _, text := range []string{
			fmt.Sprintf("PRAGMA application_id = %d", applicationID),
			schema,
		} {
			if err := l.exec(text); err != nil {
				return err
			}
		}
	case info.Size() == 0:
		return ErrEmpty
	case id != applicationID:
		return ErrNotLedger
	case version != schemaVersion:
		return fmt.Errorf("%w of this version: its tables have version %d, want %d", ErrNotLedger, version, schemaVersion)
	}
	if write { // a write, so that a folder without room for the journal is seen now
		if err := l.exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion)); err != nil {
			return err
		}
	}
	return l.exec("COMMIT")
}

func (l *Ledger) exec(text string) error {
	_, err := l.conn.ExecContext(context.Background(), text)
	return err
}

// explain puts SQLite's errors into our own words where we have any.
func explain(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return ErrLocked
		case sqlite3.SQLITE_NOTADB:
			return ErrNotLedger
		case sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("the file cannot be opened: %w", err)
		case sqlite3.SQLITE_READONLY:
			return fmt.Errorf("the file or its folder cannot be written: %w", err)
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
			return fmt.Errorf("the disk is full or cannot be written; what was done so far is kept: %w", err)
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR: // our SQL is right, so a table is not
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return err
}

// Close gives the lock back.
func (l *Ledger) Close() error {
	if l.conn != nil {
		l.conn.Close()
	}
	return l.db.Close()
}

// Path is where the ledger is, as it was opened.
func (l *Ledger) Path() string { return l.path }

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
	return func(yield func(Row, error) bool) {
		fail := func(err error) { yield(Row{}, fmt.Errorf("ledger %s: %w", l.path, explain(err))) }
		rows, err := l.conn.QueryContext(context.Background(), "SELECT key, job, verdict, record FROM record "+where, args...)
		if err != nil {
			fail(err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var row Row
			var key, verdict string
			var text []byte
			if err := rows.Scan(&key, &row.Job, &verdict, &text); err != nil {
				fail(err)
				return
			}
			if err := json.Unmarshal(text, &row.Record); err != nil {
				fail(fmt.Errorf("%w: record %s: %w", ErrDamaged, key, err))
				return
			}
			row.Record.Verdict = verdict
			if !yield(row, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			fail(err)
		}
	}
}
