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

// A Progress reports on stderr how many jobs are done: with a bar if stderr is a terminal, and with
// a line for each job after -v.
type Progress struct {
	c        *cli.Context
	bar      *progressbar.ProgressBar // nil means no bar
	estimate *experiment.Estimate     // nil means that all steps take equally long
	n        int                      // steps in all
	kept     int                      // steps whose records were in the ledger
	done     int                      // other steps that are done
	began    time.Time
	told     time.Time // when the bar last showed its pace
}

// NewProgress starts a bar of n steps. The parameter streams must be true if the command prints
// results while it runs. If these results go to a terminal, there is no bar, because bar and
// results would be mixed up.
func NewProgress(c *cli.Context, n int, streams bool) *Progress {
	p := &Progress{c: c, n: n, began: time.Now()}
	if n < 2 || !IsTerminal(c.App.ErrWriter) || streams && IsTerminal(c.App.Writer) {
		return p
	}
	p.bar = progressbar.NewOptions(n,
		progressbar.OptionSetWriter(unwrapped(c.App.ErrWriter)), // it moves the cursor
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(false), // the library counts jobs from the ledger as work and assumes that all jobs take equally long
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(throttle),
	)
	return p
}

// throttle is the least time between two redraws of the bar.
const throttle = 100 * time.Millisecond

// ForJobs starts a bar for jobs that may take very different times. It uses an experiment.Estimate
// to predict the time left.
func ForJobs(c *cli.Context, jobs []result.Job) *Progress {
	p := NewProgress(c, len(jobs), false)
	p.estimate = experiment.NewEstimate(jobs, c.Int("jobs"))
	return p
}

// Job counts one finished job of a bar that ForJobs made. Jobs whose records were already in the
// ledger do not count in the pace.
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

// Step counts one step. With -v it prints the records of its jobs.
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

// pace returns the text next to the bar: how many steps are done per second or minute, and the time
// left. Steps whose records were in the ledger do not count.
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

// Finished returns a line that says how a job ended.
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

// Say clears the bar and prints a line on stderr.
func (p *Progress) Say(format string, args ...any) {
	p.Close()
	fmt.Fprintf(p.c.App.ErrWriter, "counterproof: "+format+"\n", args...)
}

// Close clears the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
