package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

// spoilers lists the ways in which another process spoils an open ledger. The function do gets two
// paths: the path of this ledger and the path of another ledger.
var spoilers = []struct {
	name  string
	do    func(path, other string) error
	saved bool // SQLite still has all records
	left  int  // the least number of records, of 30, that can be read from the file
}{
	{"deleted", func(path, _ string) error { return os.Remove(path) }, true, 0},
	{"renamed", func(path, _ string) error { return os.Rename(path, path+"-renamed") }, true, 0},
	{"replaced", func(path, other string) error { return os.Rename(other, path) }, true, 0},
	{"made again", func(path, _ string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o666)) }, true, 0},
	{"emptied", func(path, _ string) error { return os.Truncate(path, 0) }, false, 0},
	{"written over with nothing", func(path, _ string) error { return os.WriteFile(path, nil, 0o666) }, false, 0},
	{"cut", func(path, _ string) error { return os.Truncate(path, 48_000) }, false, 5},
	{"cut by a byte", func(path, _ string) error {
		info, err := os.Stat(path)
		return errors.Join(err, os.Truncate(path, info.Size()-1))
	}, false, 20},
	{"another ledger over it", func(path, other string) error {
		data, err := os.ReadFile(other)
		return errors.Join(err, overwrite(path, 0, data))
	}, false, 0},
	{"garbage in the middle", func(path, _ string) error {
		return everywhere(path, `1007"`, strings.Repeat("garbage", 100))
	}, false, 20},
	{"a digit", func(path, _ string) error { return everywhere(path, `1007"`, `1107"`) }, false, 29},
}

// overwrite writes data into an existing file at the given offset.
func overwrite(path string, at int64, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, at)
	return errors.Join(err, f.Close())
}

// everywhere overwrites all occurrences of a text in a file, including those in unused parts of the
// file.
func everywhere(path, old, text string) error {
	data, err := os.ReadFile(path)
	if err == nil && !strings.Contains(string(data), old) {
		err = fmt.Errorf("there is no %s in it", old)
	}
	for at := range data {
		if strings.HasPrefix(string(data[at:min(len(data), at+len(old))]), old) {
			err = errors.Join(err, overwrite(path, int64(at), []byte(text)))
		}
	}
	return err
}

// spoil runs the named spoiler in another process, because this process would release SQLite's
// locks when it closes the file.
func spoil(t *testing.T, name, path, other string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LEDGER_SPOILER="+name, "LEDGER_TO_SPOIL="+path, "LEDGER_OTHER="+other)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
}

// spoiling runs the named spoiler in the other process. Environment variables name the files.
func spoiling(name string) error {
	for _, s := range spoilers {
		if s.name == name {
			return s.do(os.Getenv("LEDGER_TO_SPOIL"), os.Getenv("LEDGER_OTHER"))
		}
	}
	return fmt.Errorf("no spoiler %q", name)
}

// TestChanged checks that the ledger notices every way of spoiling, with or without records that
// are added before or after the spoiling. If the error says that records are saved in another file,
// this file must have the records.
func TestChanged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be deleted or replaced")
	}
	for _, s := range spoilers {
		for _, adds := range []string{"", "before", "after"} {
			t.Run(s.name+" "+adds, func(t *testing.T) {
				path, want := whole(t, 30)
				other, _ := whole(t, 2)
				l := openAt(t, path)
				one := func(n int) error { return l.Add(own(n, result.Exact, result.Done, "7")) }
				if adds == "before" {
					if err := one(1000); err != nil {
						t.Fatal(err)
					}
					want[own(1000, "", "", "").Record.Key] = mustJSON(t, own(1000, result.Exact, result.Done, "7").Record)
				}
				if err := l.Check(); err != nil {
					t.Fatal(err)
				}
				spoil(t, s.name, path, other)
				if adds == "after" {
					if err := one(1001); !errors.Is(err, ErrChanged) {
						t.Errorf("a record is added: %v", err)
					}
				}
				err := l.Check()
				if !errors.Is(err, ErrChanged) || strings.Count(err.Error(), path) < 1 {
					t.Fatalf("got %v", err)
				}
				t.Log(err)
				if again := l.Check(); again == nil || again.Error() != err.Error() {
					t.Errorf("then %v", again)
				}
				if err := one(1002); !errors.Is(err, ErrChanged) {
					t.Errorf("a record is added: %v", err)
				}
				l.Close()
				saved, _ := filepath.Glob(path + "-saved*")
				if s.saved != (len(saved) == 1) {
					t.Fatalf("saved as %v", saved)
				}
				if s.saved {
					n, err := same(openAt(t, saved[0]), want)
					if n != len(want) || err != nil {
						t.Errorf("%d records of %d are saved; %v", n, len(want), err)
					}
					return
				}
				left, lost, err := Salvage(path)
				if errors.Is(err, ErrEmpty) && s.left == 0 {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer left.Close()
				if s.name == "another ledger over it" {
					return
				}
				if n, err := same(left, want); n < s.left || n < len(want) && len(lost) == 0 || err != nil {
					t.Errorf("%d records are left, want %d; left out %v; %v", n, s.left, lost, err)
				}
			})
		}
	}
}

