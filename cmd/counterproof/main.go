// Command counterproof solves logic puzzles and counts their solutions, with SAT solvers and with
// native algorithms, and compares the answers. The commands are in the folders inside this one, and the
// commands about the program itself are in this file.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/run/crosscheck"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/release"
	"counterproof/bench/system/solvers"
	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/browser"
	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/experiments"
	"counterproof/cmd/counterproof/formulas"
	"counterproof/cmd/counterproof/models"
	"counterproof/cmd/counterproof/outside"
	"counterproof/cmd/counterproof/programs"
	"counterproof/cmd/counterproof/publish"
	"counterproof/cmd/counterproof/scaffold"
	"counterproof/cmd/counterproof/trust"
	"counterproof/cmd/counterproof/workers"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run runs the program and returns its exit status. Results go to stdout, everything else to stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills the program at once
	if status, ok := models.AsSolver(ctx, args, stdout, stderr); ok {
		return status
	}
	out := console.NewSink(ctx, stdout)
	stderr = console.NewMessages(ctx, stderr)
	err := newApp(stdin, out, stderr).RunContext(ctx, scaffold.FlagsFirst(args))
	out.Close()
	if (err == nil || errors.Is(err, console.ErrReported)) && out.Err != nil { // after an interruption, a search may still write out.Err
		err = fmt.Errorf("standard output: %w", out.Err)
	}
	var status formulas.ExitStatus
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
	if errors.As(err, new(*encode.ParseError)) || errors.As(err, new(console.UsageError)) {
		return console.Misuse
	}
	return console.Failure
}

// init replaces parts of the cli package. --version has no short form: -v is a flag of commands.
func init() {
	cli.HelpPrinter = console.PrintHelp
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version"}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
}

