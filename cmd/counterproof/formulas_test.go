package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"counterproof/cmd/counterproof/console"
)

// TestHostileFiles checks files that are too large, damaged or full of promises. Each is refused with exit
// status 2 and a reason, and none takes much memory or time.
func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	gz := func(text string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	bomb := gz("p cnf 1 0\n" + strings.Repeat("c "+strings.Repeat(" ", 1000)+"\n", 100_000))
	for _, c := range []struct {
		name string
		data []byte
		args string // before the puzzle
		says string
	}{
		{"long line.cnf", []byte("c " + strings.Repeat("x", 100_000_000) + "\np cnf 1 0\n"), "", "line 1"},
		{"bomb.cnf.gz", bomb, "--max-input 20MB", "20MB"},
		{"long line.cnf.gz", gz("c " + strings.Repeat("x", 30_000_000)), "", "line 1"},
		{"cut.cnf.gz", bomb[:len(bomb)/2], "", "compressed"},
		{"damaged.cnf.xz", []byte("\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4F and no more"), "", "compressed"},
		{"promise.cnf", []byte("p cnf 1000000000 1\n1 0\n"), "", "16777216"},
		{"clauses.cnf", []byte("p cnf 2 2000000000\n1 0\n"), "", "2000000000"},
		{"weights.cnf", []byte("c t wmc\np cnf 1 0\n"), "", "weighted"},
		{"weights.cnf", []byte("c p weight 1 0.5 0\np cnf 1 0\n"), "--project 1", "weighted"},
		{"control\x1b[31m.cnf", []byte("p cnf 1 0\n"), "", "control characters"},
		{"line\nend.cnf", []byte("p cnf 1 0\n"), "", "control characters"},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		args := append(append([]string{"count"}, strings.Fields(c.args)...), "dimacs", "@"+path)
		out, errs, status := invoke(nil, args...)
		if status != console.Misuse || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%q: exit status %d, stdout %q, stderr %.300q, want 2 and %q", c.name, status, out, errs, c.says)
		}
	}
}

// TestPackedFiles checks that a file has the same instance in every form.
func TestPackedFiles(t *testing.T) {
	dir, text := t.TempDir(), []byte("c t mc\np cnf 3 1\n1 2 3 0\n")
	var zipped, xzed bytes.Buffer
	z := gzip.NewWriter(&zipped)
	x, err := xz.NewWriter(&xzed)
	if err != nil {
		t.Fatal(err)
	}
	z.Write(text)
	x.Write(text)
	if z.Close() != nil || x.Close() != nil {
		t.Fatal("not compressed")
	}
	for name, data := range map[string][]byte{"f.cnf": text, "f.cnf.gz": zipped.Bytes(), "f.cnf.xz": xzed.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, status := invoke(nil, "count", "--method", "sat", "dimacs", "@"+dir)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != console.Done || errs != "" || len(lines) != 3 || lines[0] != lines[1] || lines[1] != lines[2] || !strings.HasSuffix(lines[0], "\tsat\t7") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, out, errs)
	}
	for n := range xzed.Len() {
		if err := os.WriteFile(filepath.Join(dir, "f.cnf.xz"), xzed.Bytes()[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if out, errs, status := invoke(nil, "show", "dimacs", "@"+filepath.Join(dir, "f.cnf.xz")); status != console.Misuse {
			t.Errorf("%d of %d bytes: exit status %d, stdout %q, stderr %q", n, xzed.Len(), status, out, errs)
		}
	}
}

// TestDecodeFile checks which answers about a formula from a file are decoded. The file projects the variables
// 3 and 4, which are 1 and 2 in the formula that encode prints. A whole model must be one of that formula.
func TestDecodeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.cnf")
	if err := os.WriteFile(path, []byte("c p show 3 4 0\np cnf 4 2\n1 2 0\n-3 4 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		values, out string
		status      int
	}{
		{"-1 2 3 -4", "01\n", console.Done},
		{"-1 -2", "00\n", console.Done}, // the projected variables are enough
		{"1 -2", "10\nbroken: clause 2 is false (sites 0 1)\n", console.Failure},
		{"1 2 -3 -4", "", console.Misuse}, // a model of the file with the numbers of the file
	} {
		out, errs, status := invoke(strings.NewReader("s SATISFIABLE\nv "+c.values+" 0\n"), "decode", "dimacs", "@"+path)
		if out != c.out || status != c.status {
			t.Errorf("%s: exit status %d, stdout %q, stderr %q, want %d and %q", c.values, status, out, errs, c.status, c.out)
		}
	}
	_, errs, status := invoke(nil, "count", "--project", "9", "dimacs", "@"+path)
	if status != console.Misuse || !strings.Contains(errs, "--project") || strings.Contains(errs, "line 1") {
		t.Errorf("a projection of the wrong variables: exit status %d, stderr %q", status, errs)
	}
}
