package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/crosscheck"
	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

var completionCommand = &cli.Command{
	Name:     "completion",
	Usage:    "print a completion script for a shell",
	Category: console.GroupOther,
	Description: console.Describe(
		"The script completes commands, flags, puzzles, sets, methods and formats. make install "+
			"puts it in place.",
		"counterproof completion bash >counterproof.bash",
		"counterproof completion fish >counterproof.fish",
	),
	ArgsUsage: "bash|zsh|fish",
	Action: console.Args(1, 1, func(c *cli.Context, args []string) (err error) {
		script := scripts[args[0]]
		if args[0] == "fish" {
			if script, err = c.App.ToFishCompletion(); err != nil {
				return err
			}
		}
		if script == "" {
			return console.Usagef("completion: want bash, zsh or fish, got %q", args[0])
		}
		_, err = io.WriteString(c.App.Writer, script)
		return err
	}),
	BashComplete: func(c *cli.Context) {
		for _, shell := range []string{"bash", "zsh", "fish"} {
			fmt.Fprintln(c.App.Writer, shell)
		}
	},
}

// completePuzzles offers the puzzles, then the sets of the one that was named.
func completePuzzles(c *cli.Context) {
	if p := catalog.Find(c.Args().First()); p != nil {
		for _, s := range p.Sets {
			if s.Param == "" {
				fmt.Fprintln(c.App.Writer, s.Name)
			}
		}
		return
	}
	for _, p := range catalog.All() {
		fmt.Fprintln(c.App.Writer, p.Name)
	}
}

// completeValues offers, behind a flag that takes a method or a format, those, and
// else what others does.
func completeValues(others cli.BashCompleteFunc) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		words := c.Lineage()[1].Args().Slice() // of the whole line: the command has dropped a flag without its value
		last := words[len(words)-1]
		flag := strings.TrimLeft(last, "-")
		if flag == last {
			others(c)
			return
		}
		values := valuesOf(c.Command.Name, flag)
		if values == nil {
			others(c)
		}
		for _, v := range values {
			fmt.Fprintln(c.App.Writer, v)
		}
	}
}

// valuesOf are the values that a command's flag takes; nil: they are not listed.
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
		return slices.DeleteFunc(allMethods(), func(name string) bool { return !method.HasPrefix(name, method.SAT) })
	}
	return nil
}

// allMethods are the methods of the examples of all puzzles: the flag stands in
// front of the puzzle.
func allMethods() []string {
	names := append([]string{"native", "sat", "sat/cubes"}, engine.Programs()...)
	for _, p := range catalog.All() {
		if in, err := p.Parse(p.Example); err == nil {
			names = append(names, engine.Names(p, in)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var scripts = map[string]string{
	"bash": `_counterproof() {
	local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
	COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _counterproof counterproof
`,
	"zsh": `#compdef counterproof
_counterproof() {
	local -a found
	found=("${(@f)$("${words[@]:0:#words[@]-1}" --generate-bash-completion 2>/dev/null)}")
	_describe 'values' found
}
compdef _counterproof counterproof
`,
}
