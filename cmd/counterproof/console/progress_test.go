package console

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/encode/test/facttest"
)

// TestPace checks that the pace counts only new jobs. In the test, 600 of the 1000 jobs have
// records in the ledger already.
func TestPace(t *testing.T) {
	var jobs []result.Job
	for range 1000 {
		jobs = append(jobs, result.Job{Puzzle: "p", Method: "native/a"})
	}
	c := &Call{Flags: cli.NewContext(nil, flag.NewFlagSet("", flag.ContinueOnError), nil)}
	p := &Progress{c: c, n: len(jobs), estimate: experiment.NewEstimate(jobs, 2)}
	done := func(o work.Outcome) {
		o.Job = jobs[0]
		p.Job(o)
	}
	for range 600 {
		done(work.Outcome{Kept: true, Record: result.Record{WallSeconds: new(0.001)}})
	}
	for range 100 {
		done(work.Outcome{Took: 2 * time.Second})
	}
	// 300 jobs of 2 s are left, and two run at once.
	if got, want := p.pace(100*time.Second), "1.0 jobs/s, 5m0s"; !facttest.States(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := p.pace(1000*time.Second), "6.0 jobs/min, 5m0s"; !facttest.States(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Without an estimate, all steps are assumed to take equally long.
	p.estimate = nil
	if got, want := p.pace(10*time.Second), "10.0 jobs/s, 30s"; !facttest.States(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// No similar job is done yet, so the time left is unknown.
	p.estimate = experiment.NewEstimate(jobs, 1)
	if got, want := p.pace(10*time.Second), "10.0 jobs/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// No worker has joined a coordinator yet.
	p = &Progress{n: len(jobs), estimate: experiment.NewEstimate(jobs, 1)}
	p.Crew(0, 0, "")
	if got, want := p.pace(0), "0.0 jobs/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCompare checks that a new bar shows how many answers are compared when the jobs have ended.
func TestCompare(t *testing.T) {
	var out strings.Builder
	c := &Call{Stdout: &out, Stderr: &out}
	p := &Progress{c: c}
	p.Compare(0, 60)
	if out.Len() > 0 {
		t.Errorf("without a terminal, it prints %q", &out)
	}
	p.bar = newBar(c, 100)
	p.Compare(0, 60)
	if got := out.String(); !facttest.States(got, "comparing the answers, 0/60") {
		t.Errorf("it prints %q", got)
	}
	p.Compare(60, 60)
	if !p.bar.IsFinished() {
		t.Error("the bar stays although all answers are compared")
	}
}
