package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/experiments"
	"counterproof/cmd/counterproof/scale"
	"counterproof/cmd/counterproof/study"
	"counterproof/encode"
	"counterproof/encode/nearest"
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

// The help, the version and their flags have our own form: see console.PrintHelp. -v belongs to
// the commands.
func init() {
	cli.HelpPrinter = console.PrintHelp
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version"}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
}

// overview ends the help of the program.
const overview = `Flags:
  --help, -h    print this help, or after a command the help of the command
  --version     print the version

PUZZLE is one of the puzzles that counterproof list names, such as calendar or sudoku.
Each has its own rules, notations and methods: counterproof list PUZZLE prints them, and
docs/puzzles/PUZZLE.md explains them.

INSTANCE is a board in one line of the puzzle's notation, such as 10-06 or 6x10, or the
name of a set of boards, such as year. @FILE and @FOLDER read boards from files, - reads
them from standard input. Quote a board with spaces, # or ? in it.

METHOD is native (the fastest native method), native/NAME, sat[/STYLE][/cubes], brute,
gophersat/countmodels or extern/NAME, a solver on PATH. count and crosscheck take several,
joined by commas. All must give the same count.

Exit status:
  0  done
  1  failure: a disagreement, a broken rule, a failed check, a file that cannot be used
  2  a mistake in the command line or in the text of a board
  The command sat exits with 10 (satisfiable), 20 (unsatisfiable) or 0, as SAT solvers do.

counterproof COMMAND --help has details and examples. The documentation is in docs/README.md.`

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                 "counterproof",
		Usage:                "solve and count logic puzzles by SAT and natively, and compare",
		Description:          overview,
		Version:              version(),
		EnableBashCompletion: true,
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		ExitErrHandler:       func(*cli.Context, error) {},
		Commands: []*cli.Command{
			boards.ListCommand, boards.ShowCommand, boards.SolveCommand, boards.CountCommand, boards.CheckCommand, boards.ExplainCommand, boards.DeduceCommand,
			boards.GenerateCommand,
			study.CrosscheckCommand, study.CertifyCommand, study.VerifyCommand, boards.EncodeCommand, boards.DecodeCommand, boards.SatCommand,
			experiments.RunCommand, experiments.ReportCommand, experiments.AtlasCommand, experiments.ExportCommand, experiments.MergeCommand, scale.ClusterCommand, scale.WorkerCommand,
			versionCommand, completionCommand, manualCommand,
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
		return console.Usagef("unknown command %q: %s", encode.Short(name), nearest.Want(name, names))
	}
	for _, cmd := range app.Commands {
		cmd.OnUsageError = func(c *cli.Context, err error, _ bool) error {
			return console.FlagError(c.Command, err)
		}
		if cmd.BashComplete == nil {
			cmd.BashComplete = completePuzzles
		}
		cmd.BashComplete = completeValues(cmd.BashComplete)
	}
	return app
}
