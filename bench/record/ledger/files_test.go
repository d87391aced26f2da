package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
)

// unfiledCopy copies the ledger of version 3 in testdata. The last program that wrote version 3 made
// this ledger from version3.toml.
func unfiledCopy(t *testing.T) string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", "version3.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "l")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileList returns a list of files as in Experiment.Files. The hash of each file repeats a letter.
func fileList(names ...string) (list string) {
	for _, name := range names {
		letter, path, _ := strings.Cut(name, "=")
		list += strings.Repeat(letter, 64) + " " + path + "\n"
	}
	return list
}

// TestUnfiledVersion checks that reading a ledger of version 3 does not change its file, that Open
// converts it with all records and places, and that the next run adds the files of the experiment.
func TestUnfiledVersion(t *testing.T) {
	path := unfiledCopy(t)
	before, _ := os.ReadFile(path)
	text, err := os.ReadFile(filepath.Join("testdata", "version3.toml"))
	if err != nil {
		t.Fatal(err)
	}
	looks := func(l *Ledger, name, files string) []result.Place {
		t.Helper()
		x, err := l.Last()
		if err != nil || x == nil || x.Name != "version3.toml" || x.Text != string(text) || x.Shards != 1 || x.Files != files || l.Len() != 2 {
			t.Fatalf("%s: experiment %+v, %d records, %v", name, x, l.Len(), err)
		}
		places, err := l.Places(x)
		records, failed := l.Placed(places)
		if err != nil || failed != nil || len(records) != 2 || records[0].Count != "2" {
			t.Errorf("%s: %d placed records, %v, %v", name, len(records), err, failed)
		}
		return places
	}
	for name, open := range map[string]func() (*Ledger, error){
		"Read":    func() (*Ledger, error) { return Read(path) },
		"Salvage": func() (*Ledger, error) { l, _, err := Salvage(path); return l, err },
	} {
		l, err := open()
		if err != nil {
			t.Fatal(err)
		}
		looks(l, name, "")
		l.Close()
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("reading has changed the file")
	}
	l := openAt(t, path)
	places := looks(l, "Open", "")
	files := fileList("a=boards.dlx")
	if err := l.SetExperiment(Experiment{Name: "version3.toml", Text: string(text), Files: files, Shards: 1}, places, nil); err != nil {
		t.Fatal(err)
	}
	looks(l, "with files", files)
	if all, err := l.Experiments(); len(all) != 1 || err != nil {
		t.Errorf("%d experiments, %v", len(all), err)
	}
	l.Close()
	again := openAt(t, path)
	looks(again, "opened again", files)
	if err := again.Check(); err != nil {
		t.Error(err)
	}
}

// TestOtherFiles checks that an experiment with other contents of its files of instances is another
// experiment, and that other paths of the files make no difference. Merge must keep all of them.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	a, b, into := openAt(t, filepath.Join(dir, "a")), openAt(t, filepath.Join(dir, "b")), openAt(t, filepath.Join(dir, "into"))
	places := placesOf(6)
	set := func(l *Ledger, files string, places []result.Place) {
		t.Helper()
		if err := l.SetExperiment(Experiment{Name: "x.toml", Files: files, Shards: 2}, places, nil); err != nil {
			t.Fatal(err)
		}
	}
	looks := func(l *Ledger, name string, want ...int) {
		t.Helper()
		all, err := l.Experiments()
		var got []int
		for _, x := range all {
			places, failed := l.Places(x)
			got, err = append(got, len(places)), errors.Join(err, failed)
		}
		if err = errors.Join(err, l.Check()); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: experiments with %v places, want %v; %v", name, got, want, err)
		}
	}
	set(a, fileList("1=x/boards.txt"), places[:4])
	set(a, fileList("2=y/boards.txt"), places[4:])
	looks(a, "two files", 4, len(places)-4)
	set(a, fileList("1=elsewhere/boards.txt"), places[:5])
	looks(a, "the first file under another path", len(places)-4, 5)
	set(b, fileList("2=y/boards.txt"), places[:3])
	for range 2 {
		for _, from := range []*Ledger{a, b} {
			if _, err := into.Merge(from, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	looks(into, "merged", len(places)-1, 5) // the union of places[4:] and places[:3]

	old := openAt(t, filepath.Join(dir, "old"))
	set(old, "", places) // by a program that did not know the files
	set(old, fileList("1=x/boards.txt"), places[:4])
	looks(old, "with files", 4)
}
