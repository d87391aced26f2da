// Package ledger keeps the records of experiments in one SQLite file, with one row per job. A run
// can be killed at any moment and started again.
//
// Add never overwrites an answer (exact or at-least). A second, different answer to the same job is
// an *Alarm. An answer replaces a row with the status unknown of the same job. If a limit ended the
// job (timeout, cpu, memory), another row with the status unknown does not replace the first row.
// Such a job is settled: a longer limit makes another job. Reuse gives this job the exact answer that
// was found under a shorter limit. A job whose reason is killed or error is tried again.
//
// A ledger has at most one writer at a time, and any number of readers. When Add returns, its rows
// are on the disk. The package uses SQLite's rollback journal instead of a write-ahead log:
// another machine may merge a shard on a shared file system while the shard runs, and cannot read
// a write-ahead log. A closed ledger is one file, which can be copied. Next to a ledger that is
// open, or whose process was killed, are its journal and the file NAME-lock.
//
// Each row has a SHA-256 of its contents. A seal holds the number of records and the exclusive or
// of the hashes of all rows. Open and Read check the whole ledger and reject a damaged one. Salvage
// reads the intact rows, and Mend keeps only the intact rows. After a check, Close appends the hash of
// the whole file, with which the next Open can check the ledger much faster.
//
// No other program may change the file of an open Ledger. Watch and Check compare the file with
// what was written. If the file differs, the error wraps ErrChanged.
package ledger

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
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
	// ErrDamaged means that a ledger cannot be read, or that something has changed the stored
	// contents. Other errors wrap it.
	ErrDamaged = errors.New("the ledger is damaged")
)

// A Ledger is an open ledger file, or a copy of a ledger file that Read has made.
type Ledger struct {
	path   string
	db     *sql.DB
	conn   *sql.Conn // the only connection
	tx     *sql.Tx   // the transaction under way, or nil
	unlock func()    // set by Open: releases the lock
	held   *sql.Rows // set by Open: a query under way, which holds SQLite's lock for readers
	made   string    // the file, if Open has created it and it has no rows yet

	// The following statements are prepared by compile, because preparing one takes longer than
	// running it.
	put, judge, finish, byKey, byInstance *sql.Stmt

	finding sync.Mutex // held during a prepared query, which can run only once at a time

	limits []result.Limits // what timeLimits has returned, or nil

	files map[string]bool // the hashes of contents that this process has stored

	ends ends // guarded by finding; kept is nil unless Open has opened the ledger

	// Unhashed reports whether the records had no hashes, because a program of the first version
	// wrote them. Open adds hashes to the file. Read does not change the file.
	Unhashed bool

	mu    sync.Mutex           // held during a transaction
	seal  atomic.Pointer[seal] // of the file, or nil before the first transaction; see sealed
	next  seal                 // after the transaction under way
	mark  *mark                // set by Open: the file as this process left it
	stamp *sum                 // of the file when it was last checked, or nil if it has changed since

	again   time.Time // when look may read the whole file again
	vain    int       // how often a new modification time made look read the whole file
	changed error     // the error of every later transaction: another program has changed the file, or is about to change it

	yielding time.Duration // how long to wait for another program that writes into the file
}

// A Row is a record with the canonical text of its job.
type Row struct {
	Job    string
	Record result.Record
}

// An Alarm is a second, different answer for the same job.
type Alarm struct {
	Job string        `json:"job"` // its canonical text
	Old result.Record `json:"old"`
	New result.Record `json:"new"`
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
	return wording.If(len(fields) > 0, " ("+strings.Join(fields, ", ")+")")
}

func answer(r result.Record) string {
	return r.Status + " " + r.Count + wording.If(r.Digest != "", " (digest "+r.Digest+")")
}

