package console

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/result"
	"counterproof/bench/work"
)

// A Progress tells on stderr how far the jobs are: by a bar, where stderr is a
// terminal, and by a line for each of them with -v.
type Progress struct {
	c        *cli.Context
	bar      *progressbar.ProgressBar // nil: none
	estimate *experiment.Estimate     // nil: all steps are alike
	n        int                      // steps
	kept     int                      // of them, from the ledger
	done     int                      // of the others
	began    time.Time
	told     time.Time // when the bar said its pace last
}

// NewProgress starts a bar of n steps. A command that streams prints results
// all the while: on a terminal they would be interleaved with the bar, which it
// does not have then.
func NewProgress(c *cli.Context, n int, streams bool) *Progress {
	p := &Progress{c: c, n: n, began: time.Now()}
	if n < 2 || !IsTerminal(c.App.ErrWriter) || streams && IsTerminal(c.App.Writer) {
		return p
	}
	p.bar = progressbar.NewOptions(n,
		progressbar.OptionSetWriter(unwrapped(c.App.ErrWriter)), // it moves the cursor
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(false), // the library's counts what the ledger had, and takes all jobs for equal
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(throttle),
	)
	return p
}

// throttle is the time between two pictures of the bar.
const throttle = 100 * time.Millisecond

// ForJobs starts a bar of jobs that may be very unequal: its time left is that of a
// bench.Estimate.
func ForJobs(c *cli.Context, jobs []result.Job) *Progress {
	p := NewProgress(c, len(jobs), false)
	p.estimate = experiment.NewEstimate(jobs, c.Int("jobs"))
	return p
}

// Job is one step of forJobs. The bar begins behind the jobs that the ledger had.
func (p *Progress) Job(o work.Outcome) {
	p.estimate.Done(o)
	p.count(o.Kept)
	p.tell(o.Record)
}

func (p *Progress) count(kept bool) {
	if kept {
		p.kept++
	} else {
		p.done++
	}
}

// Step is one step, of the jobs that gave these records.
func (p *Progress) Step(records ...result.Record) {
	p.count(false)
	p.tell(records...)
}

func (p *Progress) tell(records ...result.Record) {
	for _, r := range records {
		if p.c.Bool(VerboseFlag.Name) {
			p.Say("%s", Finished(r))
		}
	}
	if p.bar == nil {
		return
	}
	if now := time.Now(); now.Sub(p.told) >= throttle && p.done > 0 {
		p.told = now
		p.bar.Describe(p.pace(now.Sub(p.began)))
	}
	_ = p.bar.Add(1)
}

// pace is the rate of the steps that were not in the ledger, over all the time that
// has passed, and the time left.
func (p *Progress) pace(passed time.Duration) string {
	rate, unit := float64(p.done)/passed.Seconds(), "s"
	left, bound := time.Duration(float64(p.n-p.kept-p.done)/rate*float64(time.Second)), false
	if p.estimate != nil {
		left, bound = p.estimate.Left()
	}
	if rate < 1 {
		rate, unit = 60*rate, "min"
	}
	text := fmt.Sprintf("%.1f jobs/%s", rate, unit)
	switch left = left.Round(time.Second); {
	case !bound:
		text += fmt.Sprintf(", %v left", left)
	case left > 0:
		text += fmt.Sprintf(", over %v left", left)
	}
	return text
}

// Finished says how a job ended.
func Finished(r result.Record) string {
	text := fmt.Sprintf("%s %s by %s: %s", r.Puzzle, r.Instance, r.Method, r.Status)
	if r.Reason != result.Done {
		text += " (" + r.Reason + ")"
	}
	if r.WallSeconds != nil {
		text += fmt.Sprintf(" in %.3g s", *r.WallSeconds)
	}
	if r.Error != "" {
		text += ": " + r.Error
	}
	return text
}

// Say prints a line, the bar out of its way.
func (p *Progress) Say(format string, args ...any) {
	p.Close()
	fmt.Fprintf(p.c.App.ErrWriter, "counterproof: "+format+"\n", args...)
}

func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
