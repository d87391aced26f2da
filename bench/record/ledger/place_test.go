package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

// experimentNames describes each experiment of a ledger by a word NAMETEXT/SHARDS:PLACES: its name,
// its text, its number of shards and its number of places.
func experimentNames(t *testing.T, l *Ledger) string {
	t.Helper()
	all, err := l.Experiments()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, x := range all {
		places, err := l.Places(x)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprintf("%s%s/%d:%d", x.Name, x.Text, x.Shards, len(places)))
	}
	return strings.Join(texts, " ")
}

// TestExperiments checks that the experiment that was run last is at the end of the list of
// experiments. The experiment that was run last must have the places of its last run. A file with
// the same name and another text must count as another experiment.
func TestExperiments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openAt(t, path)
	if x, err := l.Last(); x != nil || err != nil {
		t.Errorf("a new ledger has the experiment %v, %v", x, err)
	}
	places := placesOf(2000) // 3000 places
	for _, c := range []struct {
		x      Experiment
		places []result.Place
		want   string
	}{
		{Experiment{Name: "a", Text: "1", Shards: 1}, places[:3], "a1/1:3"},
		{Experiment{Name: "b", Text: "1"}, nil, "a1/1:3 b1/0:0"},
		{Experiment{Name: "a", Text: "2", Shards: 4}, places, "a1/1:3 b1/0:0 a2/4:3000"},
		{Experiment{Name: "a", Text: "1", Shards: 2}, places[:2001], "b1/0:0 a2/4:3000 a1/2:2001"},
		{Experiment{Name: "a", Text: "1", Shards: 2}, places[1:3], "b1/0:0 a2/4:3000 a1/2:2"},
		{Experiment{Name: "b", Text: "1", Shards: 1}, nil, "a2/4:3000 a1/2:2 b1/1:0"},
	} {
		for range 2 {
			if err := l.SetExperiment(c.x, c.places, nil); err != nil {
				t.Fatal(err)
			}
			if got := experimentNames(t, l); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		}
		x, err := l.Last()
		if err != nil || x.Name != c.x.Name || x.Text != c.x.Text {
			t.Fatalf("the last one is %+v, %v", x, err)
		}
		if got, err := l.Places(x); err != nil || !samePlaces(got, c.places) {
			t.Errorf("%s: %d other places, %v", c.want, len(got), err)
		}
		if err := l.Check(); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if got, want := experimentNames(t, read), "a2/4:3000 a1/2:2 b1/1:0"; got != want {
		t.Errorf("read again: %s, want %s", got, want)
	}
}

// TestAbsentMethods checks a run on a machine where a program is not installed. The ledger must
// keep the places of the program's jobs, with and without records, in the same order. A job of
// another method that was removed from the experiment must lose its place, even if the job has a
// record.
func TestAbsentMethods(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	places := placesOf(8) // 12 places
	key := func(n int) string { return own(n, "", "", "").Record.Key }
	for n, name := range map[int]string{1: "absent", 3: "absent", 4: "native", 6: "native"} {
		row := own(n, "exact", "done", "1")
		row.Record.Method = name
		if err := l.Add(row); err != nil {
			t.Fatal(err)
		}
	}
	x := Experiment{Name: "a", Shards: 1}
	absent := func(method string) bool { return method == "absent" }
	only := func(keep func(p result.Place) bool) []result.Place {
		return slices.DeleteFunc(slices.Clone(places), func(p result.Place) bool { return !keep(p) })
	}
	here := only(func(p result.Place) bool { return p.Key == key(0) || p.Key == key(4) })
	if err := l.SetExperiment(x, places, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		places []result.Place
		absent func(string) bool
		want   []result.Place
	}{
		{here, absent, only(func(p result.Place) bool { return p.Key != key(6) })},
		{here, nil, here},
		{places, absent, places},
	} {
		if err := l.SetExperiment(x, c.places, c.absent); err != nil {
			t.Fatal(err)
		}
		last, err := l.Last()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.Places(last); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("got %v, %v, want %v", got, err, c.want)
		}
	}
}

