package ledger

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"counterproof/bench/result"
)

// TestMerge: the rules of Add, over whole ledgers; a second time changes
// nothing.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	into, from := openAt(t, filepath.Join(dir, "into")), openAt(t, filepath.Join(dir, "from"))
	if err := add(t, into,
		record("both", result.Exact, result.Done, "7"),
		record("tried", result.Unknown, result.Killed, ""),
		record("late", result.Unknown, result.Timeout, ""),
		record("own", result.Exact, result.Done, "1"),
	); err != nil {
		t.Fatal(err)
	}
	if err := add(t, from,
		record("both", result.Exact, result.Done, "7"),
		record("tried", result.Exact, result.Done, "2"),
		record("late", result.Unknown, result.CPU, ""),
		record("new", result.AtLeast, result.Limit, "3"),
	); err != nil {
		t.Fatal(err)
	}
	if err := from.SetExperiment("a.toml", "title"); err != nil {
		t.Fatal(err)
	}
	want := []result.Record{ // sorted by key
		record("both", result.Exact, result.Done, "7"),
		record("late", result.Unknown, result.Timeout, ""),
		record("new", result.AtLeast, result.Limit, "3"),
		record("own", result.Exact, result.Done, "1"),
		record("tried", result.Exact, result.Done, "2"),
	}
	for _, changed := range []int{2, 0} {
		n, err := into.Merge(from)
		if err != nil || n != changed {
			t.Errorf("%d rows changed, %v, want %d", n, err, changed)
		}
		if got := all(t, into); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if name, text, err := into.Experiment(); name != "a.toml" || text != "title" || err != nil {
		t.Errorf("experiment %q %q, %v", name, text, err)
	}
}

// TestMergeRefuses: one answer that differs, and nothing is changed.
func TestMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	into, from := openAt(t, filepath.Join(dir, "into")), openAt(t, filepath.Join(dir, "from"))
	if err := add(t, into, record("k", result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	if err := add(t, from, record("a", result.Exact, result.Done, "1"), record("k", result.Exact, result.Done, "8"), record("z", result.Exact, result.Done, "1")); err != nil {
		t.Fatal(err)
	}
	n, err := into.Merge(from)
	var alarm *Alarm
	if n != 0 || !errors.As(err, &alarm) || alarm.Old.Count != "7" || alarm.New.Count != "8" {
		t.Errorf("%d rows changed, %v, want none and an alarm of 7 and 8", n, err)
	}
	if got := all(t, into); len(got) != 1 || got[0].Count != "7" {
		t.Errorf("the ledger is %v", got)
	}
}