//go:embed overview.txt
var overview string

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                 "counterproof",
		Usage:                "solve and count logic puzzles in several ways, and compare the answers",
		Description:          overview,
		Version:              release.Version(),
		EnableBashCompletion: true,
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		ExitErrHandler:       func(*cli.Context, error) {},
	}
	for _, group := range []struct {
		name     string
		commands []*cli.Command
	}{
		{console.GroupSolve, []*cli.Command{boards.ListCommand, boards.ShowCommand, boards.SolveCommand, boards.CountCommand, boards.CheckCommand, boards.ExplainCommand, boards.DeduceCommand, programs.RateCommand, programs.OrbitCommand}},
		{console.GroupMake, []*cli.Command{boards.GenerateCommand, boards.RepairCommand, publish.SheetCommand, publish.DailyCommand, scaffold.NewCommand}},
		{console.GroupStudy, []*cli.Command{trust.CrosscheckCommand, publish.PlotCommand, trust.CertifyCommand, trust.VerifyCommand, programs.AuditCommand, formulas.EncodeCommand, formulas.CompileCommand, boards.DecodeCommand, formulas.SatCommand, outside.SolversCommand, models.Command}},
		{console.GroupScale, []*cli.Command{experiments.RunCommand, experiments.ReportCommand, experiments.CompareCommand, experiments.AtlasCommand, experiments.ExportCommand, experiments.MergeCommand}},
		{console.GroupScale, []*cli.Command{workers.ClusterCommand, experiments.CoordinateCommand, workers.WorkCommand, workers.WorkerCommand}},
		{console.GroupStudy, []*cli.Command{browser.ServeCommand, browser.SiteCommand, programs.AskCommand, browser.AnswererCommand}},
		{console.GroupOther, []*cli.Command{versionCommand, completionCommand, manualCommand}},
	} {
		for _, cmd := range group.commands {
			cmd.Category = group.name
		}
		app.Commands = append(app.Commands, group.commands...)
	}
	app.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return console.Misused(err) }
	app.Action = func(c *cli.Context) error {
		if !c.Args().Present() {
			return cli.ShowAppHelp(c)
		}
		name := c.Args().First()
		names := wording.Each(app.VisibleCommands(), func(cmd *cli.Command) string { return cmd.Name })
		return console.Usagef("unknown command %q: %s", wording.Short(name), wording.Want(name, names))
	}
	all := app.Commands
	for _, cmd := range app.Commands {
		for _, sub := range cmd.Subcommands {
			sub.UsageText = cmd.Name + " " + sub.Name // console.Name
		}
		all = append(all, cmd.Subcommands...)
	}
	for _, cmd := range all {
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

var versionCommand = &cli.Command{
	Name:  "version",
	Usage: "print the versions of the program, its libraries and solvers",
	Description: `Lists the version and commit of the program, the version of Go, all linked Go modules, and the
outside solvers on PATH. The command "counterproof --version" prints only the version of the program.
$ counterproof version
$ counterproof version --json`,
	ArgsUsage: console.NoArgument,
	Flags:     []cli.Flag{console.JSONFlag},
	Action:    console.Do(printVersion),
}

type module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

type tool struct {
	Method  string `json:"method"`
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
	Error   string `json:"error,omitempty"` // why the version is not known
}

func tools() []tool {
	found := []tool{}
	for _, t := range solvers.Found() {
		p := tool{Method: "extern/" + t.Name}
		p.Path, _ = t.Path()
		var err error
		if p.Version, err = t.Version(); err != nil {
			p.Error = err.Error()
		}
		found = append(found, p)
	}
	return found
}

func printVersion(c *console.Call) error {
	v := struct {
		Version  string   `json:"version"`
		Commit   string   `json:"commit,omitempty"`
		Go       string   `json:"go"`
		System   string   `json:"system"`
		Modules  []module `json:"modules"`
		Programs []tool   `json:"programs"` // on PATH
	}{Version: release.Version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, Programs: tools()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
		v.Modules = wording.Each(info.Deps, func(d *debug.Module) module { return module{d.Path, d.Version} })
	}
	if c.Bool("json") {
		return c.JSON(v)
	}
	fmt.Fprintf(c.Stdout, "counterproof %s%s\n%s %s\n", v.Version, wording.If(v.Commit != "", " "+v.Commit), v.Go, v.System)
	for _, m := range v.Modules {
		fmt.Fprintf(c.Stdout, "%s %s\n", m.Path, m.Version)
	}
	for _, p := range v.Programs {
		fmt.Fprintf(c.Stdout, "%s %s %s\n", p.Method, wording.Either(p.Error != "", "version not known: "+p.Error, p.Version), p.Path)
	}
	return nil
}

// The completion scripts. The cli package makes the script for fish.
var (
	//go:embed completion.bash
	bashScript string
	//go:embed completion.zsh
	zshScript string
)

var completionCommand = &cli.Command{
	Name:  "completion",
	Usage: "print a completion script for a shell",
	Description: `The script completes commands, flags, puzzles, sets, methods and formats. The command "make
install" installs the scripts of all three shells.
$ counterproof completion bash >counterproof.bash
$ counterproof completion fish >counterproof.fish`,
	ArgsUsage: "bash|zsh|fish",
	Action: func(c *cli.Context) error {
		return console.Do(func(call *console.Call) (err error) {
			script := ""
			switch call.Args[0] {
			case "bash":
				script = bashScript
			case "zsh":
				script = zshScript
			case "fish":
				script, err = c.App.ToFishCompletion()
			default:
				err = call.Usagef("want bash, zsh or fish, got %q", call.Args[0])
			}
			if err == nil {
				_, err = io.WriteString(call.Stdout, script)
			}
			return err
		})(c)
	},
	BashComplete: func(c *cli.Context) {
		fmt.Fprint(c.App.Writer, "bash\nzsh\nfish\n")
	},
}

// completePuzzles prints the puzzles or, after a puzzle, its sets, if the command takes a puzzle.
func completePuzzles(c *cli.Context) {
	if !strings.HasPrefix(strings.TrimPrefix(c.Command.ArgsUsage, "["), "PUZZLE") {
		return
	}
	if p := catalog.Find(c.Args().First()); p != nil {
		for _, s := range p.Sets {
			if s.Param == "" {
				fmt.Fprintln(c.App.Writer, s.Name)
			}
		}
		return
	}
	for _, p := range append(catalog.All(), catalog.OfFiles()...) {
		fmt.Fprintln(c.App.Writer, p.Name)
	}
}

// completeValues prints the values of the flag at the end of the line or, without them, calls others.
func completeValues(others cli.BashCompleteFunc) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		words := c.Lineage()[1].Args().Slice() // the whole line, since the command's arguments lack a flag without its value
		last := words[len(words)-1]
		var values []string
		if flag := strings.TrimLeft(last, "-"); flag != last {
			values = valuesOf(c.Command.Name, flag)
		}
		if values == nil {
			others(c)
		}
		for _, v := range values {
			fmt.Fprintln(c.App.Writer, v)
		}
	}
}

