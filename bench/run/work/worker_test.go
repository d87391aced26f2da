package work

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/test/fakes"
	"counterproof/encode/test/facttest"
)

// TestWorker gives a worker jobs of every kind and checks the records.
func TestWorker(t *testing.T) {
	limited := func(k int64) result.Job { return result.Job{Limits: result.Limits{Solutions: k}} }
	digest3 := fakes.Digest("fake", "3", "100", "010", "001")
	for _, c := range []struct {
		name, puzzle string
		n            int
		method       string
		template     result.Job
		want         result.Record // only Status, Reason, Verdict, Count and Digest
		says         string        // facts of Error
	}{
		{"lists", "fake", 3, "native", result.Job{}, fakes.Exact("3", digest3), ""},
		{"counts", "fake", 3, "native/count", result.Job{}, fakes.Exact("3", ""), ""},
		{"lists where asked", "fake", 3, "native/count", result.Job{Mode: result.List}, fakes.Exact("3", digest3), ""},
		{"lists few", "fake", 3, "native/count", result.Job{Mode: result.Sets}, fakes.Exact("3", digest3), ""},
		{"counts more than the limit", "fake", 3, "native/count", result.Job{Mode: result.Sets, Limits: result.Limits{Solutions: 2}}, fakes.Exact("3", ""), ""},
		{"counts more than can be listed", "fake-million", 3, "native", result.Job{Mode: result.Sets}, fakes.Exact("1000001", ""), ""},
		{"only counts", "fake", 3, "native/only", result.Job{Mode: result.List}, fakes.Exact("3", ""), ""},
		{"no solution", "fake", 0, "native", result.Job{}, fakes.Exact("0", fakes.Digest("fake", "0")), ""},
		{"more than the limit", "fake", 3, "native", limited(2), fakes.AtLeast("2"), ""},
		{"as many as the limit", "fake", 3, "native", limited(3), fakes.Exact("3", digest3), ""},
		{"a limit on a method that counts", "fake", 3, "native/count", limited(2), fakes.AtLeast("2"), ""},
		{"solve", "fake", 3, "native", result.Job{Task: result.Solve}, fakes.AtLeast("1"), ""},
		{"solve for two", "fake", 3, "native/count", result.Job{Task: result.Solve, Limits: result.Limits{Solutions: 2}}, fakes.AtLeast("2"), ""},
		{"solve, none", "fake", 0, "native", result.Job{Task: result.Solve}, fakes.Exact("0", fakes.Digest("fake", "0")), ""},
		{"unique", "fake", 1, "native", result.Job{Task: result.Unique}, fakes.Exact("1", fakes.Digest("fake", "1", "1")), ""},
		{"not unique", "fake", 3, "native", result.Job{Task: result.Unique}, fakes.AtLeast("2"), ""},
		{"orbits", "fake", 5, "native/count", result.Job{Options: result.Options{Orbits: true}}, fakes.Exact("3", fakes.Digest("fake", "5", "00100", "00010", "00001")), ""},
		{"more orbits than the limit", "fake", 5, "native", result.Job{Options: result.Options{Orbits: true}, Limits: result.Limits{Solutions: 2}}, fakes.AtLeast("2"), ""},
		{"as many orbits as the limit", "fake", 1000, "native", result.Job{Options: result.Options{Orbits: true}, Limits: result.Limits{Solutions: 500}, Mode: result.Sets}, fakes.Exact("500", "any"), ""},
		{"orbits without a list", "fake", 5, "native/only", result.Job{Options: result.Options{Orbits: true}}, fakes.Failing(""), "symmetry"},
		{"orbits of only the identity", "fake-identity", 5, "native", result.Job{Options: result.Options{Orbits: true}}, fakes.Exact("5", "any"), ""},
		{"orbits that nobody knows", "fake-unknown", 5, "native", result.Job{Options: result.Options{Orbits: true}}, fakes.Failing(""), "symmetries"},
		{"orbits that nobody knows, by SAT", "fake-unknown", 5, "sat", result.Job{Options: result.Options{Orbits: true}}, fakes.Failing(""), "nobody has looked"},
		{"orbits that nobody knows are not asked for", "fake-unknown", 5, "native", result.Job{}, fakes.Exact("5", "any"), ""},
		{"orbits of a puzzle without symmetries", "fake-plain", 5, "brute", result.Job{Options: result.Options{Orbits: true}}, fakes.Failing(""), "symmetries"},
		{"orbits counted", "fake-orbits", 5, "native", result.Job{Options: result.Options{Orbits: true}}, fakes.Exact("3", ""), ""},
		{"orbits counted and listed", "fake-orbits", 5, "native", result.Job{Options: result.Options{Orbits: true}, Mode: result.Sets}, fakes.Exact("3", fakes.Digest("fake-orbits", "5", "00100", "00010", "00001")), ""},
		{"orbits listed where asked", "fake-misorbit", 5, "native", result.Job{Options: result.Options{Orbits: true}, Mode: result.List}, fakes.Exact("3", fakes.Digest("fake-misorbit", "5", "00100", "00010", "00001")), ""},
		{"orbits up to a limit", "fake-misorbit", 5, "native", result.Job{Options: result.Options{Orbits: true}, Limits: result.Limits{Solutions: 2}}, fakes.AtLeast("2"), ""},
		{"orbits are not asked for", "fake-misorbit", 3, "native", result.Job{}, fakes.Exact("3", "any"), ""},
		{"orbits miscounted", "fake-misorbit", 5, "native", result.Job{Options: result.Options{Orbits: true}, Mode: result.Sets}, fakes.Failing(result.Wrong), "3, 5"},
		{"many batches", "fake", 2*256 + 1, "native", result.Job{}, fakes.Exact("513", "any"), ""},
		{"breaks a rule", "fake-rule", 3, "native", result.Job{}, fakes.Failing(result.Wrong), "000"},
		{"no such value", "fake-value", 3, "native", result.Job{}, fakes.Failing(result.Wrong), "255, site 0, 0, 1"},
		{"lists and counts differ", "fake-miscount", 3, "native", result.Job{Mode: result.Sets}, fakes.Failing(result.Wrong), "3, 4"},
		{"error", "fake-error", 3, "native", result.Job{}, fakes.Failing(""), "no luck"},
		{"panic", "fake-panic", 3, "native", result.Job{}, fakes.Failing(""), "panic: runtime error: index out of range [3] with length 3, fake.go"},
		{"no such puzzle", "other", 3, "", result.Job{}, fakes.Failing(""), `"other"`},
		{"bad instance", "fake", -1, "", result.Job{}, fakes.Failing(""), `fake "-1": line 1, column 1`},
		{"no such method", "fake", 3, "native/magic", result.Job{}, fakes.Failing(""), `fake, "native/magic", list fake`},
		{"another version", "fake", 3, "", result.Job{Version: "2"}, fakes.Failing(""), "native/list, 3, 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := c.template
			if p := fakes.Lookup(c.puzzle); p != nil && c.method != "" && c.method != "native/magic" {
				j = job(t, c.puzzle, c.n, c.method, c.template)
			} else {
				j.Task, j.Puzzle, j.Instance, j.Method = result.Count, c.puzzle, fakes.New("", c.n).String(), c.method
				if j.Method == "" {
					j.Method = "native/list"
				}
			}
			r := ask(t, j)
			got := result.Record{Status: r.Status, Reason: r.Reason, Verdict: r.Verdict, Count: r.Count, Digest: r.Digest}
			if c.want.Digest == "any" {
				c.want.Digest = got.Digest
			}
			if !fakes.Same(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if !facttest.States(r.Error, c.says) || (r.Error == "") != (c.says == "") {
				t.Errorf("error %q, want %q", r.Error, c.says)
			}
			if r.Key != j.Key() || r.Task != j.Task || r.Puzzle != j.Puzzle || r.Instance != j.Instance || r.Method != j.Method {
				t.Errorf("the record is of another job: %+v", r)
			}
			if answered := judge.Answer(r) != nil; answered != (r.WallSeconds != nil) || answered != (r.CPUSeconds != nil) {
				t.Errorf("wall %v, cpu %v", r.WallSeconds, r.CPUSeconds)
			}
		})
	}
}

