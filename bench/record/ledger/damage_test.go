package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// TestDamagedParts changes one thing in the tables. SQLite must still accept the pages of the file,
// Read and Open must reject the ledger, and Salvage and Mend must keep the other records.
func TestDamagedParts(t *testing.T) {
	first := bulky(0).Record.Key
	earlier := bulky(0)
	earlier.Record.Verdict = ""
	before, err := store(earlier)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, statement string
		args            []any
		left            int    // of 6 records
		want            string // facts of the error
	}{
		{"a count", "UPDATE record SET record = replace(record, '\"count\":\"1000\"', '\"count\":\"1001\"')", nil, 5, "record " + first},
		{"the name of a key", "UPDATE record SET record = replace(record, '\"digest\"', '\"dagest\"') WHERE key = ?", []any{first}, 5, "record " + first},
		{"a verdict", "UPDATE record SET verdict = 'wrong' WHERE key = ?", []any{first}, 5, "record " + first},
		{"a column", "UPDATE record SET method = 'n' WHERE key = ?", []any{first}, 5, "(p i j by n)"},
		{"no hash", "UPDATE record SET sum = '' WHERE key = ?", []any{first}, 5, "record " + first},
		{"no hashes", "UPDATE record SET sum = ''", nil, 0, "5"},
		{"another hash", "UPDATE record SET sum = (SELECT sum FROM record WHERE key <> ?) WHERE key = ?", []any{first, first}, 5, "record " + first},
		{"an escape character", "UPDATE record SET instance = char(27) || '[2J' WHERE key = ?", []any{first}, 5, `(p "\x1b[2J" by m)`},
		{"a row is missing", "DELETE FROM record WHERE key = ?", []any{first}, 5, "5, 6"},
		{"an earlier row", "UPDATE record SET verdict = '', record = ?, sum = ? WHERE key = ?", []any{string(before.record), string(before.sum), first}, 6, "seal"},
		{"a row too much", "INSERT INTO record SELECT 'k', job, puzzle, instance, method, status, reason, verdict, record, sum FROM record WHERE key = ?", []any{first}, 6, "record k"},
		{"the seal", "UPDATE seal SET total = replace(total, substr(total, 1, 1), 'g')", nil, 6, "seal"},
		{"no seal", "DELETE FROM seal", nil, 6, "seal"},
		{"experiment", "UPDATE experiment SET text = 'title = \"y\"'", nil, 6, "experiment"},
		{"a number of shards", "UPDATE experiment SET shards = 2 WHERE run = 2", nil, 6, "experiment"},
		{"an experiment is missing", "DELETE FROM experiment WHERE run = 1", nil, 6, "seal"},
		{"the experiment of places", "DELETE FROM experiment WHERE run = 2", nil, 6, "experiment"},
		{"a number that is text", "UPDATE experiment SET places = 'many' WHERE run = 2", nil, 6, "experiment"},
		{"a place", "UPDATE place SET jobs = CAST(substr(jobs, 1, 40) || 'x' || substr(jobs, 42) AS BLOB)", nil, 6, "x.toml"},
		{"a label", "UPDATE place SET labels = replace(labels, 'one', 'two')", nil, 6, "x.toml"},
		{"the hash of a place", "UPDATE place SET sum = '' WHERE part = 1", nil, 6, "x.toml"},
		{"places are missing", "DELETE FROM place WHERE part = 1", nil, 6, "x.toml, 1000, 1500"},
		{"places of no experiment", "INSERT INTO place SELECT 'none', part, labels, jobs, sum FROM place", nil, 6, "experiment"},
		{"no table of places", "DROP TABLE place", nil, 6, "y.toml"},
		{"the version", "PRAGMA user_version = 1", nil, 6, "header"},
		{"an earlier version", "PRAGMA user_version = 2", nil, 6, "header"},
		{"the version before", "PRAGMA user_version = 3", nil, 6, "header"},
		{"version 4", "PRAGMA user_version = 4", nil, 6, "header"},
		{"a later version", "PRAGMA user_version = 6", nil, 6, "header"},
		{"the mark", "PRAGMA application_id = 3", nil, 6, "header"},
		{"the table", "DROP TABLE experiment", nil, 6, "experiment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, want := whole(t, 6)
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			plain(t, func(statement string, args ...any) {
				if _, err := db.Exec(statement, args...); err != nil {
					t.Fatal(err)
				}
			}, path)
			if _, err := db.Exec(c.statement, c.args...); err != nil {
				t.Fatal(err)
			}
			db.Close()
			before, _ := os.ReadFile(path)
			for name, open := range map[string]func(string) (*Ledger, error){"Read": Read, "Open": Open} {
				if _, err := open(path); !errors.Is(err, ErrDamaged) || !facttest.States(err.Error(), c.want) || strings.Count(err.Error(), path) != 1 {
					t.Errorf("%s: %v, want %s", name, err, c.want)
				}
			}
			l, lost, err := Salvage(path)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if n, err := same(l, want); n != c.left && c.name != "an earlier row" || len(lost) == 0 || err != nil && c.name != "an earlier row" {
				t.Errorf("%d records, want %d; left out: %v; %v", n, c.left, lost, err)
			}
			kept, again, err := Mend(path)
			if err != nil || len(again) != len(lost) || kept != path+"-damaged" {
				t.Errorf("kept %s, left out %v, %v", kept, again, err)
			}
			if after, _ := os.ReadFile(kept); string(after) != string(before) {
				t.Errorf("%s is not the ledger as it was", kept)
			}
			if n := openAt(t, path).Len(); n != c.left {
				t.Errorf("%d records after it is mended, want %d", n, c.left)
			}
		})
	}
}

