package ledger

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"counterproof/bench/record/result"
)

// pairs is the least number of pairs of records that TestReadBesideWriter writes.
const pairs = 30

// readPairs reads a ledger again and again until it has all pairs. Half a pair, fewer pairs than
// before, or a record that was stored after the ledger was opened are errors.
func readPairs(path string) error {
	for seen := 0; seen < pairs; {
		l, err := Read(path)
		if errors.Is(err, ErrEmpty) {
			continue
		}
		if err != nil {
			return err
		}
		n := 0
		for r, err := range l.Records() {
			if err != nil {
				return err
			}
			other, ok, err := l.Get(r.Count + map[string]string{"a": "b", "b": "a"}[r.Method])
			if err != nil || !ok || other.Instance != r.Instance {
				return fmt.Errorf("the other record of %s is %v, %v", r.Key, other, err)
			}
			n++
		}
		if n%2 == 1 || n < seen*2 {
			return fmt.Errorf("%d records after %d pairs", n, seen)
		}
		seen = n / 2
		if _, ok, err := l.Get(fmt.Sprint(seen, "a")); ok || err != nil {
			return fmt.Errorf("record %d came while it was read, or %v", seen, err)
		}
		if err := l.Close(); err != nil {
			return err
		}
	}
	return nil
}

// TestReadBesideWriter checks that another process can read while this process writes. The reader
// must never stop the writer, and a second writer must always be rejected.
func TestReadBesideWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openAt(t, path)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LEDGER_TO_READ="+path)
	ended := make(chan error, 1)
	var said []byte
	go func() {
		var err error
		said, err = cmd.Output()
		ended <- err
	}()
	for i := 0; ; i++ {
		var both []result.Record
		for _, m := range []string{"a", "b"} {
			r := record(fmt.Sprint(i, m), result.Exact, result.Done, fmt.Sprint(i))
			r.Method, r.Instance = m, fmt.Sprint(i)
			both = append(both, r)
		}
		if err := add(t, l, both...); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, ErrLocked) {
			t.Fatalf("a second writer: %v", err)
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %s", err, said)
			}
			if i < pairs-1 {
				t.Errorf("the reader ended after %d pairs", i+1)
			}
			return
		default:
		}
	}
}

// TestReaderHoldsNobodyUp checks that records can be added to a ledger while a reader is in the
// middle of reading them.
func TestReaderHoldsNobodyUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openAt(t, path)
	if err := add(t, l, record("1", result.Exact, result.Done, "1"), record("2", result.Exact, result.Done, "2")); err != nil {
		t.Fatal(err)
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	n := 0
	for range read.Records() {
		n++
		if err := add(t, l, record(fmt.Sprint(n+2), result.Exact, result.Done, "1")); err != nil {
			t.Fatal(err)
		}
	}
	if got := all(t, l); n != 2 || len(got) != 4 {
		t.Errorf("read %d of %d records, want 2 of 4", n, len(got))
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("a closed ledger is one file, got %v", entries)
	}
}

// TestMadeForNothing checks that Close deletes a new ledger that nothing was stored in. Close must
// not delete a ledger with an empty transaction, or a ledger that existed before.
func TestMadeForNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	is := func(want bool) {
		t.Helper()
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("the file is there: %v", err)
		}
	}
	l := openAt(t, path)
	if err := l.Together(func() error { return ErrDamaged }); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
	l.Close()
	is(false)
	l = openAt(t, path)
	if err := l.Together(func() error { return nil }); err != nil {
		t.Error(err)
	}
	l.Close()
	is(true)
	openAt(t, path).Close()
	is(true)
}

// TestLenDuringAdd reads the number of records while another goroutine stores a record. The race
// detector must find nothing (make race).
func TestLenDuringAdd(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	for n := range 10 {
		var reader sync.WaitGroup
		added := make(chan struct{})
		reader.Go(func() {
			defer func() { <-added }() // the detector forgets goroutines that have ended
			if got := l.Len(); got != n && got != n+1 {
				t.Errorf("%d records, want %d or %d", got, n, n+1)
			}
		})
		if err := add(t, l, record(fmt.Sprint(n), result.Exact, result.Done, "1")); err != nil {
			t.Error(err)
		}
		close(added)
		reader.Wait()
	}
}
