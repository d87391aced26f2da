package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"counterproof/bench/system/atomicfile"
)

const (
	// opening is the longest time for which a process that opens a ledger waits while other
	// processes commit to the ledger or copy it.
	opening = 10 * time.Second

	// writing limits how long a process with an open ledger waits for slow readers. This time is
	// longer than opening, because the process may hold the results of hours of work.
	writing = 10 * time.Minute
)

// Open opens the ledger at path and locks it against other writers until Close. If the file is
// missing or empty, Open creates a new ledger; the folder must exist. Open converts a ledger of an
// earlier version to this version. The error wraps ErrNotLedger, ErrLocked, ErrDamaged or an error
// of the file system.
func Open(path string) (l *Ledger, err error) {
	l = &Ledger{path: path, yielding: opening, files: map[string]bool{}}
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
		// SQLite's error says too little about a file that cannot be created.
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return l, err
		}
		f.Close()
		l.made = name
	}
	l.mark = &mark{name: name}
	if l.mark.file, err = os.Open(name); err != nil {
		return l, cmp.Or(l.connect(name), err)
	}
	l.stamp = l.mark.takeStamp()
	_ = l.mark.set() // for Close, if connect fails
	began := time.Now()
	if err := l.connect(name); err != nil {
		return l, err
	}
	l.again = time.Now().Add(sparing * time.Since(began))
	return l, l.mark.set()
}

// Writing reports whether a process has the ledger at path open for writing. On a file system that
// machines share, Writing sees processes of other machines only if locks work between the
// machines.
func Writing(path string) bool {
	name, err := real(path)
	return err == nil && isLocked(name+"-lock")
}

func (l *Ledger) connect(name string) (err error) {
	for version := 0; version != schemaVersion; { // opens an upgraded ledger again
		if l.db, l.conn, err = open(location(name)); err != nil {
			return err
		}
		if version, err = l.begin(name); err == nil && version != schemaVersion {
			err = l.upgrade(name, version)
		}
		if err != nil {
			return err
		}
	}
	return l.prepare()
}

// real follows symbolic links from path and returns the name of the file, even if the file does not exist
// yet. SQLite follows links, too, and two names of one ledger must share one lock.
func real(path string) (string, error) {
	name, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", ErrNotLedger
	}
	if name, err = atomicfile.Follow(name); err != nil {
		return "", err
	}
	folder, base := filepath.Split(name)
	folder, err = filepath.EvalSymlinks(folder)
	return filepath.Join(folder, base), err
}

// location returns the URI under which SQLite opens an existing file, given by its absolute path.
func location(name string) string {
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(name), RawQuery: fmt.Sprintf("mode=rw&_txlock=immediate&_pragma=busy_timeout(%d)", opening.Milliseconds())}
	return dsn.String()
}

// open connects to the database at a location. The location "" is a new database without a name.
func open(location string) (*sql.DB, *sql.Conn, error) {
	db, _ := sql.Open("sqlite", location) // an error would mean that there is no such driver
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(context.Background())
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, conn, nil
}

// begin begins a transaction. It creates the tables in an empty file, and checks the whole of any
// other file, unless the records have no hashes. It returns the version of the tables.
func (l *Ledger) begin(name string) (version int, err error) {
	if err := execute(l.conn, "BEGIN IMMEDIATE"); err != nil {
		return 0, err
	}
	if version, err = inspect(l.conn, name); err != nil {
		return 0, err
	}
	if version == 0 {
		version, err = schemaVersion, create(l.conn)
	}
	l.ends.kept = map[half]End{}
	if version != unhashed && err == nil {
		err = l.load(version)
	}
	return version, err
}

// modernized returns a copy of a ledger in the current version, without a file.
func modernized(conn *sql.Conn, version int) (*Ledger, error) {
	l, lost, err := salvage(conn, version)
	if err != nil {
		return nil, err
	}
	if err := damaged(lost); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// upgrade rewrites a ledger of an earlier version, and closes it.
func (l *Ledger) upgrade(name string, version int) error {
	into, err := modernized(l.conn, version)
	if err != nil {
		return err
	}
	defer into.Close()
	l.conn.Close()
	if err := l.db.Close(); err != nil {
		return err
	}
	l.conn = nil
	l.Unhashed = version == unhashed
	return into.copyTo(name)
}

// prepare commits the transaction that begin has begun, and prepares the SQL statements.
func (l *Ledger) prepare() (err error) {
	err = execute(l.conn,
		// This is a write, so it fails now if the folder has no room for the journal.
		fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		"COMMIT",
		// Creating and deleting the journal for every batch takes longer.
		"PRAGMA journal_mode = PERSIST",
		fmt.Sprintf("PRAGMA busy_timeout = %d", writing.Milliseconds()))
	if err != nil {
		return err
	}
	// While this query is open, SQLite keeps the journal open. SQLite then also does not check
	// before every other query whether another program has changed the file. Without the open
	// query, a run of 5,000 small jobs took a fifth longer than a run that locked readers out.
	l.held, err = l.conn.QueryContext(context.Background(), "SELECT name FROM sqlite_schema")
	if err == nil && !l.held.Next() {
		err = l.held.Err()
	}
	if err != nil {
		return err
	}
	return l.compile()
}

func (l *Ledger) compile() (err error) {
	columns := strings.Join(names, ", ")
	for _, s := range []struct {
		statement **sql.Stmt
		text      string
	}{
		{&l.put, "INSERT OR REPLACE INTO record (" + columns + ", sum) VALUES (" + strings.Repeat("?, ", len(names)) + "?)"},
		{&l.judge, "UPDATE record SET verdict = ?, sum = ? WHERE rowid = ?"},
		{&l.finish, sealing},
		{&l.byKey, selection(schemaVersion, "WHERE key = ?")},
		{&l.byInstance, selection(schemaVersion, "WHERE puzzle = ? AND instance = ? ORDER BY method, key")},
	} {
		if *s.statement, err = l.conn.PrepareContext(context.Background(), s.text); err != nil {
			return err
		}
	}
	return nil
}

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
