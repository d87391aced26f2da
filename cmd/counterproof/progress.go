package main

import (
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
)

// A progress is a bar on stderr, where stderr is a terminal.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress starts a bar of n steps. It shows nothing where stderr is no
// terminal, or stdout is one and would be interleaved with it.
func newProgress(c *cli.Context, n int) *progress {
	if n < 2 || !isTerminal(c.App.ErrWriter) {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(n,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("jobs"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100_000_000),
	)}
}

func (p *progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// skip counts steps that need no work.
func (p *progress) skip(n int) {
	if p.bar != nil {
		_ = p.bar.Add(n)
	}
}

func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
