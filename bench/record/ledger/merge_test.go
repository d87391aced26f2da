package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

// own returns a row as a run writes it, for a job with the given repetition.
func own(repetition int, status, reason, count string) Row {
	job := "task count\npuzzle p\ninstance i j\nmethod m\nversion 1\n"
	if repetition > 0 {
		job += fmt.Sprintf("repetition %d\n", repetition)
	}
	job += "wall 1m30s\n"
	sum := sha256.Sum256([]byte(job))
	return Row{job, result.Record{
		Key: hex.EncodeToString(sum[:]), Task: "count", Puzzle: "p", Instance: "i j", Method: "m", Version: "1", Repetition: repetition,
		WallLimit: 90, Status: status, Reason: reason, Count: count,
	}}
}

func records(rows ...Row) (all []result.Record) {
	for _, row := range rows {
		all = append(all, row.Record)
	}
	slices.SortFunc(all, func(a, b result.Record) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// TestMerge checks that Merge follows the rules of Add, and that a second Merge changes nothing.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	into, from := openAt(t, filepath.Join(dir, "into")), openAt(t, filepath.Join(dir, "from"))
	if err := into.Add(
		own(0, result.Exact, result.Done, "7"),
		own(1, result.Unknown, result.Killed, ""),
		own(2, result.Unknown, result.Timeout, ""),
		own(3, result.Exact, result.Done, "1"),
	); err != nil {
		t.Fatal(err)
	}
	slower := own(0, result.Exact, result.Done, "7")
	slower.Record.WallSeconds = new(1.5)
	if err := from.Add(
		slower,
		own(1, result.Exact, result.Done, "2"),
		own(2, result.Unknown, result.CPU, ""),
		own(4, result.AtLeast, result.Limit, "3"),
	); err != nil {
		t.Fatal(err)
	}
	if err := from.SetExperiment(Experiment{Name: "a.toml", Text: "title"}, nil, nil); err != nil {
		t.Fatal(err)
	}
	want := records(
		own(0, result.Exact, result.Done, "7"),
		own(1, result.Exact, result.Done, "2"),
		own(2, result.Unknown, result.Timeout, ""),
		own(3, result.Exact, result.Done, "1"),
		own(4, result.AtLeast, result.Limit, "3"),
	)
	for _, want := range []Merged{{Added: 1, Replaced: 1, Left: 2}, {Left: 2}} { // jobs 0 and 2 have other measurements
		got, err := into.Merge(from, nil)
		if err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	if got := all(t, into); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if x, err := into.Last(); err != nil || x.Name != "a.toml" || !facttest.States(x.Text, "title") {
		t.Errorf("experiment %+v, %v", x, err)
	}
}

// TestMergeRefuses checks that Merge reports different answers to the same job and then changes
// nothing.
func TestMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	into, from := openAt(t, filepath.Join(dir, "into")), openAt(t, filepath.Join(dir, "from"))
	if err := into.Add(own(7, result.Exact, result.Done, "7")); err != nil {
		t.Fatal(err)
	}
	if err := from.Add(own(1, result.Exact, result.Done, "1"), own(7, result.Exact, result.Done, "8"), own(9, result.Exact, result.Done, "1")); err != nil {
		t.Fatal(err)
	}
	n, err := into.Merge(from, nil)
	var alarm *Alarm
	if n != (Merged{}) || !errors.As(err, &alarm) || alarm.Old.Count != "7" || alarm.New.Count != "8" {
		t.Errorf("%+v, %v, want none and an alarm of 7 and 8", n, err)
	}
	want := into.path + ", " + from.path + ", p i j, m, count, 1, 7, 1m30s, exact 7, exact 8"
	if err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got %v, want the facts %s", err, want)
	}
	if got := all(t, into); len(got) != 1 || got[0].Count != "7" {
		t.Errorf("the ledger is %v", got)
	}
	var old, others []Row
	for i := range 30 {
		old = append(old, own(i+100, result.Exact, result.Done, "1"))
		others = append(others, own(i+100, result.Exact, result.Done, "2"))
	}
	if err := errors.Join(into.Add(old...), from.Add(others...)); err != nil {
		t.Fatal(err)
	}
	_, err = into.Merge(from, nil) // 31 differ
	if err == nil || strings.Count(err.Error(), "exact ") != 20 || strings.Count(err.Error(), "\n") != 10 || !facttest.States(err.Error(), "21") {
		t.Errorf("got %v", err)
	}
}

