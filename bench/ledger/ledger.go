// Package ledger keeps the records of experiments in one SQLite file, with one row per job. A run
// can be killed at any moment and started again.
//
// Add never overwrites an answer (exact or at-least). A second, different answer to the same job is
// an *Alarm. An answer replaces an unknown row of the same job. Another unknown row does not replace
// it if a limit ended the job (timeout, cpu, memory), because the job is then settled: a longer
// limit makes another job. A job whose reason is killed or error is tried again.
//
// A ledger has at most one writer at a time, and any number of readers. When Add returns, its rows
// are on the disk. The package uses SQLite's rollback journal, because the write-ahead log cannot be
// read from another machine, and a shard on a shared file system may be merged while it runs. A
// closed ledger is one file, which can be copied. If a ledger is open, or if its process was killed,
// its journal and the file NAME-lock are next to it.
//
// Each row has a SHA-256 of its contents. A seal holds the number of records and the exclusive or of
// the hashes of all rows. Open and Read check the whole ledger and reject a damaged one. Salvage
// reads the intact rows, and Mend keeps only these.
//
// No other program may change the file of an open Ledger. Watch and Check compare the file with what
// was written. If it differs, the error wraps ErrChanged.
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
	// ErrNotLedger means that a file is not a ledger. The returned errors wrap it.
	ErrNotLedger = errors.New("not a ledger of counterproof")
	// ErrLocked means that another process is writing the ledger. The returned errors wrap it.
	ErrLocked = errors.New("the ledger is locked by another run")
	// ErrOccupied means that another program writes into an open ledger. Such a program, for
	// example a browser of SQLite files, does not check the file NAME-lock. Other errors wrap
	// ErrOccupied.
	ErrOccupied = errors.New("another program is writing into the file")
	// ErrEmpty means that Read was given an empty file. A run that is killed before it stores its
	// first row leaves such a file. The returned errors wrap it.
	ErrEmpty = errors.New("the ledger is empty")
	// ErrDamaged means that a ledger cannot be read, or that its contents have changed since they were
	// written. Other errors wrap it.
	ErrDamaged = errors.New("the ledger is damaged")
)

// A Ledger is an open ledger file, or a copy that Read has made of one.
type Ledger struct {
	path   string
	db     *sql.DB
	conn   *sql.Conn // the only connection
	tx     *sql.Tx   // the transaction under way, or nil
	unlock func()    // set by Open: releases the lock
	held   *sql.Rows // set by Open: a query under way, which holds SQLite's lock for readers
	made   bool      // Open has created the file, and it has no rows yet

	find, put, judge, finish *sql.Stmt // prepared by compile

	// Unhashed reports whether the records had no hashes, because a program of the first version
	// wrote them. Open adds hashes to the file. Read does not change the file.
	Unhashed bool

	mu   sync.Mutex // held during a transaction
	seal seal       // of the file
	next seal       // after the transaction under way
	mark *mark      // set by Open: the file as this process left it

	again   time.Time // when look may read the whole file again
	vain    int       // how often a new modification time made look read the whole file
	changed error     // of every later transaction: another program has changed the file, or is about to

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

// rest returns the canonical text of a job without the lines of its puzzle, instance and method.
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

// locked reports whether an error from SQLite says that another program holds a lock.
func locked(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// explain returns an error with a message of our own for an error from SQLite. It returns any other
// error as it is.
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
			return fmt.Errorf("the disk is full or cannot be written; the records so far are kept: %w", err)
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR: // our SQL is right, so a table is wrong
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return err
}

// Close closes the file and releases the lock. If Open created the file and nothing was stored in
// it, Close deletes the file.
func (l *Ledger) Close() error {
	var err error
	if l.conn != nil {
		if l.held != nil {
			l.held.Close()
			_ = execute(l.conn, "PRAGMA journal_mode = DELETE") // a journal that stays is harmless
		}
		l.conn.Close()
		err = l.db.Close()
	}
	if l.made && l.ours() {
		os.Remove(l.path)
	}
	if l.mark != nil {
		l.mark.file.Close() // after SQLite's own file: closing this one first would release SQLite's locks
	}
	if l.unlock != nil {
		l.unlock()
	}
	l.made, l.unlock, l.mark = false, nil, nil
	return err
}

// Len returns the number of records.
func (l *Ledger) Len() int { return l.seal.records }
