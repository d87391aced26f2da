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

	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/experiments"
	"counterproof/cmd/counterproof/scale"
	"counterproof/cmd/counterproof/study"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// run is the whole program: results to stdout, everything else to stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills, whatever the first one waits for
	out := console.NewSink(stdout)
	stderr = console.NewMessages(stderr)
	err := newApp(console.NewInput(ctx, stdin), out, stderr).RunContext(ctx, args)
	out.Close()
	if err == nil || errors.Is(err, console.ErrReported) {
		if out.Err != nil {
			err = fmt.Errorf("standard output: %w", out.Err)
		}
	}
	var parse *encode.ParseError
	var usage console.UsageError
	var status boards.ExitStatus
	switch {
	case err == nil:
		return console.Done
	case errors.Is(err, console.ErrReported):
		return console.Failure
	case errors.As(err, &status):
		return int(status)
	case console.Interrupted(ctx, err):
		fmt.Fprintln(stderr, "counterproof: interrupted")
		return console.Failure
	}
	fmt.Fprintf(stderr, "counterproof: %v\n", err)
	if errors.As(err, &parse) || errors.As(err, &usage) {
		return console.Misuse
	}
	return console.Failure
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
			boards.ListCommand, versionCommand, boards.ShowCommand, boards.SolveCommand, boards.CountCommand,
			study.CrosscheckCommand, boards.CheckCommand, study.CertifyCommand, study.VerifyCommand, boards.ExplainCommand, boards.EncodeCommand, boards.DecodeCommand,
			boards.SatCommand, boards.GenerateCommand, boards.DeduceCommand, experiments.RunCommand, experiments.MergeCommand, scale.ClusterCommand, experiments.ReportCommand, experiments.AtlasCommand, experiments.ExportCommand, completionCommand, scale.WorkerCommand,
		},
	}
	app.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return console.Misused(err) }
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
			return console.Usagef("unknown command %q: did you mean %q?", name, near)
		}
		return console.Usagef("unknown command %q: want one of %s", name, strings.Join(names, ", "))
	}
	for _, cmd := range app.Commands {
		cmd.OnUsageError = func(c *cli.Context, err error, _ bool) error {
			return console.Usagef("%s: %w", c.Command.Name, err)
		}
		if cmd.BashComplete == nil {
			cmd.BashComplete = completePuzzles
		}
		cmd.BashComplete = completeValues(cmd.BashComplete)
	}
	return app
}
