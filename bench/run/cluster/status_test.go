package cluster

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// record returns a record of a job whose search began some seconds after noon.
func record(j result.Job, began, took float64, count string) result.Record {
	r := j.Record(result.Done, "")
	r.Status, r.Count = result.Exact, count
	r.Started = noon.Add(time.Duration(began * float64(time.Second))).Format(time.RFC3339Nano)
	r.WallSeconds = &took
	return r
}

// tenJobs returns the jobs 0 to 9 of an experiment and their places. With two shards, shard 1 has the
// jobs with even numbers.
func tenJobs() (jobs []result.Job, places []result.Place) {
	for i := range 10 {
		j := result.Job{Puzzle: "p", Instance: fmt.Sprint(i), Method: "native/a"}
		jobs = append(jobs, j)
		places = append(places, result.Place{Key: j.Key(), Board: i, Label: &result.Label{Suite: "s"}})
	}
	return jobs, places
}

// TestStatus computes the progress of two parts by hand. At 40 s after noon, part 1 has done 2 of 5
// jobs of 10 s each with one worker, which was idle for the other 20 s. So the remaining 3 jobs of
// 10 s take 60 s. Part 2 has stopped after one job that took 4 s.
func TestStatus(t *testing.T) {
	jobs, places := tenJobs()
	other := record(result.Job{Puzzle: "p", Instance: "77", Method: "native/a"}, 0, 1000, "1") // of another experiment
	sources := []Source{
		{Index: 1, Writing: true, Records: []result.Record{record(jobs[0], 0, 10, "5"), record(jobs[2], 15, 10, "6"), other}},
		{Index: 0, Records: []result.Record{record(jobs[1], -1000, 10, "7"), jobs[3].Record(result.Killed, "")}},
	}
	s := NewStatus(places, 2, nil, sources, noon.Add(40*time.Second))
	first, second := s.Parts[0], s.Parts[1]
	if first.State != Running || first.Jobs != 5 || first.Done != 2 || first.Failed != 0 || math.Abs(first.Rate-2.0/40) > 1e-9 || !first.Known || first.Left.Round(time.Millisecond) != time.Minute {
		t.Errorf("part 1: %+v, want 2 of 5 jobs, 0.05 a second, 60 s left", first)
	}
	if second.State != Stopped || second.Jobs != 5 || second.Done != 1 || second.Failed != 1 || second.Rate != 0 || second.Known {
		t.Errorf("part 2: %+v, want 1 of 5 jobs, 1 failed, no rate", second)
	}
	// The two parts together have 7 unfinished jobs of 10 s each. Only part 1 runs. It does half a
	// second of work per second.
	if s.Total.State != Running || s.Total.Jobs != 10 || s.Total.Done != 3 || s.Total.Left.Round(time.Millisecond) != 140*time.Second {
		t.Errorf("together: %+v, want 3 of 10 jobs and 140 s left", s.Total)
	}
	if s.Wrong != 0 || !slices.Equal(s.Missing(), []int{0}) {
		t.Errorf("%d wrong answers, tasks %v missing, want task 0", s.Wrong, s.Missing())
	}
}

