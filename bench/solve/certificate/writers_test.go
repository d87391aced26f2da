package certificate

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/atomicfile"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
)

// TestTwoWriters checks two writers of the same folder. While the first writer works, the second
// removes abandoned folders and finishes. Then the first writer must fail, and must leave the
// finished folder as it is.
func TestTwoWriters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	p := catalog.Find("pushpull")
	in, err := p.Parse("011110110")
	if err != nil {
		t.Fatal(err)
	}
	m, err := lookup.Prove(p, in, method.MustParse(method.SAT))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Write(dir, Subject{p.Name, in, m.Encoding, m.Name.String(), Versions{}, nil}, func(proof Proof, _ func(cnf.Model) bool) error {
		if err := errors.Join(atomicfile.Free(filepath.Join(dir, "..", "other")), atomicfile.Sweep(dir)); err != nil {
			t.Error(err)
		}
		if got := processtest.Entries(t, filepath.Dir(dir)); len(got) != 1 {
			t.Errorf("there are %v, want the folder that is being written", got)
		}
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, claimFile), []byte("the other's"), 0o666); err != nil {
			t.Fatal(err)
		}
		return proof.Add(nil)
	})
	if !errors.Is(err, atomicfile.ErrExists) {
		t.Errorf("got %v, want %v", err, atomicfile.ErrExists)
	}
	if got := processtest.Entries(t, filepath.Dir(dir)); len(got) != 1 || got[0] != "day" {
		t.Errorf("there are %v, want the folder that the second writer finished", got)
	}
	if text, err := os.ReadFile(filepath.Join(dir, claimFile)); string(text) != "the other's" {
		t.Errorf("the finished folder has %q, %v, want the second writer's text", text, err)
	}
}

// TestNoProof checks that a certificate needs the empty clause at the end of its proof.
func TestNoProof(t *testing.T) {
	for _, proven := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "day")
		subject, _ := october(t)
		_, err := Write(dir, subject, func(proof Proof, _ func(cnf.Model) bool) error {
			err := proof.Add([]cnf.Lit{1})
			if proven {
				err = errors.Join(err, proof.Add(nil))
			}
			return err
		})
		if _, missing := os.Stat(dir); (err == nil) != proven || (missing == nil) != proven {
			t.Errorf("with the empty clause %t: got %v, and for the folder %v", proven, err, missing)
		}
	}
}
