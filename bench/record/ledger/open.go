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
	l = &Ledger{path: path, yielding: opening}
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
