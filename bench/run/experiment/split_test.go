package experiment

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

// costly returns jobs by two methods on the given number of boards, with random costs.
func costly(boards int, rng *rand.Rand) (jobs []result.Job, cost func(result.Job) float64) {
	costs := map[string]float64{}
	for i := range boards {
		for _, m := range []string{"native/a", "sat/b"} {
			j := result.Job{Puzzle: "p", Instance: fmt.Sprint(i), Method: m}
			jobs = append(jobs, j)
			costs[j.Key()] = math.Floor(rng.ExpFloat64() * 100)
		}
	}
	return jobs, func(j result.Job) float64 { return costs[j.Key()] }
}

// best tries all splits. It returns the cost of the most expensive part in the best split.
func best(units []float64, loads []float64) float64 {
	if len(units) == 0 {
		return slices.Max(loads)
	}
	least := math.Inf(1)
	for i := range loads {
		loads[i] += units[0]
		least = min(least, best(units[1:], loads))
		loads[i] -= units[0]
	}
	return least
}

// partOf returns the jobs of a part.
func partOf(t *testing.T, split *Split, i int, jobs []result.Job) []result.Job {
	t.Helper()
	places := placesOf(jobs)
	if err := split.Number(jobs, places); err != nil {
		t.Fatal(err)
	}
	return Of(Shard{i, split.N}, jobs, places)
}

// TestSplit checks that each job is in exactly one part. If there are enough boards, all jobs of a
// board must be in the same part. Brute force finds the best split. The most expensive part may
// cost at most 4/3 of the most expensive part in the best split.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for boards := 1; boards <= 8; boards++ {
		for n := 1; n <= 4; n++ {
			jobs, cost := costly(boards, rng)
			split := NewSplit(jobs, n, cost)
			units := map[string]float64{}
			for _, j := range jobs {
				unit := j.Instance
				if boards < n {
					unit = j.Key()
				}
				units[unit] += cost(j)
			}
			var all []float64
			for _, c := range units {
				all = append(all, c)
			}
			limit := best(all, make([]float64, n)) * 4 / 3
			parts, seen := map[string]int{}, 0
			for i := 1; i <= n; i++ {
				own := partOf(t, split, i, jobs)
				total := 0.0
				for _, j := range own {
					seen++
					total += cost(j)
					if p := parts[j.Instance]; p != 0 && p != i && boards >= n {
						t.Errorf("%d boards in %d parts: board %s is in the parts %d and %d", boards, n, j.Instance, p, i)
					}
					parts[j.Instance] = i
				}
				if total > limit {
					t.Errorf("%d boards in %d parts: part %d costs %v, want at most %v", boards, n, i, total, limit)
				}
			}
			if seen != len(jobs) {
				t.Errorf("%d boards in %d parts: %d jobs, want %d", boards, n, seen, len(jobs))
			}
		}
	}
}

// TestSplitPlaces splits an experiment into parts and checks that the function Parts finds the
// number of jobs of each part, although Parts gets only the places of these jobs.
func TestSplitPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for boards := 1; boards <= 12; boards++ {
		for n := 2; n <= 9; n++ {
			jobs, cost := costly(boards, rng)
			var places []result.Place
			for i, j := range jobs {
				for range 1 + i%2 {
					places = append(places, result.Place{Key: j.Key(), Board: i})
				}
			}
			split := NewSplit(jobs, n, cost)
			if err := split.Number(jobs, places); err != nil {
				t.Fatal(err)
			}
			got := map[int]int{}
			for _, p := range Parts(places, n, nil) {
				got[p.Shard.I] = p.Jobs
			}
			want := map[int]int{}
			for _, j := range jobs {
				want[split.part[split.id(j)]]++
			}
			if !maps.Equal(got, want) {
				t.Errorf("%d boards in %d parts: the ledger says that the parts have %v jobs, want %v", boards, n, got, want)
			}
		}
	}
}

