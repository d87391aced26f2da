package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/run/crosscheck"
	"counterproof/bench/solve/lookup"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

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
	Description: console.Describe(
		"The script completes commands, flags, puzzles, sets, methods and formats. The command \"make "+
			"install\" installs the scripts of all three shells.",
		"counterproof completion bash >counterproof.bash",
		"counterproof completion fish >counterproof.fish",
	),
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
	Description: console.Describe(
		"Prints a manual page with all commands and flags, in the format that the program man reads. The command \"make install\" installs the page.",
		"counterproof man >counterproof.1",
		"counterproof man | head -n 20",
	),
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
