package simulate

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/result"
)

// A kind is a kind of jobs in the ledgers of the atlas: a puzzle and a method, and the quantiles of
// the measured wall times, from the shortest to the longest.
type kind struct {
	puzzle, method string
	seconds        []float64
}

// kinds reads testdata/seconds.tsv. The script quantiles.sh in the same folder says how it was made.
func kinds(t testing.TB) map[string]kind {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "seconds.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string]kind{}
	for in := bufio.NewScanner(f); in.Scan(); {
		fields := strings.Split(in.Text(), "\t")
		k := kind{puzzle: fields[1], method: fields[2]}
		for _, text := range fields[4:] {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			k.seconds = append(k.seconds, seconds)
		}
		all[fields[0]+" "+fields[1]+" "+fields[2]] = k
	}
	return all
}

// draw returns a random wall time.
func (k kind) draw(w *world) time.Duration {
	at := w.rng.Float64() * float64(len(k.seconds)-1)
	i := int(at)
	seconds := k.seconds[i] + (k.seconds[min(i+1, len(k.seconds)-1)]-k.seconds[i])*(at-float64(i))
	return time.Duration(seconds * float64(time.Second))
}

// job returns the i-th job of an experiment, counted from 0. Its instance is i+1, and so is its count.
func (k kind) job(i int) result.Job {
	j := result.Job{Task: result.Count, Puzzle: k.puzzle, Instance: strconv.Itoa(i + 1), Method: k.method, Version: "1"}
	if rest, ok := strings.CutPrefix(k.method, "extern/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		j.Solver = name + " 1.0"
	}
	return j
}

// steady returns n jobs that all take the same time.
func steady(n int, took time.Duration) func(*world) ([]result.Job, []time.Duration) {
	return func(*world) (jobs []result.Job, costs []time.Duration) {
		k := kind{puzzle: "calendar", method: "native/bitset"}
		for i := range n {
			jobs, costs = append(jobs, k.job(i)), append(costs, took)
		}
		return jobs, costs
	}
}

// A suite is a number of jobs of one kind.
type suite struct {
	kind string
	jobs int
}

// suites returns the jobs of suites, one suite after the other, with random wall times as in the
// ledgers.
func suites(t testing.TB, all ...suite) func(*world) ([]result.Job, []time.Duration) {
	t.Helper()
	known := kinds(t)
	return func(w *world) (jobs []result.Job, costs []time.Duration) {
		for _, s := range all {
			k, ok := known[s.kind]
			if !ok {
				t.Fatalf("testdata has no kind %q", s.kind)
			}
			for range s.jobs {
				jobs, costs = append(jobs, k.job(len(jobs))), append(costs, k.draw(w))
			}
		}
		return jobs, costs
	}
}