// TestMergeChecks breaks a row of the ledger to be merged in many ways. The error must name the
// ledger and the row, and Merge must copy nothing.
func TestMergeChecks(t *testing.T) {
	good := own(2, result.Exact, result.Done, "7")
	key := good.Record.Key
	for _, c := range []struct {
		name, set string // of the row
		damage    func(r *result.Record)
		want      string
	}{
		{"no record", "record = '{}'", nil, `key, "", "` + key + `"`},
		{"null", "record = 'null'", nil, `key, ""`},
		{"no JSON", "record = '{'", nil, "unexpected EOF"},
		{"a key too much", `record = '{"dagest":"ab",' || substr(record, 2)`, nil, `unknown field "dagest"`},
		{"text after it", "record = record || '{}'", nil, "JSON"},
		{"no UTF-8 in the record", `record = '{"host":"' || CAST(x'ff' AS TEXT) || '",' || substr(record, 2)`, nil, "record, UTF-8"},
		{"no UTF-8 in the instance", "instance = CAST(x'69ff' AS TEXT)", nil, "instance, UTF-8"},
		{"another key", "key = '" + strings.Repeat("f", 64) + "'", nil, `key, "` + key + `"`},
		{"another job", "job = 'nonsense'", nil, "the key is not the SHA-256 of the job"},
		{"a column", "status = 'unknown'", nil, `status, "exact", "unknown"`},
		{"a reason in the column", "reason = 'limit'", nil, `reason, "done"`},
		{"a puzzle in the column", "puzzle = 'q'", nil, `puzzle, "p"`},
		{"a method in the column", "method = 'q'", nil, `method, "m"`},
		{"the key in the record", "", func(r *result.Record) { r.Key = strings.Repeat("f", 64) }, `key`},
		{"a count in words", "", func(r *result.Record) { r.Count = "seven" }, `status exact and count "seven": want a decimal number`},
		{"no count", "", func(r *result.Record) { r.Count = "" }, `status exact and count "": want a decimal number`},
		{"a sign", "", func(r *result.Record) { r.Count = "-7" }, `status exact and count "-7"`},
		{"a count too much", "status = 'unknown'", func(r *result.Record) { r.Status = "unknown" }, `status unknown and count "7": want no count`},
		{"no such status", "status = 'foo'", func(r *result.Record) { r.Status = "foo" }, `no status "foo"`},
		{"no such reason", "reason = 'foo'", func(r *result.Record) { r.Reason = "foo" }, `no reason "foo"`},
		{"no such verdict", "verdict = 'foo'", nil, `no verdict "foo"`},
		{"another instance", "instance = 'k'", func(r *result.Record) { r.Instance = "k" }, `instance, k, "i j"`},
		{"another task", "", func(r *result.Record) { r.Task = "solve" }, `task, solve, "count"`},
		{"another repetition", "", func(r *result.Record) { r.Repetition = 0 }, `repetition, 0, "2"`},
		{"another limit", "", func(r *result.Record) { r.WallLimit = 91 }, `wall, 91, "1m30s"`},
		{"a limit too much", "", func(r *result.Record) { r.MemoryLimit = 5 }, `memory, 5, ""`},
		{"a host that clears the screen", "", func(r *result.Record) { r.Host = "a\x1b[2J" }, "host, U+001B"},
		{"a version of Go in two lines", "", func(r *result.Record) { r.Go = "go1\ngo2" }, "go, U+000A"},
		{"a commit from right to left", "", func(r *result.Record) { r.Commit = "a\u202eb" }, "commit, U+202E"},
		{"a start with a C1 control", "", func(r *result.Record) { r.Started = "a\u009b2J" }, "started, U+009B"},
		{"a fact with a control character", "", func(r *result.Record) { r.Facts = map[string]float64{"a\x07": 1} }, "facts, U+0007"},
		{"a level with a control character", "", func(r *result.Record) { r.Difficulty = &result.Difficulty{Levels: []string{"easy", "\x7f"}} }, "levels, U+007F"},
		{"a label with a control character", "", func(r *result.Record) { r.Cell = &result.Cell{Label: "\u2028"} }, "label, U+2028"},
		{"a long host", "", func(r *result.Record) { r.Host = strings.Repeat("é", 201) }, "host, 201, 200"},
		{"a host of the longest length", "", func(r *result.Record) { r.Host = strings.Repeat("é", 200) }, ""},
		{"an error in two lines", "", func(r *result.Record) { r.Error = "\x1b[1mone\ntwo" + strings.Repeat(" ", 1000) }, ""},
		{"a limit that old records lack", "", func(r *result.Record) { r.WallLimit = 0 }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			into, from := openAt(t, filepath.Join(dir, "into")), openAt(t, filepath.Join(dir, "from"))
			if err := errors.Join(into.Add(own(0, result.Exact, result.Done, "7")), from.Add(own(1, result.Exact, result.Done, "7"), good)); err != nil {
				t.Fatal(err)
			}
			plain(t, func(statement string, args ...any) { change(t, from, statement, args...) }, from.path)
			if c.damage != nil {
				r := good.Record
				c.damage(&r)
				text, _ := json.Marshal(r)
				change(t, from, "UPDATE record SET record = ? WHERE key = ?", string(text), key)
			}
			if c.set != "" {
				change(t, from, "UPDATE record SET "+c.set+" WHERE key = ?", key)
			}
			rehash(t, from)
			n, err := into.Merge(from, nil)
			if c.want == "" {
				if err != nil || n.Added != 2 {
					t.Errorf("%+v, %v", n, err)
				}
				return
			}
			if !errors.Is(err, ErrDamaged) || !strings.HasPrefix(fmt.Sprint(err), "ledger "+from.path+": "+ErrDamaged.Error()+": record ") ||
				!facttest.States(err.Error(), c.want) || strings.Contains(err.Error(), into.path) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if got := all(t, into); len(got) != 1 {
				t.Errorf("%d records after it", len(got))
			}
			var left []Damage
			if n, err := into.Merge(from, func(d Damage) { left = append(left, d) }); n.Added != 1 || err != nil || len(left) != 1 {
				t.Errorf("without the bad row: %+v, %v, left out %v", n, err, left)
			}
		})
	}
}

