// Package ledger keeps the records of experiments in one SQLite file, one row a
// job, so that a run can be killed at any moment and started again.
//
// An answer (exact or at-least) is never overwritten, and a second different
// answer for the same job is an *Alarm. An unknown row is replaced by an answer
// to the same job. It is settled, and kept against another unknown row, if a
// limit ended it (timeout, cpu, memory; a longer limit is another job), and is
// tried again if its reason was killed or error.
//
// A ledger has one writer at a time, and any number of readers beside it. What Add
// has returned for is on the disk. The rollback journal is used rather than the
// write-ahead log, which cannot be read from another machine: a shard on a shared
// file system may be merged while it runs. A closed ledger is one file, which can be
// copied; beside one that is open, or whose process was killed, are its journal and
// NAME-lock.
package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"counterproof/bench/result"
)

var (
	// ErrNotLedger is wrapped by the error for a file that is something else.
	ErrNotLedger = errors.New("not a ledger of counterproof")
	// ErrLocked is wrapped by the error for a ledger that another process writes.
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

// A Ledger is an open ledger file, or what Read has taken from one.
type Ledger struct {
	path   string
	db     *sql.DB
	conn   *sql.Conn // the only one
	tx     *sql.Tx   // of Together
	unlock func()    // of Open
	held   *sql.Rows // of Open: a query under way, which holds the lock of a reader
	find   *sql.Stmt // of Open, which a batch does for each of its rows
	put    *sql.Stmt
	made   bool // by Open, and nothing was put into it yet
}

// A Row is a record with the canonical text of its job.
type Row struct {
	Job    string
	Record result.Record
}

// An Alarm is a second, different answer for the same job.
type Alarm struct {
	Old, New result.Record
	Job      string // its canonical text
}

func (a *Alarm) Error() string {
	return fmt.Sprintf("%s %s by %s%s: the ledger has %s, a second run gives %s",
		a.Old.Puzzle, a.Old.Instance, a.Old.Method, rest(a.Job), answer(a.Old), answer(a.New))
}

// rest is what a job says besides puzzle, instance and method.
func rest(job string) string {
	fields := strings.Split(strings.TrimSuffix(job, "\n"), "\n")
	fields = slices.DeleteFunc(fields, func(field string) bool {
		name, _, _ := strings.Cut(field, " ")
		return name == "" || name == "puzzle" || name == "instance" || name == "method"
	})
	if len(fields) == 0 {
		return ""
	}
	return " (" + strings.Join(fields, ", ") + ")"
}

func answer(r result.Record) string {
	text := r.Status + " " + r.Count
	if r.Digest != "" {
		text += " (digest " + r.Digest + ")"
	}
	return text
}

// How long a process waits for others: to be done with a commit or with a copy, and, of
// one that has the ledger open, for readers that take their time, with hours of work in
// its hands.
const (
	opening = 10 * time.Second
	writing = 10 * time.Minute
)

// Open opens the ledger at path and locks it until Close against other writers. A
// file that is not there, or is empty, becomes a new ledger; its folder must be
// there. The error wraps ErrNotLedger, ErrLocked or that of the file system.
func Open(path string) (l *Ledger, err error) {
	l = &Ledger{path: path}
	defer func() {
		if err != nil {
			l.Close()
			l, err = nil, &placed{path, explain(err)}
		}
	}()
	name, err := real(path)
	if err != nil {
		return l, err
	}
	if l.unlock, err = takeLock(name + "-lock"); err != nil {
		return l, err
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		// SQLite says too little about a file that it cannot make.
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return l, err
		}
		f.Close()
		l.made = true
	}
	if l.db, l.conn, err = connect(name); err != nil {
		return l, err
	}
	return l, l.prepare()
}

// real is the file that path leads to. SQLite follows links too, and two names of one
// ledger must not have two locks.
func real(path string) (string, error) {
	name, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	switch info, err := os.Stat(name); {
	case err == nil && !info.Mode().IsRegular():
		return "", ErrNotLedger
	case err == nil:
		return filepath.EvalSymlinks(name)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	return filepath.Join(folder, filepath.Base(name)), err
}

func connect(name string) (*sql.DB, *sql.Conn, error) {
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(name), RawQuery: fmt.Sprintf("mode=rw&_txlock=immediate&_pragma=busy_timeout(%d)", opening.Milliseconds())}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(context.Background())
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, conn, nil
}

// prepare looks at what the file is, or makes it a ledger.
func (l *Ledger) prepare() error {
	if err := l.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	empty, err := inspect(l.conn, l.path)
	if err != nil {
		return err
	}
	if empty {
		for _, text := range []string{
			fmt.Sprintf("PRAGMA application_id = %d", applicationID),
			schema,
		} {
			if err := l.exec(text); err != nil {
				return err
			}
		}
	}
	for _, text := range []string{
		// A write, so that a folder without room for the journal is seen now.
		fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		"COMMIT",
		// A journal that is made and removed for every batch takes longer.
		"PRAGMA journal_mode = PERSIST",
		fmt.Sprintf("PRAGMA busy_timeout = %d", writing.Milliseconds()),
	} {
		if err := l.exec(text); err != nil {
			return err
		}
	}
	// With a query under way SQLite does not look at every other, anew, for what someone
	// else has done to the file, and leaves the journal open: without it a run of 5,000
	// small jobs took a fifth longer than one that locked readers out.
	l.held, err = l.conn.QueryContext(context.Background(), "SELECT name FROM sqlite_schema")
	if err == nil && !l.held.Next() {
		err = l.held.Err()
	}
	if err == nil {
		l.find, err = l.conn.PrepareContext(context.Background(), "SELECT record FROM record WHERE key = ?")
	}
	if err == nil {
		l.put, err = l.conn.PrepareContext(context.Background(), `INSERT OR REPLACE INTO record
			(key, job, puzzle, instance, method, status, reason, verdict, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	}
	return err
}

// inspect says whether a file is empty; it is an error if it is neither that nor a
// ledger. A transaction has begun on it, and holds a lock at the end.
func inspect(conn *sql.Conn, path string) (empty bool, err error) {
	var id, version int
	for query, value := range map[string]*int{
		"PRAGMA application_id": &id,
		"PRAGMA user_version":   &version,
	} {
		if err := conn.QueryRowContext(context.Background(), query).Scan(value); err != nil {
			return false, err
		}
	}
	// SQLite takes a file of a few bytes, whatever they are, for an empty
	// database; only after the lock has a killed run been rolled back.
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false, err
	case info.Size() == 0:
		return true, nil
	case id != applicationID:
		return false, ErrNotLedger
	case version != schemaVersion:
		return false, fmt.Errorf("%w of this version: its tables have version %d, want %d", ErrNotLedger, version, schemaVersion)
	}
	return false, nil
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

// Close gives the lock back. It removes a file that Open has made and that nothing
// was put into.
func (l *Ledger) Close() error {
	var err error
	if l.conn != nil {
		if l.held != nil {
			l.held.Close()
			_ = l.exec("PRAGMA journal_mode = DELETE") // it is harmless if it stays
		}
		l.conn.Close()
		err = l.db.Close()
	}
	if l.made {
		os.Remove(l.path)
	}
	if l.unlock != nil {
		l.unlock()
	}
	l.made, l.unlock = false, nil
	return err
}

// Path is where the ledger is, as it was opened.
func (l *Ledger) Path() string { return l.path }