// TestSplitElsewhere checks a machine that has other jobs, in another order, and reads the split
// from its file. Each job must be in the same part as on the first machine. A job that the file
// does not list must also be in exactly one part.
func TestSplitElsewhere(t *testing.T) {
	jobs, cost := costly(50, rand.New(rand.NewPCG(5, 6)))
	var text strings.Builder
	if err := NewSplit(jobs[:80], 7, cost).Write(&text); err != nil {
		t.Fatal(err)
	}
	split, err := ReadSplit(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	here, count := map[string]int{}, 0
	for i := 1; i <= 7; i++ {
		own := partOf(t, split, i, jobs)
		count += len(own)
		for _, j := range own {
			here[j.Key()] = i
		}
	}
	if count != len(jobs) || len(here) != len(jobs) {
		t.Errorf("%d jobs in parts, %d of them different, want %d", count, len(here), len(jobs))
	}
	there := slices.Clone(jobs[10:])
	there = slices.DeleteFunc(there, func(j result.Job) bool { return j.Method == "sat/b" }) // not installed
	slices.Reverse(there)
	for i := 1; i <= 7; i++ {
		own := partOf(t, split, i, there)
		for _, j := range own {
			if here[j.Key()] != i {
				t.Errorf("board %s is in part %d here and in part %d there", j.Instance, here[j.Key()], i)
			}
		}
	}
	if err := split.Number([]result.Job{{Puzzle: "q", Instance: "1"}}, nil); err == nil {
		t.Error("the file of another experiment is accepted")
	}
}

func TestReadSplit(t *testing.T) {
	const line = "0123456789abcdef"
	for _, c := range []struct{ text, facts string }{
		{"", "cluster --parts"},
		{"counterproof-parts 2 boards\n", "cluster --parts"},
		{"something else\n", "1"},
		{"counterproof-parts 0 boards\n" + line + " 1\n", "1"},
		{"counterproof-parts 2 days\n" + line + " 1\n", "1"},
		{"counterproof-parts 2 boards\n" + line + " 3\n", "2, 3"},
		{"counterproof-parts 2 boards\n" + line + " 0\n", "2, 0"},
		{"counterproof-parts 2 boards\n" + line + " 1\n" + line + " 1\n", "3, " + line},
		{"counterproof-parts 2 boards\n" + line + " 1 \n", "2, 16"},
		{"counterproof-parts 2 boards\n0123 1\n", "2, 16"},
		{"counterproof-parts 2 boards\nx123456789abcdef 1\n", "2, 16"},
	} {
		if _, err := ReadSplit(strings.NewReader(c.text)); err == nil || !facttest.States(err.Error(), c.facts) {
			t.Errorf("%q: %v, want an error with the facts %s", c.text, err, c.facts)
		}
	}
}

// FuzzReadSplit checks that Write writes every text that ReadSplit accepts.
func FuzzReadSplit(f *testing.F) {
	f.Add("counterproof-parts 2 boards\n0123456789abcdef 1\nfedcba9876543210 2\n")
	f.Add("counterproof-parts 1 jobs\n0123456789abcdef 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		split, err := ReadSplit(strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := split.Write(&b); err != nil || b.String() != strings.ReplaceAll(strings.TrimSuffix(text, "\n")+"\n", "\r\n", "\n") {
			t.Errorf("%q is written as %q (%v)", text, b.String(), err)
		}
	})
}

// TestCosts checks the estimates for three kinds of jobs: jobs with a record, jobs with only
// records of similar jobs, and jobs with neither.
func TestCosts(t *testing.T) {
	job := func(instance, method, suite string, h int) result.Job {
		return result.Job{Puzzle: "p", Instance: instance, Method: method, Label: result.Label{Suite: suite, Size: result.Size{H: h, W: h}}}
	}
	record := func(j result.Job, seconds float64) result.Record {
		r := j.Record(result.Done, "")
		r.WallSeconds = &seconds
		return r
	}
	records := []result.Record{
		record(job("1", "m", "s", 4), 1), record(job("2", "m", "s", 4), 3), record(job("3", "m", "s", 5), 11), record(job("4", "n", "s", 4), 25),
		job("5", "m", "s", 4).Record(result.Killed, ""), // without a time
	}
	costs, err := NewCosts(func(yield func(result.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
	if err != nil || !costs.Known() {
		t.Fatal(err, costs.Known())
	}
	for _, c := range []struct {
		name string
		job  result.Job
		want float64
	}{
		{"its own time", job("1", "m", "s", 4), 1},
		{"mean of its size", job("9", "m", "s", 4), 2},
		{"mean of all sizes", job("9", "m", "s", 9), 5},
		{"mean of all jobs", job("9", "x", "s", 4), 10},
	} {
		if got := costs.Of(c.job); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := new(Costs).Of(job("1", "m", "s", 4)); got != 256 || new(Costs).Known() {
		t.Errorf("without records: %v, want 16 cells squared", got)
	}
}
