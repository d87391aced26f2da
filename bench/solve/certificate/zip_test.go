package certificate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
)

// october returns the arguments of Write or Zip for a certificate of 6 October. The published
// number of solutions of this date is 7.
func october(t *testing.T) (Subject, Search) {
	t.Helper()
	p := catalog.Find("calendar")
	in, err := p.Parse("10-06")
	if err != nil {
		t.Fatal(err)
	}
	m, err := lookup.Prove(p, in, method.MustParse("sat/cubes"))
	if err != nil {
		t.Fatal(err)
	}
	return Subject{p.Name, in, m.Encoding, m.Name.String(), Versions{}, nil}, func(proof Proof, yield func(cnf.Model) bool) error {
		return m.Models(context.Background(), new(cnf.Stats), proof, yield)
	}
}

// TestZip checks that the archive has the files that Write writes, and that Verify accepts the
// unpacked files.
func TestZip(t *testing.T) {
	subject, search := october(t)
	claim, archive, err := Zip(subject, search, 64<<20)
	if err != nil || claim.Count != "7" {
		t.Fatalf("got %+v, %v, want 7 solutions", claim, err)
	}
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, r); err != nil {
		t.Fatal(err)
	}
	claim, err = verify(filepath.Join(dir, "10-06"), false)
	if err != nil || claim.Count != "7" {
		t.Errorf("the unpacked archive: got %+v, %v", claim, err)
	}
	written := filepath.Join(t.TempDir(), "written")
	if _, err := Write(written, subject, search); err != nil {
		t.Fatal(err)
	}
	names := processtest.Entries(t, written)
	if got := len(r.File); got != len(names) {
		t.Errorf("the archive has %d files, want %v", got, names)
	}
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(written, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(r, "10-06/"+name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the file that Write writes: %v", name, err)
		}
	}
}

// TestZipLimit checks that a certificate that is too large is refused.
func TestZipLimit(t *testing.T) {
	for _, limit := range []int64{0, 1 << 10, 1 << 20} { // the certificate has about 4 MB
		subject, search := october(t)
		_, archive, err := Zip(subject, search, limit)
		var large *TooLarge
		if !errors.As(err, &large) || large.Limit != limit || archive != nil {
			t.Errorf("limit %d: got %d bytes, %v", limit, len(archive), err)
		}
	}
}

// TestLongText checks that a text longer than the buffer of a writer counts against the limit.
func TestLongText(t *testing.T) {
	m := &memory{files: map[string]*memoryFile{}, limit: 1000, left: 1000}
	f, err := m.create("text")
	if err != nil {
		t.Fatal(err)
	}
	b := bufio.NewWriter(f)
	b.WriteString(strings.Repeat("a", 100_000))
	var large *TooLarge
	if err := b.Flush(); !errors.As(err, &large) || m.left >= 0 {
		t.Errorf("got %v with %d bytes left", err, m.left)
	}
}