// ask runs a worker in this process for one job and returns its record.
func ask(t *testing.T, j result.Job) result.Record {
	t.Helper()
	line, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	return askLine(t, string(line))
}

func askLine(t *testing.T, line string) result.Record {
	t.Helper()
	stdin, jobs := io.Pipe()
	records, stdout := io.Pipe()
	status := make(chan int)
	go func() { status <- Worker(fakes.Lookup, stdin, stdout) }()
	go func() { _, _ = io.WriteString(jobs, line+"\n") }()
	answer, err := bufio.NewReader(records).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	jobs.Close()
	if got := <-status; got != 0 {
		t.Errorf("the worker ends with status %d", got)
	}
	var r result.Record
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWorkerBadJob(t *testing.T) {
	if r := askLine(t, `{"task":`); r.Reason != result.Error || !strings.HasPrefix(r.Error, "bad job") {
		t.Errorf("got %+v", r)
	}
}

func TestWorkerTrace(t *testing.T) {
	j := job(t, "fake", 300, "native", result.Job{Options: result.Options{Trace: true}})
	r := ask(t, j)
	if len(r.ModelSeconds) != 300 {
		t.Fatalf("%d times for 300 solutions", len(r.ModelSeconds))
	}
	last := 0.0
	for _, s := range r.ModelSeconds {
		if s < last {
			t.Fatalf("the times go back: %v", r.ModelSeconds)
		}
		last = s
	}
	if last > *r.WallSeconds {
		t.Errorf("the last solution came after %v s, the search took %v", last, *r.WallSeconds)
	}
	if r.Nodes == nil || *r.Nodes != 300 || r.Updates != nil || r.Conflicts != nil || r.Variables != nil {
		t.Errorf("nodes %v, updates %v, conflicts %v, variables %v; want 300 nodes", r.Nodes, r.Updates, r.Conflicts, r.Variables)
	}
}

// TestShortJobOverItsMemory checks the record of a job that exceeds its memory limit but ends
// before a parent can measure it: it must have no answer.
func TestShortJobOverItsMemory(t *testing.T) {
	if !resetPeak() {
		t.Skip("the peak cannot be reset here")
	}
	for limit, want := range map[int64]string{100 << 20: result.Memory, 1 << 40: result.Done} {
		r := ask(t, job(t, "fake-large", 2, "native", result.Job{Limits: result.Limits{Memory: limit}}))
		if r.Reason != want || (judge.Answer(r) != nil) != (want == result.Done) || r.WallSeconds == nil {
			t.Errorf("limit %d: got %+v, want %s", limit, r, want)
		}
	}
}

// TestRecordSaysTheJob checks that the record contains the options and limits that are part of the
// key.
func TestRecordSaysTheJob(t *testing.T) {
	r := ask(t, job(t, "fake", 5, "native", result.Job{
		Mode: result.List, Options: result.Options{Orbits: true, Trace: true, Fresh: true},
		Limits: result.Limits{Solutions: 9, Wall: time.Minute, CPU: 90 * time.Second, Memory: 1 << 40},
	}))
	got := fmt.Sprint(r.Count, r.Mode, r.Orbits, r.Trace, r.Fresh, r.SolutionLimit, r.WallLimit, r.CPULimit, r.MemoryLimit)
	if want := fmt.Sprint("3", "list", true, true, true, 9, 60, 90, 1<<40); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCheckingIsOffTheClock checks that the wall time of a record does not include checking
// solutions. In this test, checking takes longer than the search, and both times together must fit
// into the time of the whole job. The solutions are checked after the search or, with a limit of
// solutions, during it.
func TestCheckingIsOffTheClock(t *testing.T) {
	for _, limit := range []int64{0, 4} {
		j := job(t, "fake-lazy-check", 5, "native", result.Job{Mode: result.List, Limits: result.Limits{Solutions: limit}})
		const checking = 4 * 0.05 // at least
		began := time.Now()
		r := ask(t, j)
		whole := time.Since(began).Seconds()
		if want := cmp.Or(limit, 5); r.Count != fmt.Sprint(want) || *r.WallSeconds+checking > whole {
			t.Errorf("count %s, want %d, in %v s of %v s; checking takes %v s and does not belong to it", r.Count, want, *r.WallSeconds, whole, checking)
		}
	}
}

// TestFree checks that a worker gives memory back to the system when jobs have left much unused
// memory behind, and not after each job.
func TestFree(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // so that only free collects garbage
	for name, c := range map[string]struct {
		limits  result.Limits
		allowed int
	}{"no limit": {result.Limits{}, 2 * garbage}, "memory limit": {result.Limits{Memory: 1 << 40}, garbage}} {
		var w worker
		w.free(c.limits)
		first := w.lean
		if first == 0 {
			debug.FreeOSMemory()
			first = held()
			w.lean = first
		}
		for range 10 {
			w.free(c.limits)
		}
		if w.lean != first {
			t.Errorf("%s: given back again for no reason", name)
		}
		left := make([]byte, c.allowed)
		left[0] = 1
		w.free(c.limits)
		runtime.KeepAlive(left)
		if w.lean == first {
			t.Errorf("%s: %d bytes are not given back", name, len(left))
		}
		before := held()
		w.lean = before - uint64(c.allowed) // as if jobs had left the garbage behind: left is garbage now
		if w.free(c.limits); held()+uint64(c.allowed)/2 > before {
			t.Errorf("%s: held %d bytes, then %d", name, before, held())
		}
	}
}
