package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// The file says what it is: "CtPf" in its header, and the version of the
// tables. A key that is added to the records raises the version, because earlier
// programs take a record with a key that they do not know for a damaged one.
const (
	applicationID = 0x43745066
	schemaVersion = 2
	unhashed      = 1 // the version without hashes, which is still read
)

// SQLite keeps the text of each table as it was created. The text of record tells
// the versions apart even where the number in the header is damaged.
const (
	recordTable = `CREATE TABLE record (
	key      TEXT PRIMARY KEY, -- SHA-256 of job, hex
	job      TEXT NOT NULL,    -- canonical text
	puzzle   TEXT NOT NULL,
	instance TEXT NOT NULL,
	method   TEXT NOT NULL,
	status   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	verdict  TEXT NOT NULL,    -- instead of that in record
	record   TEXT NOT NULL,    -- JSON
	sum      TEXT NOT NULL     -- SHA-256 of the columns before it, hex
)`
	experimentTable = `CREATE TABLE experiment ( -- the last one, one row at most
	one  INTEGER PRIMARY KEY CHECK (one = 1),
	name TEXT NOT NULL, -- of the file
	text TEXT NOT NULL,
	sum  TEXT NOT NULL  -- SHA-256 of the name and the text, hex
)`
	sealTable = `CREATE TABLE seal ( -- one row
	one     INTEGER PRIMARY KEY CHECK (one = 1),
	records INTEGER NOT NULL, -- rows of record
	total   TEXT NOT NULL     -- exclusive or of the sums of all rows, hex
)`
	recordIndex = `CREATE INDEX record_instance ON record (puzzle, instance, method, key)`

	unhashedTable = `CREATE TABLE record (
	key      TEXT PRIMARY KEY, -- SHA-256 of job, hex
	job      TEXT NOT NULL,    -- canonical text
	puzzle   TEXT NOT NULL,
	instance TEXT NOT NULL,
	method   TEXT NOT NULL,
	status   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	verdict  TEXT NOT NULL,    -- instead of that in record
	record   TEXT NOT NULL     -- JSON
)`
)

// create makes the tables of an empty database.
func create(conn *sql.Conn) error {
	for _, text := range []string{
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		recordTable, experimentTable, sealTable, recordIndex,
		"INSERT INTO seal (one, records, total) VALUES (1, 0, '" + seal{}.total.String() + "')",
	} {
		if _, err := conn.ExecContext(context.Background(), text); err != nil {
			return err
		}
	}
	return nil
}

// inspect returns the version of a ledger, or 0 for an empty file. It returns an error
// for a file that is something else. The caller has begun a transaction; inspect
// leaves a lock on the file.
func inspect(conn *sql.Conn, path string) (version int, err error) {
	var id int
	for query, value := range map[string]*int{
		"PRAGMA application_id": &id,
		"PRAGMA user_version":   &version,
	} {
		if err := conn.QueryRowContext(context.Background(), query).Scan(value); err != nil {
			return 0, err
		}
	}
	// SQLite takes a file of a few bytes, whatever they are, for an empty
	// database; only after the lock has a killed run been rolled back.
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	tables, err := tablesOf(conn)
	switch {
	case err != nil:
		return 0, err
	case tables != 0 && (id != applicationID || version != tables):
		return 0, fmt.Errorf("%w: its header is not that of its tables", ErrDamaged)
	case id != applicationID:
		return 0, ErrNotLedger
	case version != schemaVersion && version != unhashed:
		return 0, fmt.Errorf("%w of this version: its tables have version %d, want %d", ErrNotLedger, version, schemaVersion)
	case tables == 0:
		return 0, fmt.Errorf("%w: its tables are not those of version %d", ErrDamaged, version)
	}
	return version, nil
}

// tablesOf returns the version that the table of the records has, or 0 for any other
// table or none.
func tablesOf(conn *sql.Conn) (int, error) {
	var text string
	err := conn.QueryRowContext(context.Background(), "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'record'").Scan(&text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, nil
	case err != nil:
		return 0, err
	case text == recordTable:
		return schemaVersion, nil
	case text == unhashedTable:
		return unhashed, nil
	}
	return 0, nil
}