// TestStatusStates checks the states of parts without records and of finished parts.
func TestStatusStates(t *testing.T) {
	jobs, places := tenJobs()
	var done []result.Record
	for i := 1; i < 10; i += 3 {
		done = append(done, record(jobs[i], 0, 1, "1"))
	}
	for _, c := range []struct {
		name    string
		sources []Source
		states  []State
		total   State
		missing []int
	}{
		{"nothing", nil, []State{Waiting, Waiting, Waiting}, Stopped, []int{0, 1, 2}},
		{"just begun", []Source{{Index: 0, Writing: true}}, []State{Waiting, Waiting, Running}, Running, []int{1, 2}},
		{"not ours", []Source{{Index: 7, Writing: true}, {Index: -1}}, []State{Waiting, Waiting, Waiting}, Stopped, []int{0, 1, 2}},
		// Shard 2 of 3 has the jobs 1, 4 and 7. The records say which shard a ledger belongs to.
		{"one is done", []Source{{Index: 1, Records: done}}, []State{Waiting, Done, Waiting}, Stopped, []int{0, 1}},
	} {
		s := NewStatus(places, 3, nil, c.sources, noon)
		var states []State
		for _, p := range s.Parts {
			states = append(states, p.State)
		}
		if !slices.Equal(states, c.states) || s.Total.State != c.total || !slices.Equal(s.Missing(), c.missing) {
			t.Errorf("%s: %v, together %s, missing %v; want %v, %s, %v", c.name, states, s.Total.State, s.Missing(), c.states, c.total, c.missing)
		}
		if s.Total.State == Running && s.Total.Known {
			t.Errorf("%s: %v left, but nothing has finished", c.name, s.Total.Left)
		}
	}
	all := NewStatus(places[:1], 1, nil, []Source{{Index: 0, Records: []result.Record{record(jobs[0], 0, 1, "1")}}}, noon)
	if all.Total.State != Done || len(all.Missing()) != 0 {
		t.Errorf("a finished experiment is %+v", all.Total)
	}
}

// TestStatusWrong checks that answers are compared across ledgers before any run has judged them. A
// record that is in two ledgers counts once, and wrong answers of methods under test do not count.
func TestStatusWrong(t *testing.T) {
	by := func(method, count string) result.Record {
		return record(result.Job{Puzzle: "p", Instance: "1", Method: method}, 0, 1, count)
	}
	right, sat, brute := by("native/a", "5"), by("sat/b", "6"), by("brute", "5")
	var places []result.Place
	for _, r := range []result.Record{right, sat, brute} {
		places = append(places, result.Place{Key: r.Key, Label: new(result.Label)})
	}
	for _, c := range []struct {
		name     string
		records  []result.Record
		suspects []string
		want     int
	}{
		{"one is wrong", []result.Record{right, sat, brute}, nil, 1},
		{"twice in the ledgers", []result.Record{right, sat, brute, sat, sat}, nil, 1},
		{"under test", []result.Record{right, sat, brute}, []string{"sat/b"}, 0},
		{"all agree", []result.Record{right, brute}, nil, 0},
	} {
		var sources []Source
		for i, r := range c.records {
			sources = append(sources, Source{Index: i, Records: []result.Record{r}})
		}
		if s := NewStatus(places, 1, c.suspects, sources, noon); s.Wrong != c.want {
			t.Errorf("%s: %d wrong answers, want %d", c.name, s.Wrong, c.want)
		}
	}
}

// TestSpeed checks that the speed ignores the time before a standstill and before the last ten
// minutes. It also checks parts whose machine has a clock that is ahead.
func TestSpeed(t *testing.T) {
	jobs, _ := tenJobs()
	for _, c := range []struct {
		name    string
		spans   [][2]float64 // for each search: its start in seconds after noon, and its duration in seconds
		now     float64
		jobs, s float64
	}{
		{"no record", nil, 10, 0, 0},
		{"two workers", [][2]float64{{0, 10}, {0, 10}, {10, 10}}, 20, 3.0 / 20, 1.5},
		{"after a standstill", [][2]float64{{0, 100}, {300, 10}}, 320, 1.0 / 20, 0.5},
		{"a pause, not a standstill", [][2]float64{{0, 10}, {60, 10}}, 80, 2.0 / 80, 0.25},
		{"the last ten minutes", [][2]float64{{0, 1150}, {1150, 50}}, 1200, 2.0 / 600, 1},
		{"a clock that is ahead", [][2]float64{{100, 10}}, 0, 1.0 / 10, 1},
	} {
		m := &measure{now: noon.Add(time.Duration(c.now * float64(time.Second)))}
		var records []result.Record
		for i, s := range c.spans {
			records = append(records, record(jobs[i], s[0], s[1], "1"))
		}
		if got := m.speed(records); math.Abs(got.jobs-c.jobs) > 1e-9 || math.Abs(got.seconds-c.s) > 1e-9 {
			t.Errorf("%s: %+v, want %v jobs and %v seconds per second", c.name, got, c.jobs, c.s)
		}
	}
}
