package atomicfile

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// TestWriteAll checks that WriteAll replaces files of the same names, and that other files stay.
// WriteAll must also remove the temporary files of a killed process. A file with a similar name
// but without a process id must stay.
func TestWriteAll(t *testing.T) {
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip("*** SKIPPED: no program that ends: ", err)
	}
	dir := filepath.Join(t.TempDir(), "out", "sub")
	rest := func(w io.Writer) error { _, err := io.WriteString(w, ",2"); return err }
	files := []Named{{Name: "a.svg", Data: []byte("new")}, {Name: "b.csv", Data: []byte("1"), Rest: rest}, {Name: "sub/sub/c.js", Data: []byte("deep")}}
	if err := WriteAll(dir, files); err != nil {
		t.Fatal(err)
	}
	left := ".unfinished-" + strconv.Itoa(gone.Process.Pid) + ".77"
	for _, name := range []string{left, ".unfinished-mine"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.svg", "mine.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteAll(dir, files); err != nil {
		t.Fatal(err)
	}
	if got, want := processtest.Entries(t, dir), []string{".unfinished-mine", "a.svg", "b.csv", "mine.txt", "sub"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string]string{"a.svg": "new", "b.csv": "1,2", "mine.txt": "old", "sub/sub/c.js": "deep"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); string(data) != want {
			t.Errorf("%s: %q, %v, want %q", name, data, err, want)
		}
	}
}

// TestWriteAllFails checks that after an error the old files are unchanged and no new folder is
// left.
func TestWriteAllFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	err := WriteAll(dir, []Named{{Name: "a", Data: []byte("new")}, {Name: "b"}})
	if want := filepath.Join(dir, "b") + ""; err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	long := []Named{{Name: "a", Data: []byte("new")}, {Name: strings.Repeat("x", 300)}} // too long for any file system
	long[1].Name, long = "c/d/"+long[1].Name, append(long, Named{Name: "e/f"})
	full := errors.New("no space left")
	cut := []Named{{Name: "a", Data: []byte("new"), Rest: func(io.Writer) error { return full }}}
	if err := WriteAll(dir, cut); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	for _, to := range []string{dir, filepath.Join(dir, "new", "sub")} {
		if WriteAll(to, long) == nil {
			t.Errorf("%s: no error", to)
		}
	}
	if got := processtest.Entries(t, dir); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("left behind: %q", got)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "a")); string(data) != "old" {
		t.Errorf("the old file is %q", data)
	}
}