// codeOf returns the primary result code of an error from SQLite, or 0 for any other error.
func codeOf(err error) int {
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

func locked(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// unreadable reports whether an error from SQLite says that the file could not be read or copied, for
// example because a disk is full. Such an error says nothing about the contents of the file.
func unreadable(err error) bool { return errors.Is(err, errPage) || unreadableBy(codeOf(err)) }

func unreadableBy(code int) bool {
	return slices.Contains([]int{
		sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT,
		sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM,
	}, code&0xff)
}

// explain returns an error with a message of our own for an error from SQLite. Any other error is
// returned unchanged.
func explain(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrChanged) || errors.Is(err, errCopy) {
		return err
	}
	switch codeOf(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrLocked
	case sqlite3.SQLITE_NOTADB:
		return ErrNotLedger
	case sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("the file cannot be opened: %w", err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("the file or its folder cannot be written: %w", err)
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
		return fmt.Errorf("the disk is full, or cannot be read or written; the records so far are kept: %w", err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR: // our SQL is right, so a table is wrong
		return fmt.Errorf("%w: %w", ErrDamaged, err)
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
	if l.made != "" && l.ours() {
		os.Remove(l.made)
	}
	if l.stamp != nil && l.ours() {
		l.mark.putStamp(l.stamp)
	}
	if l.mark != nil {
		l.mark.file.Close() // after SQLite's own file: closing the mark's file first would release SQLite's locks
	}
	if l.unlock != nil {
		l.unlock()
	}
	l.made, l.unlock, l.mark, l.stamp = "", nil, nil, nil
	return err
}

// Len returns the number of records. Another goroutine may store records at the same time.
func (l *Ledger) Len() int { return l.sealed().records }

func (l *Ledger) sealed() seal { return *cmp.Or(l.seal.Load(), &seal{}) }

// AlarmsFile returns the path of the file that keeps the alarms of a ledger. This file is next to
// the ledger. The ledger keeps only the first of two different answers, so the file of alarms has
// both. Only a person can find out which one is wrong. After that, the person deletes the file.
func (l *Ledger) AlarmsFile() string {
	name, err := real(l.path)
	if err != nil {
		name = l.path // the ledger was moved after it was opened
	}
	return name + "-alarms"
}

// AlarmAdvice says how many alarms there are and what to do about them.
func (l *Ledger) AlarmAdvice(alarms int) string {
	return fmt.Sprintf("(number of alarms: %d); the ledger keeps the first answer, and %s keeps both: find out which one is wrong, then delete this file",
		alarms, l.AlarmsFile())
}

// KeepAlarm adds an alarm to the file of alarms. KeepAlarm returns only when the alarm is on the
// disk.
func (l *Ledger) KeepAlarm(a *Alarm) error {
	f, err := os.OpenFile(l.AlarmsFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err == nil {
		err = errors.Join(json.NewEncoder(f).Encode(a), f.Sync(), f.Close())
	}
	if err != nil {
		err = fmt.Errorf("the alarm cannot be kept: %w", err)
	}
	return l.place(err)
}

// Alarms returns the alarms in the file of alarms. If the last line has no end, the program was
// killed while it wrote the line, and the answer arrives again because it was not acknowledged. Alarms
// ignores this line. If the ledger is open for writing, Alarms deletes the line.
func (l *Ledger) Alarms() ([]*Alarm, error) {
	path := l.AlarmsFile()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(text, '\n') + 1; whole < len(text) {
		text = text[:whole]
		if l.unlock != nil {
			if err := os.Truncate(path, int64(whole)); err != nil {
				return nil, err
			}
		}
	}
	var all []*Alarm
	for line := range bytes.Lines(text) {
		a := new(Alarm)
		if err := json.Unmarshal(line, a); err != nil || a.Old.Key == "" || a.Old.Key != a.New.Key {
			return nil, fmt.Errorf("%s: line %d is not an alarm: if you know which answers are wrong, delete the file", path, len(all)+1)
		}
		all = append(all, a)
	}
	return all, nil
}
