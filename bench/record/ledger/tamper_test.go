package ledger

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
)

// bulky returns a row that is about as large as the row of a real job, so that a page of the file
// holds three rows.
func bulky(n int) Row {
	row := own(n, result.Exact, result.Done, strconv.Itoa(1000+n))
	r := &row.Record
	r.Digest, r.Host, r.Verdict = strings.Repeat("0f", 32), "A CPU, 2 cores, linux/amd64", result.Correct
	for i := range 40 {
		r.ModelSeconds = append(r.ModelSeconds, float64(i)/7)
	}
	return row
}

func mustJSON(t *testing.T, r result.Record) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wholeExperiment is the experiment that the function whole stores in its ledger.
var wholeExperiment = Experiment{Name: "x.toml", Text: "title = 'x'", Shards: 3}

func samePlaces(a, b []result.Place) bool {
	return slices.EqualFunc(a, b, func(x, y result.Place) bool { return x.Key == y.Key && x.Board == y.Board && *x.Label == *y.Label })
}

// placesOf returns places for the given number of jobs. Every second job occurs in two suites and
// so has two places. The other jobs have one place.
func placesOf(jobs int) (places []result.Place) {
	for n := range jobs {
		p := result.Place{Key: own(n, "", "", "").Record.Key, Board: n / 2, Label: &result.Label{Suite: "one", Draws: 1 + n%3, Seed: 7}}
		places = append(places, p)
		if n%2 == 1 {
			p.Label = &result.Label{Suite: "two", Random: true, Density: 0.1, Size: result.Size{H: 3, W: n}, Cell: result.Cell{Row: "é", Column: "6"}}
			places = append(places, p)
		}
	}
	return places
}

// whole makes a ledger with the given number of records, an experiment of 1000 jobs in 1500 places,
// and another experiment without places. It returns the content of the file, and a map from the
// keys of the records to their JSON. Unused parts of the file contain earlier versions of the rows.
func whole(t *testing.T, records int) (path string, want map[string]string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "whole")
	l := openAt(t, path)
	places := placesOf(1000)
	want = map[string]string{}
	verdicts := map[string]string{}
	var before, rows []Row
	for n := range records {
		row := bulky(n)
		want[row.Record.Key], verdicts[row.Record.Key] = mustJSON(t, row.Record), row.Record.Verdict
		row.Record.Verdict = ""
		rows = append(rows, row)
		row.Record.Status, row.Record.Reason, row.Record.Count = result.Unknown, result.Killed, ""
		before = append(before, row)
	}
	for _, err := range []error{l.Add(before...), l.Add(rows...),
		l.SetExperiment(Experiment{Name: "y.toml", Text: "title = 'y'"}, nil, nil), l.SetExperiment(wholeExperiment, places[:1400], nil), l.SetExperiment(wholeExperiment, places, nil),
		setVerdicts(l, verdicts), l.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return path, want
}

// same checks that each record of a ledger equals the record in the map want, and returns how many
// records the ledger has.
func same(l *Ledger, want map[string]string) (n int, err error) {
	for r, err := range l.Records() {
		if err != nil {
			return n, err
		}
		text, err := json.Marshal(r)
		if err != nil || want[r.Key] != string(text) {
			return n, fmt.Errorf("record %s is %s, want %s", r.Key, text, want[r.Key])
		}
		n++
	}
	return n, nil
}

// TestTamper flips single bits of the file. Read must return all records unchanged, or an error.
// After an error, Salvage must return only records that were written, and must report the damage.
// It flips 60 bits, and 600 in a long test. With COUNTERPROOF_FLIPS=all, it flips one bit of each byte.
func TestTamper(t *testing.T) {
	path, want := whole(t, 12)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var flips []int // bits
	if os.Getenv("COUNTERPROOF_FLIPS") == "all" {
		for i := range file {
			flips = append(flips, 8*i+rand.IntN(8))
		}
	} else {
		tampered := 60
		if processtest.IsLong() {
			tampered = 600
		}
		rng := rand.New(rand.NewPCG(15, 5))
		for range tampered {
			flips = append(flips, rng.IntN(8*len(file)))
		}
	}
	changed := filepath.Join(t.TempDir(), "changed")
	places := placesOf(1000)
	refused, nothing, whole, parts := 0, 0, 0, map[int]int{} // by the number of records that are left
	for _, bit := range flips {
		file[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(changed, file, 0o666); err != nil {
			t.Fatal(err)
		}
		file[bit/8] ^= 1 << (bit % 8)
		l, err := Read(changed)
		if err == nil {
			n, err := same(l, want)
			x, last := l.Last()
			if err != nil || n != len(want) || last != nil || !x.is(&wholeExperiment) || x.Shards != wholeExperiment.Shards {
				t.Errorf("byte %d, bit %d: %d records, %v; experiment %+v, %v", bit/8, bit%8, n, err, x, last)
			} else if got, err := l.Places(x); err != nil || !samePlaces(got, places) {
				t.Errorf("byte %d, bit %d: %d places, want %d; %v", bit/8, bit%8, len(got), len(places), err)
			}
			l.Close()
		} else {
			refused++
		}
		l, lost, salvaging := Salvage(changed)
		if salvaging != nil {
			if err == nil {
				t.Errorf("byte %d, bit %d: it is read, and cannot be salvaged: %v", bit/8, bit%8, salvaging)
			}
			nothing++
			continue
		}
		n, bad := same(l, want)
		if bad != nil {
			t.Errorf("byte %d, bit %d: salvaged: %v", bit/8, bit%8, bad)
		}
		if (err == nil) != (len(lost) == 0) || n < len(want) && len(lost) == 0 {
			t.Errorf("byte %d, bit %d: %d records salvaged, left out: %v; reading: %v", bit/8, bit%8, n, lost, err)
		}
		if x, _ := l.Last(); x != nil && x.Shards > 0 {
			if got, err := l.Places(x); err != nil || !samePlaces(got, places) {
				t.Errorf("byte %d, bit %d: %d places salvaged, want %d; %v", bit/8, bit%8, len(got), len(places), err)
			}
			whole++
		}
		if err != nil {
			parts[n]++
		}
		l.Close()
	}
	t.Logf("%d bits of %d bytes: Read rejects %d files; Salvage fails on %d and saves from the others this many records (count of files): %v; with all places: %d", len(flips), len(file), refused, nothing, parts, whole)
}
