package work

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

// TestLedgerChanged spoils the file of a ledger after the k-th record of a run or a stream. It
// checks that the run or stream ends with ErrChanged, for every way of spoiling and for any number
// of remaining jobs.
func TestLedgerChanged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be deleted or replaced")
	}
	var jobs []result.Job
	for n := range 10 {
		for _, name := range []string{"native", "sat"} {
			jobs = append(jobs, job(t, "fake", n, name, result.Job{Mode: result.List}))
		}
	}
	for name, spoil := range map[string]func(path string) error{
		"deleted":  os.Remove,
		"emptied":  func(path string) error { return os.Truncate(path, 0) },
		"cut":      func(path string) error { return os.Truncate(path, 20_000) },
		"replaced": func(path string) error { return os.Rename(path+"-other", path) },
		"overwritten": func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteAt(make([]byte, 4096), 4096) // where the records begin
				err = errors.Join(err, f.Close())
			}
			return err
		},
	} {
		for _, k := range []int{1, len(jobs) / 2, len(jobs)} {
			t.Run(fmt.Sprint(name, " after ", k), func(t *testing.T) {
				for way, work := range map[string]func(*ledger.Ledger, func() error) error{
					"run": func(l *ledger.Ledger, told func() error) error {
						return Batch(t.Context(), jobs, l, &Pool{Workers: 2}, func(batch []Outcome) (err error) {
							for range batch {
								err = errors.Join(err, told())
							}
							return err
						})
					},
					"stream": func(l *ledger.Ledger, told func() error) error {
						return Stream(t.Context(), slices.All(jobs), l, &Pool{Workers: 2}, func(int, Outcome) error { return told() })
					},
				} {
					path := filepath.Join(t.TempDir(), "l.db")
					if err := os.WriteFile(path+"-other", []byte("another"), 0o666); err != nil {
						t.Fatal(err)
					}
					l, err := ledger.Open(path)
					if err != nil {
						t.Fatal(err)
					}
					defer l.Close()
					n := 0
					err = work(l, func() error {
						if n++; n == k {
							return spoil(path)
						}
						return nil
					})
					if err == nil && name == "overwritten" {
						// SQLite has written the page once more, for a later record.
						if whole, err := ledger.Read(path); err != nil || whole.Len() != len(jobs) {
							t.Errorf("%s: nothing was noticed, and reading gives %v", way, err)
						}
						continue
					}
					if n < k || !errors.Is(err, ledger.ErrChanged) {
						t.Errorf("%s, %d records: got %v", way, n, err)
					}
				}
			})
		}
	}
}

// TestLedgerChangedWhileNothingEnds checks that a run notices the change of its ledger while its last
// job, which would take an hour, is running.
func TestLedgerChangedWhileNothingEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be deleted")
	}
	path := filepath.Join(t.TempDir(), "l.db")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs := []result.Job{job(t, "fake", 3, "native", result.Job{}), job(t, "fake-hang", 3, "native", result.Job{})}
	err = Batch(t.Context(), jobs, l, &Pool{Workers: 1}, func([]Outcome) error { return os.Remove(path) })
	if !errors.Is(err, ledger.ErrChanged) {
		t.Errorf("got %v", err)
	}
}
