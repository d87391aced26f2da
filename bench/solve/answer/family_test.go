package answer

import (
	"context"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// days returns the jobs of the first days of January with a template, each with its family.
func days(t *testing.T, template result.Job, name string) (jobs []result.Job, p *encode.Puzzle, ins []encode.Instance) {
	t.Helper()
	p = catalog.Find("calendar")
	for _, text := range []string{"01-01", "01-02", "01-03"} {
		in, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		j, err := Prepare(template, p, in, method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		j.Family = Family(j, in)
		jobs, ins = append(jobs, j), append(ins, in)
	}
	return jobs, p, ins
}

// TestTogether compares the records of one search with the records of each board, which have times.
func TestTogether(t *testing.T) {
	jobs, p, ins := days(t, result.Job{}, "native")
	records := Together(context.Background(), jobs, p, ins)
	for i, j := range jobs {
		want := Count(context.Background(), j, p, ins[i], Watcher{})
		want.WallSeconds, want.CPUSeconds, want.Nodes, want.Updates = nil, nil, nil, nil
		if got := records[i]; got.Count == "" || got.Count != want.Count || got.Digest != want.Digest || got.Key != want.Key ||
			got.Status != want.Status || got.WallSeconds != nil || got.CPUSeconds != nil || got.Nodes != nil {
			t.Errorf("%s: got %+v, want %+v", j.Instance, got, want)
		}
	}
	jobs[0].Version = "0"
	if records := Together(context.Background(), jobs, p, ins); records != nil {
		t.Errorf("jobs of another version: got %v", records)
	}
}

// TestFamily checks which jobs have a family.
func TestFamily(t *testing.T) {
	for _, test := range []struct {
		name, method string
		job          result.Job
		want         bool
	}{
		{"default", "native", result.Job{}, true},
		{"list", "native", result.Job{Mode: result.List}, true},
		{"another engine", "native/dlx", result.Job{}, false},
		{"SAT", "sat", result.Job{}, false},
		{"wall time", "native", result.Job{Limits: result.Limits{Wall: 1}}, false},
		{"memory", "native", result.Job{Limits: result.Limits{Memory: 1}}, false},
		{"solutions", "native", result.Job{Limits: result.Limits{Solutions: 1}}, false},
		{"symmetry", "native", result.Job{Options: result.Options{Orbits: true}}, false},
		{"trace", "native", result.Job{Options: result.Options{Trace: true}}, false},
		{"fresh", "native", result.Job{Options: result.Options{Fresh: true}}, false},
		{"repetition", "native", result.Job{Repetition: 1}, false},
		{"given values", "native", result.Job{Given: "0=1"}, false},
		{"another task", "native", result.Job{Task: result.Unique}, false},
	} {
		jobs, _, _ := days(t, test.job, test.method)
		if got := jobs[0].Family; (got != "") != test.want || got != jobs[1].Family {
			t.Errorf("%s: families %q and %q", test.name, got, jobs[1].Family)
		}
	}
}
