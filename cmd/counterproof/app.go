package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// run is the whole program: results to stdout, everything else to stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills, whatever the first one waits for
	out := &sink{w: stdout}
	if isTerminal(stdout) {
		out.screen = &screen{w: stdout}
	}
	stderr = messages{stderr}
	err := newApp(&input{ctx, stdin}, out, stderr).RunContext(ctx, args)
	out.close()
	if err == nil || errors.Is(err, errReported) {
		if out.err != nil {
			err = fmt.Errorf("standard output: %w", out.err)
		}
	}
	var parse *encode.ParseError
	var usage usageError
	var status exitStatus
	switch {
	case err == nil:
		return done
	case errors.Is(err, errReported):
		return failure
	case errors.As(err, &status):
		return int(status)
	case interrupted(ctx, err):
		fmt.Fprintln(stderr, "counterproof: interrupted")
		return failure
	}
	fmt.Fprintf(stderr, "counterproof: %v\n", err)
	if errors.As(err, &parse) || errors.As(err, &usage) {
		return misuse
	}
	return failure
}

// A sink remembers the first error of a writer and lets terminals be found.
type sink struct {
	w      io.Writer
	screen *screen // writes to w, if that is a terminal
	err    error
}

func (s *sink) Write(p []byte) (int, error) {
	w := s.w
	if s.screen != nil {
		w = s.screen
	}
	n, err := w.Write(p)
	s.fail(err)
	return n, err
}

// close writes what the screen has kept back.
func (s *sink) close() {
	if s.screen != nil {
		s.fail(s.screen.Close())
	}
}

func (s *sink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                 "counterproof",
		Usage:                "solve logic puzzles twice, by SAT and natively, and compare",
		HideVersion:          true,
		EnableBashCompletion: true,
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		ExitErrHandler:       func(*cli.Context, error) {},
		Commands: []*cli.Command{
			listCommand, versionCommand, showCommand, solveCommand, countCommand,
			crosscheckCommand, checkCommand, certifyCommand, verifyCommand, explainCommand, encodeCommand, decodeCommand,
			satCommand, generateCommand, deduceCommand, runCommand, mergeCommand, clusterCommand, reportCommand, atlasCommand, exportCommand, completionCommand, workerCommand,
		},
	}
	app.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return usageError{err} }
	app.Action = func(c *cli.Context) error {
		if !c.Args().Present() {
			return cli.ShowAppHelp(c)
		}
		name := c.Args().First()
		var names []string
		for _, cmd := range app.Commands {
			if !cmd.Hidden {
				names = append(names, cmd.Name)
			}
		}
		if near := catalog.Nearest(name, names); near != "" {
			return usagef("unknown command %q: did you mean %q?", name, near)
		}
		return usagef("unknown command %q: want one of %s", name, strings.Join(names, ", "))
	}
	for _, cmd := range app.Commands {
		cmd.OnUsageError = func(c *cli.Context, err error, _ bool) error {
			return usagef("%s: %w", c.Command.Name, err)
		}
		if cmd.BashComplete == nil {
			cmd.BashComplete = completePuzzles
		}
		cmd.BashComplete = completeValues(cmd.BashComplete)
	}
	return app
}
