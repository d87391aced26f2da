package console

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/encode/wording"
)

// A Progress reports on stderr how many jobs are done. If stderr is a terminal, there is a bar.
// With the flag -v, there is a line for each job.
type Progress struct {
	c        *Call
	bar      *progressbar.ProgressBar // nil means no bar
	estimate *experiment.Estimate     // nil means that all steps take equally long
	n        int                      // all steps, except those that turn out to have records in the ledger
	done     int                      // how many of the n steps are done
	began    time.Time                // the beginning of the time in which the steps were done
	told     time.Time                // when the bar last showed its pace
	more     string                   // the text at the end of the pace

	comparing bool // the bar counts answers that are compared
}

// NewProgress starts a bar of n steps. If streams is true, the command prints results while it runs. If
// they go to a terminal, there is no bar, because it would appear between them.
func NewProgress(c *Call, n int, streams bool) *Progress {
	p := &Progress{c: c, n: n, began: time.Now()}
	if n < 2 || !IsTerminal(c.Stderr) || streams && IsTerminal(c.Stdout) {
		return p
	}
	p.bar = newBar(c, n)
	return p
}

func newBar(c *Call, n int) *progressbar.ProgressBar {
	return progressbar.NewOptions(n,
		progressbar.OptionSetWriter(unwrapped(c.Stderr)), // the bar moves the cursor
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(false), // the library counts jobs from the ledger as work and assumes that all jobs take equally long
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(throttle),
	)
}

const throttle = 100 * time.Millisecond

// ForJobs starts a bar for jobs that may take very different times. It uses an experiment.Estimate
// to predict the time left.
func ForJobs[J result.Keyed](c *Call, jobs []J) *Progress {
	p := NewProgress(c, len(jobs), false)
	p.estimate = experiment.NewEstimate(jobs, c.Jobs())
	return p
}

// Job counts one finished job of a bar that ForJobs made. Jobs whose records were already in the
// ledger do not count in the pace.
func (p *Progress) Job(o work.Outcome) {
	p.estimate.Done(o)
	if o.Kept {
		p.n--
	} else {
		p.done++
	}
	p.tell(o.Record)
}

// ShowsKept reports whether Job has a use for the records that were already in the ledger: it prints
// them with -v, and a bar predicts the time left from them.
func (p *Progress) ShowsKept() bool { return p.bar != nil || p.c.Bool(VerboseFlag.Name) }

// Step counts one step. With -v, Step also prints the records of the step.
func (p *Progress) Step(records ...result.Record) {
	p.done++
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

// pace returns the rate and the time left. Steps whose records were in the ledger do not count.
func (p *Progress) pace(passed time.Duration) string {
	rate, unit := float64(p.done)/max(passed.Seconds(), 1e-9), "s"
	if rate < 1 && p.done > 0 {
		rate, unit = 60*rate, "min"
	}
	left := p.left(passed)
	return fmt.Sprintf("%.1f jobs/%s", rate, unit) + wording.If(left != "", ", "+left+" left") + p.more
}

func (p *Progress) left(passed time.Duration) string {
	left, bound := time.Duration(float64(p.n-p.done)*float64(passed)/float64(max(p.done, 1))), false
	if p.estimate != nil {
		left, bound = p.estimate.Left()
	}
	switch left = left.Round(time.Second); {
	case !bound:
		return left.String()
	case left > 0:
		return "over " + left.String()
	}
	return ""
}

// Compare replaces the bar by a bar that shows how many answers are compared. Call Compare after
// all jobs have ended.
func (p *Progress) Compare(compared, all int) {
	if p.bar == nil {
		return
	}
	if !p.comparing {
		p.comparing = true
		p.Close()
		p.bar = newBar(p.c, all)
		p.bar.Describe("comparing the answers")
	}
	_ = p.bar.Set(compared)
}

// Crew sets how many jobs run at once on all machines together, for how long they have run, and a text
// that follows the pace. The bar must come from ForJobs. Crew returns the time left as a bar shows it, or "" if it is not known.
func (p *Progress) Crew(slots int, running time.Duration, text string) (left string) {
	p.more, p.began = text, time.Now().Add(-running)
	p.estimate.Workers = max(slots, 1)
	if p.bar != nil {
		p.bar.Describe(p.pace(running))
	}
	return p.left(running)
}

// Finished returns a line that says how a job ended.
func Finished(r result.Record) string {
	text := fmt.Sprintf("%s %s by %s: %s", r.Puzzle, r.Instance, r.Method, r.Status)
	text += wording.If(r.Reason != result.Done, " ("+r.Reason+")")
	if r.WallSeconds != nil {
		text += fmt.Sprintf(" in %.3g s", *r.WallSeconds)
	}
	return text + wording.If(r.Error != "", ": "+r.Error)
}

// Say clears the bar and prints a line on stderr.
func (p *Progress) Say(format string, args ...any) {
	p.Close()
	p.c.Say(format, args...)
}

// Close clears the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
