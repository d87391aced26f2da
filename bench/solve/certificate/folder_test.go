package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestFolder checks that Verify refuses a folder with missing, additional or special files, changed
// files, or a wrong count.json.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "certificate")
	certify(t, dir, "pushpull", "011110110", "sat")
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("pushpull\t011110110\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	replace := func(name string, make func(path string) error) func(string) error {
		return func(dir string) error {
			path := filepath.Join(dir, name)
			return errors.Join(os.Remove(path), make(path))
		}
	}
	edit := func(old, new string) func(string) error {
		return func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, claimFile))
			if !bytes.Contains(text, []byte(old)) {
				return fmt.Errorf("there is no %s", old)
			}
			return errors.Join(err, os.WriteFile(filepath.Join(dir, claimFile), bytes.Replace(text, []byte(old), []byte(new), 1), 0o666))
		}
	}
	type change struct {
		name   string
		change func(dir string) error
		want   string
		hashed bool // only a comparison with the claim reveals the change
	}
	const form = "count.json"
	changes := []change{
		{"a symbolic link", replace(instanceFile, func(path string) error { return os.Symlink(outside, path) }), "instance.txt", false},
		{"a folder", replace(proofFile, func(path string) error { return os.Mkdir(path, 0o777) }), "proof.drat", false},
		{"a file more", func(dir string) error { return os.WriteFile(filepath.Join(dir, "more"), nil, 0o666) }, "more, certificate", true},
		{"a name of two lines", func(dir string) error { return os.WriteFile(filepath.Join(dir, "x\nverified"), nil, 0o666) }, `"x\nverified", certificate`, true},
		{"a huge claim", func(dir string) error { return os.Truncate(filepath.Join(dir, claimFile), 1<<40) }, "count.json, 134217728", false},
		{"a path", edit(`"proof.drat": {`, `"../proof.drat": {`), `count.json, "../proof.drat"`, false},
		{"another size", edit(`"bytes": 19`, `"bytes": 20`), "instance.txt, 19, count.json, 20", true},
		{"a field more", edit(`"format"`, `"note": "", "format"`), "count.json", false},
		{"no claim", edit("{", "["), "count.json", false},
		{"a count twice, the last one right", edit(`"count": "1"`, `"count": "2", "count": "1"`), form, false},
		{"a count twice, once with a capital", edit(`"count": "1"`, `"count": "2", "Count": "1"`), form, false},
		{"a count with a capital", edit(`"count"`, `"Count"`), form, false},
		{"a hash twice", edit(`"bytes": 19,`, `"bytes": 20, "Bytes": 19,`), form, false},
		{"a file twice", edit(`"proof.drat": {`, `"proof.drat": {}, "proof.drat": {`), form, false},
		{"other blanks", edit(`"count": `, `"count":`), form, false},
		{"an escape", edit(`"count"`, `"c\u006funt"`), form, false},
		{"text behind it", edit("\n}\n", "\n}\n{}"), "count.json", false},
	}
	for _, name := range append([]string{claimFile}, files...) {
		changes = append(changes, change{"no " + name, func(dir string) error { return os.Remove(filepath.Join(dir, name)) }, name + ": the file is missing", false})
	}
	for _, name := range files {
		changes = append(changes, change{"a blank behind " + name, func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, name))
			return errors.Join(err, os.WriteFile(filepath.Join(dir, name), append(text, ' '), 0o666))
		}, name + ", changed, count.json", true})
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			changed := t.TempDir()
			if err := os.CopyFS(changed, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			if err := c.change(changed); err != nil {
				t.Fatal(err)
			}
			for _, contentOnly := range []bool{false, true} {
				_, err := verify(changed, contentOnly)
				if contentOnly && c.hashed {
					continue
				}
				var refusal *Refusal
				if !errors.As(err, &refusal) || !facttest.States(err.Error(), c.want) {
					t.Errorf("content only %v: got %v, want a refusal: %s", contentOnly, err, c.want)
				}
			}
		})
	}
}

// TestUnchanged checks when Unchanged accepts a certificate. The files must have the claimed sizes
// and hashes, and models.txt must have as many lines as the count.
func TestUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "certificate")
	certify(t, dir, "lightsout", "...../...../...../...../.....", "sat") // 4: Anderson and Feil 1998
	for _, c := range []struct {
		name   string
		change func(f *forgery)
		want   string
	}{
		{"as it was", func(*forgery) {}, ""},
		{"another count", func(f *forgery) { f.claim.Count = "5" }, "count.json, 5, models.txt, 4"},
		{"a line less", func(f *forgery) { f.drop(modelsFile, -1) }, "count.json, 4, models.txt, 3"},
		{"a line more, without end", func(f *forgery) { f.text[modelsFile] += "1" }, "count.json, 4, models.txt, 5"},
	} {
		f := forge(t, dir)
		c.change(f)
		claim, err := Unchanged(t.Context(), f.write())
		if !facttest.Matches(err, c.want) || err == nil && claim.Count != "4" {
			t.Errorf("%s: got %+v, %v, want the facts %q", c.name, claim, err, c.want)
		}
	}
	path := filepath.Join(dir, proofFile)
	text, err := os.ReadFile(path)
	if err := errors.Join(err, os.WriteFile(path, bytes.Replace(text, []byte(" "), []byte("\t"), 1), 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := Unchanged(t.Context(), dir); err == nil || !facttest.States(err.Error(), "proof.drat, SHA-256") {
		t.Errorf("of the same size, changed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Unchanged(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestQuotes checks that a message quotes the part of a long line that includes the first difference.
func TestQuotes(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, c := range []struct{ got, want, quotes string }{
		{"1 2 0\n3 0\n", "1 2 0\n4 0\n", `line 2, "4 0", "3 0"`},
		{"", "1 2 0\n", `line 1, "1 2 0", end of the file`},
		{long + "bcd\n", long + "bed\n", `aabcd", aabed"`},
	} {
		_, err := newSame("file", "right", strings.NewReader(c.got)).Write([]byte(c.want))
		if err == nil || slices.ContainsFunc(strings.Split(c.quotes, ", "), func(q string) bool { return !strings.Contains(err.Error(), q) }) {
			t.Errorf("%q instead of %q: %v, want %s", c.got, c.want, err, c.quotes)
		}
	}
	dir := t.TempDir()
	if _, err := Verify(t.Context(), filepath.Join(dir, "none"), nil, false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
