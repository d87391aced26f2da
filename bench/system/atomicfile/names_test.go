package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestErrorsNameTheFile checks that the errors of a writer contain the file name that the caller
// gave, and not the hidden name under which the file is written.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	check := func(what string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "unfinished") {
			t.Errorf("%s: got %v, want %s in it and no hidden name", what, err, want)
		}
	}
	create := func(name string) *File {
		t.Helper()
		f, err := Create(at(name))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}

	closed := create("closed.pdf")
	closed.Discard()
	_, err := closed.Write([]byte("x"))
	check("writing", err, at("closed.pdf")+":")

	lost := create("lost.pdf")
	if err := os.Remove(lost.file.Name()); err != nil {
		t.Fatal(err)
	}
	check("renaming", lost.Commit(), at("lost.pdf")+":")

	if err := os.Symlink(at("real.pdf"), at("link.pdf")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("real.pdf"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	linked := create("link.pdf")
	linked.Discard()
	_, err = linked.Write([]byte("x"))
	check("writing to a link", err, at("link.pdf")+":")

	long := strings.Repeat("x", 300) // too long for any file system
	check("a long name", Write(at(long), nil), at(long))
	check("several files", WriteAll(dir, []Named{{Name: long}}), at(long)+":")

	folder, err := NewFolder(at("folder"))
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Discard()
	check("a file of a folder", folder.Named(os.WriteFile(filepath.Join(folder.Path, "none", "x"), nil, 0o666)), at("folder/none/x")+":")
	if got := folder.Named(os.ErrClosed); got != os.ErrClosed {
		t.Errorf("got %v, want another error unchanged", got)
	}
}

// TestNoNewFiles checks the error for a folder that exists but takes no new files, as /proc does on
// Linux. The error must not ask the user to make the folder.
func TestNoNewFiles(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("*** SKIPPED: there is no /proc ***")
	}
	err := Write("/proc/new.pdf", nil)
	if err == nil || !facttest.States(err.Error(), "/proc/new.pdf, another folder") || facttest.States(err.Error(), "make") {
		t.Errorf("%v", err)
	}
}
