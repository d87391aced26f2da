//go:build !nonats

package experiments

import (
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/coordinator"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/test/facttest"
)

// TestView checks the rate and the time left on the page of an experiment with 100 jobs. Jobs from the
// ledger do not count in the rate. The terminal shows the time left as "12s".
func TestView(t *testing.T) {
	for _, c := range []struct {
		name       string
		kept, done int
		running    time.Duration
		rate, left string
	}{
		{"no worker has joined", 20, 0, 0, "0.0", "12s"},
		{"no job has ended", 20, 0, 7 * time.Second, "0.0", "12s"},
		{"half of the jobs", 20, 40, 10 * time.Second, "4.0", "12s"},
		{"all jobs", 20, 80, 10 * time.Second, "8.0", ""},
	} {
		v := newView(coordinator.Status{Count: queue.Count{Jobs: 100, Kept: c.kept, Done: c.done}, Running: c.running}, "12s")
		if v.Rate != c.rate || !facttest.States(v.Left, c.left) || c.left == "" && strings.ContainsAny(v.Left, "0123456789") {
			t.Errorf("%s: rate %s, time left %s; want %s, %q", c.name, v.Rate, v.Left, c.rate, c.left)
		}
	}
}

// TestLeft checks that the page shows the time left that the terminal shows. After 1,024 easy jobs and
// one of eight hard jobs, seven hard jobs of 2 s are left for two workers.
func TestLeft(t *testing.T) {
	easy, hard := result.Job{Puzzle: "p", Method: "native/a"}, result.Job{Puzzle: "p", Method: "sat"}
	jobs := append(slices.Repeat([]result.Job{easy}, 1024), slices.Repeat([]result.Job{hard}, 8)...)
	c := console.NewCall(cli.NewContext(&cli.App{Writer: io.Discard, ErrWriter: io.Discard}, flag.NewFlagSet("", flag.ContinueOnError), nil))
	run, w := newTally(c, &experiment.Spec{}, listed(jobs...)), &watcher{}
	s := coordinator.Status{Count: queue.Count{Jobs: len(jobs), Done: 1025}, Slots: 2, Running: 3 * time.Second}
	if got := newView(s, w.timeLeft()).Left; got != "unknown" {
		t.Errorf("before the first state, the time left is %q", got)
	}
	for range 1024 {
		run.job(work.Outcome{Job: easy, Record: easy.Record(result.Timeout, ""), Took: time.Millisecond})
	}
	run.job(work.Outcome{Job: hard, Record: hard.Record(result.Timeout, ""), Took: 2 * time.Second})
	w.left.Store(run.crew(s))
	if got, want := newView(s, w.timeLeft()).Left, "7s"; got != want {
		t.Errorf("the time left is %q, want %q", got, want)
	}
}

// TestComparingPage checks that the page says how many answers are compared, but only while they are
// compared.
func TestComparingPage(t *testing.T) {
	s := coordinator.Status{Count: queue.Count{Jobs: 60, Done: 60}, Compared: 30}
	for _, comparing := range []bool{false, true} {
		s.Comparing = comparing
		var page strings.Builder
		if err := statusPage().Execute(&page, newView(s, "")); err != nil {
			t.Fatal(err)
		}
		if got := facttest.States(page.String(), "comparing the answers, 30 of 60"); got != comparing {
			t.Errorf("comparing %v, but the page says so: %v:\n%s", comparing, got, &page)
		}
	}
}
