package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"os"
)

// The header of a ledger file states the mark "CtPf", which identifies ledgers, and the version of
// the tables. If records get a new field, the version must be raised, because earlier programs
// treat a record with an unknown field as damaged.
const (
	applicationID = 0x43745066
	schemaVersion = 5
	unshortened   = 4 // the version with whole texts, which is still read
	unfiled       = 3 // the version without the files of instances, which is still read
	unplaced      = 2 // the version without the places of jobs, which is still read
	unhashed      = 1 // the version without hashes, which is still read
)

// SQLite stores the text of each CREATE TABLE statement. The text for the table named record
// identifies the version even if the number in the header is damaged. So this text differs between
// all versions. If it did not, programs of an earlier version would know the text but not the number.
// These programs would treat the ledger as damaged and mend it.
const (
	recordTable = `CREATE TABLE record ( -- texts and hashes in short forms
	key      BLOB PRIMARY KEY, -- SHA-256 of job
	job      BLOB NOT NULL,    -- canonical text
	puzzle   TEXT NOT NULL,
	instance TEXT NOT NULL,
	method   TEXT NOT NULL,
	status   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	verdict  TEXT NOT NULL,    -- instead of that in record
	record   BLOB NOT NULL,    -- JSON
	sum      BLOB NOT NULL     -- SHA-256 of the columns before it, as whole texts
)`
	unshortenedRecordTable = `CREATE TABLE "record" ( -- with the number of jobs at once` + recordColumns + withSum
	unfiledRecordTable     = `CREATE TABLE "record" (` + recordColumns + withSum
	unplacedRecordTable    = `CREATE TABLE record (` + recordColumns + withSum
	unhashedTable          = `CREATE TABLE record (` + recordColumns + `     -- JSON
)`
	recordColumns = `
	key      TEXT PRIMARY KEY, -- SHA-256 of job, hex
	job      TEXT NOT NULL,    -- canonical text
	puzzle   TEXT NOT NULL,
	instance TEXT NOT NULL,
	method   TEXT NOT NULL,
	status   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	verdict  TEXT NOT NULL,    -- instead of that in record
	record   TEXT NOT NULL`
	withSum = `,    -- JSON
	sum      TEXT NOT NULL     -- SHA-256 of the columns before it, hex
)`
	experimentTable = `CREATE TABLE experiment ( -- those that were run
	run    INTEGER PRIMARY KEY, -- in the order of their last runs
	name   TEXT NOT NULL,       -- of the file
	text   TEXT NOT NULL,       -- of the size that was run
	shards INTEGER NOT NULL,    -- in how many parts it was run; 0: its places are not known
	places INTEGER NOT NULL,    -- how many
	sum    TEXT NOT NULL,       -- SHA-256 of the other columns, hex
	-- of instances, a line each: SHA-256 in hex and name
	files TEXT NOT NULL DEFAULT ''
)`
	sealTable = `CREATE TABLE seal ( -- one row
	one     INTEGER PRIMARY KEY CHECK (one = 1),
	records INTEGER NOT NULL, -- rows of record
	total   TEXT NOT NULL     -- exclusive or of the sums of all rows, hex
)`
	placeTable = `CREATE TABLE place ( -- of the jobs of an experiment, many in a row
	experiment TEXT NOT NULL,    -- SHA-256 of its name, its text and the contents of its files, hex
	part       INTEGER NOT NULL, -- from 0
	labels     TEXT NOT NULL,    -- a JSON object a line
	jobs       BLOB NOT NULL,    -- for each place the key of its job in 32 bytes, and the numbers of its board and its label, as varints
	sum        TEXT NOT NULL,    -- SHA-256 of the columns before it, hex
	PRIMARY KEY (experiment, part)
)`
	recordIndex = `CREATE INDEX record_instance ON record (puzzle, instance, method, key)`
)

func create(conn *sql.Conn) error {
	return execute(conn,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		recordTable, experimentTable, sealTable, recordIndex, placeTable,
		"INSERT INTO seal (one, records, total) VALUES (1, 0, '"+seal{}.total.String()+"')")
}

// inspect returns the version of a ledger, or 0 for an empty file. For any other file, inspect
// returns an error. The caller must have begun a transaction. After inspect, the file is locked.
func inspect(conn *sql.Conn, path string) (version int, err error) {
	var id int
	const header = "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
	if err := conn.QueryRowContext(context.Background(), header).Scan(&id, &version); err != nil {
		return 0, err
	}
	// SQLite treats any file of a few bytes as an empty database, so look at the size. The size is
	// right only after the queries: they took the lock, and SQLite then undid the changes of a
	// killed run.
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	tables, err := tablesOf(conn)
	switch {
	case err != nil:
		return 0, err
	case tables != 0 && (id != applicationID || version != tables):
		return 0, fmt.Errorf("%w: its header does not match its tables", ErrDamaged)
	case id != applicationID:
		return 0, ErrNotLedger
	case version < unhashed || version > schemaVersion:
		return 0, fmt.Errorf("%w of this version: its tables have version %d, want %d", ErrNotLedger, version, schemaVersion)
	case tables == 0:
		return 0, fmt.Errorf("%w: its tables do not match their version %d", ErrDamaged, version)
	}
	return version, nil
}

// tablesOf returns the version of a ledger as its table of records shows it, or 0. The function max
// gives a row even if there is no such table.
func tablesOf(conn *sql.Conn) (int, error) {
	var text column
	err := conn.QueryRowContext(context.Background(), "SELECT max(sql) FROM sqlite_schema WHERE type = 'table' AND name = 'record'").Scan(&text)
	return map[column]int{recordTable: schemaVersion, unshortenedRecordTable: unshortened, unfiledRecordTable: unfiled, unplacedRecordTable: unplaced, unhashedTable: unhashed}[text], err
}
