package ledger

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/encode/wording"
)

// TestMain runs the tests. With certain environment variables, it acts as another process instead:
// one that opens a ledger, reads a ledger again and again, or spoils a ledger.
func TestMain(m *testing.M) {
	if path := os.Getenv("LEDGER_TO_READ"); path != "" {
		if err := readPairs(path); err != nil {
			os.Stdout.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv("LEDGER_TO_OPEN"); path != "" {
		l, err := Open(path)
		if err != nil {
			os.Stdout.WriteString(err.Error())
			os.Exit(1)
		}
		l.Close()
		os.Exit(0)
	}
	if name := os.Getenv("LEDGER_SPOILER"); name != "" {
		if err := spoiling(name); err != nil {
			os.Stdout.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func openAt(t *testing.T, path string) *Ledger {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func add(t *testing.T, l *Ledger, records ...result.Record) error {
	t.Helper()
	var rows []Row
	for _, r := range records {
		rows = append(rows, Row{"job of " + r.Key, r})
	}
	return l.Add(rows...)
}

// change changes the tables in a transaction of l, but does not update the hashes.
func change(t *testing.T, l *Ledger, statement string, args ...any) {
	t.Helper()
	err := l.Together(func() error {
		_, err := l.tx.Exec(statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func record(key, status, reason, count string) result.Record {
	return result.Record{Key: key, Puzzle: "p", Instance: "i", Method: "m", Status: status, Reason: reason, Count: count}
}

func all(t *testing.T, l *Ledger) []result.Record {
	t.Helper()
	var records []result.Record
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// TestRoundTrip checks that a record with every field comes back unchanged. Reflection fills the
// fields, so that the test covers fields that are added later.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a name with ? and # and %41.db")
	r := result.Record{Difficulty: new(result.Difficulty), Cell: new(result.Cell)}
	v := reflect.ValueOf(&r).Elem()
	for i, field := range reflect.VisibleFields(v.Type()) {
		if field.Anonymous {
			continue
		}
		switch f := v.FieldByIndex(field.Index); f.Interface().(type) {
		case string:
			f.SetString("a <b> \x01 é " + field.Name)
		case uint64:
			f.SetUint(1<<64 - 1)
		case int, int64:
			f.SetInt(3)
		case bool:
			f.SetBool(true)
		case float64:
			f.SetFloat(0.1 + float64(i)/3e7)
		case *float64:
			f.Set(reflect.ValueOf(new(0.1 + float64(i)/3e7)))
		case *uint64:
			f.Set(reflect.ValueOf(new(uint64(1)<<63 + uint64(i))))
		case *int64:
			f.Set(reflect.ValueOf(new(int64(1)<<62 + int64(i))))
		case map[string]float64:
			f.Set(reflect.ValueOf(map[string]float64{"a fact": 1.0 / 3, "another": 1e300}))
		case []string:
			f.Set(reflect.ValueOf([]string{"easy", "two words"}))
		case []int64:
			f.Set(reflect.ValueOf([]int64{0, 1 << 62}))
		case []float64:
			f.Set(reflect.ValueOf([]float64{1e-9, 0.1, 1.0 / 3}))
		default:
			t.Fatalf("a field of type %v", f.Type())
		}
	}
	l := openAt(t, path)
	if err := add(t, l, r); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("a closed ledger is one file, got %v", entries)
	}
	l = openAt(t, path)
	got, ok, err := l.Get(r.Key)
	if err != nil || !ok || !reflect.DeepEqual(got, r) {
		t.Errorf("got %+v, %v, %v\nwant %+v", got, ok, err, r)
	}
	if _, ok, err := l.Get("another"); ok || err != nil {
		t.Errorf("a key that is not there: %v, %v", ok, err)
	}
}

// TestAdd checks whether a second record of the same job replaces the first one, is ignored, or is
// an alarm.
func TestAdd(t *testing.T) {
	unknown := func(reason string) result.Record { return record("k", result.Unknown, reason, "") }
	exact7 := record("k", result.Exact, result.Done, "7")
	digest7 := exact7
	digest7.Digest = "ab"
	for _, c := range []struct {
		name              string
		old, new          result.Record
		settled           bool // whether old is settled
		replaced, alarmed bool
	}{
		{"the same answer", exact7, exact7, true, false, false},
		{"another count", exact7, record("k", result.Exact, result.Done, "8"), true, false, true},
		{"another set", exact7, digest7, true, false, true},
		{"exact, then at least", exact7, record("k", result.AtLeast, result.Limit, "7"), true, false, true},
		{"answer, then time-out", exact7, unknown(result.Timeout), true, false, false},
		{"answer, then error", exact7, unknown(result.Error), true, false, false},
		{"at least, twice", record("k", result.AtLeast, result.Limit, "5"), record("k", result.AtLeast, result.Limit, "5"), true, false, false},
		{"time-out, then answer", unknown(result.Timeout), exact7, true, true, false},
		{"cpu, then answer", unknown(result.CPU), exact7, true, true, false},
		{"memory, then answer", unknown(result.Memory), exact7, true, true, false},
		{"killed, then answer", unknown(result.Killed), exact7, false, true, false},
		{"error, then answer", unknown(result.Error), exact7, false, true, false},
		{"killed, then time-out", unknown(result.Killed), unknown(result.Timeout), false, true, false},
		{"error, then killed", unknown(result.Error), unknown(result.Killed), false, true, false},
		{"time-out, then killed", unknown(result.Timeout), unknown(result.Killed), true, false, false},
		{"memory, then cpu", unknown(result.Memory), unknown(result.CPU), true, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
			if got := Settled(c.old); got != c.settled {
				t.Errorf("settled: %v, want %v", got, c.settled)
			}
			c.old.Started, c.new.Started = "old", "new"
			if err := add(t, l, c.old); err != nil {
				t.Fatal(err)
			}
			// An alarm must not prevent Add from storing the other rows.
			err := add(t, l, record("before", result.Exact, result.Done, "1"), c.new, record("later", result.Exact, result.Done, "1"))
			var alarm *Alarm
			if errors.As(err, &alarm) != c.alarmed || !c.alarmed && err != nil {
				t.Errorf("error %v, want an alarm: %v", err, c.alarmed)
			}
			if records := all(t, l); len(records) != 3 {
				t.Errorf("%d rows, want 3", len(records))
			}
			got, _, _ := l.Get("k")
			if want := map[bool]string{false: "old", true: "new"}[c.replaced]; got.Started != want {
				t.Errorf("the ledger has the %s record, want the %s one", got.Started, want)
			}
		})
	}
}

// TestAddRefuses checks that Add rejects a text that is not UTF-8, because the ledger would return
// it changed.
func TestAddRefuses(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	bad := record("k", result.Exact, result.Done, "7")
	bad.Instance = "i\xff"
	if err := add(t, l, record("j", result.Exact, result.Done, "7"), bad); err == nil || !facttest.States(err.Error(), "record k, UTF-8") {
		t.Errorf("got %v", err)
	}
	if records := all(t, l); len(records) != 0 {
		t.Errorf("%d records after it", len(records))
	}
}

func TestAlarmSays(t *testing.T) {
	for job, want := range map[string]string{
		"": "p i, m, exact 7, exact 8",
		"task count\npuzzle p\ninstance i\nmethod m\nversion 3\nrepetition 2\nwall 1m0s\n": "p i, m, count, 3, 2, 1m0s, exact 7, exact 8",
	} {
		a := &Alarm{job, record("k", result.Exact, result.Done, "7"), record("k", result.Exact, result.Done, "8")}
		if got := a.Error(); !facttest.States(got, want) {
			t.Errorf("got %q, want the facts %q", got, want)
		}
	}
}

// openFour opens a new ledger with four records of two instances.
func openFour(t *testing.T, path string) *Ledger {
	t.Helper()
	l := openAt(t, path)
	r := func(instance, method, key string) result.Record {
		return result.Record{Key: key, Puzzle: "p", Instance: instance, Method: method, Status: result.Exact, Count: "1"}
	}
	if err := add(t, l, r("2", "b", "k1"), r("1", "b", "k3"), r("1", "a", "k2"), r("1", "b", "k0")); err != nil {
		t.Fatal(err)
	}
	return l
}

// setVerdicts sets the verdicts of records by their keys.
func setVerdicts(l *Ledger, verdicts map[string]string) error {
	boards := map[[2]string]bool{}
	for r, err := range l.Records() {
		if err != nil {
			return err
		}
		boards[[2]string{r.Puzzle, r.Instance}] = true
	}
	return l.Together(func() error {
		var failed []error
		for at := range boards {
			failed = append(failed, l.Rejudge(at[0], at[1], func(records []result.Record) []string {
				return wording.Each(records, func(r result.Record) string { return verdicts[r.Key] })
			}))
		}
		return errors.Join(failed...)
	})
}

func TestVerdictsAndOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openFour(t, path)
	if err := setVerdicts(l, map[string]string{"k1": result.Correct, "k2": result.Wrong, "none": result.Wrong}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range all(t, l) {
		got = append(got, r.Key+r.Verdict)
	}
	if want := "k2wrong k0 k3 k1correct"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	one, err := l.Instance("p", "1")
	if err != nil || len(one) != 3 || one[0].Key != "k2" {
		t.Errorf("instance 1 has %v (%v)", one, err)
	}
}

// TestLocked checks that no second process can open a ledger for writing, and that readers do not
// lock a ledger.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openAt(t, path)
	other := func() (string, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "LEDGER_TO_OPEN="+path)
		said, err := cmd.Output()
		return string(said), err
	}
	if said, err := other(); err == nil || !strings.Contains(said, "l.db: "+ErrLocked.Error()) {
		t.Errorf("another process: %q, %v", said, err)
	}
	if _, err := Open(path); !errors.Is(err, ErrLocked) {
		t.Errorf("a second time in this process: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err == nil {
		if _, err := Open(link); !errors.Is(err, ErrLocked) {
			t.Errorf("by another name: %v", err)
		}
	}
	if err := add(t, l, record("k", result.Exact, result.Done, "7")); err != nil {
		t.Errorf("the holder cannot write any more: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if said, err := other(); err != nil {
		t.Errorf("after Close: %q, %v", said, err)
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if records := all(t, read); len(records) != 1 {
		t.Errorf("%d records, want 1", len(records))
	}
	if said, err := other(); err != nil {
		t.Errorf("a reader stands in the way of a run: %q, %v", said, err)
	}
}

// TestNotOurs checks that Open and Read reject files that are not ledgers, and do not change them.
func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	database := func(name string, statements ...string) string {
		path := filepath.Join(dir, name)
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	for _, c := range []struct {
		path string
		want error
	}{
		{write("text.db", strings.Repeat("no database at all\n", 100)), ErrNotLedger},
		{write("short.db", "x"), ErrNotLedger},
		{database("another.db", "CREATE TABLE record (x)"), ErrNotLedger},
		{database("id.db", "PRAGMA application_id = 5"), ErrNotLedger},
		{database("version.db", "PRAGMA application_id = 1131696230", "PRAGMA user_version = 99"), ErrNotLedger},
		{dir, ErrNotLedger},
		{filepath.Join(dir, "no", "folder.db"), fs.ErrNotExist},
	} {
		before, _ := os.ReadFile(c.path)
		for name, open := range map[string]func(string) (*Ledger, error){"Open": Open, "Read": Read} {
			l, err := open(c.path)
			if !errors.Is(err, c.want) {
				t.Errorf("%s %s: %v, want %v", name, c.path, err, c.want)
			}
			if l != nil && err == nil {
				l.Close()
			}
		}
		if after, _ := os.ReadFile(c.path); string(after) != string(before) {
			t.Errorf("%s was changed", c.path)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := Read(filepath.Join(dir, "none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading no file: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "none.db")); err == nil {
		t.Error("Read made a file")
	}
}

// TestEmptyFile checks that Open accepts an empty file. A run that is killed before its first row
// leaves such a file.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := add(t, openAt(t, path), record("k", result.Exact, result.Done, "7")); err != nil {
		t.Error(err)
	}
}

func TestReadEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); !errors.Is(err, ErrEmpty) || !facttest.States(err.Error(), "l.db") {
		t.Errorf("got %v", err)
	}
}

// TestDamaged checks that Get and Add return ErrDamaged after a row was changed. After the table
// was deleted, Get must return ErrDamaged.
func TestDamaged(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	if err := add(t, l, record("k", result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	change(t, l, "UPDATE record SET record = '{'")
	_, _, getting := l.Get("k")
	for _, err := range []error{getting, add(t, l, record("k", result.Exact, result.Done, "7"))} {
		if !errors.Is(err, ErrDamaged) || !facttest.States(err.Error(), "record k") {
			t.Errorf("a row: %v", err)
		}
	}
	l.held.Close() // otherwise SQLite does not drop a table
	if err := execute(l.conn, "DROP TABLE record"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Get("k"); !errors.Is(err, ErrDamaged) {
		t.Errorf("a table: %v", err)
	}
}

func TestFull(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	if err := add(t, l, record("k", result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := l.conn.QueryRowContext(t.Context(), "PRAGMA max_page_count = 1").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	long := record("l", result.Unknown, result.Error, "")
	long.Error = strings.Repeat("x", 1<<20)
	if err := add(t, l, long); err == nil || !facttest.States(err.Error(), "13") {
		t.Errorf("got %v", err)
	}
	if records := all(t, l); len(records) != 1 {
		t.Errorf("%d records are kept, want 1", len(records))
	}
}

func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("nothing is read-only for this user")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "l.db")
	l := openAt(t, path)
	if err := add(t, l, record("k", result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	l.Close()
	for name, modes := range map[string][2]fs.FileMode{"folder": {0o555, 0o666}, "file": {0o755, 0o444}} {
		os.Chmod(dir, modes[0])
		os.Chmod(path, modes[1])
		if _, err := Open(path); err == nil {
			t.Errorf("read-only %s: no error", name)
		}
		read, err := Read(path)
		if err != nil {
			t.Fatalf("read-only %s, to read: %v", name, err)
		}
		if records := all(t, read); len(records) != 1 {
			t.Errorf("read-only %s: %d records", name, len(records))
		}
		read.Close()
	}
	os.Chmod(dir, 0o555)
	if _, err := Open(filepath.Join(dir, "new.db")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a new ledger in a read-only folder: %v", err)
	}
	os.Chmod(dir, 0o755)
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something is left behind: %v", entries)
	}
}

// TestRejudge checks that Rejudge sets the verdicts of one instance and leaves out records for which
// there is no verdict. The ledger must be intact after that.
func TestRejudge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openFour(t, path)
	var seen []string
	err := l.Rejudge("p", "1", func(records []result.Record) []string {
		for _, r := range records {
			seen = append(seen, r.Key)
		}
		return []string{result.Wrong, "", result.Correct}
	})
	if want := "k2 k0 k3"; err != nil || strings.Join(seen, " ") != want {
		t.Errorf("the records were %v (%v), want %s", seen, err, want)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openAt(t, path) // checks the hashes and the seal
	var got []string
	for _, r := range all(t, l) {
		got = append(got, r.Key+r.Verdict)
	}
	if want := "k2wrong k0 k3correct k1"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	// No damaged row gets a new hash.
	change(t, l, "UPDATE record SET reason = 'x' WHERE key = 'k0'")
	err = l.Rejudge("p", "1", func([]result.Record) []string { return []string{"", result.Wrong, ""} })
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "k0") {
		t.Errorf("got %v, want that k0 is damaged", err)
	}
}

// TestGetTogether reads records in several goroutines at once. All of them use the same prepared
// query.
func TestGetTogether(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	var rows []Row
	for n := range 50 {
		rows = append(rows, own(n, result.Exact, result.Done, "7"))
	}
	if err := l.Add(rows...); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			for _, row := range rows {
				want := row.Record
				r, ok, err := l.Get(want.Key)
				all, failed := l.Instance(want.Puzzle, want.Instance)
				if !ok || err != nil || failed != nil || r.Key != want.Key || len(all) == 0 || all[0].Instance != want.Instance {
					t.Errorf("%s: %v, %v, %v, %d records", want.Key, ok, err, failed, len(all))
				}
			}
		})
	}
	running.Wait()
}