// TestFolderGone renames or deletes the folder of an open ledger. The error must say that the
// folder is gone, and the records must be saved in the current folder or in the folder for
// temporary files.
func TestFolderGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folder of a file that is open cannot be deleted or renamed")
	}
	for _, c := range []struct {
		name string
		do   func(folder string) error
		here bool // the current folder still exists
	}{
		{"renamed", func(folder string) error { return os.Rename(folder, folder+"-new") }, true},
		{"deleted", os.RemoveAll, true},
		{"renamed, and the current folder deleted", func(folder string) error { return os.Rename(folder, folder+"-new") }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, want := whole(t, 30)
			here, temporary := t.TempDir(), t.TempDir()
			t.Chdir(here)
			t.Setenv("TMPDIR", temporary)
			l := openAt(t, path)
			if err := c.do(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			folder := here
			if !c.here {
				folder = temporary
				if err := os.Remove(here); err != nil {
					t.Fatal(err)
				}
			}
			err := l.Add(own(1000, result.Exact, result.Done, "7"))
			if !errors.Is(err, ErrChanged) || !errors.Is(err, errFolderGone) || strings.Contains(err.Error(), "lost") {
				t.Fatalf("got %v", err)
			}
			t.Log(err)
			saved := filepath.Join(folder, filepath.Base(path)+"-saved")
			if !strings.Contains(err.Error(), saved) {
				t.Errorf("%q does not name %s", err, saved)
			}
			if n, err := same(openAt(t, saved), want); n != len(want) || err != nil {
				t.Errorf("%d records of %d are saved; %v", n, len(want), err)
			}
		})
	}
}

// writeInto runs SQL statements on the ledger at path as another program would. A statement COMMIT
// must fail, because the process that has opened the ledger holds a lock for reading.
func writeInto(t *testing.T, path string, statements []string) *sql.Conn {
	t.Helper()
	db, conn, err := open(location(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		db.Close()
	})
	for _, statement := range append([]string{"PRAGMA busy_timeout = 0"}, statements...) {
		if _, err := conn.ExecContext(t.Context(), statement); (err != nil) != (statement == "COMMIT") {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return conn
}

// TestAnotherWriter writes into an open ledger as a program that does not know our lock. If the
// other program gives up its lock in time, the ledger must stay usable. If not, all records must
// be saved in another file.
func TestAnotherWriter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   []string // statements of the other program
		ends bool     // whether the other program gives up
	}{
		{"has begun", []string{"BEGIN IMMEDIATE"}, false},
		{"has deleted", []string{"BEGIN IMMEDIATE", "DELETE FROM record"}, false},
		{"waits", []string{"BEGIN IMMEDIATE", "DELETE FROM record", "COMMIT"}, false},
		{"gives up", []string{"BEGIN IMMEDIATE", "DELETE FROM record", "COMMIT"}, true},
	} {
		for _, check := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, " check=", check), func(t *testing.T) {
				path, want := whole(t, 30)
				l := openAt(t, path)
				conn := writeInto(t, path, c.do)
				row, freed := own(1000, result.Exact, result.Done, "7"), make(chan error, 1)
				if c.ends {
					timer := time.AfterFunc(50*time.Millisecond, func() {
						_, err := conn.ExecContext(context.Background(), "ROLLBACK")
						freed <- err
					})
					defer timer.Stop()
				} else {
					l.yielding = 0
				}
				work := func() error { return l.Add(row) }
				if check {
					work = l.Check
				}
				err := work()
				if c.ends || check && c.name != "waits" { // a lock that is not yet exclusive does not stop readers
					if err != nil {
						t.Errorf("got %v", err)
					}
					if c.ends {
						if err := <-freed; err != nil {
							t.Error(err)
						}
					}
					return
				}
				if !errors.Is(err, ErrOccupied) || errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path+"-saved") {
					t.Fatalf("got %v", err)
				}
				t.Log(err)
				if again := l.Add(row); !errors.Is(again, ErrOccupied) {
					t.Errorf("then %v", again)
				}
				saved, err := filepath.Glob(path + "-saved*")
				if err != nil || len(saved) != 1 {
					t.Fatalf("saved as %v, %v", saved, err)
				}
				if n, err := same(openAt(t, saved[0]), want); n != len(want) || err != nil {
					t.Errorf("%d records of %d are saved; %v", n, len(want), err)
				}
			})
		}
	}
}

// TestWatch checks that Watch notices a change by another program, even if this program stores nothing
// at the time.
func TestWatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be deleted or replaced")
	}
	for _, name := range []string{"deleted", "garbage in the middle"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, _ := whole(t, 30)
			l := openAt(t, path)
			changed := make(chan error, 2)
			stop := l.Watch(func(err error) { changed <- err })
			spoil(t, name, path, "")
			select {
			case err := <-changed:
				if !errors.Is(err, ErrChanged) {
					t.Errorf("got %v", err)
				}
			case <-time.After(5 * time.Minute):
				t.Error("it is not noticed")
			}
			stop()
			if len(changed) > 0 {
				t.Errorf("reported twice: %v", <-changed)
			}
		})
	}
	l := openAt(t, filepath.Join(t.TempDir(), "l"))
	stop := l.Watch(func(err error) { t.Errorf("nothing was done to it: %v", err) })
	stop()
	stop()
	l.Close()
	if err := l.Check(); err != nil {
		t.Errorf("after Close: %v", err)
	}
}

// TestMadeForNothingAndReplaced checks that Close does not delete a file that another program has put
// in the place of a new ledger.
func TestMadeForNothingAndReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l")
	l := openAt(t, path)
	spoil(t, "made again", path, "")
	l.Close()
	if _, err := os.Stat(path); err != nil && runtime.GOOS != "windows" {
		t.Errorf("the other file is gone: %v", err)
	}
}
