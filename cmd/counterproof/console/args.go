package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// Args returns an action that calls do with the arguments after the flags. Their number must be from
// least to most. If most is negative, there is no upper limit. If the first argument is a word of the usage,
// such as puzzle in "new puzzle NAME", and the second asks for help, it prints the help.
func Args(least, most int, do func(c *cli.Context, args []string) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		words, _, _ := strings.Cut(c.Command.ArgsUsage, " ")
		if help := c.Args().Get(1); (help == "--help" || help == "-h") && slices.Contains(strings.Split(words, "|"), c.Args().First()) {
			PrintHelp(c.App.Writer, "", c.Command)
			return nil
		}
		args, err := positional(c, least, most)
		if err != nil {
			return err
		}
		return do(c, args)
	}
}

// OnPuzzle works like Args, but do gets the puzzle of the first argument and the others.
func OnPuzzle(least, most int, do func(c *cli.Context, p *encode.Puzzle, others []string) error) cli.ActionFunc {
	return Args(least, most, func(c *cli.Context, args []string) error {
		p, err := FindPuzzle(args[0])
		if err != nil {
			return err
		}
		return do(c, p, args[1:])
	})
}

// OnBoard returns an action that reads a board from PUZZLE INSTANCE, and calls do with it and the
// arguments after it, of which there are least to most.
func OnBoard(least, most int, do func(c *cli.Context, p *encode.Puzzle, in encode.Instance, others []string) error) cli.ActionFunc {
	return OnPuzzle(2+least, 2+most, func(c *cli.Context, p *encode.Puzzle, args []string) error {
		in, err := readInstance(c, p, args[0])
		if err != nil {
			return err
		}
		return do(c, p, in, args[1:])
	})
}

// positional returns the arguments after the flags, and checks their number as Args does. It refuses a
// flag after an argument, which the flag parser takes for an argument.
func positional(c *cli.Context, least, most int) ([]string, error) {
	args := c.Args().Slice()
	for i, a := range args {
		if a == "--" {
			return nil, Usagef("%s: -- is not used: leave it out", c.Command.Name)
		}
		if strings.HasPrefix(a, "-") && a != "-" && !strings.Contains(a, "\n") { // a drawing may begin with -
			return nil, leading(c, i, a, args[0])
		}
	}
	if len(args) < least {
		return nil, Usagef("%s: want %s, got only %d of these arguments", c.Command.Name, c.Command.ArgsUsage, len(args))
	}
	if most >= 0 && len(args) > most {
		return nil, Usagef("%s: one argument too many: %q (want %s)", c.Command.Name, args[most], c.Command.ArgsUsage)
	}
	return args, nil
}

// leading returns the error for an argument that begins with -: the argument a, whose index is i.
// It is a flag in the wrong place, a solution or a file.
func leading(c *cli.Context, i int, a, first string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
	words := strings.Fields(c.Command.ArgsUsage)
	advice := ""
	switch word := words[min(i, len(words)-1)]; strings.Trim(word, "[].") {
	case "SOLUTION":
		advice = "; to give it as SOLUTION, write - in its place and pass it on standard input"
	case "FILE", "SPEC.toml", "LEDGER", "DIR":
		advice = "; to name a file, write ./" + wording.Short(a)
	}
	switch flag := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }); {
	case flag && i == 0: // the flag parser has removed the -- before it
		return Usagef("%s: -- is not used: leave it out", c.Command.Name)
	case !flag && (advice != "" || i == 0):
		return Usagef("%s: %q begins with - but is not a flag of %[1]s%[3]s", c.Command.Name, wording.Short(a), advice)
	}
	return Usagef("%s: flag %s comes after an argument: move it before %q", c.Command.Name, a, first)
}

// FindPuzzle finds a puzzle by name. The error for an unknown name suggests similar names.
func FindPuzzle(name string) (*encode.Puzzle, error) {
	if p := catalog.Find(name); p != nil {
		return p, nil
	}
	return nil, Usagef("unknown puzzle %q: %s", wording.Short(name), wording.Want(name, catalog.Names()))
}

// ShowName is the name of the command show, which alone accepts boards that cannot be puzzles.
const ShowName = "show"
