package ledger

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/bench/record/result"
)

// plain stores the texts and hashes of all records of the ledger at path without their short forms, so
// that a test can change them by SQL. The function exec runs an SQL statement in the ledger.
func plain(t *testing.T, exec func(statement string, args ...any), path string) {
	t.Helper()
	var all []*stored
	err := inFile(path, inspect, func(conn *sql.Conn, version int) (err error) {
		all, err = collect(storedRows(conn, version, ""))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		exec("UPDATE record SET key = ?, job = ?, record = ?, sum = ? WHERE rowid = ?", string(s.key), string(s.job), string(s.record), string(s.sum), s.id)
	}
}

// TestShort restores texts of any kind from their short forms. It checks that a short form is valid for
// bytes that stand for fragments in other texts, too.
func TestShort(t *testing.T) {
	piece := rapid.OneOf(rapid.String(), rapid.SampledFrom(append(slices.Clone(fragments), digestKey, "ab12", "\x00\x01\x0a\x1f", "\xf5", "\xf8", "\xff",
		"task count\npuzzle p\ninstance i\nmethod m\nversion ", `{"key":"`, `,"instance_hash":"`)), rapid.StringMatching("[0-9a-f]{60,70}"))
	rapid.Check(t, func(t *rapid.T) {
		s := &stored{key: "k", puzzle: "p", instance: column(piece.Draw(t, "instance")), method: "m", status: "exact", reason: "done"}
		own := s.own()
		text := ""
		for _, p := range rapid.SliceOf(rapid.OneOf(piece, rapid.SampledFrom(own[:]))).Draw(t, "pieces") {
			text += p
		}
		switch b := s.short(column(text), own).(type) {
		case string:
			if b != text {
				t.Fatalf("%q became %q", text, b)
			}
		case []byte:
			if got := long(string(b), own); got != text {
				t.Fatalf("%q became %q and then %q", text, b, got)
			}
		}
		key := piece.Draw(t, "key")
		var back hash
		if err := back.Scan(shortHash(column(key))); err != nil || string(back) != key {
			t.Fatalf("the hash %q became %q, %v", key, back, err)
		}
	})
}

// sudoku returns the record of a job as a run writes it.
func sudoku(n int) Row {
	j := result.Job{Task: result.Count, Puzzle: "sudoku", Instance: ".241.1..1..4..13", Method: "native/bitset", Version: "1", Repetition: n}
	r := j.Record(result.Done, "")
	r.Status, r.Count, r.Verdict, r.Suite = result.Exact, "1", result.Correct, "small"
	r.Digest = sumOf("digest", r.Key).String()
	r.WallSeconds, r.CPUSeconds, r.PeakBytes, r.Nodes, r.Updates = new(0.000029994), new(0.00003), new(int64(36757504)), new(int64(10)), new(int64(22))
	r.Height, r.Width = new(int64(4)), new(int64(4))
	r.Started, r.Host, r.Go, r.Parallel, r.Cores = "2026-11-28T12:23:50.926221007Z", "A CPU, 2 cores, linux/amd64", "go1.26.8", 2, 2
	return Row{j.Text(), r}
}

// TestShortBytes stores many records, and compares their size with the limit that docs/experiments.md
// states. The last records must be the same after the ledger is opened again.
func TestShortBytes(t *testing.T) {
	const records = 5000
	path := filepath.Join(t.TempDir(), "l")
	l := openAt(t, path)
	var rows []Row
	for n := range records {
		rows = append(rows, sudoku(n))
	}
	if err := l.Add(rows...); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if info, err := os.Stat(path); err != nil || info.Size() > 600*records {
		t.Errorf("%d bytes for each record, want at most 600 (%v)", info.Size()/records, err)
	}
	l = openAt(t, path)
	for _, row := range rows[records-10:] {
		if r, ok, err := l.Get(row.Record.Key); !ok || err != nil || !sameRecord(r, row.Record) {
			t.Errorf("got %+v, %v, want %+v", r, err, row.Record)
		}
	}
}

// TestUnshortenedVersion checks that a ledger of version 4, which has whole texts, has the same seal
// and the same records after Open has converted it.
func TestUnshortenedVersion(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "version4.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "l")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	old, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if after, _ := os.ReadFile(path); string(after) != string(file) {
		t.Error("reading has changed the file")
	}
	var kept seal
	if err := inFile(path, inspect, func(conn *sql.Conn, version int) error {
		if version != unshortened {
			t.Errorf("version %d", version)
		}
		kept, err = sealOf(conn)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	l := openAt(t, path)
	if l.sealed() != kept || l.Len() == 0 {
		t.Errorf("the seal is %+v, want %+v", l.sealed(), kept)
	}
	for r, err := range old.Records() {
		if now, ok, failed := l.Get(r.Key); err != nil || failed != nil || !ok || !sameRecord(now, r) {
			t.Errorf("got %+v, %v, want %+v, %v", now, failed, r, err)
		}
	}
	x, err := l.Last()
	if err != nil || x.Name != "version3.toml" {
		t.Fatalf("experiment %+v, %v", x, err)
	}
	if places, err := l.Places(x); err != nil || len(places) != l.Len() {
		t.Errorf("%d places, %v", len(places), err)
	}
}
