package chunk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"counterproof/bench/record/result"
)

// board returns a job on the i-th board of a puzzle.
func board(puzzle string, i int) result.Job {
	return result.Job{Task: result.Count, Puzzle: puzzle, Instance: fmt.Sprintf("%06d", i), Method: "native/x", Version: "1"}
}

func boards(puzzle string, n int) []result.Job {
	var jobs []result.Job
	for i := range n {
		jobs = append(jobs, board(puzzle, i))
	}
	return jobs
}

// first returns the number of jobs that have room in the first list.
func first(g *Grouper, jobs []result.Job) int {
	n, room := 0, g.Room()
	for n < len(jobs) && room.Take(jobs[n]) {
		n++
	}
	return n
}

// lengths divides the jobs into lists, does each job of a list in the time that the function cost
// returns, and returns the number of jobs in each list.
func lengths(g *Grouper, jobs []result.Job, cost func(j result.Job) time.Duration) (all []int) {
	for len(jobs) > 0 && !slices.Contains(all, 0) {
		n := first(g, jobs)
		all = append(all, n)
		for _, j := range jobs[:n] {
			g.Learn(j, cost(j))
		}
		jobs = jobs[n:]
	}
	return all
}

func TestLists(t *testing.T) {
	always := func(d time.Duration) func(result.Job) time.Duration {
		return func(result.Job) time.Duration { return d }
	}
	for _, test := range []struct {
		name    string
		grouper Grouper
		jobs    []result.Job
		cost    func(result.Job) time.Duration
		want    []int
	}{
		{"half a second", Grouper{}, boards("p", 1500), always(time.Millisecond), []int{1, 2, 6, 18, 54, 162, 486, 500, 271}},
		{"hard jobs", Grouper{}, boards("p", 3), always(10 * time.Second), []int{1, 1, 1}},
		{"no time at all", Grouper{}, boards("p", 10000), always(0), []int{1, 2, 6, 18, 54, 162, 486, 1458, 4096, 3717}},
		{"own target", Grouper{Target: 10 * time.Millisecond}, boards("p", 20), always(time.Millisecond), []int{1, 2, 6, 10, 1}},
		{"new kinds are alone", Grouper{}, append(boards("p", 3), boards("q", 3)...), always(time.Millisecond), []int{1, 2, 1, 2}},
		{"none", Grouper{}, nil, always(time.Second), nil},
	} {
		if got := lengths(&test.grouper, test.jobs, test.cost); !slices.Equal(got, test.want) {
			t.Errorf("%s: lists of %v jobs, want %v", test.name, got, test.want)
		}
	}
}

// TestMixed checks a list of two kinds: 100 jobs of 4 ms and 100 of 1 ms are half a second.
func TestMixed(t *testing.T) {
	var g Grouper
	for range 100 {
		g.Learn(board("slow", 0), 4*time.Millisecond)
		g.Learn(board("fast", 0), time.Millisecond)
	}
	var jobs []result.Job
	for i := range 150 {
		jobs = append(jobs, board("slow", i), board("fast", i))
	}
	if got := first(&g, jobs); got != 200 {
		t.Errorf("the first list has %d jobs, want 200", got)
	}
}

// TestOneSlowJob checks lists of jobs of 1 ms with one job of 10 s at any place. After this job,
// the lists must still be large. Jobs that became slow for good must soon get separate lists.
func TestOneSlowJob(t *testing.T) {
	for _, at := range []int{0, 1, 5, 40, 700} {
		var g Grouper
		n := 0
		all := lengths(&g, boards("p", 5000), func(result.Job) time.Duration {
			n++
			if n-1 == at {
				return 10 * time.Second
			}
			return time.Millisecond
		})
		if got := slices.Max(all); at > 0 && len(all) > 22 || got < 495 || got > 500 {
			t.Errorf("slow job %d: lists of %v jobs, want at most 22 lists, the largest of nearly 500", at, all)
		}
	}
	var g Grouper
	for range 1000 {
		g.Learn(board("p", 0), time.Millisecond)
	}
	for range 64 {
		g.Learn(board("p", 0), 10*time.Second)
	}
	if got := lengths(&g, boards("p", 3), func(result.Job) time.Duration { return 10 * time.Second }); !slices.Equal(got, []int{1, 1, 1}) {
		t.Errorf("jobs that have become slow: lists of %v jobs, want 1 each", got)
	}
}

// TestEstimate checks which jobs count as similar.
func TestEstimate(t *testing.T) {
	var g Grouper
	j := board("p", 1)
	if _, known := g.Estimate(j); known {
		t.Error("an estimate without a measurement")
	}
	for _, took := range []time.Duration{2, 4, 6} {
		g.Learn(j, took*time.Millisecond)
	}
	if got, known := g.Estimate(board("p", 2)); !known || got != 4*time.Millisecond {
		t.Errorf("got %v, %v, want 4ms, the mean", got, known)
	}
	for name, change := range map[string]func(*result.Job){
		"puzzle":    func(j *result.Job) { j.Puzzle = "q" },
		"method":    func(j *result.Job) { j.Method = "sat/log" },
		"task":      func(j *result.Job) { j.Task = result.Unique },
		"size":      func(j *result.Job) { j.Label.Size = result.Size{H: 9, W: 9} },
		"longer":    func(j *result.Job) { j.Instance += j.Instance },
		"limit":     func(j *result.Job) { j.Limits.Solutions = 1 },
		"symmetric": func(j *result.Job) { j.Orbits = true },
	} {
		other := j
		change(&other)
		if _, known := g.Estimate(other); known {
			t.Errorf("%s: another kind has the same estimate", name)
		}
	}
}

// TestKey computes the key of a list in a second way, and checks which changes of a list change its
// key.
func TestKey(t *testing.T) {
	jobs := boards("p", 3)
	sum := sha256.Sum256([]byte(jobs[0].Key() + "\n" + jobs[1].Key() + "\n" + jobs[2].Key() + "\n"))
	key := hex.EncodeToString(sum[:])
	if got := Key(jobs); got != key {
		t.Errorf("got %s, want %s", got, key)
	}
	labelled := slices.Clone(jobs)
	labelled[0].Label.Suite = "a"
	if Key(labelled) != key {
		t.Error("a label changes the key")
	}
	swapped := []result.Job{jobs[1], jobs[0], jobs[2]}
	if Key(swapped) == key || Key(jobs[:2]) == key {
		t.Error("other lists have the same key")
	}
}

// TestAllJobs checks with random jobs and times that an empty list has room for every job, and that
// equal measurements give equal lists.
func TestAllJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var jobs []result.Job
		for i, p := range rapid.SliceOf(rapid.IntRange(0, 3)).Draw(t, "puzzles") {
			jobs = append(jobs, board(fmt.Sprint("p", p), i))
		}
		took := map[string]time.Duration{}
		for _, j := range jobs {
			took[j.Key()] = time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "took"))
		}
		divide := func() []int {
			return lengths(&Grouper{}, jobs, func(j result.Job) time.Duration { return took[j.Key()] })
		}
		all := divide()
		if slices.Contains(all, 0) {
			t.Fatalf("lists of %v jobs: one is empty", all)
		}
		if again := divide(); !slices.Equal(all, again) {
			t.Fatalf("lists of %v jobs, then of %v", all, again)
		}
	})
}
