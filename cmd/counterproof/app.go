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
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

// The exit statuses. Only the sat command has others.
const (
	done    = 0
	failure = 1 // a disagreement, a broken rule, a failed check, the file system
	misuse  = 2 // the command line or the text of an instance is wrong
)

// A usageError is the caller's mistake.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (e usageError) Unwrap() error { return e.error }

// errReported ends a command with status 1 whose result is already printed.
var errReported = errors.New("reported")

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

// interrupted reports whether err is that of a signal.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
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

// An input is a reader that does not wait when the program is interrupted.
type input struct {
	ctx context.Context
	r   io.Reader
}

func (in *input) Read(p []byte) (int, error) {
	own := make([]byte, len(p)) // a read that comes too late must not write into p
	type answer struct {
		n   int
		err error
	}
	read := make(chan answer, 1)
	go func() {
		n, err := in.r.Read(own)
		read <- answer{n, err}
	}()
	select {
	case a := <-read:
		return copy(p, own[:a.n]), a.err
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	}
}

// patience is how long an interrupted search may go on: gophersat looks at
// nothing before its next model.
const patience = 500 * time.Millisecond

// abandon does a search, and gives it up where it does not end by itself soon
// after it was interrupted. What it writes to is not to be touched then.
func abandon(ctx context.Context, search func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- search() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		if err == nil {
			return nil
		}
	case <-time.After(patience):
	}
	return ctx.Err()
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
			satCommand, generateCommand, deduceCommand, runCommand, mergeCommand, clusterCommand, reportCommand, exportCommand, completionCommand, workerCommand,
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

// positional returns the arguments after the flags. It refuses fewer than
// least and more than most (negative: any number), and flags among them, which
// the flag parser takes for arguments.
func positional(c *cli.Context, least, most int) ([]string, error) {
	args := c.Args().Slice()
	for _, a := range args {
		if a == "--" {
			return nil, usagef("%s: -- is not used: leave it out", c.Command.Name)
		}
		if strings.HasPrefix(a, "-") && a != "-" {
			return nil, usagef("%s: flag %s stands after an argument: move it in front of %q", c.Command.Name, a, args[0])
		}
	}
	if len(args) < least {
		return nil, usagef("%s: want %s, given: %d", c.Command.Name, c.Command.ArgsUsage, len(args))
	}
	if most >= 0 && len(args) > most {
		return nil, usagef("%s: one argument too many: %q (want %s)", c.Command.Name, args[most], c.Command.ArgsUsage)
	}
	return args, nil
}

// findPuzzle finds a puzzle by name.
func findPuzzle(name string) (*encode.Puzzle, error) {
	if p := catalog.Find(name); p != nil {
		return p, nil
	}
	var names []string
	for _, p := range catalog.All() {
		names = append(names, p.Name)
	}
	if near := catalog.Nearest(name, names); near != "" {
		return nil, usagef("unknown puzzle %q: did you mean %q?", name, near)
	}
	return nil, usagef("unknown puzzle %q: want one of %s", name, strings.Join(names, ", "))
}
