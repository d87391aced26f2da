package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterproof/bench/record/result"
)

// TestKeepAlarm keeps two alarms and reads them after the ledger was opened again. A line that a
// killed program has not finished is dropped, and other text in the file is an error.
func TestKeepAlarm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.sqlite")
	open := func() *Ledger {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l
	}
	l := open()
	if got, err := l.Alarms(); got != nil || err != nil {
		t.Errorf("a new ledger has the alarms %v (%v)", got, err)
	}
	first := &Alarm{"task count\n", record("k", result.Exact, result.Done, "47"), record("k", result.Exact, result.Done, "999")}
	second := &Alarm{"task count\n", record("m", result.Exact, result.Done, "1"), record("m", result.Exact, result.Done, "2")}
	if err := errors.Join(l.Add(Row{first.Job, first.Old}), l.KeepAlarm(first)); err != nil {
		t.Fatal(err)
	}
	l.Close()
	file := path + "-alarms"
	append := func(text string) {
		t.Helper()
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			_, err = f.WriteString(text)
			f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	append(`{"job":"half`)
	for range 2 { // a reader changes nothing, because a coordinator may be writing the line
		r, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Alarms(); err != nil || !reflect.DeepEqual(got, []*Alarm{first}) {
			t.Errorf("a reader got %v (%v), want %v", got, err, first)
		}
		r.Close()
		if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(text), "half") {
			t.Errorf("a reader changed %s to %q (%v)", file, text, err)
		}
	}
	link := filepath.Join(t.TempDir(), "link.sqlite")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	r, err := Read(link)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := r.Alarms(); err != nil || !reflect.DeepEqual(got, []*Alarm{first}) {
		t.Errorf("by a link, a reader got %v (%v), want %v", got, err, first)
	}
	l = open()
	if got, err := l.Alarms(); err != nil || !reflect.DeepEqual(got, []*Alarm{first}) {
		t.Errorf("got %v (%v), want %v", got, err, first)
	}
	if err := l.KeepAlarm(second); err != nil {
		t.Fatal(err)
	}
	if got, err := l.Alarms(); err != nil || !reflect.DeepEqual(got, []*Alarm{first, second}) {
		t.Errorf("got %v (%v), want %v and %v", got, err, first, second)
	}
	append("[]\n")
	if got, err := l.Alarms(); err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("got %v (%v), want an error about line 3 of %s", got, err, file)
	}
}
