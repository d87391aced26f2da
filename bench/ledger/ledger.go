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
//
// Each row has a SHA-256 of what it holds, and a seal counts the rows and sums up their
// hashes. Open and Read check all of a ledger and refuse one that is damaged. Salvage
// reads the rows that are intact, and Mend keeps only those.
//
// A Ledger that is open expects that nobody else changes its file. Watch and Check compare
// the file with what was written; the error wraps ErrChanged.
package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
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
	// ErrOccupied is wrapped by the error for an open ledger that another program writes
	// into, such as a browser of SQLite files: one that does not heed NAME-lock.
	ErrOccupied = errors.New("another program is writing into the file")
	// ErrEmpty is wrapped by Read's error for an empty file, which a run leaves
	// that is killed before the first row.
	ErrEmpty = errors.New("the ledger is empty")
	// ErrDamaged is wrapped by the error for a ledger that cannot be read, or that is
	// not as it was written.
	ErrDamaged = errors.New("the ledger is damaged")
)

// A Ledger is an open ledger file, or what Read has taken from one.
type Ledger struct {
	path   string
	db     *sql.DB
	conn   *sql.Conn // the only one
	tx     *sql.Tx   // under way
	unlock func()    // of Open
	held   *sql.Rows // of Open: a query under way, which holds the lock of a reader
	made   bool      // by Open, and nothing was put into it yet

	find, put, judge, finish *sql.Stmt // of a ledger that is written

	// Unhashed reports whether the records had no hashes. A program of the first
	// version has written them. Open has added hashes to the file; Read has not.
	Unhashed bool

	mu   sync.Mutex // held during a transaction
	seal seal       // of the file
	next seal       // after the transaction under way
	mark *mark      // of Open: the file as this process left it

	again   time.Time // when all of the file may be read again
	vain    int       // how often all of it was read because of its time
	changed error     // of every later transaction: somebody else has changed the file, or is about to

	yielding time.Duration // how long to wait for another program that writes into the file
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

// locked reports whether an error of SQLite says that another program holds a lock.
func locked(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// explain puts SQLite's errors into our own words where we have any.
func explain(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrChanged) {
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
			_ = execute(l.conn, "PRAGMA journal_mode = DELETE") // it is harmless if it stays
		}
		l.conn.Close()
		err = l.db.Close()
	}
	if l.made && l.ours() {
		os.Remove(l.path)
	}
	if l.mark != nil {
		l.mark.file.Close() // after SQLite's own, whose locks it would end
	}
	if l.unlock != nil {
		l.unlock()
	}
	l.made, l.unlock, l.mark = false, nil, nil
	return err
}

// Len returns the number of records.
func (l *Ledger) Len() int { return l.seal.records }
