package ledger

import (
	"os"
	"path/filepath"
	"testing"

	"counterproof/bench/record/result"
)

// TestWriting checks that Writing reports a ledger that is open for writing, even under another
// name of the file. A call of Writing must not keep the next writer out.
func TestWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.sqlite")
	if Writing(path) {
		t.Error("a ledger that does not exist is being written")
	}
	for range 20 {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if !Writing(path) || !Writing(filepath.Join(filepath.Dir(path), ".", "l.sqlite")) {
			t.Error("nobody is said to write an open ledger")
		}
		l.Close()
		if Writing(path) {
			t.Error("a closed ledger is said to be written")
		}
	}
	from, err := Read(path)
	if err == nil {
		defer from.Close()
	}
	if Writing(path) {
		t.Error("a reader is said to write the ledger")
	}
}

// TestLookedAt checks that a ledger can be opened while another process asks all the time whether
// the ledger is being written. This must also work if a killed process has left the file of its
// lock.
func TestLookedAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.sqlite")
	done, looked := make(chan bool), make(chan bool)
	go func() {
		defer close(looked)
		for {
			select {
			case <-done:
				return
			default:
				Writing(path)
			}
		}
	}()
	for range 50 {
		l, err := Open(path)
		if err != nil {
			t.Error(err)
			break
		}
		l.Close()
		if err := os.WriteFile(path+"-lock", nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	close(done)
	<-looked
}

// TestLinkToNothing opens a ledger by a symbolic link to a file that does not exist. Open must create
// this file, with the lock next to it. Close must keep the link.
func TestLinkToNothing(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.MkdirAll(at("far/deep"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{
		"link": "new", "chain": "link", "folder": "far/deep", "through": "folder/../new", "lost": "none/new", "circle": "circle",
	} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Skip(err)
		}
	}
	for link, file := range map[string]string{"link": "new", "chain": "new", "through": "far/new"} {
		is := func(what, name string, want bool) {
			t.Helper()
			if _, err := os.Lstat(at(name)); (err == nil) != want {
				t.Errorf("%s: %s: %s exists: %v", link, what, name, err == nil)
			}
		}
		l := openAt(t, at(link))
		is("open", file, true)
		is("open", file+"-lock", true)
		is("open", link+"-lock", false)
		if !Writing(at(link)) || !Writing(at(file)) {
			t.Errorf("%s: nobody is said to write an open ledger", link)
		}
		l.Close()
		is("nothing was stored", file, false)
		is("nothing was stored", link, true)
		l = openAt(t, at(link))
		if err := add(t, l, record("k", result.Exact, result.Done, "7")); err != nil {
			t.Fatal(err)
		}
		l.Close()
		for _, name := range []string{link, file} {
			read, err := Read(at(name))
			if err != nil || read.Len() != 1 {
				t.Fatalf("%s: %v", name, err)
			}
			read.Close()
		}
		if err := os.Remove(at(file)); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"lost", "circle"} {
		if l, err := Open(at(link)); err == nil {
			l.Close()
			t.Errorf("%s: no error", link)
		} else {
			t.Log(err)
		}
	}
}
