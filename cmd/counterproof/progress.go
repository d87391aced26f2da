package main

import (
	"fmt"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"counterproof/bench/result"
)

// A progress tells on stderr how far the jobs are: by a bar, where stderr is a
// terminal, and by a line for each of them with -v.
type progress struct {
	c   *cli.Context
	bar *progressbar.ProgressBar // nil: none
}

// newProgress starts a bar of n steps. A command that streams prints results
// all the while: on a terminal they would be interleaved with the bar, which it
// does not have then.
func newProgress(c *cli.Context, n int, streams bool) *progress {
	p := &progress{c: c}
	if n < 2 || !isTerminal(c.App.ErrWriter) || streams && isTerminal(c.App.Writer) {
		return p
	}
	p.bar = progressbar.NewOptions(n,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("jobs"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100_000_000),
	)
	return p
}

// step is one step, of the jobs that gave these records.
func (p *progress) step(records ...result.Record) {
	for _, r := range records {
		if p.c.Bool(verboseFlag.Name) {
			p.say("%s", finished(r))
		}
	}
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// finished says how a job ended.
func finished(r result.Record) string {
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

// say prints a line, the bar out of its way.
func (p *progress) say(format string, args ...any) {
	p.close()
	fmt.Fprintf(p.c.App.ErrWriter, "counterproof: "+format+"\n", args...)
}

func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
