//go:build unix

package worker

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue/coordinator"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/usage"
	"counterproof/bench/test/fakes"
)

// BenchmarkTinyJobs runs jobs that take almost no time themselves: a coordinator with a ledger, and one
// worker that runs one job per core. The benchmark reports the jobs per second between the moment when the
// worker joins and the last job. It also reports the CPU time per job of all processes, including the
// comparison of all answers at the end. The target is 5,000 jobs per second on two idle cores. The
// jobs have different boards.
func BenchmarkTinyJobs(b *testing.B) {
	const n = 20_000
	jobs := make([]result.Job, 0, n)
	for i := range n {
		j, err := answer.Prepare(result.Job{}, fakes.Lookup("fake"), fakes.New("fake", i+1), method.MustParse("native/only"))
		if err != nil {
			b.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	var running time.Duration
	before, _ := usage.CPU()
	for b.Loop() {
		running += hurry(b, jobs)
	}
	after, _ := usage.CPU()
	b.ReportMetric(float64(b.N)*n/running.Seconds(), "jobs/s")
	b.ReportMetric(float64(after-before)/float64(time.Microsecond)/float64(b.N*n), "cpu-µs/job")
}

// hurry runs jobs through a queue, and returns the time from the first worker to the last record.
func hurry(b *testing.B, jobs []result.Job) time.Duration {
	b.Helper()
	path := filepath.Join(b.TempDir(), "l")
	l, err := ledger.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	left := make(chan error, 1)
	c, err := coordinator.New(coordinator.Options{
		Title: "test", Version: "1", Jobs: jobs, Ledger: l, Queue: transport.Options{Host: "127.0.0.1", Folder: path + "-queue"},
		Ready: func(port int) {
			u := &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)}
			go func() {
				left <- Run(ctx, Options{Dial: transport.Dial{URL: u}, Version: "1", Lookup: fakes.Lookup, Say: func(string) {}, Note: func(string) {}})
			}()
		},
		Finished: func(o work.Outcome) {
			if o.Record.Count != o.Job.Instance {
				b.Errorf("board %s: count %s", o.Job.Instance, o.Record.Amount())
			}
		},
		Tick: func(coordinator.Status) {}, Warn: func(text string) { b.Error(text) }, Note: func(string) {},
	})
	if err != nil {
		b.Fatal(err)
	}
	err = c.Run(ctx)
	cancel()
	if err := errors.Join(err, <-left, l.Close()); err != nil {
		b.Fatal(err)
	}
	last := c.Status()
	if last.Done != len(jobs) || last.Running <= 0 {
		b.Fatalf("%d of %d jobs in %v", last.Done, len(jobs), last.Running)
	}
	return last.Running
}