// TestPlacesOnce checks that the places of an experiment are not written again when the experiment
// is run again.
func TestPlacesOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l := openAt(t, path)
	x := Experiment{Name: "a", Shards: 1}
	if err := l.SetExperiment(x, placesOf(5000), nil); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetExperiment(x, placesOf(5000), nil); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file has changed")
	}
}

func TestPlacesRefuses(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	err := l.SetExperiment(Experiment{Name: "a", Shards: 1}, []result.Place{{Key: "k"}}, nil)
	if err == nil || !facttest.States(err.Error(), `"k", SHA-256`) {
		t.Errorf("got %v", err)
	}
	if x, err := l.Last(); x != nil || err != nil {
		t.Errorf("the experiment is %v, %v", x, err)
	}
}

// TestPlaced checks that Placed returns the record of each place with a record, and no other
// record. The records must be in the order of the places.
func TestPlaced(t *testing.T) {
	l := openAt(t, filepath.Join(t.TempDir(), "l.db"))
	var rows []Row
	for _, n := range []int{0, 1, 3, 9} {
		row := own(n, result.Exact, result.Done, "7")
		row.Record.Suite = "of another experiment"
		rows = append(rows, row)
	}
	if err := l.Add(rows...); err != nil {
		t.Fatal(err)
	}
	keys, err := l.Keys()
	if err != nil || len(keys) != 4 || !keys[rows[2].Record.Key] {
		t.Errorf("the keys are %v, %v", keys, err)
	}
	places := placesOf(4) // jobs 1 and 3 have two places each
	slices.Reverse(places)
	records, err := l.Placed(places)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range records {
		got = append(got, fmt.Sprint(r.Repetition, r.Suite))
	}
	if want := []string{"3two", "3one", "1two", "1one", "0one"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	change(t, l, "UPDATE record SET record = '{' WHERE key = unhex(?)", own(3, "", "", "").Record.Key)
	if _, err := l.Placed(places); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged record: %v", err)
	}
	if records, err := l.Placed(placesOf(2)); err != nil || len(records) != 3 {
		t.Errorf("next to a damaged record: %d records, %v", len(records), err)
	}
}

