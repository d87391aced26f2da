package ledger

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"testing"

	"counterproof/bench/record/result"
)

func packedFile(t *testing.T, text string) (hash string, packed []byte) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), b.Bytes()
}

// TestContents checks that a ledger keeps the contents of files once, that Merge copies them, and that records
// of one file under two names are records of one instance.
func TestContents(t *testing.T) {
	path, other := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	hash, packed := packedFile(t, "p cnf 1 0\n")
	l := openContents(t, path)
	for range 2 {
		if err := l.KeepContents(hash, packed); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range []string{"a.cnf", "b.cnf"} {
		j := result.Job{Task: result.Count, Puzzle: "dimacs", Instance: name + " sha256:" + hash, Method: "m", Version: "1", Repetition: i}
		r := j.Record(result.Done, "")
		r.Status, r.Count = result.Exact, "2"
		if err := l.Add(Row{j.Text(), r}); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := l.Instance("dimacs", "c.cnf sha256:"+hash); err != nil || len(all) != 2 || all[1].Instance != "b.cnf sha256:"+hash {
		t.Errorf("got %v %v, want the records of both names", all, err)
	}
	for r, err := range l.Records() {
		if err != nil || r.Instance != "a.cnf sha256:"+hash {
			t.Errorf("got %s %v, want one name for both records", r.Instance, err)
		}
	}
	into := openContents(t, other)
	if _, err := into.Merge(l, nil); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Ledger{l, into} {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		openContents(t, l.path).Close() // checks the whole file
		if got, err := Contents(l.path, hash); err != nil || !bytes.Equal(got, packed) {
			t.Errorf("%s: got %d bytes and %v", l.path, len(got), err)
		}
	}
	if got, err := Contents(path, hash[1:]+"0"); got != nil || err != nil {
		t.Errorf("other contents: %v %v", got, err)
	}
}

func openContents(t *testing.T, path string) *Ledger {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// TestDamagedContents checks that changed and missing contents are noticed, and that Salvage keeps the others.
func TestDamagedContents(t *testing.T) {
	for _, statement := range []string{
		"UPDATE contents SET packed = (SELECT max(packed) FROM contents)", "DELETE FROM contents WHERE rowid = 1", "DROP TABLE contents",
	} {
		path := filepath.Join(t.TempDir(), "l")
		l := openContents(t, path)
		hashes := [2]string{}
		for i, text := range []string{"p cnf 1 0\n", "p cnf 2 0\n"} {
			hash, packed := packedFile(t, text)
			if hashes[i] = hash; l.KeepContents(hash, packed) != nil {
				t.Fatal("not kept")
			}
		}
		l.Close()
		db, conn, err := open(location(path))
		if err != nil {
			t.Fatal(err)
		}
		if err := execute(conn, statement); err != nil {
			t.Fatal(err)
		}
		conn.Close()
		db.Close()
		if _, err := Open(path); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: Open: %v", statement, err)
		}
		if _, err := Read(path); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: Read: %v", statement, err)
		}
		if _, _, err := Mend(path); err != nil {
			t.Errorf("%s: Mend: %v", statement, err)
		}
		openContents(t, path).Close()
	}
}

// TestContentsOfModels checks that contents with a source have the hash of the source, whatever was computed from it.
func TestContentsOfModels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{`{"source":{"files":[]},"compiled":{"compiler":"1"}}`, `{"source":{"files":[]},"compiled":{}}`} {
		hash, _ := packedFile(t, `{"files":[]}`)
		_, packed := packedFile(t, text)
		l := openContents(t, path)
		if err := errors.Join(l.KeepContents(hash, packed), l.Close()); err != nil {
			t.Fatal(err)
		}
		openContents(t, path).Close() // checks the whole file
		if got, err := Contents(path, hash); err != nil || len(got) == 0 {
			t.Errorf("%s: got %d bytes and %v", text, len(got), err)
		}
	}
}
