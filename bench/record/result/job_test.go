package result

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// TestJobText checks the canonical text of jobs. With another text, the keys would change, and no
// ledger would recognize its jobs.
func TestJobText(t *testing.T) {
	least := Job{Task: Count, Puzzle: "calendar", Instance: "10-06", Method: "native/bitset", Version: "1"}
	most := Job{
		Task: Solve, Puzzle: "calendar", Instance: "10-06", Method: "sat/product/cubes=4", Version: "2",
		Solver: "gophersat v1.4.0", Style: "product", Seed: 7, Repetition: 2, Cube: "+1-3", Mode: List,
		Options: Options{Trace: true, Fresh: true, Orbits: true}, Given: "0=1,3=2",
		Limits: Limits{Solutions: 10, Wall: 90 * time.Second, CPU: 1500 * time.Millisecond, Memory: 300_000_000},
	}
	zero := Job{Task: Count, Puzzle: "x", Instance: "0", Method: "false", Version: "0s"}
	for _, c := range []struct {
		name string
		job  Job
		text string
	}{
		{"least", least, "task count\npuzzle calendar\ninstance 10-06\nmethod native/bitset\nversion 1\n"},
		{"most", most, "task solve\npuzzle calendar\ninstance 10-06\nmethod sat/product/cubes=4\nversion 2\n" +
			"solver gophersat v1.4.0\nstyle product\nseed 7\nrepetition 2\ncube +1-3\nmode list\n" +
			"trace true\nfresh true\norbits true\ngiven 0=1,3=2\nsolutions 10\nwall 1m30s\ncpu 1.5s\nmemory 300000000\n"},
		{"texts like zero values", zero, "task count\npuzzle x\ninstance 0\nmethod false\nversion 0s\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.job.Text(); got != c.text {
				t.Errorf("text\n%swant\n%s", got, c.text)
			}
			wire, err := json.Marshal(c.job)
			if err != nil {
				t.Fatal(err)
			}
			var back Job
			if err := json.Unmarshal(wire, &back); err != nil || back != c.job {
				t.Errorf("JSON gives back %+v (%v), want %+v", back, err, c.job)
			}
		})
	}
	if got, want := least.Key(), "0758f09b1170f51a23585054ef8aa515f1c81eb0aab67eed7ed6362ecc7df8cb"; got != want {
		t.Errorf("key %s, want %s", got, want)
	}
}

// TestJobKey checks that every field is part of the key, by changing each field in turn.
func TestJobKey(t *testing.T) {
	keys := map[string]string{Job{}.Key(): "no field"}
	var change func(name string, j *Job, v reflect.Value)
	change = func(name string, j *Job, v reflect.Value) {
		if name == "Job.Cores" {
			return // not part of the key; see TestLabel
		}
		switch v.Kind() {
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[Label]() {
				return // not part of the key; see TestLabel
			}
			if v.Type() == reflect.TypeFor[Sharing]() {
				if (Job{Sharing: Sharing{"x", 1}}).Key() != (Job{}).Key() {
					t.Error("Sharing changes the key, so a job would be done again")
				}
				return
			}
			for i := range v.NumField() {
				change(name+"."+v.Type().Field(i).Name, j, v.Field(i))
			}
			return
		case reflect.String:
			v.SetString("x")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Uint64:
			v.SetUint(1)
		default:
			v.SetInt(1)
		}
		key := j.Key()
		if other, ok := keys[key]; ok {
			t.Errorf("%s set: the key is the same as with %s", name, other)
		}
		keys[key] = name
		v.SetZero()
	}
	var j Job
	change("Job", &j, reflect.ValueOf(&j).Elem())
	if want := 22 + 1; len(keys) != want {
		t.Errorf("%d keys, want %d", len(keys), want)
	}
}

// TestLabel checks that the record has the fields of the label and that the key does not depend on
// the label or on the number of cores.
func TestLabel(t *testing.T) {
	j := Job{Task: Count, Puzzle: "fake", Instance: "4", Method: "native/list", Version: "3"}
	labelled := j
	labelled.Label = Label{Suite: "small", Size: Size{H: 3, W: 4, N: 5}, Random: true, Draws: 7, Seed: 11, Cell: Cell{Row: "October", Column: "6"}}
	labelled.Cores = 2
	if labelled.Key() != j.Key() {
		t.Error("the label or the number of cores is in the key")
	}
	r := labelled.Record(Done, "")
	if r.Suite != "small" || *r.Height != 3 || *r.Width != 4 || *r.Number != 5 || *r.Density != 0 || *r.Draws != 7 || *r.BoardSeed != 11 || r.Row != "October" || r.Column != "6" {
		t.Errorf("record %+v", r)
	}
	if r := j.Record(Done, ""); r.Suite != "" || r.Height != nil || r.Width != nil || r.Number != nil || r.Density != nil || r.Draws != nil || r.BoardSeed != nil || r.Cell != nil {
		t.Errorf("record without a label %+v", r)
	}
	// printf 'fake\0004' | sha256sum
	if want := "bcbb40b7848026575bf0774d3ef87c23be1ab13f729d8b6babb18f1438f7f1f7"; r.Hash != want {
		t.Errorf("hash %s, want %s", r.Hash, want)
	}
}
