package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Damage is a part of a ledger that cannot be read or has changed since it was written. Key,
// Puzzle, Instance and Method identify the damaged record as far as they can be read. If the
// damage is outside the records, these fields are empty.
type Damage struct {
	Key, Puzzle, Instance, Method string

	Err error
}

func (d *Damage) Error() string {
	if d.Key == "" && d.Puzzle == "" {
		return d.Err.Error()
	}
	text := fmt.Sprintf("record %s: %v", printable(d.Key), d.Err)
	if d.Puzzle != "" {
		text += fmt.Sprintf(" (%s %s by %s)", printable(d.Puzzle), printable(d.Instance), printable(d.Method))
	}
	return text
}

func (d *Damage) Unwrap() error { return d.Err }

// damageBy returns the damage outside the records that an error is about. It is empty if err is nil.
func damageBy(err error) []Damage {
	if err == nil {
		return nil
	}
	return []Damage{{Err: err}}
}

func printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(text)
	}
	return text
}

// damaged returns an error that wraps ErrDamaged and names the first of the damaged parts, or nil if
// there are none. If a part could not be read, nobody knows whether it is damaged, and damaged
// returns the error of this part.
func damaged(parts []Damage) error {
	for i := range parts {
		if unreadable(parts[i].Err) {
			return &parts[i]
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%w: %w", ErrDamaged, &parts[0])
	}
	return fmt.Errorf("%w: %w; and %d more", ErrDamaged, &parts[0], len(parts)-1)
}

// verify checks the whole of a ledger with hashes: its pages, each record with the function check,
// the experiments with their places, the contents, and the seal. It returns the seal that fits, and the damage.
func verify(conn *sql.Conn, version int, check func(*stored) error) (found seal, lost []Damage) {
	lost = damageBy(checkPages(conn))
	for s, err := range storedRows(conn, version, "NOT INDEXED") {
		if err != nil {
			lost = append(lost, damageBy(err)...)
			break
		}
		if err := check(s); err != nil {
			lost = append(lost, s.damage(err))
		}
		found.records++
		found.total = found.total.xor(s.hash())
	}
	_, total, more := checkExperiments(conn, version)
	lost = append(lost, more...)
	files, more := checkContents(conn)
	lost = append(lost, more...)
	found.total = found.total.xor(total).xor(files)
	if len(lost) > 0 {
		return found, lost
	}
	kept, err := sealOf(conn)
	switch {
	case err != nil:
	case kept.records != found.records:
		err = fmt.Errorf("it has %d records, but %d were written", found.records, kept.records)
	case kept != found:
		err = errEarlier
	}
	return found, damageBy(err)
}

// contents checks the whole of the ledger file at path and returns the seal that fits its contents.
// It reads the file in place, because a copy may not fit into the folder for temporary files.
func contents(path string) (found seal, err error) {
	err = inFile(path, inspect, func(conn *sql.Conn, _ int) error {
		var lost []Damage
		found, lost = verify(conn, schemaVersion, (*stored).intact)
		return damaged(lost)
	})
	return found, err
}

// errEarlier means that each record is intact, but that the records together do not match the seal.
var errEarlier = errors.New("its records do not match its seal, so some may be older versions: use a backup, or run the experiment again with a new ledger")

func checkPages(conn *sql.Conn) error {
	var text string
	if err := conn.QueryRowContext(context.Background(), "PRAGMA integrity_check(1)").Scan(&text); err != nil {
		return err
	}
	return pageError(text)
}

// errPage means that SQLite could not read a page, so that nobody knows whether it is damaged.
var errPage = errors.New("a page cannot be read")

// pageError converts the first line of the result of SQLite's integrity check to an error. For a page that
// SQLite cannot get, the line ends with a result code.
func pageError(text string) error {
	if text == "ok" {
		return nil
	}
	text = printable(strings.Join(strings.Fields(text), " "))
	if _, number, found := strings.Cut(text, "error code="); found {
		if code, err := strconv.Atoi(number); err == nil && unreadableBy(code) {
			return fmt.Errorf("%w: %s", errPage, text)
		}
	}
	return fmt.Errorf("its pages: %s", text)
}
