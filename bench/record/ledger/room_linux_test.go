package ledger

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

// TestSmallTemporaryFolder writes a ledger that is larger than the folder for temporary files. The
// ledger must stay usable. If its file is deleted, the open ledger must save the records in a new
// file. If the ledger cannot be copied for a reader, the error must name this reason and not call
// the ledger damaged.
func TestSmallTemporaryFolder(t *testing.T) {
	const variable = "LEDGER_SMALL_FOLDER"
	small := os.Getenv(variable)
	if small == "" {
		small = t.TempDir()
		if said, err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", small).CombinedOutput(); err != nil {
			t.Skipf("*** SKIPPED: nothing can be mounted here: %v: %s", err, said)
		}
		script := `mount -t tmpfs -o size=100k none "$` + variable + `" && exec "$0" -test.v -test.run "^` + t.Name() + `$"`
		cmd := exec.Command("unshare", "-rm", "sh", "-c", script, os.Args[0])
		cmd.Env = append(os.Environ(), variable+"="+small, "SQLITE_TMPDIR="+small)
		if said, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(said), "PASS: "+t.Name()) {
			t.Errorf("%v\n%s", err, said)
		}
		return
	}
	path, want := whole(t, 2000) // SQLite keeps only 2 MB of a copy in memory
	l := openAt(t, path)
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil { // makes Add read the whole file
		t.Fatal(err)
	}
	row := own(5000, result.Exact, result.Done, "7")
	want[row.Record.Key] = mustJSON(t, row.Record)
	if err := l.Add(row); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); !errors.Is(err, errCopy) || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "SQLITE_TMPDIR") {
		t.Errorf("read: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := l.Check(); !errors.Is(err, errGone) {
		t.Errorf("deleted: %v", err)
	}
	saved, _ := filepath.Glob(path + "-saved*")
	if len(saved) != 1 {
		t.Fatalf("saved as %v", saved)
	}
	if n, err := same(openAt(t, saved[0]), want); n != len(want) || err != nil {
		t.Errorf("%d records of %d are saved; %v", n, len(want), err)
	}
}

// TestUnreadable checks a ledger whose file this process cannot open again for a while. Check must
// report the reason, and must not say that somebody has changed the file. Meanwhile, the ledger must
// store records.
func TestUnreadable(t *testing.T) {
	path, _ := whole(t, 30)
	l := openAt(t, path)
	if err := l.Add(own(1000, result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	none := limit
	none.Cur = 0
	if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil { // makes Add read the whole file
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none); err != nil {
		t.Fatal(err)
	}
	background := l.check(sparingly)
	added := l.Add(own(1001, result.Exact, result.Done, "7"))
	explicit := l.Check()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if background != nil || added != nil {
		t.Errorf("in the background: %v; a record is added: %v", background, added)
	}
	if !unreadable(explicit) || errors.Is(explicit, ErrChanged) || errors.Is(explicit, ErrDamaged) || !strings.Contains(explicit.Error(), path) {
		t.Errorf("got %v", explicit)
	}
	if err := l.Check(); err != nil {
		t.Errorf("then %v", err)
	}
}
