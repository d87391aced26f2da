package ledger

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/bench/test/ratio"
)

// stamped makes a ledger as the function whole does, and checks it, so that its file has a stamp.
func stamped(t *testing.T, records int) (path string, want map[string]string) {
	path, want = whole(t, records)
	before, _ := os.ReadFile(path)
	l := openAt(t, path)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(path); len(after) != len(before)+len(stampText)+32 {
		t.Fatalf("a ledger of %d bytes has %d bytes after it was checked", len(before), len(after))
	}
	return path, want
}

// TestTamperStamped flips single bits of a file with a stamp, and cuts the file. Open must find all records,
// ends and places unchanged, or refuse the file and leave it as it is. It flips 100 bits and
// each byte of the stamp and of SQLite's header, and 2,000 bits in a long test.
func TestTamperStamped(t *testing.T) {
	path, want := stamped(t, 12)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(36, 2))
	changes := [][]byte{file}
	flip := func(at int) {
		b := bytes.Clone(file)
		b[at] ^= 1 << rng.IntN(8)
		changes = append(changes, b)
	}
	for range processtest.Cases(100, 2000) {
		flip(rng.IntN(len(file)))
	}
	for at := range 100 {
		flip(at)
		flip(len(file) - 1 - at%(len(stampText)+32))
		changes = append(changes, file[:len(file)-1-at], file[:1+rng.IntN(len(file)-1)])
	}
	changed := filepath.Join(t.TempDir(), "changed")
	places, refused := placesOf(1000), 0
	for i, b := range changes {
		if err := os.WriteFile(changed, b, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := Open(changed)
		if err != nil {
			refused++
			if after, _ := os.ReadFile(changed); !bytes.Equal(after, b) {
				t.Errorf("change %d: %v; the file has changed", i, err)
			}
			continue
		}
		n, err := same(l, want)
		x, last := l.Last()
		if err != nil || n != len(want) || l.Len() != n || last != nil || !x.is(&wholeExperiment) {
			t.Errorf("change %d: %d records, %v; experiment %+v, %v", i, n, err, x, last)
		} else if got, err := l.Places(x); err != nil || !samePlaces(got, places) {
			t.Errorf("change %d: %d places, want %d; %v", i, len(got), len(places), err)
		}
		for key := range want {
			if e, ok := l.End(key); !ok || !e.Settled || e.Unknown || e.Verdict() != result.Correct {
				t.Errorf("change %d: the job %s ended with %+v, %v", i, key, e, ok)
			}
		}
		l.Close()
	}
	if refused < len(changes)/4 {
		t.Errorf("%d of %d changed files were refused", refused, len(changes))
	}
	t.Logf("%d of %d changed files were refused", refused, len(changes))
}

// TestStampGone checks that a ledger that was written and not checked has no stamp, and that the next
// Open checks it and puts the stamp back.
func TestStampGone(t *testing.T) {
	path, _ := stamped(t, 3)
	l := openAt(t, path)
	if err := l.Add(own(7, result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	l.Close()
	ends := func() bool {
		file, _ := os.ReadFile(path)
		return bytes.Contains(file, []byte(stampText))
	}
	if ends() {
		t.Error("an unchecked record has a stamp")
	}
	l = openAt(t, path)
	if l.Len() != 4 || ends() {
		t.Errorf("%d records; a stamp while the ledger is open: %v", l.Len(), ends())
	}
	if err := l.Add(own(8, result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if !ends() {
		t.Error("a checked ledger has no stamp")
	}
}

// BenchmarkOpen opens a ledger with a stamp. The ratio compares it with a ledger without one.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "l")
	open := func(stamp bool) time.Duration {
		began := time.Now()
		l, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		if !stamp {
			l.stamp = nil
		}
		l.Close()
		return took
	}
	l, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	var rows []Row
	for n := range 20_000 {
		rows = append(rows, sudoku(n))
	}
	if err := l.Add(rows...); err != nil {
		b.Fatal(err)
	}
	l.Close()
	checked := min(open(false), open(false))
	open(true)
	var took time.Duration
	for b.Loop() {
		took += open(true)
	}
	ratio.Report(b, 3, "faster", float64(checked)*float64(b.N)/float64(took))
}
