package answer

import (
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/test/fakes"
)

func TestJobFor(t *testing.T) {
	template := result.Job{Seed: 5, Limits: result.Limits{Solutions: 3}}
	j := prepared(t, template, "native")
	want := template
	want.Task, want.Puzzle, want.Instance, want.Method, want.Version = result.Count, "fake", "4", "native/list", "3"
	if j != want {
		t.Errorf("got %+v, want %+v", j, want)
	}
	j = prepared(t, result.Job{Task: result.Unique}, "sat/cubes=2")
	if j.Method != "sat/pairwise/cubes=2" || j.Style != "pairwise" || j.Task != result.Unique || j.Version == "" {
		t.Errorf("sat/cubes=2 gives %+v", j)
	}
	if _, err := Prepare(result.Job{}, fakes.Lookup("fake"), fakes.New("fake", 4), method.MustParse("magic")); err == nil {
		t.Error("an unknown method gives no error")
	}
}

func prepared(t *testing.T, template result.Job, name string) result.Job {
	t.Helper()
	j, err := Prepare(template, fakes.Lookup("fake"), fakes.New("fake", 4), method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	return j
}