// TestDamagedFile cuts the file or overwrites parts of it. After Mend, the ledger must only have
// records that were written, and must accept new records. The long form damages every page, the short
// form every third page.
func TestDamagedFile(t *testing.T) {
	path, want := whole(t, 30)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	damages := map[string]func([]byte) []byte{}
	for at := page; at < len(file); at += processtest.Cases(3, 1) * page { // the file has about 40 pages
		damages[fmt.Sprintf("zeros at %d", at)] = func(b []byte) []byte { clear(b[at : at+page]); return b }
		damages[fmt.Sprintf("cut at %d", at)] = func(b []byte) []byte { return b[:at] }
		damages[fmt.Sprintf("cut at %d", at-1)] = func(b []byte) []byte { return b[:at-1] }
		damages[fmt.Sprintf("another page at %d", at)] = func(b []byte) []byte { copy(b[at:at+page], b[len(b)-page:]); return b }
	}
	some := 0
	for name, damage := range damages {
		changed := filepath.Join(t.TempDir(), "l")
		if err := os.WriteFile(changed, damage(append([]byte{}, file...)), 0o666); err != nil {
			t.Fatal(err)
		}
		if l, err := Read(changed); err == nil {
			n, err := same(l, want)
			if l.Close(); n != len(want) || err != nil {
				t.Errorf("%s: read %d records, %v", name, n, err)
			}
			continue
		}
		_, lost, err := Mend(changed)
		if err != nil || len(lost) == 0 {
			t.Errorf("%s: left out %v, %v", name, lost, err)
			continue
		}
		l := openAt(t, changed)
		if n, err := same(l, want); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n > 0 {
			some++
		}
		if err := l.Add(own(1000, result.Exact, result.Done, "7")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l.Close()
	}
	if some < len(damages)/2 {
		t.Errorf("only %d of %d damaged files have a record left", some, len(damages))
	}
	t.Logf("%d of %d damaged files have records left", some, len(damages))
}

// TestMendNothing checks that Mend does not change an intact ledger, and that it rejects a locked
// ledger and files that are not ledgers.
func TestMendNothing(t *testing.T) {
	path, want := whole(t, 3)
	if kept, lost, err := Mend(path); err != nil || len(lost) > 0 || kept != "" {
		t.Errorf("kept %s, left out %v, %v", kept, lost, err)
	}
	if n, err := same(openAt(t, path), want); n != 3 || err != nil {
		t.Errorf("%d records, %v", n, err)
	}
	if _, _, err := Mend(path); !errors.Is(err, ErrLocked) {
		t.Errorf("while it is written: %v", err)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 400)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{text, filepath.Join(t.TempDir(), "none")} {
		if _, _, err := Mend(at); err == nil || strings.Count(err.Error(), at) != 1 {
			t.Errorf("%s: %v", at, err)
		}
	}
	if left, _ := filepath.Glob(text + "-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBrokenFront damages the first page of a ledger, so that SQLite cannot open it or does not find
// the records. Every function must refuse the ledger by name, and the file must stay as it is.
func TestBrokenFront(t *testing.T) {
	for name, damage := range map[string]func([]byte){
		"another format":  func(b []byte) { b[14] = '4' },
		"no first page":   func(b []byte) { clear(b[:4096]) },
		"no schema":       func(b []byte) { clear(b[100:4096]) },
		"an unknown type": func(b []byte) { b[100] = 0xff },
	} {
		path, _ := whole(t, 3)
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damage(file)
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		_, reading := Read(path)
		_, opening := Open(path)
		_, _, salvaging := Salvage(path)
		_, _, mending := Mend(path)
		for step, err := range map[string]error{"Read": reading, "Open": opening, "Salvage": salvaging, "Mend": mending} {
			if err == nil || strings.Count(err.Error(), path) != 1 || !errors.Is(err, ErrNotLedger) && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %s: %v", name, step, err)
			}
		}
		after, err := os.ReadFile(path)
		if err != nil || string(after) != string(file) {
			t.Errorf("%s: the file has changed: %v", name, err)
		}
		if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// first is the schema of the first version.
const first = `
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

// TestFirstVersion checks that Read accepts a ledger without hashes and that Open adds hashes. A
// row whose columns and record disagree must count as damaged in such a ledger, too.
func TestFirstVersion(t *testing.T) {
	for _, c := range []struct {
		name, statement string
		left            int // of 3
	}{
		{"whole", "", 3},
		{"another key in the record", "UPDATE record SET record = replace(record, '\"digest\"', '\"dagest\"') WHERE key = ?", 2},
		{"another column", "UPDATE record SET method = 'n' WHERE key = ?", 2},
		{"no UTF-8", "UPDATE record SET record = replace(record, 'linux', CAST(x'ff' AS TEXT)) WHERE key = ?", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "l")
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			exec := func(statement string, args ...any) {
				t.Helper()
				if _, err := db.Exec(statement, args...); err != nil {
					t.Fatal(err)
				}
			}
			exec("PRAGMA application_id = 1131696230")
			exec("PRAGMA user_version = 1")
			exec(first)
			exec("INSERT INTO experiment VALUES (1, 'x.toml', 'title')")
			_, want := whole(t, 3)
			for n := range 3 {
				row := bulky(n)
				r := row.Record
				exec("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", r.Key, row.Job, r.Puzzle, r.Instance, r.Method, r.Status, r.Reason, r.Verdict, want[r.Key])
			}
			if c.statement != "" {
				exec(c.statement, bulky(1).Record.Key)
			}
			db.Close()
			read, err := Read(path)
			if c.left < 3 {
				if _, opening := Open(path); !errors.Is(err, ErrDamaged) || !errors.Is(opening, ErrDamaged) {
					t.Errorf("Read: %v, Open: %v", err, opening)
				}
				if read, _, err = Salvage(path); err == nil {
					_, _, err = Mend(path)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if n, err := same(read, want); n != c.left || err != nil || !read.Unhashed {
				t.Errorf("%d records, want %d; %v", n, c.left, err)
			}
			read.Close()
			for i := range 2 {
				l := openAt(t, path)
				if n, err := same(l, want); n != c.left || err != nil {
					t.Errorf("%d records, want %d; %v", n, c.left, err)
				}
				if x, err := l.Last(); err != nil || x.Name != "x.toml" || !facttest.States(x.Text, "title") || x.Shards != 0 {
					t.Errorf("experiment %+v, %v", x, err)
				}
				if upgraded := i == 0 && c.left == 3; l.Unhashed != upgraded {
					t.Errorf("opened %d times: without hashes: %v", i+1, l.Unhashed)
				}
				l.Close()
			}
		})
	}
}

// TestPageError checks that a page counts as damaged only if SQLite has read it.
func TestPageError(t *testing.T) {
	for text, damage := range map[string]bool{
		"Tree 5 page 7: unable to get the page. error code=266":                          false, // SQLITE_IOERR_READ
		"*** in database main ***\nTree 5 page 7: unable to get the page. error code=13": false, // SQLITE_FULL
		"Tree 5 page 7: unable to get the page. error code=11":                           true,  // SQLITE_CORRUPT
		"Tree 5 page 7: btreeInitPage() returns error code 11":                           true,
		"wrong # of entries in index record_instance":                                    true,
	} {
		err := damaged([]Damage{{Err: errSum}, {Err: pageError(text)}})
		if errors.Is(err, ErrDamaged) != damage || unreadable(err) == damage {
			t.Errorf("%q: got %v", text, err)
		}
	}
	if err := pageError("ok"); err != nil {
		t.Errorf("got %v", err)
	}
}
