package bench

import (
	"testing"
	"time"

	"counterproof/bench/result"
)

// TestForecast has 100 jobs of 10 ms and 4 of a minute: after 50 and 1 of them, two
// at once, 50 x 10 ms + 3 x 60 s are left, which is 90 s for each and no 2 % of that,
// as their number would say.
func TestForecast(t *testing.T) {
	var jobs []result.Job
	add := func(n int, suite, method string, size int) {
		for range n {
			jobs = append(jobs, result.Job{Puzzle: "p", Method: method, Label: result.Label{Suite: suite, Size: result.Size{H: size, W: size}}})
		}
	}
	add(100, "s", "native/a", 3)
	add(4, "s", "sat/b", 3)
	f := NewForecast(jobs, 2)
	check := func(when string, want time.Duration, bound bool) {
		t.Helper()
		if left, b := f.Left(); left != want || b != bound {
			t.Errorf("%s: %v, %v, want %v, %v", when, left, b, want, bound)
		}
	}
	done := func(n int, from int, took time.Duration) {
		for i := range n {
			f.Done(Outcome{Job: jobs[from+i], Took: took})
		}
	}
	kept := func(n int, from int, seconds float64) {
		for i := range n {
			f.Done(Outcome{Job: jobs[from+i], Record: result.Record{WallSeconds: &seconds}, Kept: true})
		}
	}
	check("at first", 0, true)
	done(50, 0, 10*time.Millisecond)
	check("before the first by SAT", 250*time.Millisecond, true)
	done(1, 100, time.Minute)
	check("after it", 90*time.Second, false)
	done(50, 50, 10*time.Millisecond)
	done(2, 101, time.Minute)
	check("before the last", 30*time.Second, false)
	done(1, 103, time.Minute)
	check("at the end", 0, false)

	// What is done in this run counts, with all that a job takes; what the ledger had
	// does until there is some.
	f = NewForecast(jobs[:10], 1)
	kept(4, 0, 2)
	check("by the ledger", 12*time.Second, false)
	done(2, 4, 5*time.Second)
	check("by this run", 20*time.Second, false)

	// A size that was not there yet is taken for the others of its suite, for want of
	// better, and another suite for nothing.
	jobs = nil
	add(4, "s", "native/a", 3)
	add(6, "s", "native/a", 4)
	add(5, "other", "native/a", 3)
	f = NewForecast(jobs, 1)
	done(4, 0, 2*time.Second)
	check("a new size", 12*time.Second, true)
	done(1, 4, 30*time.Second)
	check("of which one is done", 150*time.Second, true)
	kept(5, 10, 1)
	check("and the other suite", 150*time.Second, false)
}
