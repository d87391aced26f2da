package experiments

import (
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
)

// TestTally checks the counts and the error of an experiment with two jobs. Both take 2 s by the
// same method. The first job is killed once. In some test cases, its answer arrives late after
// that.
func TestTally(t *testing.T) {
	first := result.Job{Puzzle: "p", Instance: "1", Method: "native/a", Task: result.Count}
	second := first
	second.Instance = "2"
	answered := func(j result.Job) result.Record {
		r := j.Record(result.Done, "")
		r.Status, r.Count = result.Exact, "5"
		return r
	}
	killed := first.Record(result.Killed, "20 workers ended")
	for _, c := range []struct {
		name     string
		suspects judge.Suspects
		records  []result.Record // of the first job
		settled  int
		lines    int // about the first job on stderr
		failed   bool
	}{
		{"an answer", nil, []result.Record{answered(first)}, 1, 0, false},
		{"no answer", nil, []result.Record{killed}, 0, 1, true},
		{"no answer by a method under test", judge.Suspects{"native/a"}, []result.Record{killed}, 0, 0, false},
		{"a late answer", nil, []result.Record{killed, answered(first)}, 1, 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := ledger.Open(filepath.Join(t.TempDir(), "l.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			var stderr strings.Builder
			ctx := console.NewCall(cli.NewContext(&cli.App{Writer: io.Discard, ErrWriter: &stderr}, flag.NewFlagSet("", flag.ContinueOnError), nil))
			run := newTally(ctx, &experiment.Spec{Suspects: c.suspects}, listed(first, second))
			end := func(j result.Job, r result.Record) {
				if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
					t.Fatal(err)
				}
				run.job(work.Outcome{Job: j, Record: r, Took: 2 * time.Second})
			}
			for _, r := range c.records {
				end(first, r)
			}
			if left := run.bar.Crew(1, time.Second, ""); left != "2s" || run.settled != c.settled {
				t.Errorf("%d jobs have final records, and the time left is %s; want %d, 2s", run.settled, left, c.settled)
			}
			end(second, answered(second))
			if _, err := run.conclude(l); errors.Is(err, console.ErrReported) != c.failed || err != nil && !c.failed {
				t.Errorf("the experiment has failed: %v, want %v", err, c.failed)
			}
			if got := strings.Count(stderr.String(), "\n"); got != c.lines {
				t.Errorf("%d lines on stderr, want %d: %s", got, c.lines, &stderr)
			}
		})
	}
}

func listed(jobs ...result.Job) (all []result.Listed) {
	list := result.Shared()
	for _, j := range jobs {
		all = append(all, list(j, j.Key()))
	}
	return all
}