// valuesOf returns the values of a flag if they are a fixed list, or nil.
func valuesOf(command, flag string) []string {
	switch command + " " + flag {
	case "encode format":
		return []string{"dimacs", "icnf", "opb", "dlx"}
	case "export format":
		return []string{"jsonl", "csv", "gobench"}
	case "count method", "solve method":
		return allMethods()
	case "crosscheck method":
		return append([]string{crosscheck.All, crosscheck.Some}, allMethods()...)
	case "certify method":
		return slices.DeleteFunc(allMethods(), func(name string) bool {
			return !method.HasPrefix(name, method.SAT) || method.MustParse(name).Variant == method.Count
		})
	}
	return nil
}

// allMethods returns the methods of all examples, because the flag comes before the puzzle.
func allMethods() []string {
	names := append([]string{"native", "sat", "sat/cubes"}, lookup.Programs()...)
	for _, p := range catalog.All() {
		if in, err := p.Parse(p.Example); err == nil {
			names = append(names, lookup.Names(p, in)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var manualCommand = &cli.Command{
	Name:      "man",
	Usage:     "print the manual page",
	ArgsUsage: console.NoArgument,
	Description: `Prints a manual page with all commands and flags, in the format that the program man reads. The
command "make install" installs the page.
$ counterproof man >counterproof.1
$ counterproof man | head -n 20`,
	Action: func(c *cli.Context) error {
		return console.Do(func(call *console.Call) error {
			_, err := call.Stdout.Write(md2man.Render([]byte(manual(c.App))))
			return err
		})(c)
	},
}

func manual(app *cli.App) string {
	var w strings.Builder
	fmt.Fprintf(&w, "%% %s 1 \"\" \"counterproof %s\"\n\n# NAME\n\n%s - %s\n\n", strings.ToUpper(app.Name), app.Version, app.Name, app.Usage)
	fmt.Fprintf(&w, "# SYNOPSIS\n\n**%s** COMMAND [FLAGS] [ARGUMENTS]\n\n# DESCRIPTION\n\n", app.Name)
	for _, line := range strings.Split(app.Description, "\n") {
		if heading, ok := strings.CutSuffix(line, ":"); ok && !strings.HasPrefix(line, " ") {
			fmt.Fprintf(&w, "**%s**\n\n", heading)
		} else {
			fmt.Fprintf(&w, "    %s\n", line)
		}
	}
	for _, group := range console.Groups {
		fmt.Fprintf(&w, "\n# %s\n", strings.ToUpper(group))
		for _, c := range console.Commands(app, group) {
			manualSection(&w, c)
		}
	}
	return w.String()
}

func manualSection(w *strings.Builder, c *cli.Command) {
	text, examples := console.Description(c)
	fmt.Fprintf(w, "\n### %s\n\n%s.\n%s\n\n    %s\n\n", console.Name(c), sentence(c.Usage), escape(text), console.Synopsis(c))
	for _, f := range c.VisibleFlags() {
		name, usage := console.FlagText(f)
		fmt.Fprintf(w, "**%s**\n: %s\n\n", name, escape(usage))
	}
	if len(examples) > 0 {
		fmt.Fprint(w, "Examples:\n\n")
		for _, example := range examples {
			fmt.Fprintf(w, "    %s\n", example)
		}
	}
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + escape(text[1:]) }

var escape = strings.NewReplacer("<", `\<`, ">", `\>`, "*", `\*`, "_", `\_`, "`", "\\`").Replace