// rehash updates the hashes of all rows. A test calls it after changing rows, so that only the
// contents are wrong.
func rehash(t *testing.T, l *Ledger) {
	t.Helper()
	columns := []string{"key", "job", "puzzle", "instance", "method", "status", "reason", "verdict", "record"}
	rows, err := l.conn.QueryContext(t.Context(), "SELECT "+strings.Join(columns, ", ")+" FROM record")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{} // by key
	for rows.Next() {
		texts := make([]string, len(columns))
		var places []any
		for i := range texts {
			places = append(places, &texts[i])
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		text := "\x00\x00\x00\x00\x00\x00\x00\x06record"
		for _, column := range texts {
			text += string(binary.BigEndian.AppendUint64(nil, uint64(len(column)))) + column
		}
		sum := sha256.Sum256([]byte(text))
		sums[texts[0]] = hex.EncodeToString(sum[:])
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for key, sum := range sums {
		change(t, l, "UPDATE record SET sum = ? WHERE key = ?", sum, key)
	}
}

// TestTogether checks that the ledger keeps everything that the function passed to Together stores.
// If the function returns an error, the ledger must keep nothing from it. The function must be able
// to read the rows that it has stored.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	into := openAt(t, filepath.Join(dir, "into"))
	var sources []*Ledger
	for i := range 2 {
		from := openAt(t, filepath.Join(dir, fmt.Sprint("from", i)))
		if err := from.Add(own(i, result.Exact, result.Done, "7")); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, from)
	}
	broken := errors.New("broken")
	for _, end := range []error{broken, nil} {
		err := into.Together(func() error {
			for _, from := range sources {
				if n, err := into.Merge(from, nil); n.Added != 1 || err != nil {
					t.Errorf("%+v, %v", n, err)
				}
			}
			if n := len(all(t, into)); n != 2 {
				t.Errorf("%d records in it, want 2", n)
			}
			if err := setVerdicts(into, map[string]string{own(0, "", "", "").Record.Key: result.Correct}); err != nil {
				t.Error(err)
			}
			return end
		})
		if !errors.Is(err, end) {
			t.Errorf("got %v, want %v", err, end)
		}
		want := 2
		if end != nil {
			want = 0
		}
		if got := all(t, into); len(got) != want {
			t.Errorf("%d records after it, want %d", len(got), want)
		}
	}
	if r, _, err := into.Get(own(0, "", "", "").Record.Key); err != nil || r.Verdict != result.Correct {
		t.Errorf("got %v, %v", r, err)
	}
}
