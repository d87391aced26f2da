package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"counterproof/encode/catalog"
)

var completionCommand = &cli.Command{
	Name:      "completion",
	Usage:     "print the shell's completion script: source it",
	ArgsUsage: "bash|zsh|fish",
	Action: func(c *cli.Context) error {
		args, err := positional(c, 1, 1)
		if err != nil {
			return err
		}
		script := scripts[args[0]]
		if args[0] == "fish" {
			if script, err = c.App.ToFishCompletion(); err != nil {
				return err
			}
		}
		if script == "" {
			return usagef("completion: want bash, zsh or fish, got %q", args[0])
		}
		_, err = io.WriteString(c.App.Writer, script)
		return err
	},
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
