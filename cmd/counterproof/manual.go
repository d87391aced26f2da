package main

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

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
	fmt.Fprintf(w, "\n### %s\n\n%s.\n%s\n\n    %s\n\n", c.Name, sentence(c.Usage), escape(text), console.Synopsis(c))
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
