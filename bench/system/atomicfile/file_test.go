//go:build unix

package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestWriteFile checks that Write replaces a whole file, keeps its permissions, follows a link and
// writes into a pipe.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string) {
		t.Helper()
		if err := Check(at(name)); err != nil {
			t.Fatal(err)
		}
		if err := Write(at(name), []byte("new")); err != nil {
			t.Fatal(err)
		}
	}
	old := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte("old one"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(name string, mode os.FileMode) {
		t.Helper()
		data, err := os.ReadFile(at(name))
		info, err2 := os.Stat(at(name))
		if err != nil || err2 != nil || string(data) != "new" || mode != 0 && info.Mode() != mode {
			t.Errorf("%s: %q, %v, %v, %v", name, data, info.Mode(), err, err2)
		}
	}

	mask := syscall.Umask(0o027)
	write("fresh")
	syscall.Umask(mask)
	holds("fresh", 0o640)

	old("kept", 0o604)
	write("kept")
	holds("kept", 0o604)

	old("real", 0o600)
	if err := os.Symlink("real", at("link")); err != nil {
		t.Fatal(err)
	}
	write("link")
	holds("real", 0o600)
	if to, err := os.Readlink(at("link")); err != nil || to != "real" {
		t.Errorf("the link is %q, %v", to, err)
	}

	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open(at("pipe"))
		if err != nil {
			t.Error(err)
		}
		data, _ := io.ReadAll(f)
		read <- string(data)
	}()
	write("pipe")
	if got := <-read; got != "new" {
		t.Errorf("through the pipe: %q", got)
	}
	if info, err := os.Stat(at("pipe")); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info.Mode(), err)
	}

	for name, want := range map[string]string{"": "", "none/a.svg": at("none/a.svg") + ", " + at("none")} {
		if err := Check(at(name)); err == nil || !facttest.States(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 5 {
		t.Errorf("the folder has %v, want only the 5 files of this test", entries)
	}
}