// TestMergeExperiments checks that Merge copies the experiments of other ledgers, and adds the
// places of missing jobs to experiments that both ledgers have. The experiment that was last before
// the merge must stay the last one.
func TestMergeExperiments(t *testing.T) {
	dir := t.TempDir()
	ledger := func(name string) *Ledger { return openAt(t, filepath.Join(dir, name)) }
	set := func(l *Ledger, name string, shards int, places []result.Place) {
		t.Helper()
		if err := l.SetExperiment(Experiment{Name: name, Shards: shards}, places, nil); err != nil {
			t.Fatal(err)
		}
	}
	places := placesOf(1000)
	a, b, into := ledger("a"), ledger("b"), ledger("into")
	set(a, "x", 3, places[:600])
	set(a, "y", 1, places[:10])
	set(b, "old", 0, nil)
	set(b, "y", 4, places[:20])
	set(b, "x", 3, slices.Concat(places[:300], places[900:]))
	for range 2 {
		for _, from := range []*Ledger{a, b} {
			if _, err := into.Merge(from, nil); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := experimentNames(t, into), "old/0:0 x/3:1200 y/4:20"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	x, err := into.Experiments()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := into.Places(x[1]); err != nil || !samePlaces(got, slices.Concat(places[:600], places[900:])) {
		t.Errorf("other places of x, %v", err)
	}
	set(into, "z", 1, nil)
	set(into, "old", 1, places[:1])
	if got, want := experimentNames(t, into), "x/3:1200 y/4:20 z/1:0 old/1:1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := into.Check(); err != nil {
		t.Error(err)
	}
}

// unplacedCopy copies the ledger of version 2 in testdata, and changes the copy with an SQL
// statement. The last program that wrote version 2 made this ledger from version2.toml.
func unplacedCopy(t *testing.T, statement string) string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", "version2.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "l")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	if statement == "" {
		return path
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestUnplacedVersion checks that reading a ledger of version 2 does not change its file, and that
// Open adds the tables of the current version.
func TestUnplacedVersion(t *testing.T) {
	path := unplacedCopy(t, "")
	text, err := os.ReadFile(filepath.Join("testdata", "version2.toml"))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	var want []result.Record
	looks := func(l *Ledger, name string) {
		t.Helper()
		records := all(t, l)
		if want == nil {
			want = records
		}
		x, err := l.Last()
		if err != nil || x.Name != "v2.toml" || x.Text != string(text) || x.Shards != 0 || l.Unhashed {
			t.Errorf("%s: experiment %+v, %v", name, x, err)
		}
		if len(records) != 4 || l.Len() != 4 || !reflect.DeepEqual(records, want) {
			t.Errorf("%s: %d records: %+v", name, len(records), records)
		}
	}
	read, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	looks(read, "read")
	read.Close()
	saved, lost, err := Salvage(path)
	if err != nil || len(lost) > 0 {
		t.Fatalf("salvaged without %v, %v", lost, err)
	}
	looks(saved, "salvaged")
	saved.Close()
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("reading has changed it")
	}
	into := openAt(t, filepath.Join(t.TempDir(), "into"))
	from, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := into.Merge(from, nil); n.Added != 4 || err != nil {
		t.Errorf("merged %+v, %v", n, err)
	}
	from.Close()
	looks(into, "merged")
	for i := range 2 {
		l := openAt(t, path)
		looks(l, fmt.Sprintf("opened %d times", i+1))
		l.Close()
	}
	l := openAt(t, path)
	var places []result.Place
	for i, r := range want {
		places = append(places, result.Place{Key: r.Key, Board: i / 2, Label: &result.Label{Suite: "s"}})
	}
	if err := l.SetExperiment(Experiment{Name: "v2.toml", Text: string(text), Shards: 1}, places, nil); err != nil {
		t.Fatal(err)
	}
	if got := experimentNames(t, l); got != "v2.toml"+string(text)+"/1:4" {
		t.Errorf("with places: %s", got)
	}
	l.Close()
	if read, err = Read(path); err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if x, err := read.Last(); err != nil || x.places != 4 {
		t.Errorf("with places: %+v, %v", x, err)
	}
}

// TestDamagedUnplaced checks that Open and Read notice damage to a ledger of version 2, and that
// Mend keeps the intact records.
func TestDamagedUnplaced(t *testing.T) {
	for _, c := range []struct {
		statement string
		left      int // of 4 records
		want      string
	}{
		{"UPDATE record SET verdict = 'wrong' WHERE method = 'native/bitset' AND instance LIKE 'A B C%'", 3, "record"},
		{"UPDATE experiment SET text = ''", 4, "experiment"},
		{"DELETE FROM experiment", 4, "seal"},
		{"DROP TABLE experiment", 4, "experiment"},
		{"DELETE FROM record WHERE method = 'native/bitset'", 2, "2, 4"},
		{"PRAGMA user_version = 3", 4, "header"},
	} {
		path := unplacedCopy(t, c.statement)
		for name, open := range map[string]func(string) (*Ledger, error){"Read": Read, "Open": Open} {
			if _, err := open(path); !errors.Is(err, ErrDamaged) || !facttest.States(err.Error(), c.want) {
				t.Errorf("%s: %s: %v", c.statement, name, err)
			}
		}
		if _, lost, err := Mend(path); err != nil || len(lost) == 0 {
			t.Errorf("%s: left out %v, %v", c.statement, lost, err)
		}
		if n := openAt(t, path).Len(); n != c.left {
			t.Errorf("%s: %d records are left, want %d", c.statement, n, c.left)
		}
	}
}
